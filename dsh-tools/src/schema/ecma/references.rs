//! Which groups back-references read, and what groups may be called.

use super::ast::{Ast, Reference, Target};
use super::error::{PatternError, quoted};
use super::parse::{Named, Parsed};

/// Back-references, and groups that have the name of another.
const LIMIT: usize = 100;

/// Numbers the groups that something refers to, and tells the references.
pub(super) fn resolve(source: &str, parsed: &mut Parsed) -> Result<(), PatternError> {
    check_names(&parsed.named)?;
    let (named, groups) = (&parsed.named, parsed.groups);
    let mut referred = Vec::new();
    each_reference(&mut parsed.ast, &mut |reference| {
        referred.push(target(source, reference, named, groups)?);
        Ok(())
    })?;
    if referred.len() > LIMIT {
        let count = referred.len();
        return Err(PatternError::new(
            0,
            format!("the pattern has {count} back-references, over {LIMIT}"),
        ));
    }
    if referred.is_empty() {
        return Ok(());
    }
    let mut wanted = referred.clone();
    wanted.sort_unstable();
    wanted.dedup();
    number_groups(&mut parsed.ast, &wanted);
    let mut referred = referred.into_iter();
    each_reference(&mut parsed.ast, &mut |reference| {
        reference.referred = referred.next().and_then(|group| number(group, &wanted));
        Ok(())
    })
}

/// The index of the group that a reference reads.
fn target(
    source: &str,
    reference: &Reference,
    named: &[Named],
    groups: u32,
) -> Result<u32, PatternError> {
    let index = match &reference.to {
        Target::Index(index) => Some(*index),
        Target::Name(name) => {
            let mut same = named.iter().filter(|known| known.name == *name);
            let first = same.next().map(|known| known.index);
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
    index.filter(|index| (1..=groups).contains(index)).ok_or_else(|| {
        let text = source.get(reference.offset..).unwrap_or_default();
        PatternError::new(
            reference.offset,
            format!("{} reads a group that is not there", quoted(written(text))),
        )
    })
}

/// The reference that a text starts with.
fn written(text: &str) -> &str {
    let end = if text.starts_with("\\k") {
        text.find('>').map_or(text.len(), |end| end + 1)
    } else {
        1 + text.chars().skip(1).take_while(char::is_ascii_digit).count()
    };
    text.get(..end).unwrap_or(text)
}

/// The number of a group among those referred to, from 1.
fn number(group: u32, wanted: &[u32]) -> Option<u32> {
    wanted.binary_search(&group).ok().and_then(|at| u32::try_from(at + 1).ok())
}

/// In document order. The parser limits nesting, and with it this recursion and the next.
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
            group.referred = group.index.and_then(|index| number(index, wanted));
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
fn check_names(named: &[Named]) -> Result<(), PatternError> {
    let mut sorted: Vec<&Named> = named.iter().collect();
    sorted.sort_by(|a, b| a.name.cmp(&b.name).then(a.index.cmp(&b.index)));
    for same in sorted.chunk_by(|a, b| a.name == b.name) {
        if same.len() > LIMIT {
            return Err(PatternError::new(0, format!("over {LIMIT} groups have one name")));
        }
        for (at, first) in same.iter().enumerate() {
            let second = same.get(at + 1..).unwrap_or_default().iter();
            if let Some(second) = second.into_iter().find(|second| !apart(first, second)) {
                let text = quoted(&format!("(?<{}>", second.name));
                return Err(PatternError::new(
                    second.offset,
                    format!("{text} names a second group: name them apart"),
                ));
            }
        }
    }
    Ok(())
}

/// Whether the two are in different branches of one alternation.
fn apart(a: &Named, b: &Named) -> bool {
    let mut around = a.branches.iter().zip(&b.branches);
    around.find(|(a, b)| a != b).is_some_and(|(a, b)| a.0 == b.0)
}
