#![allow(unused_variables, dead_code)]

use dsh_tools::{tool, toolbox};

struct Fs<T>(T);

struct Foreign;

#[toolbox]
impl<T: Send + Sync + 'static> Fs<T> {
    /// A type that need not be a value.
    #[tool]
    async fn put(&self, item: T, times: u8) {}

    /// A state that calls do not share.
    #[tool]
    async fn get(&self, line: u32, item: &std::cell::Cell<u8>) {}
}

#[toolbox(definitions = tools)]
impl<T> Fs<T> {
    /// Nothing that is not shared.
    #[tool]
    async fn read(&self) {}
}

fn main() {
    let _ = Fs::tools(Fs(1));
    let _ = Fs::definitions(Fs(Foreign));
    let _ = Fs::tools(Fs(std::rc::Rc::new(1)));
}
