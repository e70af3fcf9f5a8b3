//! What checking by a validator that counts no steps can cost: told before it is asked.

use super::super::shape::{Kind, Wide};
use super::super::{Link, Node, Shape};
use super::loops::of_same_value;

/// Schemas of one value, each counted as often as it is come to.
const MAX_WAYS: u32 = 1024;
/// Ways to one value in a document.
const MAX_STEPS: u32 = 1 << 16;
/// Levels of a document at most: what calls may have.
const MAX_LEVELS: u32 = 128;

/// How many levels a value may have that is checked by the schema at `start`, so that no part of it is come to more
/// than [`MAX_STEPS`] times.
///
/// Within one value a part is come to once for every schema of that value that says something of parts. If these are
/// `n`, a part `l` levels below is come to at most `n^l` times.
#[inline]
pub(super) fn levels(nodes: &[Node], start: usize) -> Result<u32, String> {
    let reached = reached(nodes, start);
    let (mut all, mut inner) = (vec![0; nodes.len()], vec![0; nodes.len()]);
    let mut most = 1;
    for at in reached {
        count(nodes, at, &mut all, &mut inner);
        let ways = all.get(at).copied().unwrap_or(0);
        if ways > MAX_WAYS {
            return Err(format!("says more than {MAX_WAYS} things of the same value"));
        }
        most = most.max(inner.get(at).copied().unwrap_or(0));
    }
    if most <= 1 {
        return Ok(MAX_LEVELS);
    }
    Ok(MAX_STEPS.ilog(most).min(MAX_LEVELS))
}

/// All schemas that are come to, of the value and of its parts.
#[inline]
fn reached(nodes: &[Node], start: usize) -> Vec<usize> {
    let mut seen = vec![false; nodes.len()];
    let mut out = Vec::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        match seen.get_mut(at) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        out.push(at);
        if let Some(node) = nodes.get(at) {
            let mut take = |link| open.extend(number(link));
            of_same_value(&node.shape, &mut take);
            of_parts(&node.shape, &mut take);
        }
    }
    out
}

#[inline]
fn number(link: Link) -> Option<usize> {
    match link {
        Link::Entry(number) => usize::try_from(number).ok(),
        Link::Const(_) | Link::Lazy(_) => None,
    }
}

/// Counts the schemas of the same value, and those of them that say something of its parts. There is no loop among them,
/// and no tower.
#[inline]
fn count(nodes: &[Node], start: usize, all: &mut [u32], inner: &mut [u32]) {
    let mut open = vec![(start, false)];
    while let Some((at, is_ready)) = open.pop() {
        let Some(node) = nodes.get(at).filter(|_| all.get(at) == Some(&0)) else {
            continue;
        };
        let mut children = Vec::new();
        of_same_value(&node.shape, &mut |link| children.extend(number(link)));
        if !is_ready {
            open.push((at, true));
            open.extend(children.into_iter().map(|child| (child, false)));
            continue;
        }
        let mut has_parts = false;
        of_parts(&node.shape, &mut |_| has_parts = true);
        let (mut ways, mut descents) = (1_u32, u32::from(has_parts));
        for child in children {
            ways = ways.saturating_add(all.get(child).copied().unwrap_or(0));
            descents = descents.saturating_add(inner.get(child).copied().unwrap_or(0));
        }
        if let (Some(all), Some(inner)) = (all.get_mut(at), inner.get_mut(at)) {
            (*all, *inner) = (ways, descents);
        }
    }
}

/// The schemas of parts of a value.
#[inline]
fn of_parts(shape: &Shape, take: &mut dyn FnMut(Link)) {
    match shape {
        Shape::Array(array) => take(array.item),
        Shape::Map(map) => take(map.value),
        Shape::Tuple(items) => items.iter().for_each(|item| take(*item)),
        Shape::Object(object) => {
            object.rows.iter().for_each(|row| take(row.node));
            object.rest.into_iter().for_each(&mut *take);
            for (_, node) in object.extra.iter().flat_map(|extra| &extra.patterns) {
                take(*node);
            }
        }
        Shape::Wide(Wide(Kind::Sequence(sequence))) => {
            sequence.first.iter().for_each(|item| take(*item));
            sequence.rest.into_iter().for_each(&mut *take);
            sequence.contains.iter().for_each(|contains| take(contains.node));
        }
        Shape::Wide(Wide(Kind::Foreign(foreign))) => {
            foreign.properties.into_iter().chain(foreign.items).for_each(take);
        }
        _ => {}
    }
}
