//! A function is no tool: its definition is.

use dsh_tools::{ToolRegistry, tool};

/// Reads.
#[tool]
async fn read() -> &'static str {
    ""
}

async fn write() -> &'static str {
    ""
}

fn main() {
    let _ = ToolRegistry::builder().tool(read);
    let _ = ToolRegistry::builder().tools([write]);
    let _ = ToolRegistry::new().register(read);
}
