//! The type beside the function needs its name among types, modules and crates.

use dsh_tools::{tool, tools};

mod elsewhere {
    pub mod imported {}
}
use elsewhere::imported;

mod module {}

/// Imported.
#[tool]
async fn imported() {}

/// A module.
#[tool]
async fn module() {}

/// A crate.
#[tool]
async fn serde_json() {}

fn main() {
    let _ = tools![serde_json];
}
