//! What a change of each keyword means; and those that say which values there are.

use super::change::ChangeEffect::{Breaking, Compatible, Wording};
use super::compare::{Comparison, step};
use crate::json::{Cursor, JsonKind, same_value};
use crate::testing::fail::shown;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// How a keyword is looked at.
pub(super) enum Rule {
    /// It was looked at already.
    Seen,
    /// Only people and models read it.
    Words,
    /// A number under which nothing is legal.
    Lower,
    /// A number over which nothing is legal.
    Upper,
    /// What an absent value stands for.
    Default,
    /// It refuses some values, and says nothing about which.
    Restriction,
    /// A schema for what is inside; and how that is called in a path.
    Schema(&'static str),
    /// Schemas by name.
    Named,
    /// Schemas by position.
    Each,
    /// Schemas of which one is to fit.
    Forms,
    /// Nothing is known of it.
    Unknown,
}

#[inline]
pub(super) fn rule(keyword: &str) -> Rule {
    match keyword {
        "type" | "enum" | "const" | "properties" | "required" | "$schema" | "$id" => Rule::Seen,
        "title" | "description" | "examples" | "example" | "deprecated" | "$comment"
        | "readOnly" | "writeOnly" => Rule::Words,
        _ if keyword.starts_with("x-") => Rule::Words,
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties"
        | "minContains" => Rule::Lower,
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties"
        | "maxContains" => Rule::Upper,
        "default" => Rule::Default,
        "pattern" | "format" | "multipleOf" | "uniqueItems" => Rule::Restriction,
        "items" | "additionalItems" | "unevaluatedItems" => Rule::Schema("[]"),
        "additionalProperties" | "unevaluatedProperties" => Rule::Schema("{}"),
        "propertyNames" => Rule::Schema("{key}"),
        "contains" => Rule::Schema("[one]"),
        "$defs" | "definitions" => Rule::Named,
        "prefixItems" | "allOf" => Rule::Each,
        "anyOf" | "oneOf" => Rule::Forms,
        _ => Rule::Unknown,
    }
}

impl Comparison {
    /// `type`: a name or several; nothing said is all of them.
    #[inline]
    pub(super) fn types(&mut self, before: Cursor<'_>, now: Cursor<'_>, path: &str) {
        let (was, is) = (types(before), types(now));
        if was == is {
            return;
        }
        let takes = |types: &[Cow<'_, str>], wanted: &str| {
            types.is_empty()
                || types
                    .iter()
                    .any(|known| *known == wanted || (*known == "number" && wanted == "integer"))
        };
        let is_wider = is.is_empty() || (!was.is_empty() && was.iter().all(|was| takes(&is, was)));
        let named = |types: &[Cow<'_, str>]| match types {
            [] => "anything".to_owned(),
            types => types.join(" or "),
        };
        let effect = if is_wider { Compatible } else { Breaking };
        // The same types in another order.
        let is_same = was.len() == is.len() && is_wider && is.iter().all(|is| takes(&was, is));
        let effect = if is_same { Wording } else { effect };
        self.note(path, effect, format!("takes {}, took {}", named(&is), named(&was)));
    }

    /// `enum` and `const`: the values that are legal; nothing said is all of them.
    #[inline]
    pub(super) fn values(&mut self, before: Cursor<'_>, now: Cursor<'_>, path: &str) {
        let (was, is) = match (values(before), values(now)) {
            (None, None) => return,
            (None, Some(is)) => {
                let what = format!("takes only {} now", list(&is));
                return self.note(path, Breaking, what);
            }
            (Some(was), None) => {
                let what = format!("takes more than {} now", list(&was));
                return self.note(path, Compatible, what);
            }
            (Some(was), Some(is)) => (was, is),
        };
        let others = |of: &[Cursor<'_>], without: &[Cursor<'_>]| -> String {
            let is_in = |value: &Cursor<'_>| without.iter().any(|known| same_value(*known, *value));
            of.iter()
                .filter(|value| !is_in(value))
                .map(|v| shown(*v))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let (gone, new) = (others(&was, &is), others(&is, &was));
        if !gone.is_empty() {
            self.note(path, Breaking, format!("does not take {gone} any more"));
        }
        if !new.is_empty() {
            self.note(path, Compatible, format!("takes {new}, too"));
        }
        let is_same_order = was.iter().zip(&is).all(|(was, is)| same_value(*was, *is));
        if gone.is_empty() && new.is_empty() && !is_same_order {
            self.note(path, Wording, format!("lists its values in another order: {}", list(&is)));
        }
    }

    /// `properties` and `required`.
    #[inline]
    pub(super) fn properties(
        &mut self,
        before: Cursor<'_>,
        now: Cursor<'_>,
        path: &str,
        depth: usize,
    ) {
        let (had, has) = (Properties::of(before), Properties::of(now));
        let new = has.ordered.iter().filter(|key| !had.schemas.contains_key(*key));
        // A name may be required of which nothing else is said.
        let is_listed =
            |key: &&String| had.schemas.contains_key(*key) || has.schemas.contains_key(*key);
        let unlisted = had.required.union(&has.required).filter(|key| !is_listed(key));
        let others = before.get("additionalProperties").filter(|of| of.kind() == JsonKind::Object);
        let others = others.filter(|of| !of.is_empty());
        for key in had.ordered.iter().chain(new).chain(unlisted) {
            let (was, is, path) = (had.at(key), has.at(key), step(path, key));
            self.property(&path, was, is, depth);
            // It was one of those that are not listed, and had to be what they had to be.
            if let (None, Some(is), Some(others)) = (was.schema, is.schema, others) {
                self.schemas(others, is, &path, depth);
            }
        }
        let common = |of: &Properties<'_>, with: &Properties<'_>| -> Vec<String> {
            of.ordered.iter().filter(|key| with.schemas.contains_key(*key)).cloned().collect()
        };
        if common(&had, &has) != common(&has, &had) {
            let keys = has.ordered.join(", ");
            let what = if path.is_empty() {
                format!("the arguments come in another order: {keys}")
            } else {
                format!("comes with its keys in another order: {keys}")
            };
            self.note(path, Wording, what);
        }
    }

    #[inline]
    fn property(&mut self, path: &str, before: Property<'_>, now: Property<'_>, depth: usize) {
        match (before.schema, now.schema) {
            (None, Some(_)) if !before.required => {
                return if now.required {
                    self.note(path, Breaking, "is new, and required".to_owned());
                } else {
                    self.note(path, Compatible, "is new, and optional".to_owned());
                };
            }
            (Some(_), None) => return self.note(path, Breaking, "is gone".to_owned()),
            (Some(before), Some(now)) => self.schemas(before, now, path, depth),
            // Its name was required, and is, or was not even that.
            (None, schema) => {
                if let Some(schema) = schema {
                    let what = format!("takes only {} now", shown(schema));
                    self.note(path, Breaking, what);
                }
            }
        }
        match (before.required, now.required) {
            (false, true) => self.note(path, Breaking, "is required now".to_owned()),
            (true, false) => self.note(path, Compatible, "is optional now".to_owned()),
            _ => {}
        }
    }
}

/// The properties of an object, and which of them are required.
struct Properties<'a> {
    ordered: Vec<String>,
    schemas: HashMap<String, Cursor<'a>>,
    required: BTreeSet<String>,
}

/// One of them, as it is here.
#[derive(Clone, Copy)]
struct Property<'a> {
    schema: Option<Cursor<'a>>,
    required: bool,
}

impl<'a> Properties<'a> {
    #[inline]
    fn of(schema: Cursor<'a>) -> Self {
        let entries = || schema.get("properties").into_iter().flat_map(Cursor::entries);
        let required = schema.get("required").into_iter().flat_map(Cursor::items);
        Self {
            ordered: entries().map(|(key, _)| key.into_owned()).collect(),
            schemas: entries().map(|(key, of)| (key.into_owned(), of)).collect(),
            required: required.filter_map(Cursor::as_str).map(Cow::into_owned).collect(),
        }
    }

    #[inline]
    fn at(&self, key: &str) -> Property<'a> {
        Property { schema: self.schemas.get(key).copied(), required: self.required.contains(key) }
    }
}

#[inline]
fn types(schema: Cursor<'_>) -> Vec<Cow<'_, str>> {
    let said = schema.get("type");
    match said.and_then(Cursor::as_str) {
        Some(one) => vec![one],
        None => said.into_iter().flat_map(Cursor::items).filter_map(Cursor::as_str).collect(),
    }
}

#[inline]
fn values(schema: Cursor<'_>) -> Option<Vec<Cursor<'_>>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(one), _) => Some(vec![one]),
        (None, listed) => listed.map(|listed| listed.items().collect()),
    }
}

#[inline]
fn list(values: &[Cursor<'_>]) -> String {
    values.iter().map(|value| shown(*value)).collect::<Vec<_>>().join(", ")
}
