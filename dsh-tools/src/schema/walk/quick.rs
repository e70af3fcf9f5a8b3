//! Whether arguments fit the table of a type: the walk of most documents, which are valid.
//!
//! It keeps nothing, allocates nothing, and ends where it finds something. It asks the same checks of single values as
//! the walker and decoding do. What takes more than one look at a value is left to the walker.

use super::DEEPEST;
use crate::json::{Cursor, Entry, JsonKind, Sought};
use crate::schema::check::Subject;
use crate::schema::object::find;
use crate::schema::union::{Data, Tagging};
use crate::schema::{Array, Invalid, Map, Node, Nodes, Object, Row, Shape, Union, leaf};

/// Why it is not known that a value fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// It does not.
    Unfit,
    /// The walker has to say.
    Unsure,
}

type Fits = Result<(), Doubt>;

impl From<Invalid> for Doubt {
    fn from(_: Invalid) -> Self {
        Self::Unfit
    }
}

const fn sure(fits: bool) -> Fits {
    if fits { Ok(()) } else { Err(Doubt::Unfit) }
}

/// Whether a value fits, walked from this depth on.
pub(super) fn fits(cursor: Cursor<'_>, node: &Node, depth: usize) -> Fits {
    if node.gate { gated(cursor, node, depth) } else { shaped(cursor, node, depth) }
}

/// A node that takes `null`, or asks checks.
#[inline(never)]
fn gated(cursor: Cursor<'_>, node: &Node, depth: usize) -> Fits {
    if node.nullable && cursor.is_null() {
        return Ok(());
    }
    shaped(cursor, node, depth)?;
    let mut checks = std::iter::successors(node.check, |check| check.next);
    sure(checks.all(|check| (check.run)(Subject::Place(cursor, node)).is_empty()))
}

/// A value that has nothing in it, where its node asks one thing of it.
#[inline]
pub(super) fn single(cursor: Cursor<'_>, node: &Node) -> Option<Result<(), Invalid>> {
    if node.gate {
        return None;
    }
    Some(match &node.shape {
        Shape::Bool => leaf::boolean(cursor).map(drop),
        Shape::Int(int) => leaf::is_within(cursor, int),
        Shape::Float(float) => leaf::float(cursor, float).map(drop),
        Shape::Choice(choices) => leaf::choice(cursor, choices).map(drop),
        Shape::Text(text) if text.is_free() => leaf::text_length(cursor, text),
        _ => return None,
    })
}

#[inline]
fn shaped(cursor: Cursor<'_>, node: &Node, depth: usize) -> Fits {
    match &node.shape {
        Shape::Bool => Ok(leaf::boolean(cursor).map(drop)?),
        Shape::Int(int) => match leaf::plain_integer(cursor, node) {
            Some(_) => Ok(()),
            None => Ok(leaf::integer(cursor, int).map(drop)?),
        },
        Shape::Float(float) => Ok(leaf::float(cursor, float).map(drop)?),
        Shape::Text(text) if text.is_free() => Ok(leaf::text_length(cursor, text)?),
        Shape::Object(object) if depth < DEEPEST => match cursor.text_entries() {
            Some(entries) => of_text(entries, object, depth + 1),
            None => of_value(cursor, object, depth + 1),
        },
        Shape::Array(array) if depth < DEEPEST => items(cursor, array, depth + 1),
        _ => others(cursor, node, depth),
    }
}

/// Shapes that are rarer, or take longer anyway.
#[inline(never)]
fn others(cursor: Cursor<'_>, node: &Node, depth: usize) -> Fits {
    match &node.shape {
        Shape::Any => Ok(()),
        Shape::Null => sure(cursor.is_null()),
        Shape::Text(_) => Ok(leaf::string_of(cursor, node)?),
        Shape::Choice(choices) => Ok(leaf::choice(cursor, choices).map(drop)?),
        Shape::Integers(..) => Ok(leaf::integer_of(cursor, node).map(drop)?),
        Shape::Link(next) => fits(cursor, next.get(), depth),
        Shape::Foreign(_) | Shape::Wide(_) => Err(Doubt::Unsure),
        shape if !shape.goes_on() || depth >= DEEPEST => Err(Doubt::Unfit),
        Shape::Map(map) => entries(cursor, map, depth + 1),
        Shape::Tuple(links) => {
            leaf::tuple_length(cursor, links)?;
            let mut places = cursor.items().zip(links.iter());
            places.try_for_each(|(item, link)| fits(item, link.get(), depth + 1))
        }
        Shape::Union(union) => form(cursor, union, depth + 1),
        _ => Err(Doubt::Unsure),
    }
}

#[inline(never)]
fn items(cursor: Cursor<'_>, array: &Array, depth: usize) -> Fits {
    leaf::array_length(cursor, array)?;
    leaf::unique(cursor, array)?;
    let node = array.item.get();
    for item in cursor.items() {
        fits(item, node, depth)?;
    }
    Ok(())
}

fn entries(cursor: Cursor<'_>, map: &Map, depth: usize) -> Fits {
    leaf::map_length(cursor, 0, map)?;
    let node = map.value.get();
    for (key, value) in cursor.raw_entries() {
        if let Some(keys) = map.keys {
            leaf::key(&key.text(), keys.get())?;
        }
        fits(value, node, depth)?;
    }
    Ok(())
}

/// Forms that have to be tried are counted by the walker, and what stands beside a tag is walked without it.
fn form(cursor: Cursor<'_>, union: &Union, depth: usize) -> Fits {
    match &union.tagging {
        Tagging::Untagged => Err(Doubt::Unsure),
        Tagging::Key(key) => {
            sure(cursor.kind() == JsonKind::Object)?;
            let tag = cursor.get(&key.name).and_then(Cursor::as_str).ok_or(Doubt::Unfit)?;
            let form = union.named(&tag).ok_or(Doubt::Unfit)?;
            match form.data {
                Data::Beside => Err(Doubt::Unsure),
                Data::Whole | Data::Bare => fits(cursor, form.node.get(), depth),
            }
        }
        Tagging::Outer => {
            if let Some(name) = cursor.as_str() {
                return sure(union.named(&name).is_some_and(|form| form.data == Data::Bare));
            }
            let mut entries = cursor.raw_entries();
            let (Some((key, value)), None) = (entries.next(), entries.next()) else {
                return Err(Doubt::Unfit);
            };
            match union.named(&key.text()) {
                Some(form) if form.data != Data::Bare => fits(value, form.node.get(), depth),
                _ => Err(Doubt::Unfit),
            }
        }
    }
}

#[inline(never)]
fn of_text<'a>(
    entries: impl Iterator<Item = Entry<'a, impl Sought<'a>>>,
    object: &Object,
    depth: usize,
) -> Fits {
    rows(entries, object, depth)
}

#[inline(never)]
fn of_value(cursor: Cursor<'_>, object: &Object, depth: usize) -> Fits {
    sure(cursor.kind() == JsonKind::Object)?;
    rows(cursor.sought_entries(), object, depth)
}

#[inline]
fn rows<'a>(
    entries: impl Iterator<Item = Entry<'a, impl Sought<'a>>>,
    object: &Object,
    depth: usize,
) -> Fits {
    let rows: &[Row] = &object.rows;
    let index: &[u16] = &object.index;
    if rows.len() > 64 || !object.parts.is_empty() || object.extra.is_some() || object.exact {
        return Err(Doubt::Unsure);
    }
    let (mut seen, mut hint) = (0_u64, 0);
    for Entry { key, value, is_null } in entries {
        let Some((found, row)) = find(rows, index, key, &mut hint) else {
            match object.rest {
                Some(rest) => fits(value, rest.get(), depth)?,
                None => sure(!object.deny)?,
            }
            continue;
        };
        if is_null && row.null_is_absent(Nodes::NONE) {
            continue;
        }
        let bit = 1 << (found % 64);
        sure(seen & bit == 0)?;
        seen |= bit;
        let node = row.node.get();
        if node.gate {
            gated(value, node, depth)?;
        } else {
            shaped(value, node, depth)?;
        }
    }
    sure(object.required & !seen == 0)
}
