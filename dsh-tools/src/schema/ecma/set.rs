//! Sets of characters.

use std::fmt::Write;

/// A class, an escape that is one, or the dot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) negated: bool,
    pub(super) items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// Code points, both ends included; surrogates among them are no characters of any text.
    Range(u32, u32),
    /// What stands between the braces of `\p{..}`, of a property that both sides know.
    Property { name: String, negated: bool },
}

/// ECMA-262, 22.2.2.9 (`CharacterClassEscape`).
pub(super) const DIGIT: &[(u32, u32)] = &[(0x30, 0x39)];
pub(super) const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
/// ECMA-262, 12.2 and 12.3: `WhiteSpace` and `LineTerminator`.
pub(super) const SPACE: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];
/// ECMA-262, 12.3: where the dot stops.
const LINE_ENDS: &[(u32, u32)] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];

const LAST: u32 = 0x10_FFFF;

fn ranges(ranges: &[(u32, u32)]) -> Vec<Item> {
    ranges.iter().map(|&(from, to)| Item::Range(from, to)).collect()
}

impl Set {
    pub(super) fn of(known: &[(u32, u32)], negated: bool) -> Self {
        Self { negated, items: ranges(known) }
    }

    pub(super) fn dot() -> Self {
        Self::of(LINE_ENDS, true)
    }

    /// All of it, as items of a class around it.
    pub(super) fn into_items(self) -> Vec<Item> {
        if !self.negated {
            return self.items;
        }
        let mut out = Vec::new();
        let mut next = 0;
        for item in self.items {
            match item {
                // Only the sets of constants above are negated inside a class; they are sorted.
                Item::Range(from, to) => {
                    if from > next {
                        out.push(Item::Range(next, from - 1));
                    }
                    next = to + 1;
                }
                Item::Property { name, negated } => {
                    return vec![Item::Property { name, negated: !negated }];
                }
            }
        }
        out.push(Item::Range(next, LAST));
        out
    }

    /// The set in the syntax of the `regex` crate, which both engines read.
    #[inline]
    pub(super) fn write(&self, out: &mut String) {
        let start = out.len();
        out.push('[');
        if self.negated {
            out.push('^');
        }
        let inner = out.len();
        for item in &self.items {
            match item {
                Item::Range(from, to) => {
                    if let Some((from, to)) = characters(*from, *to) {
                        write_char(from, out);
                        if from != to {
                            out.push('-');
                            write_char(to, out);
                        }
                    }
                }
                Item::Property { name, negated } => {
                    let _ = write!(out, "\\{}{{{name}}}", if *negated { 'P' } else { 'p' });
                }
            }
        }
        if out.len() == inner {
            // A class of nothing, or of everything: neither engine has an empty one.
            out.truncate(start);
            out.push_str(if self.negated { r"[\x{0}-\x{10FFFF}]" } else { r"[^\x{0}-\x{10FFFF}]" });
        } else {
            out.push(']');
        }
    }
}

/// The characters of a range of code points; none where all are surrogates.
#[inline]
fn characters(from: u32, to: u32) -> Option<(char, char)> {
    let surrogate = |c: u32| (0xD800..=0xDFFF).contains(&c);
    let from = if surrogate(from) { 0xE000 } else { from };
    let to = if surrogate(to) { 0xD7FF } else { to };
    if from > to {
        return None;
    }
    Some((char::from_u32(from)?, char::from_u32(to)?))
}

/// Letters and digits of ASCII as they are; all else by number, which needs no escaping anywhere.
#[inline]
pub(super) fn write_char(c: char, out: &mut String) {
    if c.is_ascii_alphanumeric() {
        out.push(c);
    } else {
        let _ = write!(out, "\\x{{{:X}}}", u32::from(c));
    }
}
