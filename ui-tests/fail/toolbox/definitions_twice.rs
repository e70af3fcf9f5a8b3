use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox]
impl Fs {
    /// Read.
    #[tool]
    async fn read(&self) {}
}

#[toolbox]
impl Fs {
    /// Write.
    #[tool]
    async fn write(&self) {}
}

fn main() {}
