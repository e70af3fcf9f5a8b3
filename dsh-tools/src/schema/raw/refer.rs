//! `$ref`: places of the same document.

use super::compile::{Compiler, NEVER};
use crate::json::{Cursor, JsonKind, visible};
use crate::schema::Link;
use std::borrow::Cow;
use std::collections::HashMap;

impl<'d> Compiler<'d> {
    /// The node that a reference means.
    #[inline]
    pub(super) fn refer(&mut self, of: Cursor<'d>, reference: Cursor<'d>) -> Link {
        let Some(uri) = reference.as_str() else {
            self.defect(of, Some("$ref"), "must be a string");
            return NEVER;
        };
        if let Some(target) = self.places.target(self.document.root(), &uri) {
            return self.entry(target);
        }
        let shown = visible(&uri);
        let message = if uri.starts_with('#') || is_here(self.document.root(), &uri) {
            format!("leads nowhere: `{shown}` is not in the document")
        } else {
            format!(
                "leads out of the document, to `{shown}`: nothing is fetched; put that schema under `$defs` and refer to it by `#/$defs/..`"
            )
        };
        self.defect(of, Some("$ref"), message);
        NEVER
    }
}

#[inline]
fn is_here(root: Cursor<'_>, uri: &str) -> bool {
    let base = uri.split('#').next().unwrap_or_default();
    let own = root.get("$id").or_else(|| root.get("id")).and_then(Cursor::as_str);
    own.is_some_and(|own| own.trim_end_matches('#') == base)
}

/// Places that references name, found once: a schema may have as many references as definitions.
#[derive(Default)]
pub(crate) struct Places<'d> {
    /// Of an object that a pointer leads to, its entries.
    entries: HashMap<String, HashMap<Cow<'d, str>, Cursor<'d>>>,
    /// Definitions by what they call themselves: `$id`, or `#` and `$anchor`.
    named: Option<HashMap<String, Cursor<'d>>>,
}

/// Objects of fewer entries are looked through.
const FEW: usize = 16;

impl<'d> Places<'d> {
    /// The place of a document that a reference in it means, if it is one of the same document.
    #[inline]
    pub(crate) fn target(&mut self, root: Cursor<'d>, uri: &str) -> Option<Cursor<'d>> {
        let (base, fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let here = base.is_empty() || is_here(root, uri);
        let fragment = percent_decoded(fragment)?;
        match (here, &*fragment) {
            (true, "") => Some(root),
            (true, pointer) if pointer.starts_with('/') => self.pointer(root, pointer),
            (true, anchor) => self.named(root, &format!("#{anchor}")),
            // A definition that names itself, as a whole.
            (false, "") => self.named(root, base),
            (false, pointer) if pointer.starts_with('/') => {
                self.named(root, base)?.pointer(pointer)
            }
            (false, anchor) => self.named(root, &format!("{base}#{anchor}")),
        }
    }

    #[inline]
    fn pointer(&mut self, root: Cursor<'d>, pointer: &str) -> Option<Cursor<'d>> {
        let (parent, last) = pointer.rsplit_once('/')?;
        if let Some(entries) = self.entries.get(parent) {
            return entries.get(&*last.replace("~1", "/").replace("~0", "~")).copied();
        }
        let object = root.pointer(parent)?;
        if object.kind() == JsonKind::Object && object.len() > FEW {
            self.entries.insert(parent.to_owned(), object.entries().collect());
            return self.pointer(root, pointer);
        }
        root.pointer(pointer)
    }

    #[inline]
    fn named(&mut self, root: Cursor<'d>, name: &str) -> Option<Cursor<'d>> {
        let named = self.named.get_or_insert_with(|| {
            let mut named = HashMap::new();
            for schema in std::iter::once(root).chain(definitions(root)) {
                let text = |keyword: &str| schema.get(keyword).and_then(Cursor::as_str);
                let anchor = text("$anchor").or_else(|| text("$dynamicAnchor"));
                let id = text("$id").map(|id| id.strip_suffix('#').unwrap_or(&id).to_owned());
                // An anchor is one of the schema that names itself around it.
                let own = id.as_deref().filter(|id| !schema.is(root) && !id.starts_with('#'));
                let own = own.unwrap_or_default();
                let anchor = anchor.map(|anchor| format!("{own}#{anchor}"));
                for name in anchor.into_iter().chain(id) {
                    named.entry(name).or_insert(schema);
                }
            }
            named
        });
        named.get(name).copied()
    }
}

#[inline]
fn definitions(root: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    let places = ["$defs", "definitions"].into_iter().filter_map(move |key| root.get(key));
    places.flat_map(|place| place.entries().map(|(_, schema)| schema))
}

/// RFC 3986, section 2.1; `None` where what is escaped is no UTF-8.
#[inline]
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
