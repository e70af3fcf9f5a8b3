use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox]
impl Fs {
    /// First.
    #[tool]
    async fn read(&self) {}

    /// Second.
    #[tool]
    async fn read(&self, path: String) {
        drop(path);
    }
}

fn main() {}
