#![allow(unused_variables, dead_code)]

use dsh_tools::{tool, toolbox};

#[toolbox]
struct Fs {}

#[toolbox]
async fn function() {}

#[toolbox]
mod tools {}

#[toolbox]
trait Tools {
    /// No body.
    #[tool]
    async fn no_body(&self) {}
}

#[toolbox]
impl Tools for Fs {
    /// Of a trait.
    #[tool]
    async fn no_body(&self) {}
}

#[toolbox]
impl Iterator for &Fs {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        None
    }
}

fn main() {}
