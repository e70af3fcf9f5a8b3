//! What the host is told of the tools.

use crate::support::Bench;
use dsh_tools::{FrozenJson, ToolCallKind, ToolExecutionMode, ToolHints};
use serde_json::json;

#[test]
fn hints_classes_and_cards_are_as_promised() {
    let bench = Bench::new();
    let (reads, writes) = (ToolExecutionMode::Parallel, ToolExecutionMode::Exclusive);
    for (name, arguments, mode, kind, title) in [
        ("read", json!({"path": "a"}), reads, ToolCallKind::Read, "Read a"),
        ("ls", json!({"path": "a"}), reads, ToolCallKind::Read, "List a"),
        ("glob", json!({"pattern": "*"}), reads, ToolCallKind::Search, "Find *"),
        ("grep", json!({"pattern": "x"}), reads, ToolCallKind::Search, "Search x"),
        ("bash_output", json!({"job": "j"}), reads, ToolCallKind::Read, "Output of j"),
        ("write", json!({"path": "a", "content": ""}), writes, ToolCallKind::Edit, "Write a"),
        (
            "edit",
            json!({"path": "a", "old_text": "x", "new_text": "y"}),
            writes,
            ToolCallKind::Edit,
            "Edit a",
        ),
        ("bash", json!({"command": "ls"}), writes, ToolCallKind::Execute, "ls"),
        ("bash_kill", json!({"job": "j"}), writes, ToolCallKind::Execute, "End j"),
    ] {
        let tool = bench.registry.get(name).unwrap();
        let arguments = FrozenJson::from_value(arguments).unwrap();
        assert_eq!(tool.execution_mode(&arguments), mode, "{name}");
        let ToolHints { read_only, destructive, open_world, .. } = tool.hints();
        assert_eq!(read_only == Some(true), mode == reads, "{name}");
        assert_eq!(destructive == Some(true), mode == writes, "{name}");
        assert_eq!(open_world, Some(name == "bash"), "{name}");
        assert!(tool.timeout().is_some(), "{name}");
        let card = tool.call_card(&arguments);
        assert_eq!((card.kind(), card.title()), (kind, title));
    }
}

/// Everything that a model can say is described to it.
#[test]
fn every_argument_is_described() {
    let bench = Bench::new();
    for schema in bench.registry.schemas().iter() {
        let parameters = schema.parameters.to_value();
        for (key, property) in parameters["properties"].as_object().unwrap() {
            assert!(property["description"].is_string(), "{}: {key}", schema.name);
        }
    }
}
