//! Keywords of arrays.

use super::{ANY, Compiler, Said, is_any};
use crate::json::{Cursor, JsonKind};
use crate::schema::rules::{Contains, Sequence};
use crate::schema::shape::{Kind, Wide};
use crate::schema::{Array, Link, Shape};

const KEYWORDS: &[&str] = &[
    "items",
    "prefixItems",
    "additionalItems",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
];

impl<'d> Compiler<'d> {
    /// What is said of arrays, in one shape or two; where they are all there is, also nothing.
    #[inline]
    pub(super) fn array(&mut self, said: Said<'d>, alone: bool) -> Vec<Shape> {
        if !alone && !said.any(KEYWORDS) {
            return Vec::new();
        }
        let (first, rest) = self.places(said);
        let contains = self.contains(said);
        let plain = first.is_empty() && contains.is_none();
        let array = Array {
            min: self.count(said, "minItems").unwrap_or(0),
            max: self.count(said, "maxItems").unwrap_or(u32::MAX),
            unique: self.flag(said, "uniqueItems"),
            item: rest.filter(|_| plain).unwrap_or(ANY),
        };
        let silent = array.min == 0 && array.max == u32::MAX && !array.unique && is_any(array.item);
        let mut shapes = Vec::new();
        if !silent || (plain && alone) {
            shapes.push(Shape::Array(array));
        }
        if !plain {
            let sequence = Sequence { first: first.into(), rest, contains };
            shapes.push(Shape::Wide(Wide(Kind::Sequence(Box::new(sequence)))));
        }
        shapes
    }

    /// The schemas of the first elements, and of those after them.
    #[inline]
    fn places(&mut self, said: Said<'d>) -> (Vec<Link>, Option<Link>) {
        let items = said.get("items");
        if self.draft.lists_items() {
            return match items {
                Some(list) if list.kind() == JsonKind::Array => {
                    let first = list.items().map(|schema| self.entry(schema)).collect();
                    (first, said.get("additionalItems").map(|rest| self.entry(rest)))
                }
                Some(items) => (Vec::new(), Some(self.entry(items))),
                None => (Vec::new(), None),
            };
        }
        let first = match said.get("prefixItems") {
            Some(list) if list.kind() == JsonKind::Array && !list.is_empty() => {
                list.items().map(|schema| self.entry(schema)).collect()
            }
            Some(_) => {
                self.defect(said.schema, Some("prefixItems"), "must be a list of schemas");
                Vec::new()
            }
            None => Vec::new(),
        };
        let rest = match items {
            Some(list) if list.kind() == JsonKind::Array => {
                self.defect(
                    said.schema,
                    Some("items"),
                    "must be one schema; a list of schemas is `prefixItems` since 2020-12 (say `\"$schema\": \"http://json-schema.org/draft-07/schema#\"` where the older meaning is meant)",
                );
                None
            }
            rest => rest.map(|rest| self.entry(rest)),
        };
        (first, rest)
    }

    #[inline]
    fn contains(&mut self, said: Said<'d>) -> Option<Contains> {
        let min = self.count(said, "minContains");
        let max = self.count(said, "maxContains");
        let node = said.get("contains").map(|schema: Cursor<'d>| self.entry(schema))?;
        Some(Contains { node, min: min.unwrap_or(1), max: max.unwrap_or(u32::MAX) })
    }
}
