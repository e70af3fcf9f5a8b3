//! Calls as they stand in a file of JSON lines.

use anyhow::Context as _;
use serde::Deserialize;
use serde_json::value::RawValue;

/// One line of a script.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The text as the model wrote it, good JSON or not.
    pub(crate) arguments: String,
}

/// The lines of a file; blank ones are left out.
pub(crate) fn lines<T: for<'a> Deserialize<'a>>(text: &str) -> anyhow::Result<Vec<(usize, T)>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let number = index + 1;
            let call = serde_json::from_str(line).with_context(|| format!("line {number}"))?;
            Ok((number, call))
        })
        .collect()
}

/// A recorded call.
#[derive(Deserialize)]
pub(crate) struct Recorded {
    pub(crate) tool_id: String,
    pub(crate) arguments: Box<RawValue>,
    /// The model's own text where it is no JSON.
    pub(crate) arguments_raw: Option<String>,
    /// The verdict of an independent validator.
    pub(crate) valid_expected: Option<bool>,
}
