//! Whether a pattern matches a literal, found as sets of places: which ends a part of the pattern can come to from
//! which starts. Exact, since whether there is a match does not depend on the order in which ways are tried.

use regex_syntax::hir::{Class, Hir, HirKind, Look};
use std::collections::BTreeSet;

type Places = BTreeSet<usize>;

pub(super) fn finds(hir: &Hir, text: &str) -> bool {
    let starts = (0..=text.len()).filter(|place| text.is_char_boundary(*place)).collect();
    !ends(hir, text, &starts).is_empty()
}

/// The parser limits nesting to 250 levels, and with it this recursion; [`super::size`] limits repetitions.
fn ends(hir: &Hir, text: &str, starts: &Places) -> Places {
    match hir.kind() {
        HirKind::Empty => starts.clone(),
        HirKind::Literal(literal) => {
            let bytes: &[u8] = &literal.0;
            let found = starts.iter().filter(|start| rest(text, **start).starts_with(bytes));
            found.map(|start| start + bytes.len()).collect()
        }
        HirKind::Class(class) => starts
            .iter()
            .filter_map(|start| {
                let c = text.get(*start..)?.chars().next()?;
                holds(class, c).then_some(start + c.len_utf8())
            })
            .collect(),
        HirKind::Look(look) => {
            starts.iter().copied().filter(|place| stands(*look, text, *place)).collect()
        }
        HirKind::Capture(capture) => ends(&capture.sub, text, starts),
        HirKind::Concat(parts) => {
            parts.iter().fold(starts.clone(), |places, part| ends(part, text, &places))
        }
        HirKind::Alternation(parts) => {
            parts.iter().flat_map(|part| ends(part, text, starts)).collect()
        }
        HirKind::Repetition(repetition) => {
            let mut places = starts.clone();
            for _ in 0..repetition.min {
                places = ends(&repetition.sub, text, &places);
            }
            let (mut all, mut count) = (places.clone(), repetition.min);
            while !places.is_empty() && repetition.max.is_none_or(|max| count < max) {
                places = &ends(&repetition.sub, text, &places) - &all;
                all.extend(&places);
                count += 1;
            }
            all
        }
    }
}

fn rest(text: &str, start: usize) -> &[u8] {
    text.as_bytes().get(start..).unwrap_or_default()
}

fn holds(class: &Class, c: char) -> bool {
    match class {
        Class::Unicode(class) => {
            class.ranges().iter().any(|range| range.start() <= c && c <= range.end())
        }
        // Of ASCII alone, since programs match text.
        Class::Bytes(class) => u8::try_from(c).is_ok_and(|c| {
            c.is_ascii()
                && class.ranges().iter().any(|range| range.start() <= c && c <= range.end())
        }),
    }
}

/// Translated patterns have three assertions: `^`, `$` and the boundary of ASCII words.
fn stands(look: Look, text: &str, place: usize) -> bool {
    let word = |c: Option<&u8>| c.is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_');
    match look {
        Look::Start => place == 0,
        Look::End => place == text.len(),
        Look::WordAscii => {
            let before = place.checked_sub(1).and_then(|before| text.as_bytes().get(before));
            word(before) != word(text.as_bytes().get(place))
        }
        // Never refuses what it does not know.
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::compile;
    use regex::Regex;

    #[test]
    fn as_the_regex_crate_finds() {
        let patterns = [
            "^[a-z]+$",
            "a",
            "^$",
            "b*",
            "^(?:ab|a)(?:c|bcd)$",
            "^(?:a*)*b$",
            "^(a|b){2,3}$",
            "^(?:ab?){2,}$",
            "^a{0,2}?b$",
            r"^\d{2}$",
            r"^\w+\s\w$",
            r"^[^\s]+$",
            r"\bab\b",
            r"^\b",
            r"^.{2}$",
            r"^[äö]+$",
            "ä|b",
            "^(?:(?:a|b){2}c?){1,2}$",
            r"^(?:|a)b$",
        ];
        let mut texts = vec![String::new()];
        for length in 0..4 {
            let longer: Vec<String> = texts
                .iter()
                .filter(|text| text.chars().count() == length)
                .flat_map(|text| ["a", "b", "c", "1", " ", "ä", "\n"].map(|c| format!("{text}{c}")))
                .collect();
            texts.extend(longer);
        }
        for source in patterns {
            let program = compile(source).unwrap();
            let oracle = Regex::new(program.text()).unwrap();
            for text in &texts {
                assert_eq!(program.finds(text), oracle.is_match(text), "{source} on {text:?}");
            }
        }
    }

    #[test]
    fn large_ones_end() {
        let text = "a".repeat(500);
        assert!(compile("^[^b]{1,2000}$").unwrap().finds(&text));
        assert!(!compile("^(?:a?){1900}b$").unwrap().finds(&text));
        assert!(!compile("^(?:(?:a*)*)*b$").unwrap().finds(&text));
    }
}
