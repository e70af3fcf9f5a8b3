//! The recorded tools and calls.

use anyhow::Context as _;
use dsh_tools_examples::script::lines;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A recorded tool.
pub(crate) struct Recorded {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    /// Its schema is one by the standard's own schema of schemas.
    pub(crate) valid: bool,
    /// What is imported.
    pub(crate) definition: String,
    /// The schema in it.
    pub(crate) schema: Value,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    name: String,
    description: Option<String>,
    parameters: Box<RawValue>,
    /// Where the source's dialect is not JSON Schema.
    parameters_normalized: Option<Box<RawValue>>,
    metaschema_valid: bool,
}

#[derive(Deserialize)]
struct Call {
    tool_id: String,
    arguments: Value,
}

/// The directory with the recorded calls: `DSH_CORPUS`, or beside the workspace.
fn place() -> PathBuf {
    std::env::var_os("DSH_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    )
}

/// Says that there is nothing to do, which is a failure where everything must be checked.
pub(crate) fn absent() -> bool {
    println!("no recorded tools at {}: set DSH_CORPUS to their directory", place().display());
    std::env::var_os("CI").is_none()
}

/// All tools, or nothing where there is no corpus.
pub(crate) fn tools() -> anyhow::Result<Option<Vec<Recorded>>> {
    let file = place().join("tools.jsonl");
    if !file.exists() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let mut tools = Vec::new();
    for (_, line) in lines::<Line>(&text).with_context(|| file.display().to_string())? {
        let parameters = line.parameters_normalized.unwrap_or(line.parameters);
        let Line { id, name, description, metaschema_valid: valid, .. } = line;
        let (quoted, described) = (Value::from(&*name), Value::from(description.clone()));
        // The text of the schema as it is: the order of its keys and the spelling of its numbers count.
        let definition =
            format!(r#"{{"name":{quoted},"description":{described},"parameters":{parameters}}}"#);
        let schema = serde_json::from_str(parameters.get())?;
        tools.push(Recorded { id, name, description, valid, definition, schema });
    }
    Ok(Some(tools))
}

/// The arguments of recorded calls, by the tool's id.
pub(crate) fn calls() -> anyhow::Result<HashMap<String, Vec<Value>>> {
    let file = place().join("calls.jsonl");
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let mut calls: HashMap<String, Vec<Value>> = HashMap::new();
    for (_, call) in lines(&text).with_context(|| file.display().to_string())? {
        let Call { tool_id, arguments } = call;
        calls.entry(tool_id).or_default().push(arguments);
    }
    Ok(calls)
}
