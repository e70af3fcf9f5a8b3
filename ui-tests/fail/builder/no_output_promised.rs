//! A body that builds its output itself says nothing of it: `.output(schema, render)` or `.text_output()` does.

use dsh_tools::{ToolDefinition, ToolOutput};

fn main() {
    let _ = ToolDefinition::builder("ls")
        .validated(r#"{"type": "object"}"#)
        .body(|_, _| async { ToolOutput::text("a.rs") })
        .build();
}
