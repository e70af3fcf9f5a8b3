//! What a tagged value may be, form by form: enums within enums that share one object are spread out.

use super::super::object::Object;
use super::super::union::{Data, Form, Tagging};
use super::super::{Key, Map, Node, Nodes, Shape, Union};

/// Enums inside each other that share one object.
const LEVELS: usize = 8;

/// One kind of object.
#[derive(Clone, Debug)]
pub(super) struct Leaf<'a> {
    /// The keys that hold names, outermost first.
    pub(super) tags: Vec<Tag<'a>>,
    pub(super) content: Content<'a>,
    /// What the forms mean, or else what their content does.
    pub(super) said: Vec<&'static str>,
}

/// A key that holds the name of a form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    pub(super) key: &'a Key,
    pub(super) form: &'a Form,
    /// The content has a row for it.
    declared: bool,
}

/// What stands in the object, beside tags that it does not declare.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content<'a> {
    Object(&'a Object),
    Map(&'a Map),
    Any,
    Nothing,
}

impl<'a> Leaf<'a> {
    /// The tags that are no rows of the content.
    pub(super) fn beside(&self) -> impl Iterator<Item = &Tag<'a>> {
        self.tags.iter().filter(|tag| !tag.declared)
    }

    /// The form that is told by this key.
    pub(super) fn told_by(&self, name: &str) -> Option<&'a Form> {
        self.tags.iter().find(|tag| *tag.key.name == *name).map(|tag| tag.form)
    }

    /// No other keys are legal.
    pub(super) fn is_closed(&self) -> bool {
        match self.content {
            Content::Object(object) => object.deny && object.rest.is_none(),
            Content::Nothing => true,
            Content::Map(_) | Content::Any => false,
        }
    }

    pub(super) fn description(&self) -> String {
        self.said.join("\n")
    }
}

/// All kinds of objects that a union's values are. What can never fit is left out.
pub(super) fn leaves(union: &Union) -> Vec<Leaf<'_>> {
    let mut spread = Spread { tags: Vec::new(), said: Vec::new(), found: Vec::new() };
    spread.union(union);
    spread.found
}

struct Spread<'a> {
    tags: Vec<Tag<'a>>,
    said: Vec<&'static str>,
    found: Vec<Leaf<'a>>,
}

impl<'a> Spread<'a> {
    fn union(&mut self, union: &'a Union) {
        let key = match &union.tagging {
            Tagging::Key(key) => Some(key),
            Tagging::Untagged => None,
            // The name would be the only key.
            Tagging::Outer => return,
        };
        if self.said.len() + self.tags.len() > LEVELS {
            return;
        }
        // A key tells one form: a second enum that is told by it finds it taken.
        if key.is_some_and(|key| self.tags.iter().any(|tag| *tag.key.name == *key.name)) {
            return;
        }
        for form in union.forms.iter() {
            let said = self.said.len();
            self.said.extend(form.description);
            if let Some(key) = key {
                self.tags.push(Tag { key, form, declared: form.data == Data::Whole });
            }
            self.node(form.node.get());
            if key.is_some() {
                self.tags.pop();
            }
            self.said.truncate(said);
        }
    }

    fn node(&mut self, node: &'a Node) {
        let node = Nodes::NONE.follow(node);
        let content = match &node.shape {
            Shape::Object(object) => Content::Object(object),
            Shape::Map(map) => Content::Map(map),
            Shape::Any => Content::Any,
            Shape::Null if !self.tags.is_empty() => Content::Nothing,
            Shape::Union(union) => return self.union(union),
            _ => return,
        };
        let mut said = self.said.clone();
        if said.is_empty() {
            said.extend(node.meta.description);
        }
        self.found.push(Leaf { tags: self.tags.clone(), content, said });
    }
}
