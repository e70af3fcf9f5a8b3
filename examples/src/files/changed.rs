//! What a change of a file looks like: each place of it with the lines around, not the whole file.

use dsh_tools::prelude::*;

/// Bytes of all diffs together: logs keep them.
const BYTES: usize = 64 * 1024;

/// What a writing tool gives: words for the model, diffs for people.
///
/// The diffs are no part of the value: the model knows what it wrote. Only as many of them are kept as people
/// may want to look at.
pub(super) fn output(
    text: String,
    title: String,
    mut diffs: Vec<FileDiff>,
) -> Result<ToolOutput, ToolError> {
    let mut bytes = 0;
    let kept = diffs.iter().take_while(|diff| {
        bytes += diff.old_text.as_ref().map_or(0, String::len) + diff.new_text.len();
        bytes <= BYTES
    });
    diffs.truncate(kept.count());
    let card = ToolResultView::from(ToolResultView::diff(diffs).title(title));
    Ok(ToolOutput::text(text).with_meta(FrozenJson::from_serialize(&card)?))
}

/// The card that the body made, from the metadata.
pub(super) fn card<A>(_: &A, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    result.meta?.deserialize().ok()
}
