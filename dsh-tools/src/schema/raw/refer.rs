//! `$ref`: places of the same document.

use super::compile::{Compiler, NEVER};
use crate::json::{Cursor, visible};
use crate::schema::Link;
use std::borrow::Cow;

impl<'d> Compiler<'d> {
    /// The node that a reference means.
    pub(super) fn refer(&mut self, of: Cursor<'d>, reference: Cursor<'d>) -> Link {
        let Some(uri) = reference.as_str() else {
            self.defect(of, Some("$ref"), "must be a string");
            return NEVER;
        };
        if let Some(target) = self.target(&uri) {
            return self.entry(target);
        }
        let shown = visible(&uri);
        let message = if uri.starts_with('#') || self.is_here(&uri) {
            format!("leads nowhere: `{shown}` is not in the document")
        } else {
            format!(
                "leads out of the document, to `{shown}`: nothing is fetched; put that schema under `$defs` and refer to it by `#/$defs/..`"
            )
        };
        self.defect(of, Some("$ref"), message);
        NEVER
    }

    fn is_here(&self, uri: &str) -> bool {
        let base = uri.split('#').next().unwrap_or_default();
        self.own_uri().is_some_and(|own| own.trim_end_matches('#') == base)
    }

    fn own_uri(&self) -> Option<Cow<'d, str>> {
        let root = self.document.root();
        root.get("$id").or_else(|| root.get("id")).and_then(Cursor::as_str)
    }

    fn target(&self, uri: &str) -> Option<Cursor<'d>> {
        let (base, fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let root = if base.is_empty() || self.is_here(uri) {
            self.document.root()
        } else {
            self.embedded(base)?
        };
        let fragment = percent_decoded(fragment)?;
        if fragment.is_empty() || fragment.starts_with('/') {
            root.pointer(&fragment)
        } else {
            Self::anchored(root, &fragment)
        }
    }

    /// A definition that names itself by `$id`.
    fn embedded(&self, uri: &str) -> Option<Cursor<'d>> {
        let is = |schema: &Cursor<'d>| {
            let id = schema.get("$id").and_then(Cursor::as_str);
            id.is_some_and(|id| id.trim_end_matches('#') == uri)
        };
        definitions(self.document.root()).find(is)
    }

    /// A definition, or the root, that names itself by `$anchor` (in drafts before 2019-09 by an `$id` of `#name`).
    fn anchored(root: Cursor<'d>, name: &str) -> Option<Cursor<'d>> {
        let is = |schema: &Cursor<'d>| {
            let anchor = schema.get("$anchor").and_then(Cursor::as_str);
            let id = schema.get("$id").and_then(Cursor::as_str);
            anchor.is_some_and(|anchor| anchor == name)
                || id.is_some_and(|id| id.strip_prefix('#') == Some(name))
        };
        std::iter::once(root).chain(definitions(root)).find(is)
    }
}

fn definitions(root: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    let places = ["$defs", "definitions"].into_iter().filter_map(move |key| root.get(key));
    places.flat_map(|place| place.entries().map(|(_, schema)| schema))
}

/// RFC 3986, section 2.1; `None` where what is escaped is no UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        out.push(u8::try_from(digit()? * 16 + digit()?).ok()?);
    }
    String::from_utf8(out).ok()
}
