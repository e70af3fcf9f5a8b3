//! Keywords of objects.

use super::super::compile::NEVER;
use super::{ANY, Compiler, Said, is_any};
use crate::json::{Cursor, JsonKind};
use crate::schema::pattern::PatternLink;
use crate::schema::rules::{Dependent, Extra};
use crate::schema::{Key, Link, Map, Meta, Object, Row, Shape, Shared};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

const KEYWORDS: &[&str] = &[
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
];

/// Keys that one object declares.
const MAX_ROWS: usize = 16384;

/// The rows of one object while they are gathered.
struct Rows<'d> {
    all: Vec<Row>,
    known: HashMap<Cow<'d, str>, usize>,
    /// What the value of a key without a row is held to.
    rest: Link,
    /// Steps that searches may take; none once there were not enough.
    searches_left: Option<u64>,
}

impl<'d> Rows<'d> {
    #[inline]
    fn new(searches_left: u64) -> Self {
        let searches_left = Some(searches_left);
        Self { all: Vec::new(), known: HashMap::new(), rest: ANY, searches_left }
    }

    #[inline]
    fn push(&mut self, name: Cow<'d, str>, node: Link) -> usize {
        self.all.push(Row {
            key: Key::owned(&name),
            aliases: Shared::Const(&[]),
            node,
            required: false,
            default: None,
            meta: Meta::NONE,
        });
        self.known.insert(name, self.all.len() - 1);
        self.all.len() - 1
    }

    /// The row of a key that other keywords name: one that nothing declares is held to what undeclared ones are.
    #[inline]
    fn row(&mut self, name: Cow<'d, str>, patterns: &[(PatternLink, Link)]) -> usize {
        if let Some(row) = self.known.get(&name) {
            return *row;
        }
        let left = &mut self.searches_left;
        let matched = patterns.iter().any(|(pattern, _)| {
            let found = left.as_mut().map(|left| pattern.get().try_match_within(&name, left));
            if let Some(Err(_)) = found {
                *left = None;
            }
            found == Some(Ok(true))
        });
        let node = if matched { ANY } else { self.rest };
        self.push(name, node)
    }
}

impl<'d> Compiler<'d> {
    /// What is said of objects; where they are all there is, also nothing.
    #[inline]
    pub(super) fn object(&mut self, said: Said<'d>, alone: bool) -> Option<Shape> {
        if !alone && !said.any(KEYWORDS) {
            return None;
        }
        let mut rows = self.properties(said);
        self.other_names(said, &mut rows);
        let patterns = self.patterns(said);
        let rest = said.get("additionalProperties").map(|rest| self.entry(rest));
        let deny = rest.is_some_and(|rest| same(rest, NEVER));
        let rest = rest.filter(|rest| !is_any(*rest) && !deny);
        rows.rest = if deny { NEVER } else { rest.unwrap_or(ANY) };
        let mut required = Vec::new();
        if let Some(list) = said.get("required") {
            for name in self.names(said, "required", list).into_iter().take(MAX_ROWS + 1) {
                let at = rows.row(name, &patterns);
                if let Some(row) = rows.all.get_mut(at) {
                    row.required = true;
                }
                required.push(at);
            }
        }
        let told = self.told(&required);
        let dependents = self.dependents(said, &mut rows, &patterns);
        match rows.searches_left {
            Some(left) => self.searches_left = left,
            None => self.defect(
                said.schema,
                Some("patternProperties"),
                "take too long to search the keys that are named",
            ),
        }
        let (min, max) = (self.count(said, "minProperties"), self.count(said, "maxProperties"));
        let names = said.get("propertyNames").map(|names| self.entry(names));
        let names = names.filter(|names| !is_any(*names));
        if rows.all.len() > MAX_ROWS {
            self.defect(
                said.schema,
                None,
                format!("declares or requires more than {MAX_ROWS} keys"),
            );
            rows.all.clear();
        }
        let plain = patterns.is_empty() && names.is_none() && dependents.is_empty();
        let is_map = said.get("properties").is_none() && rows.all.is_empty() && plain && !deny;
        if is_map && (rest.is_some() || min.is_some() || max.is_some()) {
            return Some(Shape::Map(Map {
                min: min.unwrap_or(0),
                max: max.unwrap_or(u32::MAX),
                value: rest.unwrap_or(ANY),
                keys: None,
            }));
        }
        let extra = (!plain || min.is_some() || max.is_some() || told.is_some()).then(|| {
            Arc::new(Extra {
                patterns: patterns.into(),
                names,
                min: min.unwrap_or(0),
                max,
                dependents: dependents.into(),
                told,
            })
        });
        if rows.all.is_empty() && extra.is_none() && rest.is_none() && !deny && !alone {
            return None;
        }
        Some(Shape::Object(Object::owned(rows.all, deny, rest, extra, self.options.exact)))
    }

    /// The order in which absent keys are told, where `required` has another one than the rows and it matters.
    #[inline]
    fn told(&self, required: &[usize]) -> Option<Box<[u16]>> {
        let in_order = required.is_sorted_by(|one, next| one < next);
        if self.options.tags || in_order {
            return None;
        }
        required.iter().map(|row| u16::try_from(*row).ok()).collect()
    }

    #[inline]
    fn properties(&mut self, said: Said<'d>) -> Rows<'d> {
        let mut rows = Rows::new(self.searches_left);
        for (name, schema) in
            self.schemas_by_name(said, "properties").into_iter().take(MAX_ROWS + 1)
        {
            let node = self.entry(schema);
            rows.push(name, node);
        }
        rows
    }

    /// The text of a type's schema also tells other names of its properties.
    #[inline]
    fn other_names(&self, said: Said<'d>, rows: &mut Rows<'d>) {
        let Some(names) = self.aliases(said) else {
            return;
        };
        for (alias, name) in names.entries() {
            let row = name.as_str().and_then(|name| rows.known.get(&name));
            if let Some(row) = row.and_then(|row| rows.all.get_mut(*row)) {
                let known = row.aliases.iter().map(|known| Key::owned(&known.name));
                row.aliases = Shared::Owned(known.chain([Key::owned(&alias)]).collect());
            }
        }
    }

    /// The entries of a keyword whose value is an object of schemas.
    #[inline]
    fn schemas_by_name(
        &mut self,
        said: Said<'d>,
        keyword: &str,
    ) -> Vec<(Cow<'d, str>, Cursor<'d>)> {
        match said.get(keyword) {
            None => Vec::new(),
            Some(entries) if entries.kind() == JsonKind::Object => entries.entries().collect(),
            Some(_) => {
                self.defect(said.schema, Some(keyword), "must be an object of schemas");
                Vec::new()
            }
        }
    }

    #[inline]
    fn patterns(&mut self, said: Said<'d>) -> Vec<(PatternLink, Link)> {
        let mut out = Vec::new();
        for (source, schema) in self.schemas_by_name(said, "patternProperties") {
            let node = self.entry(schema);
            if let Some(pattern) = self.ecma(said, "patternProperties", &source) {
                out.push((pattern, node));
            }
        }
        out
    }

    #[inline]
    fn dependents(
        &mut self,
        said: Said<'d>,
        rows: &mut Rows<'d>,
        patterns: &[(PatternLink, Link)],
    ) -> Vec<(u16, Dependent)> {
        let mut out = Vec::new();
        for keyword in ["dependencies", "dependentRequired", "dependentSchemas"] {
            for (name, needed) in self.schemas_by_name(said, keyword) {
                let is_list = keyword == "dependentRequired"
                    || keyword == "dependencies" && needed.kind() == JsonKind::Array;
                let dependent = if is_list {
                    let names = self.names(said, keyword, needed);
                    let needed = names.into_iter().map(|name| rows.row(name, patterns));
                    Dependent::Keys(needed.filter_map(|row| u16::try_from(row).ok()).collect())
                } else {
                    Dependent::Schema(self.entry(needed))
                };
                // Rows past the range are refused with the object that has them.
                if let Ok(row) = u16::try_from(rows.row(name, patterns)) {
                    out.push((row, dependent));
                }
            }
        }
        out
    }
}

#[inline]
fn same(a: Link, b: Link) -> bool {
    matches!((a, b), (Link::Entry(a), Link::Entry(b)) if a == b)
}
