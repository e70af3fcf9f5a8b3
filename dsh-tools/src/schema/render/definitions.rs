//! What stands under `$defs`.

use super::super::{Identity, Node, RawSchema, Shape};
use std::any::TypeId;

/// Types that come back to themselves: they are rendered once, under `$defs`, and referred to.
#[derive(Default)]
pub(super) struct Definitions<'a> {
    done: Vec<TypeId>,
    pub(super) recursive: Vec<(Identity, String, &'a Node)>,
    /// Schemas of foreign types, and what their definitions are called here.
    pub(super) foreign: Vec<(&'static RawSchema, Vec<(String, String)>)>,
}

impl<'a> Definitions<'a> {
    pub(super) fn visit(&mut self, node: &'a Node, above: &mut Vec<TypeId>) {
        if let Some(identity) = node.identity {
            if above.contains(&identity.id) {
                return self.name(identity, node);
            }
            if self.done.contains(&identity.id) {
                return;
            }
            above.push(identity.id);
        }
        match &node.shape {
            Shape::Array(array) => self.visit(array.item.get(), above),
            Shape::Map(map) => self.visit(map.value.get(), above),
            Shape::Link(link) => self.visit(link.get(), above),
            Shape::Object(object) => {
                for row in object.all_rows() {
                    self.visit(row.node.get(), above);
                }
                if let Some(rest) = object.rest {
                    self.visit(rest.get(), above);
                }
            }
            Shape::Foreign(schema) => self.adopt(schema()),
            Shape::Tuple(items) => {
                for item in items.iter() {
                    self.visit(item.get(), above);
                }
            }
            Shape::Union(union) => {
                for form in union.forms.iter() {
                    self.visit(form.node.get(), above);
                }
            }
            _ => {}
        }
        if let Some(identity) = node.identity {
            above.pop();
            self.done.push(identity.id);
        }
    }

    /// Instantiations of one generic type share a name: the later ones get a number.
    pub(super) fn name(&mut self, identity: Identity, node: &'a Node) {
        if self.find(identity.id).is_some() {
            return;
        }
        // A `$ref` is a URI: other characters would have to be escaped in two ways at once.
        let legal = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let plain: String = identity.name.chars().map(legal).collect();
        let name = self.free(&plain);
        self.recursive.push((identity, name, node));
    }

    /// A name that no definition has.
    pub(super) fn free(&self, plain: &str) -> String {
        let taken = |name: &String| {
            self.recursive.iter().any(|(_, other, _)| other == name)
                || self.foreign.iter().flat_map(|(_, names)| names).any(|(_, other)| other == name)
        };
        let mut name = plain.to_owned();
        let mut number = 2;
        while taken(&name) {
            name = format!("{plain}{number}");
            number += 1;
        }
        name
    }

    /// The definitions of a foreign schema are ours, under names that are free.
    pub(super) fn adopt(&mut self, schema: &'static RawSchema) {
        if self.foreign.iter().any(|(known, _)| std::ptr::eq(*known, schema)) {
            return;
        }
        let definitions = schema.document().get("$defs");
        let mut names: Vec<(String, String)> = Vec::new();
        for (old, _) in definitions.iter().flat_map(|definitions| definitions.entries()) {
            let mut new = self.free(&old);
            while names.iter().any(|(_, taken)| *taken == new) {
                new.push('_');
            }
            names.push((old.into_owned(), new));
        }
        self.foreign.push((schema, names));
    }

    pub(super) fn foreign_names(&self, schema: &RawSchema) -> Vec<(String, String)> {
        let found = self.foreign.iter().find(|(known, _)| std::ptr::eq(*known, schema));
        found.map(|(_, names)| names.clone()).unwrap_or_default()
    }

    pub(super) fn find(&self, id: TypeId) -> Option<&str> {
        let found = self.recursive.iter().find(|(identity, ..)| identity.id == id);
        found.map(|(_, name, _)| name.as_str())
    }
}
