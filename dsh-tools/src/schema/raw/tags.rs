//! Unions whose forms a key tells: what is wrong with a document is then wrong with that form alone.

use super::super::node::{Kind, Wide};
use super::super::union::{Form, Tagging};
use super::super::{Key, Kinds, Link, Node, Nodes, Object, Shape, Shared, Union};
use std::sync::Arc;

/// Forms that are looked at; more are tried one by one.
const FORMS: usize = 256;
/// Values of the tag that one form has.
const NAMES: usize = 16;

/// Finds the unions of a table that have a tag: every form is an object that must hold one key, whose values are
/// strings of its own. Then no document fits two forms, and the key decides, so that nothing changes but the words.
pub(super) fn find(nodes: &mut [Node]) {
    let found: Vec<(usize, Union)> = nodes
        .iter()
        .enumerate()
        .filter_map(|(at, node)| match &node.shape {
            Shape::Union(union) => Some((at, tagged(nodes, union)?)),
            _ => None,
        })
        .collect();
    for (at, union) in found {
        if let Some(node) = nodes.get_mut(at) {
            node.shape = Shape::Union(union);
        }
    }
}

/// Finds the unions of one schema and `null`: that schema, which may be `null`. What is wrong with a value is then
/// wrong with that schema.
pub(super) fn find_nullable(nodes: &mut [Node]) {
    let found: Vec<(usize, Link)> = nodes
        .iter()
        .enumerate()
        .filter_map(|(at, node)| match &node.shape {
            Shape::Union(union) => Some((at, beside_null(nodes, union)?)),
            _ => None,
        })
        .collect();
    for (at, link) in found {
        if let Some(node) = nodes.get_mut(at) {
            node.shape = Shape::Link(link);
            node.nullable = true;
        }
    }
}

fn beside_null(nodes: &[Node], union: &Union) -> Option<Link> {
    let [first, second] = &*union.forms else {
        return None;
    };
    let get = |form: &Form| Nodes::new(nodes).get(form.node);
    let other = match (&get(first).shape, &get(second).shape) {
        (Shape::Null, _) => second,
        (_, Shape::Null) => first,
        _ => return None,
    };
    // Links are not followed before it is known that none comes back to itself.
    let plain = !matches!(get(other).shape, Shape::Link(_) | Shape::Union(_));
    let twice = union.exclusive && Kinds::of(get(other), Nodes::new(nodes)).has(Kinds::NULL);
    (!union.exclusive || plain && !twice).then_some(other.node)
}

fn tagged(nodes: &[Node], union: &Union) -> Option<Union> {
    let count = union.forms.len();
    if !(2..=FORMS).contains(&count) {
        return None;
    }
    let objects: Vec<&Object> =
        union.forms.iter().map(|form| object(nodes, form.node)).collect::<Option<_>>()?;
    let first = objects.first()?;
    first.rows.iter().filter(|row| row.required).find_map(|row| {
        let name = &*row.key.name;
        let mut all: Vec<Arc<str>> = Vec::new();
        let mut forms = Vec::with_capacity(count);
        for ((form, object), variant) in union.forms.iter().zip(&objects).zip(0_u16..) {
            let row = object.rows.iter().find(|row| row.required && *row.key.name == *name)?;
            let names = strings(nodes, row.node)?;
            if names.iter().any(|name| all.contains(name)) {
                return None;
            }
            all.extend(names.iter().cloned());
            // A form of several names stands once for each: none is an alias, all are advertised.
            forms.extend(names.into_iter().map(|name| Form {
                name: Shared::Owned(name),
                aliases: Shared::Const(&[]),
                variant,
                node: form.node,
                description: None,
            }));
        }
        Some(Union {
            forms: Shared::Owned(forms.into()),
            tagging: Tagging::Key(Key::owned(name)),
            exclusive: union.exclusive,
            whole: union.whole,
        })
    })
}

/// The object that a form is: nothing else is said of it, or nothing that lets other kinds through.
fn object(nodes: &[Node], mut link: Link) -> Option<&Object> {
    // Loops are looked for later.
    for _ in 0..8 {
        let Link::Entry(number) = link else {
            return None;
        };
        let node = nodes.get(number as usize)?;
        if node.nullable {
            return None;
        }
        match &node.shape {
            Shape::Object(object) => return Some(object),
            Shape::Link(next) => link = *next,
            Shape::Wide(Wide(Kind::Rules(rules))) if rules.kinds == Kinds::OBJECT => {
                let own = rules.parts.iter().find(|(kinds, _)| *kinds == Kinds::OBJECT)?;
                link = own.1;
            }
            _ => return None,
        }
    }
    None
}

fn strings(nodes: &[Node], link: Link) -> Option<Vec<Arc<str>>> {
    let Link::Entry(number) = link else {
        return None;
    };
    let node = nodes.get(number as usize)?;
    let found: Vec<Arc<str>> = match &node.shape {
        _ if node.nullable => return None,
        Shape::Choice(choices) => choices.iter().map(|choice| Arc::from(&*choice.text)).collect(),
        Shape::Wide(Wide(Kind::Values(values))) if values.len() <= NAMES => values
            .iter()
            .map(|value| value.as_str().map(|text| Arc::from(&*text)))
            .collect::<Option<_>>()?,
        Shape::Wide(Wide(Kind::Rules(rules))) => {
            let (_, values) = rules.parts.iter().find(|(kinds, _)| *kinds == rules.kinds)?;
            return if rules.kinds == Kinds::STRING { strings(nodes, *values) } else { None };
        }
        _ => return None,
    };
    (found.len() <= NAMES).then_some(found)
}
