//! Only scopes are restricted: a tool that nobody is to see is not registered.

use dsh_tools::{ToolRegistry, ToolRestriction};

fn main() {
    let registry = ToolRegistry::new();
    let _ = registry.restrict(ToolRestriction::all().deny(["bash"]));
}
