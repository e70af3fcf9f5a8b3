//! Sets of characters as engines look them up.

use super::error::PatternError;
use super::set::Set;
use regex_syntax::hir::{Class, HirKind};
use std::collections::HashMap;

/// The different sets of a pattern.
#[derive(Default)]
pub(super) struct Sets {
    all: Vec<Ranges>,
    known: HashMap<String, u32>,
}

impl Sets {
    /// The index of a set.
    #[inline]
    pub(super) fn add(&mut self, set: &Set) -> Result<u32, PatternError> {
        let mut class = String::new();
        set.write(&mut class);
        if let Some(known) = self.known.get(&class) {
            return Ok(*known);
        }
        let ranges = Ranges::of(&class).ok_or_else(|| {
            PatternError::new(0, format!("`{class}` is no class that is known here"))
        })?;
        let at = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(ranges);
        self.known.insert(class, at);
        Ok(at)
    }

    #[inline]
    pub(super) fn into_ranges(self) -> Vec<Ranges> {
        self.all
    }
}

/// Sorted ranges of characters.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    /// Bit by bit for ASCII.
    ascii: u128,
    beyond: Vec<(char, char)>,
}

impl Ranges {
    #[inline]
    fn of(class: &str) -> Option<Self> {
        let hir = regex_syntax::Parser::new().parse(class).ok()?;
        let mut all: Vec<(char, char)> = Vec::new();
        match hir.kind() {
            HirKind::Class(Class::Unicode(class)) => {
                all.extend(class.ranges().iter().map(|range| (range.start(), range.end())));
            }
            // A class of ASCII characters alone, and one of a single character.
            HirKind::Class(Class::Bytes(class)) => {
                all.extend(
                    class.ranges().iter().map(|r| (char::from(r.start()), char::from(r.end()))),
                );
            }
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                all.extend(text.chars().map(|c| (c, c)));
            }
            HirKind::Empty => {}
            _ => return None,
        }
        let mut ascii = 0;
        for byte in 0..128_u8 {
            let c = char::from(byte);
            if all.iter().any(|(from, to)| (*from..=*to).contains(&c)) {
                ascii |= 1 << byte;
            }
        }
        all.retain(|(_, to)| !to.is_ascii());
        Some(Self { ascii, beyond: all })
    }

    #[inline]
    pub(super) fn weight(&self) -> usize {
        size_of::<Self>() + size_of_val(self.beyond.as_slice())
    }

    #[inline]
    pub(super) fn contains(&self, c: char) -> bool {
        if c.is_ascii() {
            return self.ascii >> u32::from(c) & 1 == 1;
        }
        let at = self.beyond.partition_point(|(_, to)| *to < c);
        self.beyond.get(at).is_some_and(|(from, _)| *from <= c)
    }
}
