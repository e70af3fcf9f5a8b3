#![allow(unused_variables, dead_code)]

use dsh_tools::{tool, toolbox};

struct Fs<'a, 'b>(&'a str, &'b str);

#[toolbox]
impl<'a> Fs<'a, '_> {
    /// Borrows.
    #[tool]
    async fn read(&self) {}
}

#[toolbox(definitions = owned)]
impl Fs<'static, 'static> {
    /// Borrows nothing.
    #[tool]
    async fn nothing(&self) {}
}

fn main() {
    let _ = (Fs::definitions(Fs("", "")), Fs::owned(Fs("", "")));
}
