//! How deep a document nests.

use super::{Cursor, FrozenJson, JsonKind};

impl FrozenJson {
    /// Whether the document nests no deeper than `limit` levels, as [`parse_with_depth`](Self::parse_with_depth)
    /// counts them. Linear in the document; it goes no deeper than `limit` itself.
    ///
    /// ```
    /// use dsh_tools::FrozenJson;
    ///
    /// let document = FrozenJson::parse(r#"{"a": [1]}"#)?;
    /// assert!(document.is_within_depth(2) && !document.is_within_depth(1));
    /// # Ok::<(), dsh_tools::json::JsonError>(())
    /// ```
    #[must_use]
    pub fn is_within_depth(&self, limit: usize) -> bool {
        fits(self.root(), limit)
    }
}

fn fits(value: Cursor<'_>, left: usize) -> bool {
    match value.kind() {
        JsonKind::Array => left > 0 && value.items().all(|item| fits(item, left - 1)),
        JsonKind::Object => left > 0 && value.raw_entries().all(|(_, entry)| fits(entry, left - 1)),
        _ => true,
    }
}
