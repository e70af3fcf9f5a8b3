#![allow(unused_variables)]

use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox(prefix = "fs_")]
impl Fs {
    /// First.
    #[tool]
    async fn read(&self) {}

    /// Second.
    #[tool(name = "read")]
    async fn read_again(&self) {}

    /// Third, by the name of the method.
    #[tool(name = "list")]
    async fn ls(&self) {}

    /// Fourth.
    #[tool]
    async fn list(&self) {}

    /// Under a condition, beside one under none.
    #[cfg(unix)]
    #[tool(name = "read")]
    async fn read_unix(&self) {}

    /// Twice under one condition.
    #[cfg(unix)]
    #[tool(name = "once")]
    async fn once(&self) {}

    /// Twice under one condition.
    #[cfg(unix)]
    #[tool(name = "once")]
    async fn twice(&self) {}
}

fn main() {}
