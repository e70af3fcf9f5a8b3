//! Told once, at the type, and where it is used.

use dsh_tools::{tool, toolbox};
use std::cell::Cell;

struct Fs(Cell<u8>);

#[toolbox]
impl Fs {
    /// Read.
    #[tool]
    async fn read(&self) -> String {
        self.0.get().to_string()
    }

    /// Write.
    #[tool]
    async fn write(&self, value: u8) {
        self.0.set(value);
    }
}

fn main() {
    let _ = Fs::definitions(Fs(Cell::new(1)));
}
