//! What listens and what bundles say what they are.

use dsh_tools::prelude::*;

fn main() {
    let registry = ToolRegistry::new();
    registry.observe("log");
    registry.policy("retry");
}
