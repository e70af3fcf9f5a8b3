//! What arguments a tool takes is said before its body.

use dsh_tools::ToolDefinition;

fn main() {
    let _ = ToolDefinition::builder("now")
        .description("The time.")
        .body(|_, _| async { "12:00" });
}
