#![allow(unused_variables)]

use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox]
impl Fs {
    /// One of these.
    #[cfg(all())]
    #[tool]
    async fn read(&self) {}

    /// One of these.
    #[cfg(any())]
    #[tool]
    async fn read(&self) {}

    /// There as well.
    #[cfg(not(any()))]
    #[tool(name = "read")]
    async fn read_again(&self) {}
}

fn main() {}
