//! Typed outputs that presenters can read again.
//!
//! A presenter sees the content that the model reads and the metadata that goes with it, not the value: these
//! are what a log keeps. So the tools here put the whole value into the metadata.

use dsh_tools::prelude::*;

/// The whole output as metadata: `#[tool(meta = whole)]`.
pub fn whole<T: ToolValue>(value: &T) -> serde_json::Value {
    ToolOutput::json(value).map(|output| output.value().to_value()).unwrap_or_default()
}

/// The output, from the metadata.
pub fn output<T: ToolValue>(result: &ToolResultData<'_>) -> Option<T> {
    T::decode(result.meta?.root(), T::NODE).ok()
}

/// What was left out of a list, and how to get it.
pub(crate) fn page(what: &str, skip: u64, shown: u64, total: u64) -> Option<String> {
    if shown == total {
        return None;
    }
    let last = skip + shown;
    Some(match () {
        () if shown == 0 => format!("[there are {total} {what}, none after {skip}]"),
        () if last < total => {
            format!("[{what} {} to {last} of {total}; `skip: {last}` shows the next]", skip + 1)
        }
        () => format!("[{what} {} to {last} of {total}]", skip + 1),
    })
}
