//! Calls as they stand in a file of JSON lines.

use anyhow::Context as _;
use serde::Deserialize;

/// One line of a script.
///
/// ```
/// use dsh_tools_examples::script::{Call, lines};
///
/// let calls = lines::<Call>(r#"{"id":"call_1","name":"ls","arguments":"{\"path\":\"src\"}"}"#)?;
/// assert_eq!(calls[0].1.name, "ls");
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The id that the model gave the call.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The text as the model wrote it, good JSON or not.
    pub arguments: String,
}

/// The lines of a file, each with its number; blank ones are left out.
///
/// # Errors
/// A line that cannot be read, with its number.
pub fn lines<T: for<'a> Deserialize<'a>>(text: &str) -> anyhow::Result<Vec<(usize, T)>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let number = index + 1;
            let call = serde_json::from_str(line).with_context(|| format!("line {number}"))?;
            Ok((number, call))
        })
        .collect()
}
