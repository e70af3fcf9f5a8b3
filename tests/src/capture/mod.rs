//! The capture of structured output.

mod behaviours;
mod nested;
mod races;
mod replaced;
mod scopes;
mod typed;

use crate::support::{free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{StructuredCapture, ToolExecutionInput};
use serde_json::{Value, json};

const TOOL: &str = "structured_output";

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "required": ["n"],
        "additionalProperties": false,
    })
}

/// A scope with a capture of numbers, and a tool `t` of the registry.
fn child() -> (ToolScope, StructuredCapture) {
    let scope = registry([free("t").body(|_, _| async { "done" }).build()]).scope("child");
    let capture = StructuredCapture::install(&scope, schema()).unwrap();
    (scope, capture)
}

/// A call of the tool.
fn giving(id: &str, n: u32) -> ToolExecutionInput {
    ToolExecutionInput::new(id, TOOL, format!(r#"{{"n":{n}}}"#))
}

/// What was taken, as text.
fn taken<T>(capture: &StructuredCapture<T>) -> Option<String> {
    capture.document().map(|document| document.to_string())
}

fn names(scope: &ToolScope) -> Vec<String> {
    scope.schemas().iter().map(|schema| schema.name.to_string()).collect()
}
