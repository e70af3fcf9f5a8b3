#![allow(unused_variables, dead_code)]

use dsh_tools::{tool, toolbox};
use std::pin::Pin;

struct Fs;

#[toolbox]
impl Fs {
    /// Boxed.
    #[tool]
    async fn boxed(self: Box<Self>) {}

    /// Pinned.
    #[tool(blocking)]
    fn pinned(self: Pin<Box<Self>>) {}
}

fn main() {
    let _ = Fs::definitions(Fs);
}
