//! What there is, in words.

use anstyle::Style;
use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use std::io::{self, Write};

const BOLD: Style = Style::new().bold();

/// All tools, or one with its arguments.
pub(crate) fn help(
    out: &mut impl Write,
    registry: &ToolRegistry,
    tool: Option<&str>,
) -> io::Result<()> {
    let Some(name) = tool else {
        for schema in registry.schemas().iter() {
            let first = schema.description.split_inclusive(". ").next().unwrap_or_default();
            writeln!(out, "{BOLD}{:<12}{BOLD:#} {}", schema.name, first.trim())?;
        }
        return writeln!(
            out,
            "\na line is a call: `read path=a.txt limit=5` or `read {{\"path\":\"a.txt\"}}`\n\
             a JSON array of calls is run as one step, and so are with `--batch` all lines up to an empty one;\n\
             `:why CALL` tells which rule of `--rules FILE` decides about a call;\n\
             `help TOOL` has its arguments, `schemas` is what the model sees, `quit` ends;\n\
             Ctrl-C ends a call that runs, and otherwise the program"
        );
    };
    let Some(tool) = registry.get(name) else {
        return writeln!(out, "there is no tool `{name}`; `help` lists them");
    };
    writeln!(out, "{BOLD}{name}{BOLD:#}: {}", tool.description())?;
    writeln!(out, "{}", properties(&tool).join(", "))?;
    let parameters = tool.schema().parameters.root();
    let required: Vec<_> = parameters.get("required").into_iter().flat_map(Cursor::items).collect();
    for (key, schema) in parameters.get("properties").into_iter().flat_map(Cursor::entries) {
        let text = |name: &str| schema.get(name).and_then(Cursor::as_str).unwrap_or_default();
        let required = required.iter().any(|name| name.as_str().is_some_and(|name| name == key));
        let default = schema.get("default").map(|default| format!(", otherwise {default}"));
        writeln!(
            out,
            "  {BOLD}{key}{BOLD:#} ({}{}{}) {}",
            text("type"),
            if required { ", required" } else { "" },
            default.unwrap_or_default(),
            text("description")
        )?;
    }
    Ok(())
}

/// What the host is told of a tool beside its schema.
fn properties(tool: &ToolDefinition) -> Vec<String> {
    let hints = tool.hints();
    let named = [
        ("read only", hints.read_only),
        ("destructive", hints.destructive),
        ("idempotent", hints.idempotent),
        ("open world", hints.open_world),
    ];
    let mut words: Vec<String> = named
        .iter()
        .filter(|(_, hint)| *hint == Some(true))
        .map(|(name, _)| (*name).to_owned())
        .collect();
    words.extend(tool.timeout().map(|timeout| format!("at most {} s", timeout.as_secs_f64())));
    words
}
