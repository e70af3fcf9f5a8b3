//! What a type reads where a pointer points: a key may have other names, and what is absent may stand for something.

use super::{Choice, Link, Node, Nodes, Root, Row, Shape, Tagging};
use crate::json::Cursor;
use std::ptr;

/// Nodes that are looked at for one place: more than the forms of forms that anybody writes.
const MOST: usize = 4096;

/// Something that a pointer points at.
struct Place<'a> {
    value: Cursor<'a>,
    /// What it may be read by.
    nodes: Vec<&'a Node>,
}

/// A value that a pointer points at.
pub(crate) struct Spelling<'a> {
    /// As it stands in the document, or in what its absence stands for.
    pub(crate) value: Cursor<'a>,
    /// The advertised name where it is another name of that.
    pub(crate) means: Option<&'a str>,
}

/// All values that a pointer may mean.
pub(crate) struct Spellings<'a> {
    pub(crate) found: Vec<Spelling<'a>>,
    /// One of the elements that `*` stands for has no such place.
    pub(crate) has_gaps: bool,
}

/// All values that may be meant by a pointer: what stands there; what stands under other names that are read as this one;
/// and, where a key is absent, what that stands for. The step `*` is every element of an array and every member of an
/// object.
///
/// Pointers may use any of the names. Without a table there is what stands in the document, and no more.
#[inline]
pub(crate) fn spellings<'a>(
    table: Option<&'a Root>,
    document: Cursor<'a>,
    pointer: &str,
) -> Spellings<'a> {
    let nodes = table.map_or(Nodes::NONE, Root::nodes);
    let root = table.map(|table| nodes.get(table.link)).into_iter().collect();
    let mut places = vec![Place { value: document, nodes: root }];
    let (mut is_wild, mut has_gaps) = (false, false);
    for step in pointer.split('/').skip(1) {
        let mut found = Vec::new();
        for place in &places {
            let before = found.len();
            if step == "*" {
                place.each(nodes, &mut found);
            } else {
                place.step(nodes, step, &mut found);
            }
            // To have no elements is no gap: there is none that could be another.
            has_gaps |= is_wild && step != "*" && found.len() == before;
        }
        is_wild |= step == "*";
        places = found;
    }
    let spelling = |place: Place<'a>| Spelling { value: place.value, means: place.means(nodes) };
    Spellings { found: places.into_iter().map(spelling).collect(), has_gaps }
}

/// Whether a type reads anything that such a pointer could point at.
#[inline]
pub(crate) fn reads(table: &Root, pointer: &str) -> bool {
    let nodes = table.nodes();
    let mut here = vec![nodes.get(table.link)];
    for step in pointer.split('/').skip(1) {
        let name = step.replace("~1", "/").replace("~0", "~");
        let (mut next, is_wild) = (Vec::new(), step == "*");
        for reader in readers(&here, nodes) {
            match &reader.shape {
                Shape::Object(object) => {
                    let rows = object.all_rows().into_iter();
                    let named = rows.filter(|row| is_wild || names(row).any(|known| known == name));
                    next.extend(named.map(|row| nodes.get(row.node)));
                    next.extend(object.rest.map(|rest| nodes.get(rest)));
                }
                Shape::Map(map) => next.push(nodes.get(map.value)),
                Shape::Array(array) if is_wild || is_number(&name) => {
                    next.push(nodes.get(array.item));
                }
                Shape::Tuple(items) if is_wild || is_number(&name) => {
                    next.extend(items.iter().map(|item| nodes.get(*item)));
                }
                Shape::Union(union) => {
                    if let Tagging::Key(key) = &union.tagging
                        && *key.name == *name
                    {
                        return true;
                    }
                    let forms = union.forms.iter().filter(|form| is_wild || form.is(&name));
                    next.extend(forms.map(|form| nodes.get(form.node)));
                }
                Shape::Any | Shape::Foreign(_) | Shape::Wide(_) => return true,
                _ => {}
            }
        }
        here = next;
    }
    !here.is_empty()
}

#[inline]
fn is_number(step: &str) -> bool {
    step.bytes().all(|byte| byte.is_ascii_digit())
}

/// Nodes with links and unions taken apart.
#[inline]
fn readers<'a>(nodes_here: &[&'a Node], nodes: Nodes<'a>) -> Vec<&'a Node> {
    let mut all: Vec<&'a Node> = Vec::new();
    let add = |all: &mut Vec<&'a Node>, node: &'a Node| {
        let node = nodes.follow(node);
        if all.len() < MOST && !all.iter().any(|known| ptr::eq(*known, node)) {
            all.push(node);
        }
    };
    for node in nodes_here {
        add(&mut all, node);
    }
    let mut at = 0;
    while let Some(node) = all.get(at).copied() {
        at += 1;
        if let Shape::Union(union) = &node.shape
            && !matches!(union.tagging, Tagging::Outer)
        {
            for form in union.forms.iter() {
                add(&mut all, nodes.get(form.node));
            }
        }
    }
    all
}

impl<'a> Place<'a> {
    /// What it may be read by, links and unions taken apart.
    #[inline]
    fn readers(&self, nodes: Nodes<'a>) -> Vec<&'a Node> {
        readers(&self.nodes, nodes)
    }

    /// One step further: to the key or the element that the step, as the pointer has it, names.
    #[inline]
    fn step(&self, nodes: Nodes<'a>, step: &str, found: &mut Vec<Self>) {
        let name = step.replace("~1", "/").replace("~0", "~");
        let (value, first) = (self.value, found.len());
        let mut here = Vec::new();
        let mut others: Vec<(&'a str, Link)> = Vec::new();
        for reader in self.readers(nodes) {
            match &reader.shape {
                Shape::Object(object) => {
                    for row in object.all_rows() {
                        if names(row).any(|known| known == name) {
                            let other = names(row).filter(|other| *other != name);
                            others.extend(other.map(|other| (other, row.node)));
                            self.add_default(nodes, row, found);
                            here.push(nodes.get(row.node));
                        }
                    }
                    here.extend(object.rest.map(|rest| nodes.get(rest)));
                }
                Shape::Map(map) => {
                    here.push(nodes.get(map.value));
                    others.extend(same_key(nodes, map.keys, &name).map(|key| (key, map.value)));
                }
                Shape::Array(array) => here.push(nodes.get(array.item)),
                Shape::Tuple(items) => here.extend(items.iter().map(|item| nodes.get(*item))),
                Shape::Union(union) => {
                    for form in union.forms.iter().filter(|form| form.is(&name)) {
                        let names =
                            std::iter::once(&*form.name).chain(form.aliases.iter().copied());
                        others.extend(names.map(|name| (name, form.node)));
                        here.push(nodes.get(form.node));
                    }
                }
                _ => {}
            }
        }
        if let Some(value) = value.pointer(&format!("/{step}")) {
            add(found, first, value, here);
        }
        for (other, node) in others {
            if other != name
                && let Some(value) = value.get(other)
            {
                add(found, first, value, vec![nodes.get(node)]);
            }
        }
    }

    /// One step further: to all that is in it.
    #[inline]
    fn each(&self, nodes: Nodes<'a>, found: &mut Vec<Self>) {
        let readers = self.readers(nodes);
        let mut items = Vec::new();
        for reader in &readers {
            match &reader.shape {
                Shape::Array(array) => items.push(nodes.get(array.item)),
                Shape::Tuple(places) => items.extend(places.iter().map(|item| nodes.get(*item))),
                Shape::Map(map) => items.push(nodes.get(map.value)),
                _ => {}
            }
        }
        found.extend(self.value.items().map(|value| Self { value, nodes: items.clone() }));
        let mut rows: Vec<&'a Row> = Vec::new();
        for reader in &readers {
            if let Shape::Object(object) = &reader.shape {
                rows.extend(object.all_rows());
                items.extend(object.rest.map(|rest| nodes.get(rest)));
            }
        }
        for (key, value) in self.value.entries() {
            let named = rows.iter().filter(|row| names(row).any(|name| name == key));
            let mut here: Vec<_> = named.map(|row| nodes.get(row.node)).collect();
            here.extend(&items);
            for reader in &readers {
                if let Shape::Union(union) = &reader.shape {
                    let forms = union.forms.iter().filter(|form| form.is(&key));
                    here.extend(forms.map(|form| nodes.get(form.node)));
                }
            }
            found.push(Self { value, nodes: here });
        }
        for row in rows {
            self.add_default(nodes, row, found);
        }
    }

    /// What stands for a row where none of its names does.
    #[inline]
    fn add_default(&self, nodes: Nodes<'a>, row: &'a Row, found: &mut Vec<Self>) {
        let Some(default) = row.default else {
            return;
        };
        let is_there = names(row).filter_map(|name| self.value.get(name)).any(|value| {
            let is_absent = value.is_null() && row.null_is_absent(nodes);
            !is_absent
        });
        if !is_there {
            found.push(Self { value: default.document().root(), nodes: vec![nodes.get(row.node)] });
        }
    }

    /// The advertised name, where the value is another one of that.
    #[inline]
    fn means(&self, nodes: Nodes<'a>) -> Option<&'a str> {
        let text = self.value.as_str()?;
        self.readers(nodes).into_iter().find_map(|reader| match &reader.shape {
            Shape::Choice(choices) => {
                let said = choices.iter().find(|choice| choice.alias && *choice.text == *text)?;
                choices.iter().find(|choice| is_advertised(choice, said)).map(|it| &*it.text)
            }
            Shape::Union(union) => {
                union.named(&text).map(|form| &*form.name).filter(|name| **name != *text)
            }
            _ => None,
        })
    }
}

/// Adds a place, where it is none of those from `first` on: then it may be read by this as well.
#[inline]
fn add<'a>(found: &mut Vec<Place<'a>>, first: usize, value: Cursor<'a>, nodes: Vec<&'a Node>) {
    let known = found.iter_mut().skip(first).find(|place| place.value.is(value));
    match known {
        Some(place) => place.nodes.extend(nodes),
        None => found.push(Place { value, nodes }),
    }
}

/// The key, then its other names.
#[inline]
fn names(row: &Row) -> impl Iterator<Item = &str> {
    std::iter::once(&row.key).chain(row.aliases.iter()).map(|key| &*key.name)
}

/// The names of a key of a map that are read as this one.
#[inline]
fn same_key<'a>(nodes: Nodes<'a>, keys: Option<Link>, name: &str) -> impl Iterator<Item = &'a str> {
    let choices = keys.and_then(|keys| match &nodes.follow(nodes.get(keys)).shape {
        Shape::Choice(choices) => Some(&**choices),
        _ => None,
    });
    let said = choices.and_then(|all| all.iter().find(|choice| *choice.text == *name));
    choices
        .into_iter()
        .flatten()
        .filter(move |choice| said.is_some_and(|said| is_same(choice, said)))
        .map(|choice| &*choice.text)
}

/// Two names of one variant, one of which at least is no advertised one.
#[inline]
fn is_same(choice: &Choice, said: &Choice) -> bool {
    choice.variant == said.variant && (choice.alias || said.alias)
}

#[inline]
fn is_advertised(choice: &Choice, said: &Choice) -> bool {
    !choice.alias && choice.variant == said.variant
}
