//! How large a document is.

use super::frozen::Doc;
use super::{Cursor, FrozenJson, JsonKind};

/// Bytes of text that weigh as much as a value.
const BYTES: u64 = 16;

pub(super) fn of_text(document: &Doc) -> u64 {
    document.tokens().len() as u64 + document.text().len() as u64 / BYTES
}

impl FrozenJson {
    /// Its values and keys, and a sixteenth of its bytes; of a document that came as a value about that.
    pub(crate) fn weight(&self) -> u64 {
        self.text_form().map_or_else(|| of_value(self.root()), of_text)
    }
}

/// No deeper than documents can be.
fn of_value(value: Cursor<'_>) -> u64 {
    let within = match value.kind() {
        JsonKind::Array => value.items().map(of_value).sum(),
        JsonKind::Object => value
            .raw_entries()
            .map(|(key, value)| key.text().len() as u64 / BYTES + 1 + of_value(value))
            .sum(),
        JsonKind::String => value.raw_str().map_or(0, |text| text.len() as u64) / BYTES,
        _ => 0,
    };
    1 + within
}
