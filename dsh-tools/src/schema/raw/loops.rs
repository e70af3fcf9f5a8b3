//! Schemas that are told of the same value by way of each other: whoever comes back would never get an answer.

use super::super::rules::Dependent;
use super::super::shape::{Kind, Wide};
use super::super::union::Tagging;
use super::super::{Link, Node, Shape, Union};
use super::RawSchemaError;
use crate::json::FrozenJson;

/// Schemas of the same value within each other.
const DEEPEST: u32 = 64;

#[derive(Clone, Copy)]
enum Mark {
    Fresh,
    Open,
    /// How many schemas of the same value are within each other from here on.
    Done(u32),
}

/// Refuses references that come back to themselves without going into a value, and towers of them.
#[inline]
pub(super) fn check(
    nodes: &[Node],
    sources: &[u32],
    document: &FrozenJson,
    error: &mut RawSchemaError,
) {
    let mut marks = vec![Mark::Fresh; nodes.len()];
    for start in 0..nodes.len() {
        if let Some(bad) = visit(nodes, &mut marks, start) {
            let (at, message) = match bad {
                Bad::Loop(at) => (
                    at,
                    "refers to itself without going into a value: no value is ever decided by it"
                        .to_owned(),
                ),
                Bad::Tower(at) => (
                    at,
                    format!("has more than {DEEPEST} schemas of the same value within each other"),
                ),
            };
            let position = sources.get(at).copied().unwrap_or(0);
            error.push(document.path_of(position).pointer(), None, message);
            return;
        }
    }
}

enum Bad {
    Loop(usize),
    Tower(usize),
}

/// Depth first, with a stack of its own.
#[inline]
fn visit(nodes: &[Node], marks: &mut [Mark], start: usize) -> Option<Bad> {
    let mut stack: Vec<(usize, Vec<usize>, u32)> = Vec::new();
    open(nodes, marks, start, &mut stack);
    while let Some((at, children, height)) = stack.last_mut() {
        let at = *at;
        let Some(child) = children.pop() else {
            let height = *height + 1;
            if let Some(mark) = marks.get_mut(at) {
                *mark = Mark::Done(height);
            }
            stack.pop();
            if height > DEEPEST {
                return Some(Bad::Tower(at));
            }
            if let Some((_, _, above)) = stack.last_mut() {
                *above = (*above).max(height);
            }
            continue;
        };
        match marks.get(child) {
            Some(Mark::Open) => return Some(Bad::Loop(child)),
            Some(Mark::Done(below)) => *height = (*height).max(*below),
            Some(Mark::Fresh) => open(nodes, marks, child, &mut stack),
            None => {}
        }
    }
    None
}

#[inline]
fn open(nodes: &[Node], marks: &mut [Mark], at: usize, stack: &mut Vec<(usize, Vec<usize>, u32)>) {
    let (Some(node), Some(mark)) = (nodes.get(at), marks.get_mut(at)) else {
        return;
    };
    if !matches!(mark, Mark::Fresh) {
        return;
    }
    *mark = Mark::Open;
    let mut children = Vec::new();
    of_same_value(&node.shape, &mut |link| {
        if let Link::Entry(number) = link {
            children.push(number as usize);
        }
    });
    stack.push((at, children, 0));
}

/// The schemas that a schema holds the same value to.
#[inline]
pub(super) fn of_same_value(shape: &Shape, take: &mut dyn FnMut(Link)) {
    match shape {
        Shape::Link(link) | Shape::Wide(Wide(Kind::Not(link))) => take(*link),
        // An outer name is a level of its own.
        Shape::Union(Union { tagging: Tagging::Outer, .. }) => {}
        Shape::Union(union) => union.forms.iter().for_each(|form| take(form.node)),
        Shape::Object(object) => {
            for (_, dependent) in object.extra.iter().flat_map(|extra| &extra.dependents) {
                if let Dependent::Schema(link) = dependent {
                    take(*link);
                }
            }
        }
        Shape::Wide(Wide(Kind::Rules(rules))) => {
            rules.parts.iter().for_each(|(_, link)| take(*link));
        }
        #[cfg(feature = "jsonschema")]
        Shape::Wide(Wide(Kind::Foreign(foreign))) => take(foreign.plain),
        Shape::Wide(Wide(Kind::Choose(choose))) => {
            take(choose.when);
            choose.then.into_iter().chain(choose.otherwise).for_each(take);
        }
        _ => {}
    }
}
