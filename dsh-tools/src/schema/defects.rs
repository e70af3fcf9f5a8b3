//! What only a run can tell of a table: whether defaults and examples keep to their own fields' rules.

use super::walk::validate;
use super::{Direction, Link, Meta, Root, Row, Shape, Violations};
use crate::json::FrozenJson;
use std::any::TypeId;

/// What is wrong with a table, in words for its author; empty for a sound one.
///
/// The macros check literals while they compile; patterns, elements of lists and types behind links are
/// left for here.
pub(crate) fn defects(root: &Root, direction: Direction) -> Vec<String> {
    let mut search = Search { direction, done: Vec::new(), found: Vec::new() };
    search.node(root.link, "");
    search.found
}

struct Search {
    direction: Direction,
    done: Vec<TypeId>,
    found: Vec<String>,
}

impl Search {
    fn node(&mut self, link: Link, path: &str) {
        let node = link.get();
        if let Some(identity) = node.identity {
            if self.done.contains(&identity.id) {
                return;
            }
            self.done.push(identity.id);
        }
        match &node.shape {
            Shape::Array(array) => self.node(array.item, &format!("{path}[]")),
            Shape::Map(map) => self.node(map.value, &format!("{path}[..]")),
            Shape::Link(next) => self.node(*next, path),
            Shape::Object(object) => {
                for row in object.all_rows() {
                    let name: &str = &row.key.name;
                    let path =
                        if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                    self.row(row, &path);
                    self.node(row.node, &path);
                }
                if let Some(rest) = object.rest {
                    self.node(rest, &format!("{path}[..]"));
                }
            }
            Shape::Foreign(schema) => {
                if let Some(error) = schema().refusal() {
                    let place = if path.is_empty() { "the value" } else { path };
                    self.found.push(format!(
                        "the schema of `{place}`, a foreign type, is not understood: {error}"
                    ));
                }
            }
            Shape::Tuple(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.node(*item, &format!("{path}[{at}]"));
                }
            }
            Shape::Union(union) => {
                for form in union.forms.iter() {
                    self.node(form.node, path);
                }
            }
            _ => {}
        }
        self.examples(&node.meta, link, path);
    }

    fn row(&mut self, row: &Row, path: &str) {
        if let Some(default) = &row.default {
            if let Some(defect) = default.defect() {
                self.found.push(format!("the default of `{path}` {defect}"));
            } else if !default.says_nothing(row) {
                let document = default.document();
                if let Err(found) = validate(document, row.node, self.direction) {
                    let what =
                        format!("the default of `{path}`, {document}, violates its own rules");
                    self.report(&what, &found);
                }
            }
        }
        self.examples(&row.meta, row.node, path);
    }

    fn examples(&mut self, meta: &Meta, node: Link, path: &str) {
        let place = match (path, self.direction) {
            ("", Direction::Input) => "the arguments",
            ("", Direction::Output) => "the value",
            (path, _) => path,
        };
        for example in meta.examples {
            match FrozenJson::parse(*example) {
                Err(error) => {
                    self.found.push(format!("an example of `{place}` is no JSON: {error}"));
                }
                Ok(document) => {
                    if let Err(found) = validate(&document, node, self.direction) {
                        let what =
                            format!("an example of `{place}`, {example}, violates its own rules");
                        self.report(&what, &found);
                    }
                }
            }
        }
    }

    fn report(&mut self, what: &str, found: &Violations) {
        let reasons = found.iter().map(|violation| match violation.words() {
            _ if !violation.is_whole() => violation.to_string(),
            Some(words) => words.to_string(),
            None => format!("expected {}", violation.expected()),
        });
        self.found.push(format!("{what}: {}", reasons.collect::<Vec<_>>().join("; ")));
    }
}
