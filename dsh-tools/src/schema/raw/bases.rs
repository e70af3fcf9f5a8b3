//! Schemas within a schema that start anew: references, or the edition.

use super::Draft;
use super::compile::Compiler;
use crate::json::{Cursor, Entries, Items};
use std::collections::HashSet;

/// Keywords whose keys are names.
const NAMED: &[&str] = &[
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
];
/// Keywords whose values are values.
const VALUES: &[&str] = &["enum", "const", "default", "examples", "example"];

/// An object or a list that is being looked through.
struct Open<'d> {
    items: Items<'d>,
    entries: Entries<'d>,
    /// Whether its keys are names and no keywords.
    named: bool,
    base: Option<Base<'d>>,
}

/// The schema from which references start.
#[derive(Clone, Copy)]
struct Base<'d> {
    schema: Cursor<'d>,
    /// Whether relative references mean the same as from the root.
    beside_root: bool,
}

impl<'d> Compiler<'d> {
    /// References within a schema that has an `$id` of its own start from there, not from the root; and a `$schema` of
    /// its own is another language. No recursion: schemas may be as deep as documents.
    #[inline]
    pub(super) fn look_for_bases(&mut self) {
        let root = self.document.root();
        let mut told = HashSet::new();
        let open_of = |value: Cursor<'d>, named, base| Open {
            items: value.items(),
            entries: value.entries(),
            named,
            base,
        };
        let mut open = vec![open_of(root, false, None)];
        while let Some(level) = open.last_mut() {
            let (named, mut base) = (level.named, level.base);
            let items = level.items.next().map(|item| (None, item));
            let next =
                items.or_else(|| level.entries.next().map(|(key, value)| (Some(key), value)));
            let Some((key, value)) = next else {
                open.pop();
                continue;
            };
            let key = key.filter(|_| !named);
            if key.as_deref().is_some_and(|key| VALUES.contains(&key)) {
                continue;
            }
            let named = key.is_some_and(|key| NAMED.contains(&&*key));
            if !named {
                self.look_for_edition(value);
                base = self.base(value, base).or(base);
                if let Some(base) = base.filter(|base| goes_astray(value, *base))
                    && told.insert(base.schema.position(self.document))
                {
                    self.defect(
                        base.schema,
                        Some(self.draft.id()),
                        "starts references anew: say them from the root of the document, and leave the name out",
                    );
                }
            }
            if !value.is_empty() {
                open.push(open_of(value, named, base));
            }
        }
    }

    #[inline]
    fn base(&self, schema: Cursor<'d>, around: Option<Base<'d>>) -> Option<Base<'d>> {
        if self.draft.refers_alone() && schema.get("$ref").is_some() {
            return None;
        }
        let id = schema.get(self.draft.id())?.as_str().filter(|id| !id.starts_with('#'))?;
        let root = self.document.get(self.draft.id()).and_then(Cursor::as_str);
        let folder = |id: &str| id.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let beside_root = around.is_none_or(|around| around.beside_root)
            && match folder(&id) {
                None => !is_absolute(&id),
                Some(own) => is_absolute(&id) && root.and_then(|root| folder(&root)) == Some(own),
            };
        Some(Base { schema, beside_root })
    }

    #[inline]
    fn look_for_edition(&mut self, schema: Cursor<'d>) {
        let Some(named) = schema.get("$schema").and_then(Cursor::as_str) else {
            return;
        };
        if self.options.draft.is_none() && Draft::named(&named) != Some(self.draft) {
            self.defect(
                schema,
                Some("$schema"),
                "names another edition than the one of the document: one is enforced throughout",
            );
        }
    }
}

/// Whether a schema refers to what its own base means, and the root another thing.
#[inline]
fn goes_astray(schema: Cursor<'_>, base: Base<'_>) -> bool {
    schema.get("$ref").and_then(Cursor::as_str).is_some_and(|uri| {
        uri.is_empty() || uri.starts_with('#') || !base.beside_root && !is_absolute(&uri)
    })
}

/// Whether a reference begins with a scheme (RFC 3986, section 4.2).
#[inline]
fn is_absolute(uri: &str) -> bool {
    uri.find([':', '/', '?', '#']).is_some_and(|at| uri[at..].starts_with(':'))
}
