//! Unions whose forms a key tells: what is wrong with a document is then wrong with that form alone.

use super::super::shape::{Kind, Wide};
use super::super::union::{Data, Form, Tagging};
use super::super::{Key, Kinds, Link, Node, Nodes, Object, Row, Shape, Shared, Union};
use std::sync::Arc;

/// Forms that are looked at; more are tried one by one.
const FORMS: usize = 256;
/// Values of the tag that one form has.
const NAMES: usize = 16;

/// Finds the unions of a table that have a tag: every form is an object that must hold one key, whose values are
/// strings of its own. Then no document fits two forms, and the key decides, so that nothing changes but the words.
#[inline]
pub(super) fn find(nodes: &mut [Node]) {
    let found: Vec<(usize, Union, bool)> = nodes
        .iter()
        .enumerate()
        .filter_map(|(at, node)| match &node.shape {
            Shape::Union(union) => {
                let (forms, nullable) = without_null(nodes, union);
                let told = tagged(nodes, union, &forms).or_else(|| outer(nodes, union, &forms));
                Some((at, told?, nullable))
            }
            _ => None,
        })
        .collect();
    for (at, union, nullable) in found {
        if let Some(node) = nodes.get_mut(at) {
            node.shape = Shape::Union(union);
            node.admit_null(nullable);
        }
    }
}

/// The forms but for one that is `null`, which none of those is that are told by a name.
#[inline]
fn without_null<'f>(nodes: &[Node], union: &'f Union) -> (Vec<&'f Form>, bool) {
    let null = |form: &&Form| matches!(Nodes::new(nodes).get(form.node).shape, Shape::Null);
    let count = union.forms.iter().filter(null).count();
    if count == 1 {
        (union.forms.iter().filter(|form| !null(form)).collect(), true)
    } else {
        (union.forms.iter().collect(), false)
    }
}

/// Finds the unions of one schema and `null`: that schema, which may be `null`. What is wrong with a value is then
/// wrong with that schema.
#[inline]
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
            node.admit_null(true);
        }
    }
}

#[inline]
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

#[inline]
fn tagged(nodes: &[Node], union: &Union, told: &[&Form]) -> Option<Union> {
    let count = told.len();
    if !(2..=FORMS).contains(&count) {
        return None;
    }
    let objects: Vec<&Object> =
        told.iter().map(|form| object(nodes, form.node)).collect::<Option<_>>()?;
    let first = objects.first()?;
    first.rows.iter().filter(|row| row.required).find_map(|row| {
        let name = &*row.key.name;
        let mut all: Vec<Arc<str>> = Vec::new();
        let mut forms = Vec::with_capacity(count);
        for ((form, object), variant) in told.iter().zip(&objects).zip(0_u16..) {
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
                data: Data::Whole,
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

/// Forms that are told by the only key of an object, or are a string: enums with data, as serde writes them. Then again
/// no document fits two.
#[inline]
fn outer(nodes: &[Node], union: &Union, told: &[&Form]) -> Option<Union> {
    if union.whole || !(2..=FORMS).contains(&told.len()) {
        return None;
    }
    let mut found: Vec<Form> = Vec::new();
    for (form, variant) in told.iter().zip(0_u16..) {
        let told = |name: Shared<str>, node: Link, data: Data| Form {
            name,
            aliases: Shared::Const(&[]),
            variant,
            node,
            data,
            description: None,
        };
        if let Some(row) = only_row(nodes, form.node) {
            let names = std::iter::once(&row.key).chain(row.aliases.iter());
            found.extend(names.map(|key| told(key.name.clone(), row.node, Data::Whole)));
        } else {
            // Nobody looks at the string again: what else is said of it would be lost.
            let bare = strings(nodes, form.node).filter(|_| says_one_thing(nodes, form.node))?;
            found.extend(
                bare.into_iter().map(|name| told(Shared::Owned(name), form.node, Data::Bare)),
            );
        }
    }
    let twice =
        |(at, form): (usize, &Form)| found.iter().take(at).any(|other| other.is(&form.name));
    let some = found.iter().any(|form| form.data == Data::Whole);
    if !some || found.iter().enumerate().any(twice) {
        return None;
    }
    Some(Union {
        forms: Shared::Owned(found.into()),
        tagging: Tagging::Outer,
        exclusive: union.exclusive,
        whole: union.whole,
    })
}

/// The row of an object that must have this key and may have no other.
#[inline]
fn only_row(nodes: &[Node], mut link: Link) -> Option<&Row> {
    for _ in 0..8 {
        let Link::Entry(number) = link else {
            return None;
        };
        let node = nodes.get(number as usize)?;
        if node.nullable {
            return None;
        }
        match &node.shape {
            Shape::Link(next) => link = *next,
            Shape::Wide(Wide(Kind::Rules(rules))) if rules.kinds == Kinds::OBJECT => {
                let [(_, only)] = &*rules.parts else { return None };
                link = *only;
            }
            Shape::Object(object) => {
                let [row] = &*object.rows else { return None };
                let closed = object.deny && object.rest.is_none() && object.extra.is_none();
                return (closed && row.required).then_some(row);
            }
            _ => return None,
        }
    }
    None
}

/// The object that a form is: nothing else is said of it, or nothing that lets other kinds through.
#[inline]
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

/// Whether there is but one word on what a schema admits.
#[inline]
fn says_one_thing(nodes: &[Node], link: Link) -> bool {
    match &Nodes::new(nodes).get(link).shape {
        Shape::Wide(Wide(Kind::Rules(rules))) => rules.parts.len() == 1,
        _ => true,
    }
}

#[inline]
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
