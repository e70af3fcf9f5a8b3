use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox]
impl Fs {
    /// A constant.
    #[tool]
    const N: u8 = 1;

    /// No keys.
    #[tool = "read"]
    async fn read(&self) {}

    /// Fine.
    #[tool]
    async fn fine(&self) {}
}

fn main() {
    let _ = (Fs::N, Fs::definitions(Fs));
}
