//! The words that schemas and values are made of: few, so that values often meet their schema.

use super::random::Random;
use serde_json::{Value, json};

pub(super) const NAMES: [&str; 7] = ["a", "b", "c", "ab", "x-1", "é", "p/q~r"];

/// Patterns, each with strings that it matches; the rest of [`strings`] mostly does not.
pub(super) const PATTERNS: [(&str, &[&str]); 16] = [
    ("b", &["ab", "b", "abba"]),
    ("^a*$", &["", "a", "aaa"]),
    ("^[a-z]{2,3}$", &["ab", "abc"]),
    ("^x-", &["x-1", "x-"]),
    ("\\d", &["x-1", "10"]),
    ("^\\w+$", &["a", "ab", "10"]),
    ("^.$", &["a", "é", "🙂"]),
    ("^(a|ab)$", &["a", "ab"]),
    ("\\.txt$", &["n.txt"]),
    ("^[^a]", &["b", "é", "10"]),
    ("[/~]", &["p/q~r"]),
    ("^\\S*$", &["a", "", "é"]),
    ("(?:a.?){2}", &["aa", "abba", "aaa"]),
    ("^(?!a)", &["", "b", "10"]),
    ("^(.)\\1", &["aa", "aaa"]),
    ("\\u00e9|\\x41", &["é", "A"]),
];

/// Formats that both drafts define, each with strings that have it; then two of 2020-12 alone.
pub(super) const FORMATS: [(&str, &[&str]); 13] = [
    ("date", &["2024-02-29", "1999-12-31"]),
    ("time", &["12:30:00Z", "23:59:59.5+01:00"]),
    ("date-time", &["2024-05-06T07:08:09Z", "2024-05-06T07:08:09.5+05:30"]),
    ("email", &["a@b.example"]),
    ("uri", &["https://example.com/a?b=c#d", "urn:x:y"]),
    ("uri-reference", &["/a/b", "#f", "a"]),
    ("ipv4", &["127.0.0.1"]),
    ("ipv6", &["::1", "2001:db8::7334"]),
    ("hostname", &["example.com", "a"]),
    ("regex", &["^a*$", "a"]),
    ("json-pointer", &["", "/a/b", "/a~0b"]),
    ("uuid", &["123e4567-e89b-12d3-a456-426614174000"]),
    ("duration", &["P1D", "PT1H30M"]),
];

const TEXTS: [&str; 22] = [
    "",
    "a",
    "b",
    "ab",
    "aa",
    "aaa",
    "abc",
    "abba",
    "abcd",
    "é",
    "🙂",
    "🙂🙂",
    "e\u{301}",
    "x-1",
    "10",
    "A",
    "n.txt",
    "p/q~r",
    "a b",
    "2024-02-30",
    "(",
    "a\"\\\n",
];

pub(super) fn text(random: &mut Random) -> String {
    match random.below(8) {
        0 => {
            let (_, texts) = *random.pick(&PATTERNS);
            (*random.pick(texts)).to_owned()
        }
        1 => {
            let (_, texts) = *random.pick(&FORMATS);
            (*random.pick(texts)).to_owned()
        }
        2 => (*random.pick(&NAMES)).to_owned(),
        _ => (*random.pick(&TEXTS)).to_owned(),
    }
}

/// Numbers around the limits that schemas name, whole ones and decimals, and some at the edges of types.
pub(super) fn number(random: &mut Random) -> Value {
    match random.below(16) {
        0..=8 => Value::from(random.within(-3, 12)),
        9 | 10 => json!(*random.pick(&[0.5, 1.5, 2.5, -0.5, 0.25, 10.5])),
        11 => json!(*random.pick(&[0.1, 0.3, 0.7, 1.1, 0.01, 19.99])),
        12 => json!(*random.pick(&[0.0, -0.0, 1.0, 2.0, 5.0, -3.0])),
        13 => json!(*random.pick(&[100, 1000, 4096, 1_000_000])),
        14 => json!(*random.pick(&[i64::MIN, 1 << 53, -(1 << 53), 1 << 31])),
        _ => json!(*random.pick(&[1_u64 << 63, 1 << 62, (1 << 53) - 1])),
    }
}

/// Any JSON.
pub(super) fn anything(random: &mut Random, depth: u32) -> Value {
    match random.below(if depth == 0 { 8 } else { 12 }) {
        0 => Value::Null,
        1 => Value::from(random.chance(50)),
        2..=4 => number(random),
        5..=7 => Value::from(text(random)),
        8 | 9 => (0..random.below(4)).map(|_| anything(random, depth - 1)).collect(),
        _ => (0..random.below(4))
            .map(|_| ((*random.pick(&NAMES)).to_owned(), anything(random, depth - 1)))
            .collect(),
    }
}
