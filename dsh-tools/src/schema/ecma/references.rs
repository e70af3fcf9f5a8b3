//! What back-references read.
//!
//! ECMA-262 forgets the groups of a repetition whenever it goes around again, and a group that took no part reads
//! as the empty text; other engines remember, and fail. A reference is run where both come to the same, or where
//! a condition makes them; all others are errors.

use super::ast::{Ast, Group, Reads, Reference, Repeat, Target};
use super::error::{PatternError, quoted};
use super::parse::Parsed;

/// Each is compared with its group, from the root down.
const LIMIT: usize = 100;

/// One thing around a place in the pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    /// Numbers of nodes in document order.
    node: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Branch(usize),
    Repeat { min: u32, max: Option<u32>, may_be_empty: bool },
    Look { behind: bool, negated: bool },
    Group(u32),
}

type Path = Vec<Step>;

#[derive(Debug)]
struct Found {
    offset: usize,
    group: u32,
    path: Path,
}

/// Names become numbers; whether a group of the number exists is checked.
pub(super) fn resolve_names(source: &str, parsed: &mut Parsed) -> Result<(), PatternError> {
    check_names(source, parsed)?;
    let (names, groups) = (&parsed.names, parsed.groups);
    let mut count = 0;
    each_reference(&mut parsed.ast, &mut |reference| {
        count += 1;
        let text = source.get(reference.offset..).unwrap_or_default();
        let index = match &reference.to {
            Target::Index(index) => Some(*index),
            Target::Name(name) => {
                let mut same = names.iter().filter(|(known, _)| known == name);
                let first = same.next().map(|(_, index)| *index);
                if first.is_some() && same.next().is_some() {
                    return Err(PatternError::new(
                        reference.offset,
                        format!(
                            "`\\k<{name}>` reads one of several groups, which is not supported: name them apart"
                        ),
                    ));
                }
                first
            }
        };
        match index {
            Some(index) if (1..=groups).contains(&index) => {
                reference.to = Target::Index(index);
                Ok(())
            }
            _ => Err(PatternError::new(
                reference.offset,
                format!("{} reads a group that is not there", quoted(end_of_reference(text))),
            )),
        }
    })?;
    if count > LIMIT {
        return Err(PatternError::new(
            0,
            format!("the pattern has {count} back-references, over {LIMIT}"),
        ));
    }
    Ok(())
}

fn end_of_reference(text: &str) -> &str {
    let end = if text.starts_with("\\k") {
        text.find('>').map_or(text.len(), |end| end + 1)
    } else {
        let digits = text.chars().skip(1).take_while(char::is_ascii_digit).count();
        1 + digits
    };
    text.get(..end).unwrap_or(text)
}

/// Decides what every reference reads, and which groups something refers to.
pub(super) fn resolve(source: &str, parsed: &mut Parsed) -> Result<(), PatternError> {
    resolve_names(source, parsed)?;
    let mut walk = Walk::default();
    walk.references(&parsed.ast);
    if walk.found.is_empty() {
        return Ok(());
    }
    let mut groups: Vec<(u32, Option<Path>)> =
        walk.found.iter().map(|found| (found.group, None)).collect();
    // Those that nothing can be read of stand as 0.
    groups.retain(|(group, _)| *group > 0);
    groups.sort_by_key(|(group, _)| *group);
    groups.dedup_by_key(|(group, _)| *group);
    let mut walk = Walk { wanted: groups, ..walk };
    (walk.nodes, walk.path) = (0, Path::new());
    walk.groups(&parsed.ast);
    let numbered = |group: u32| {
        let number = walk.wanted.iter().position(|(wanted, _)| *wanted == group)?;
        let path = walk.wanted.get(number)?.1.as_ref()?;
        Some((u32::try_from(number + 1).ok()?, path))
    };
    let mut reads = Vec::with_capacity(walk.found.len());
    for found in &walk.found {
        let Some((number, path)) = numbered(found.group) else {
            reads.push(Reads::Nothing);
            continue;
        };
        let read = read(number, found, path).map_err(|why| {
            let text = source.get(found.offset..).unwrap_or_default();
            PatternError::new(found.offset, format!("{} {why}", quoted(end_of_reference(text))))
        })?;
        reads.push(read);
    }
    let mut reads = reads.into_iter();
    each_reference(&mut parsed.ast, &mut |reference| {
        reference.reads = reads.next().unwrap_or(Reads::Nothing);
        Ok(())
    })?;
    let wanted: Vec<u32> = walk.wanted.iter().map(|(group, _)| *group).collect();
    number_groups(&mut parsed.ast, &wanted);
    Ok(())
}

const FORGETS: &str = "reads a group that ECMA-262 forgets when its repetition goes around again, which is not supported";

/// What a reference reads, or why that cannot be run.
fn read(number: u32, reference: &Found, group: &Path) -> Result<Reads, &'static str> {
    let inside = |step: &Step| step.kind == Kind::Group(reference.group);
    if reference.path.iter().any(inside) {
        return Ok(Reads::Nothing);
    }
    let shared = group.iter().zip(&reference.path).take_while(|(a, b)| a == b).count();
    let (around, below) = group.split_at(shared);
    let beside = reference.path.get(shared);
    let behind = |step: &Step| matches!(step.kind, Kind::Look { behind: true, .. });
    if group.iter().chain(&reference.path).any(behind) {
        return Err("is a back-reference in or into a lookbehind, which is not supported");
    }
    if let (
        Some(Step { node: a, kind: Kind::Branch(_) }),
        Some(Step { node: b, kind: Kind::Branch(_) }),
    ) = (below.first(), beside)
        && a == b
    {
        // Another branch of the same alternation.
        return Ok(Reads::Nothing);
    }
    if below.iter().any(|step| matches!(step.kind, Kind::Look { negated: true, .. })) {
        return Ok(Reads::Nothing);
    }
    let skips = |step: &Step| matches!(step.kind, Kind::Branch(_) | Kind::Repeat { min: 0, .. });
    let repeats = |step: &Step| matches!(step.kind, Kind::Repeat { max, .. } if max.is_none_or(|max| max > 1));
    for (at, step) in below.iter().enumerate() {
        let inner = below.get(at + 1..).unwrap_or_default();
        let Kind::Repeat { min, may_be_empty, .. } = step.kind else { continue };
        if repeats(step) && (may_be_empty || inner.iter().any(skips)) {
            return Err(FORGETS);
        }
        // An empty turn is taken back together with what it has read.
        if min == 0 && inner.iter().any(|step| matches!(step.kind, Kind::Look { .. })) {
            return Err(FORGETS);
        }
    }
    if !below.iter().any(skips) {
        return Ok(Reads::Always(number));
    }
    if around.iter().any(repeats) { Err(FORGETS) } else { Ok(Reads::IfSet(number)) }
}

#[derive(Default)]
struct Walk {
    nodes: usize,
    path: Path,
    found: Vec<Found>,
    wanted: Vec<(u32, Option<Path>)>,
    /// Groups opened so far, and so the number of the last one.
    opened: u32,
}

impl Walk {
    fn references(&mut self, ast: &Ast) {
        self.walk(ast, &mut |walk, ast| {
            if let Ast::Reference(Reference { offset, to: Target::Index(group), .. }) = ast {
                // A group that opens later has not been seen when this is reached for the first time, and is
                // forgotten when it is reached again.
                let group = if *group > walk.opened { 0 } else { *group };
                let path = walk.path.clone();
                walk.found.push(Found { offset: *offset, group, path });
            }
        });
    }

    fn groups(&mut self, ast: &Ast) {
        self.walk(ast, &mut |walk, ast| {
            if let Ast::Group(group) = ast
                && let Some(index) = group.index
                && let Ok(at) = walk.wanted.binary_search_by_key(&index, |(wanted, _)| *wanted)
                && let Some((_, path)) = walk.wanted.get_mut(at)
            {
                *path = Some(walk.path.clone());
            }
        });
    }

    /// The parser limits nesting, and with it this recursion.
    fn walk(&mut self, ast: &Ast, visit: &mut impl FnMut(&mut Self, &Ast)) {
        visit(self, ast);
        self.nodes += 1;
        let node = self.nodes;
        let mut step = |walk: &mut Self, kind: Option<Kind>, inner: &Ast| {
            let Some(kind) = kind else { return walk.walk(inner, visit) };
            walk.path.push(Step { node, kind });
            walk.walk(inner, visit);
            walk.path.pop();
        };
        match ast {
            Ast::Group(group) => {
                let Group { index, inner, .. } = &**group;
                self.opened = index.unwrap_or(self.opened);
                step(self, index.map(Kind::Group), inner);
            }
            Ast::Concat(parts) => parts.iter().for_each(|part| step(self, None, part)),
            Ast::Alternation(branches) => {
                for (branch, inner) in branches.iter().enumerate() {
                    step(self, Some(Kind::Branch(branch)), inner);
                }
            }
            Ast::Repeat(repeat) => {
                let Repeat { min, max, inner, .. } = &**repeat;
                let kind =
                    Kind::Repeat { min: *min, max: *max, may_be_empty: inner.shortest() == 0 };
                step(self, Some(kind), inner);
            }
            Ast::Look(look) => {
                let kind = Kind::Look { behind: look.behind, negated: look.negated };
                step(self, Some(kind), &look.inner);
            }
            Ast::Empty
            | Ast::Char(_)
            | Ast::Set(_)
            | Ast::Start
            | Ast::End
            | Ast::Boundary { .. }
            | Ast::Reference(_) => {}
        }
    }
}

/// In document order.
fn each_reference(
    ast: &mut Ast,
    visit: &mut impl FnMut(&mut Reference) -> Result<(), PatternError>,
) -> Result<(), PatternError> {
    match ast {
        Ast::Reference(reference) => visit(reference),
        Ast::Group(group) => each_reference(&mut group.inner, visit),
        Ast::Repeat(repeat) => each_reference(&mut repeat.inner, visit),
        Ast::Look(look) => each_reference(&mut look.inner, visit),
        Ast::Concat(parts) | Ast::Alternation(parts) => {
            parts.iter_mut().try_for_each(|part| each_reference(part, visit))
        }
        Ast::Empty | Ast::Char(_) | Ast::Set(_) | Ast::Start | Ast::End | Ast::Boundary { .. } => {
            Ok(())
        }
    }
}

fn number_groups(ast: &mut Ast, wanted: &[u32]) {
    match ast {
        Ast::Group(group) => {
            let number =
                group.index.and_then(|index| wanted.iter().position(|group| *group == index));
            group.referred = number.and_then(|number| u32::try_from(number + 1).ok());
            number_groups(&mut group.inner, wanted);
        }
        Ast::Repeat(repeat) => number_groups(&mut repeat.inner, wanted),
        Ast::Look(look) => number_groups(&mut look.inner, wanted),
        Ast::Concat(parts) | Ast::Alternation(parts) => {
            for part in parts {
                number_groups(part, wanted);
            }
        }
        Ast::Empty
        | Ast::Char(_)
        | Ast::Set(_)
        | Ast::Start
        | Ast::End
        | Ast::Boundary { .. }
        | Ast::Reference(_) => {}
    }
}

/// Two groups of one name are legal only where no match can go through both.
fn check_names(source: &str, parsed: &Parsed) -> Result<(), PatternError> {
    let mut names: Vec<&(String, u32)> = parsed.names.iter().collect();
    names.sort();
    let same: Vec<u32> = names
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] if a.0 == b.0 => Some([a.1, b.1]),
            _ => None,
        })
        .flatten()
        .collect();
    if same.is_empty() {
        return Ok(());
    }
    if same.len() > LIMIT {
        return Err(PatternError::new(0, format!("over {LIMIT} groups have the name of another")));
    }
    let mut wanted: Vec<(u32, Option<Path>)> =
        same.into_iter().map(|group| (group, None)).collect();
    wanted.sort_by_key(|(group, _)| *group);
    wanted.dedup_by_key(|(group, _)| *group);
    let mut walk = Walk { wanted, ..Walk::default() };
    walk.groups(&parsed.ast);
    let path = |index: u32| {
        let at = walk.wanted.binary_search_by_key(&index, |(wanted, _)| *wanted).ok()?;
        walk.wanted.get(at)?.1.as_ref()
    };
    for (at, (name, a)) in parsed.names.iter().enumerate() {
        for (other, b) in parsed.names.get(at + 1..).unwrap_or_default() {
            if name != other {
                continue;
            }
            let apart = match (path(*a), path(*b)) {
                (Some(a), Some(b)) => a
                    .iter()
                    .zip(b)
                    .find(|(a, b)| a != b)
                    .is_some_and(|(a, b)| a.node == b.node && matches!(a.kind, Kind::Branch(_))),
                _ => false,
            };
            if !apart {
                let text = format!("(?<{name}>");
                let offset = source.rfind(&text).unwrap_or(0);
                return Err(PatternError::new(
                    offset,
                    format!("{} names a second group: name them apart", quoted(&text)),
                ));
            }
        }
    }
    Ok(())
}
