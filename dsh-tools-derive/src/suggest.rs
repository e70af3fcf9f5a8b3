//! "Did you mean": the nearest of the known words, and lists of them.

use std::fmt::Write as _;

/// The known word that `word` is most likely a slip of.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = fold(word);
    // A third of the letters may be wrong; of two letters, none but their case.
    let allowed = wanted.len() / 3;
    known
        .into_iter()
        .map(|candidate| (distance(&wanted, &fold(candidate)), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Words that differ only by case and separators are equal: `maxLength`, `max-length`.
fn fold(word: &str) -> Vec<char> {
    word.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at =
                |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
            let mut best =
                (at(&last, j + 1) + 1).min(at(&row, j) + 1).min(at(&last, j) + usize::from(x != y));
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or_default()
}

/// `` `a`, `b`, `c` ``
pub(crate) fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for word in words {
        let separator = if text.is_empty() { "" } else { ", " };
        // Writing to a string does not fail.
        let _ = write!(text, "{separator}`{word}`");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 6] =
        ["range", "rename", "rename_all", "required", "default", "deny_unknown_fields"];

    #[test]
    fn slips_are_recognised() {
        for (slip, meant) in [
            ("rnage", "range"),
            ("ranges", "range"),
            ("defualt", "default"),
            ("requird", "required"),
            ("renameall", "rename_all"),
            ("renameAll", "rename_all"),
            ("deny-unknown-fields", "deny_unknown_fields"),
            ("deny_unknown_field", "deny_unknown_fields"),
            ("RANGE", "range"),
        ] {
            assert_eq!(nearest(slip, KEYS), Some(meant), "{slip}");
        }
    }

    #[test]
    fn other_words_are_not() {
        for word in ["validate", "x", "", "min", "custom", "optional"] {
            assert_eq!(nearest(word, KEYS), None, "{word}");
        }
    }

    #[test]
    fn distances() {
        let measure = |a: &str, b: &str| distance(&fold(a), &fold(b));
        assert_eq!(measure("", ""), 0);
        assert_eq!(measure("abc", ""), 3);
        assert_eq!(measure("", "abc"), 3);
        assert_eq!(measure("kitten", "sitting"), 3);
        assert_eq!(measure("ab", "ba"), 1);
        assert_eq!(measure("ca", "abc"), 3);
    }

    #[test]
    fn lists() {
        assert_eq!(list(["a", "b"]), "`a`, `b`");
        assert_eq!(list([]), "");
    }
}
