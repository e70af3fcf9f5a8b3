//! `[..]`.

use super::error::{PatternError, quoted};
use super::escape::{Escape, shared};
use super::parse::Reader;
use super::set::{Item, Set};

enum Member {
    Point(u32),
    Set(Set),
}

/// Behind the bracket at `start`.
pub(super) fn class(reader: &mut Reader<'_>, start: usize) -> Result<Set, PatternError> {
    let negated = reader.take("^");
    let mut items = Vec::new();
    loop {
        if reader.take("]") {
            return Ok(Set { negated, items });
        }
        let from = reader.at;
        let first = member(reader, start)?;
        // A hyphen before the closing bracket is itself.
        if !reader.rest().starts_with('-') || reader.rest().starts_with("-]") {
            push(first, &mut items);
            continue;
        }
        reader.next();
        let second = member(reader, start)?;
        match (first, second) {
            (Member::Point(first), Member::Point(second)) if first <= second => {
                items.push(Item::Range(first, second));
            }
            (Member::Point(_), Member::Point(_)) => {
                return Err(reader.error(from, "is no range: its ends are out of order"));
            }
            // Annex B, CharacterRangeOrUnion: `[\w-.]` is all three.
            (first, second) => {
                push(first, &mut items);
                push(Member::Point(u32::from('-')), &mut items);
                push(second, &mut items);
            }
        }
    }
}

fn push(member: Member, items: &mut Vec<Item>) {
    match member {
        Member::Point(point) => items.push(Item::Range(point, point)),
        Member::Set(set) => items.extend(set.into_items()),
    }
}

fn member(reader: &mut Reader<'_>, class: usize) -> Result<Member, PatternError> {
    let start = reader.at;
    match reader.next() {
        None => Err(PatternError::new(
            class,
            format!(
                "{} is a class that is not closed: add `]`, or escape the bracket as `\\[`",
                quoted(reader.since(class))
            ),
        )),
        // A backspace in a class.
        Some('\\') if reader.take("b") => Ok(Member::Point(0x08)),
        Some('\\') => Ok(match shared(reader, start)? {
            Escape::Point(point) => Member::Point(point),
            Escape::Set(set) => Member::Set(set),
        }),
        Some(c) => Ok(Member::Point(u32::from(c))),
    }
}
