use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox]
impl Fs {
    /// Read.
    #[tool]
    async fn read(&self) {}

    fn definitions() {}
}

struct Git;

#[toolbox(definitions = tools)]
impl Git {
    /// A tool of that name.
    #[tool]
    async fn tools(&self) {}
}

fn main() {
    Fs::definitions();
}
