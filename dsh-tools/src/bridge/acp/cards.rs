//! What views and the protocol have in common.

use super::blocks::text;
use super::settings::Settings;
use super::v1::{Diff, ToolCallContent, ToolCallLocation, ToolKind};
use crate::view::{FileDiff, FileLocation, ToolCallKind};

/// Bytes of a change, before and after.
const MOST_OF_DIFF: usize = 4 * 1024 * 1024;

/// The kind by its name: those that the protocol has not are others.
pub(super) fn kind(kind: ToolCallKind) -> ToolKind {
    match kind.as_str() {
        "read" => ToolKind::Read,
        "edit" => ToolKind::Edit,
        "delete" => ToolKind::Delete,
        "move" => ToolKind::Move,
        "search" => ToolKind::Search,
        "execute" => ToolKind::Execute,
        "think" => ToolKind::Think,
        "fetch" => ToolKind::Fetch,
        "switch_mode" => ToolKind::SwitchMode,
        _ => ToolKind::Other,
    }
}

/// The changes, one block for each file: whole, or not at all.
pub(super) fn diffs(settings: &Settings, diffs: &[FileDiff]) -> Vec<ToolCallContent> {
    let diff = |diff: &FileDiff| {
        let length =
            diff.old_text.as_ref().map_or(0, String::len).saturating_add(diff.new_text.len());
        if length > MOST_OF_DIFF {
            let path = settings.line(&diff.path);
            return text(format!("{path}: a change of {length} bytes is not shown"));
        }
        let old = diff.old_text.as_deref().map(|text| settings.verbatim(text));
        Diff::new(path(settings, &diff.path), settings.verbatim(&diff.new_text))
            .old_text(old)
            .into()
    };
    diffs.iter().map(diff).collect()
}

/// The places. The protocol wants absolute paths; those that are stay as they are.
pub(super) fn locations(settings: &Settings, places: &[FileLocation]) -> Vec<ToolCallLocation> {
    let place = |place: &FileLocation| location(settings, &place.path, place.line);
    places.iter().map(place).collect()
}

pub(super) fn location(settings: &Settings, of: &str, line: Option<u32>) -> ToolCallLocation {
    ToolCallLocation::new(path(settings, of)).line(line)
}

fn path(settings: &Settings, path: &str) -> String {
    settings.redacted(settings.directory.absolute(path))
}

/// A title, with the path it is about as it is from the working directory.
pub(super) fn title(settings: &Settings, title: &str, path: Option<&str>) -> String {
    match path {
        Some(path) => settings.line(&settings.directory.shorten(title, path)),
        None => settings.line(title),
    }
}
