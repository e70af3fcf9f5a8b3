//! Counts of the same rows, of two sources.

use crate::record::Record;
use std::fmt::Write as _;

/// What the words of `compare` ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Parts that are counted, as the report takes them.
    pub parts: String,
    /// Smaller moves are not told.
    pub percent: f64,
    /// A commit, or `.` for the working tree.
    pub old: String,
    /// The same.
    pub new: String,
}

impl Asked {
    /// Of words; nothing of words that nobody knows.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let (mut parts, mut percent) = ("calls,pipeline,registry", 5.0);
        let mut commits = Vec::new();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            match word {
                "--part" => parts = words.next()?,
                "--by" => {
                    let by = words.next()?.parse::<f64>().ok();
                    percent = by.filter(|by| by.is_finite() && *by >= 0.0)?;
                }
                word if word.starts_with('-') => return None,
                commit => commits.push(commit),
            }
        }
        let (old, new) = match commits.as_slice() {
            [] => ("HEAD~1", "HEAD"),
            [old] => (*old, "."),
            [old, new] => (*old, *new),
            _ => return None,
        };
        let (parts, old, new) = (parts.to_owned(), old.to_owned(), new.to_owned());
        Some(Self { parts, percent, old, new })
    }
}

/// What moved by more than so many percent, came or went. Rows are the same by part and name.
pub fn moved(before: &[Record], after: &[Record], percent: f64) -> String {
    let find = |rows: &[Record], row: &Record| {
        let same = rows.iter().find(|other| other.part == row.part && other.name() == row.name());
        same.and_then(|same| same.get("instructions"))
    };
    let (mut text, mut moved, mut both) = (String::new(), Vec::new(), 0);
    for row in after {
        let Some(new) = row.get("instructions") else { continue };
        match find(before, row) {
            Some(old) if old > 0.0 => {
                both += 1;
                let change = (new / old - 1.0) * 100.0;
                if change.abs() > percent {
                    moved.push((change, row.name(), old, new));
                }
            }
            _ => {
                let _ = writeln!(text, "new: {} ({new:.0})", row.name());
            }
        }
    }
    for row in before {
        if row.get("instructions").is_some() && find(after, row).is_none() {
            let _ = writeln!(text, "gone: {}", row.name());
        }
    }
    let _ = writeln!(text, "{} of {both} rows moved by more than {percent} %", moved.len());
    if !moved.is_empty() {
        text.push_str("\n| row | before | after | change |\n|---|--:|--:|--:|\n");
    }
    moved.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (change, name, old, new) in moved {
        let _ = writeln!(text, "| {name} | {old:.0} | {new:.0} | {change:+.1} % |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{from_lines, to_lines};
    use crate::row::Part;

    fn row(part: Part, what: &str, instructions: f64) -> Record {
        Record::new(part, "small", what).figure("instructions", instructions)
    }

    #[test]
    fn what_moved_is_told_the_most_saved_first() {
        let before = [
            row(Part::Calls, "one", 1_000.0),
            row(Part::Calls, "two", 1_000.0),
            row(Part::Calls, "three", 1_000.0),
            row(Part::Calls, "four", 1_000.0),
            // Of this name in another part.
            row(Part::Pipeline, "four", 7.0),
        ];
        let after = [
            row(Part::Calls, "one", 1_051.0),
            row(Part::Calls, "two", 1_049.0),
            row(Part::Calls, "three", 500.0),
            row(Part::Calls, "four", 951.0),
            row(Part::Pipeline, "four", 7.0),
        ];
        // As they come out of two programs.
        let stored = |rows: &[Record]| from_lines(&to_lines(rows)).expect("records");
        let text = moved(&stored(&before), &stored(&after), 5.0);
        let lines: Vec<_> = text.lines().filter(|line| line.starts_with("| small")).collect();
        assert_eq!(
            lines,
            ["| small/three | 1000 | 500 | -50.0 % |", "| small/one | 1000 | 1051 | +5.1 % |",]
        );
        assert!(text.starts_with("2 of 5 rows moved by more than 5 %\n"), "{text}");
        assert!(moved(&after, &after, 0.0).starts_with("0 of 5 rows moved"), "nothing moves");
    }

    #[test]
    fn rows_that_came_or_went_are_told() {
        let before = [row(Part::Calls, "old", 1.0), Record::new(Part::Calls, "small", "empty")];
        let after = [row(Part::Calls, "new one", 2.0)];
        let text = moved(&before, &after, 5.0);
        assert!(text.contains("new: small/new-one (2)\n"), "{text}");
        assert!(text.contains("gone: small/old\n"), "{text}");
        assert!(!text.contains("empty"), "a row without a count can neither come nor go: {text}");
        assert!(text.contains("0 of 0 rows moved"), "{text}");
    }

    #[test]
    fn words_name_commits_parts_and_a_bound() {
        let asked = |words: &str| Asked::of(words.split_whitespace());
        let all = asked("").expect("no words");
        assert_eq!((all.old.as_str(), all.new.as_str()), ("HEAD~1", "HEAD"));
        let tree = asked("HEAD~3 --by 1.5").expect("a commit");
        assert_eq!((tree.old.as_str(), tree.new.as_str(), tree.percent), ("HEAD~3", ".", 1.5));
        let two = asked("--part calls main topic").expect("two commits");
        assert_eq!(
            (two.old.as_str(), two.new.as_str(), two.parts.as_str()),
            ("main", "topic", "calls")
        );
        for unknown in ["--by", "--by much", "--by -1", "--part", "--help", "one two three"] {
            assert_eq!(asked(unknown), None, "{unknown}");
        }
    }
}
