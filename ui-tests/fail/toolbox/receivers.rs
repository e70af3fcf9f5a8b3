#![allow(unused_variables, dead_code)]

use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox]
impl Fs {
    /// Mutable.
    #[tool]
    async fn mutable(&mut self) {}

    /// Mutable, written as a type.
    #[tool]
    async fn mutable_type(self: &mut Self) {}

    /// By value.
    #[tool]
    async fn by_value(self) {}

    /// By value, changed.
    #[tool]
    async fn changed(mut self) {}

    /// By value, written as a type.
    #[tool]
    async fn value_type(self: Self) {}

    /// Lent for longer.
    #[tool]
    async fn forever(&'static self) {}

    /// Lent for a lifetime of its own.
    #[tool]
    async fn named<'a>(&'a self) {}

    /// With keys of arguments.
    #[tool]
    async fn keys(#[arg(default = 1)] &self) {}

    /// What is right.
    #[tool]
    async fn right(self: &Self) {}
}

fn main() {
    let _ = Fs::definitions(Fs);
}
