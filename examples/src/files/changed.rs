//! What a change of a file looks like: each place of it with the lines around, not the whole file.

use dsh_tools::prelude::*;
use similar::{DiffTag, TextDiff};
use std::time::Duration;

/// Unchanged lines around a change.
const AROUND: usize = 3;
/// Bytes of all diffs together: logs keep them.
const BYTES: usize = 64 * 1024;
/// The search for the shortest difference may take this long; then it need not be the shortest.
const PATIENCE: Duration = Duration::from_millis(500);

/// The difference of two texts.
pub(super) struct Changes {
    /// Each place that changed.
    pub(super) diffs: Vec<FileDiff>,
    /// The first line that is another now, counted from 1.
    pub(super) line: u32,
}

impl Changes {
    pub(super) fn between(path: &str, before: &str, after: &str) -> Self {
        let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(before, after);
        let lines = |slices: &[&str], range: std::ops::Range<usize>| {
            slices.get(range).unwrap_or_default().concat()
        };
        let groups = diff.grouped_ops(AROUND);
        let first = groups.iter().flatten().find(|op| op.tag() != DiffTag::Equal);
        let line = first.map_or(1, |op| op.new_range().start + 1);
        let diffs = groups.iter().filter_map(|group| {
            let (first, last) = (group.first()?, group.last()?);
            let old = first.old_range().start..last.old_range().end;
            let new = first.new_range().start..last.new_range().end;
            Some(FileDiff::new(path, lines(diff.old_slices(), old), lines(diff.new_slices(), new)))
        });
        Self { diffs: diffs.collect(), line: u32::try_from(line).unwrap_or(u32::MAX) }
    }
}

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
