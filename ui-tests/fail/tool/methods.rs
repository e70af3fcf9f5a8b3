#![allow(unused_variables)]

use dsh_tools::tool;

struct Fs;

impl Fs {
    /// By reference.
    #[tool]
    async fn by_reference(&self) {}

    /// Mutable.
    #[tool]
    async fn mutable(&mut self) {}

    /// By value.
    #[tool]
    async fn by_value(self) {}

    /// Boxed.
    #[tool]
    async fn boxed(self: Box<Self>) {}
}

fn main() {}
