//! An enum as the whole arguments of a tool.
//!
//! Providers take no `oneOf` and no `anyOf` at the root, so that one object is shown there: the key that tells the
//! forms, and the keys of all forms, each with a word on which forms it is for. What is shown is wider than what is
//! legal; arguments are held to the form they name.

use super::super::union::{Form, Tagging};
use super::super::{Direction, Meta, Node, Root, Row, Shape, Union};
use super::forms::{Content, Leaf, leaves};
use super::{Renderer, Result, document};
use crate::json::FrozenJson;
use std::fmt::Write as _;

/// The text of what arguments are walked by: at its root no combinator of a type stands.
pub(crate) fn render_arguments(root: &Root) -> Result<FrozenJson> {
    match root.source(root.link) {
        Some(text) => Ok(text),
        None => lowered(root.link.get(), false),
    }
}

/// The text of a type as arguments; with `aliases` it also tells the names that are not advertised.
pub(super) fn lowered(node: &Node, aliases: bool) -> Result<FrozenJson> {
    let plain = node.follow();
    let nullable = node.nullable || plain.nullable;
    document(node, Direction::Input, aliases, |renderer| match &plain.shape {
        Shape::Union(union) => renderer.arguments(plain, union),
        _ => renderer.plain(plain, nullable, &Meta::NONE),
    })
}

/// A key of the one object, and what it is in which leaf.
struct Property<'a> {
    name: &'a str,
    uses: Vec<(usize, Use<'a>)>,
}

#[derive(Clone, Copy)]
enum Use<'a> {
    Name(&'a Form),
    Row(&'a Row),
}

impl Use<'_> {
    fn is_required(self) -> bool {
        match self {
            Self::Name(_) => true,
            Self::Row(row) => row.required,
        }
    }

    /// What the author says of it; of a type that is referred to, its definition says it.
    fn description(self) -> Option<&'static str> {
        match self {
            Self::Name(_) => None,
            Self::Row(row) => {
                row.meta.description.or_else(|| row.node.get().follow().meta.description)
            }
        }
    }
}

/// The keys of all leaves, tags first, each leaf's in declared order.
fn properties<'a>(leaves: &[Leaf<'a>]) -> Vec<Property<'a>> {
    let mut found: Vec<Property<'a>> = Vec::new();
    let mut put = |name: &'a str, leaf: usize, what: Use<'a>| match found
        .iter_mut()
        .find(|property| property.name == name)
    {
        Some(property) => property.uses.push((leaf, what)),
        None => found.push(Property { name, uses: vec![(leaf, what)] }),
    };
    for (at, leaf) in leaves.iter().enumerate() {
        for tag in &leaf.tags {
            put(&tag.key.name, at, Use::Name(tag.form));
        }
    }
    for (at, leaf) in leaves.iter().enumerate() {
        let Content::Object(object) = leaf.content else { continue };
        for row in object.all_rows() {
            // What may hold `null` alone tells a model nothing.
            let nothing = !row.required && matches!(row.node.get().shape, Shape::Null);
            if leaf.told_by(&row.key.name).is_none() && !nothing {
                put(&row.key.name, at, Use::Row(row));
            }
        }
    }
    found
}

impl Renderer<'_> {
    fn arguments(&mut self, node: &Node, union: &Union) -> Result {
        self.text("type", "object")?;
        if let Tagging::Outer = union.tagging {
            return self.outer_arguments(node, union);
        }
        let leaves = leaves(union);
        let all = properties(&leaves);
        let mut description = node.meta.description.unwrap_or_default().to_owned();
        if let Tagging::Untagged = union.tagging {
            together(&mut description, &leaves);
        }
        self.said = Some(description);
        self.about(&node.meta, &[])?;
        self.out.key("properties")?;
        self.begin()?;
        for property in &all {
            self.out.key(property.name)?;
            self.merged(property, &leaves)?;
        }
        self.out.end_object()?;
        self.other_keys_of(&all)?;
        let everywhere = |property: &&Property<'_>| {
            property.uses.len() == leaves.len()
                && property.uses.iter().all(|(_, what)| what.is_required())
        };
        let required: Vec<&str> =
            all.iter().filter(everywhere).map(|property| property.name).collect();
        self.required(&required)?;
        if leaves.iter().all(Leaf::is_closed) { self.closed() } else { Ok(()) }
    }

    /// The names of forms are the keys, of which one is given.
    fn outer_arguments(&mut self, node: &Node, union: &Union) -> Result {
        let mut description = node.meta.description.unwrap_or_default().to_owned();
        line(&mut description, "Give exactly one of the properties.");
        self.said = Some(description);
        self.about(&node.meta, &[])?;
        self.out.key("properties")?;
        self.begin()?;
        for form in union.forms.iter() {
            self.out.key(&form.name)?;
            let meta = Meta { description: form.description, ..Meta::NONE };
            self.schema(form.node.get(), &meta)?;
        }
        self.out.end_object()?;
        self.other_forms(union.forms.iter())?;
        self.count("minProperties", 1, 0)?;
        self.count("maxProperties", 1, u32::MAX)?;
        self.closed()
    }

    /// Names of keys that are not advertised, each once.
    fn other_keys_of(&mut self, all: &[Property<'_>]) -> Result {
        let mut names: Vec<(&str, &str)> = Vec::new();
        for (_, what) in all.iter().flat_map(|property| &property.uses) {
            let Use::Row(row) = what else { continue };
            for alias in row.aliases.iter() {
                let advertised = all.iter().any(|property| *property.name == *alias.name);
                if !advertised && !names.iter().any(|(known, _)| **known == *alias.name) {
                    names.push((&alias.name, &row.key.name));
                }
            }
        }
        self.other_names(names.into_iter())
    }

    /// One schema for all leaves that have the key; where they differ, each of them.
    fn merged(&mut self, property: &Property<'_>, leaves: &[Leaf<'_>]) -> Result {
        let mut names: Vec<&Form> = Vec::new();
        let mut kinds: Vec<(FrozenJson, Vec<(usize, &Row)>)> = Vec::new();
        for (leaf, what) in &property.uses {
            match what {
                Use::Name(form) => {
                    if !names.iter().any(|name| *name.name == *form.name) {
                        names.push(form);
                    }
                }
                Use::Row(row) => {
                    let text = self.nameless(row)?;
                    match kinds.iter_mut().find(|(other, _)| *other == text) {
                        Some((_, rows)) => rows.push((*leaf, row)),
                        None => kinds.push((text, vec![(*leaf, row)])),
                    }
                }
            }
        }
        match (&*names, &*kinds) {
            ([], [(_, rows)]) => {
                let description = joined(presence(&property.uses, leaves), &property.uses, leaves);
                self.row_of(rows, description)
            }
            (names, []) => {
                self.begin()?;
                self.names(&presence(&property.uses, leaves), names.iter().copied())?;
                self.out.end_object()
            }
            (names, kinds) => {
                self.begin()?;
                self.description(&presence(&property.uses, leaves))?;
                self.out.key("anyOf")?;
                self.out.begin_array()?;
                if !names.is_empty() {
                    self.begin()?;
                    self.names("", names.iter().copied())?;
                    self.out.end_object()?;
                }
                for (_, rows) in kinds {
                    let uses: Vec<_> =
                        rows.iter().map(|(leaf, row)| (*leaf, Use::Row(row))).collect();
                    let of: Vec<usize> = rows.iter().map(|(leaf, _)| *leaf).collect();
                    let shown = match labels(&of, leaves) {
                        none if none.is_empty() => none,
                        some => format!("For {some}."),
                    };
                    self.row_of(rows, joined(shown, &uses, leaves))?;
                }
                self.out.end_array()?;
                self.out.end_object()
            }
        }
    }

    fn row_of(&mut self, rows: &[(usize, &Row)], description: String) -> Result {
        let Some((_, row)) = rows.first() else { return Ok(()) };
        self.said = Some(description);
        self.row(row)
    }

    /// The schema of a row without its description: what rows are compared by.
    fn nameless(&mut self, row: &Row) -> Result<FrozenJson> {
        self.apart(|renderer| {
            renderer.said = Some(String::new());
            renderer.row(row)
        })
    }
}

/// Which keys go together, where no tag tells.
fn together(description: &mut String, leaves: &[Leaf<'_>]) {
    if leaves.len() < 2 {
        return;
    }
    line(description, "Give the properties of one of these forms:");
    for leaf in leaves {
        let Content::Object(object) = leaf.content else { continue };
        let keys = |required: bool| {
            let rows = object.all_rows().into_iter().filter(|row| row.required == required);
            let keys: Vec<String> = rows.map(|row| format!("`{}`", &*row.key.name)).collect();
            keys.join(", ")
        };
        let (must, may) = (keys(true), keys(false));
        let mut form = must;
        if !may.is_empty() {
            let with = if form.is_empty() { "optionally " } else { ", optionally " };
            _ = write!(form, "{with}{may}");
        }
        if form.is_empty() {
            form.push_str("nothing");
        }
        let said = leaf.said.join(" ");
        if !said.is_empty() {
            _ = write!(form, ": {said}");
        }
        line(description, &format!("- {form}"));
    }
}

fn line(text: &mut String, next: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(next);
}

/// Which leaves have a use of some kind.
fn of<'a>(uses: &[(usize, Use<'a>)], wanted: impl Fn(Use<'a>) -> bool) -> Vec<usize> {
    uses.iter().filter(|(_, what)| wanted(*what)).map(|(leaf, _)| *leaf).collect()
}

/// For which forms a key is, where that is not said by `required`.
fn presence(uses: &[(usize, Use<'_>)], leaves: &[Leaf<'_>]) -> String {
    let (present, required) = (of(uses, |_| true), of(uses, Use::is_required));
    let mut out = String::new();
    let shown = labels(&present, leaves);
    if shown.is_empty() {
        return out;
    }
    if present.len() < leaves.len() {
        _ = write!(out, "Only for {shown}");
        out.push_str(if required.len() == present.len() { ", and required there." } else { "." });
    }
    if !required.is_empty() && required.len() < present.len() {
        let space = if out.is_empty() { "" } else { " " };
        _ = write!(out, "{space}Required for {}.", labels(&required, leaves));
    }
    out
}

/// The same, and what the key means.
fn joined(mut out: String, uses: &[(usize, Use<'_>)], leaves: &[Leaf<'_>]) -> String {
    let mut texts: Vec<&str> = Vec::new();
    for text in uses.iter().filter_map(|(_, what)| what.description()) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    for text in &texts {
        let said = of(uses, |what| what.description() == Some(text));
        match labels(&said, leaves) {
            names if texts.len() > 1 && !names.is_empty() => {
                line(&mut out, &format!("For {names}: {text}"));
            }
            _ => {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(text);
            }
        }
    }
    out
}

/// The names of some leaves: of all that share one name, that name.
fn labels(of: &[usize], leaves: &[Leaf<'_>]) -> String {
    let first = |at: usize| leaves.get(at)?.tags.first().map(|tag| &*tag.form.name);
    let mut names: Vec<String> = Vec::new();
    for at in of {
        let Some(name) = first(*at) else { continue };
        let whole =
            (0..leaves.len()).all(|other| first(other) != Some(name) || of.contains(&other));
        let label = match leaves.get(*at) {
            Some(leaf) if !whole => {
                let tags: Vec<String> =
                    leaf.tags.iter().map(|tag| format!("`{}`", &*tag.form.name)).collect();
                tags.join(" with ")
            }
            _ => format!("`{name}`"),
        };
        if !names.contains(&label) {
            names.push(label);
        }
    }
    names.join(", ")
}
