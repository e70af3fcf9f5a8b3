//! What a macro in the `impl` writes is not seen.

use dsh_tools::{tool, toolbox};

macro_rules! method {
    ($name:ident) => {
        /// Written by a macro.
        #[tool]
        async fn $name(&self) {}
    };
}

struct Fs;

#[toolbox]
impl Fs {
    /// Read.
    #[tool]
    async fn read(&self) {}

    method!(write);
}

fn main() {
    let _ = Fs::definitions(Fs);
}
