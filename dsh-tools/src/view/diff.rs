//! What changed between two texts, line by line.

use super::FileDiff;
use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};
use std::collections::HashMap;

/// Unchanged lines that a change is usually shown with, before it and after it.
const AROUND: usize = 3;
/// Lines of both texts together, without what is equal at both ends, whose shortest difference is looked for. That takes
/// work that grows with the square of them; beyond, all old lines give way to all new ones.
const MOST_LINES: usize = 4_000;

/// A place where two texts differ, with the lines around it.
///
/// ```
/// use dsh_tools::view::{DiffChange, hunks};
///
/// let hunks = hunks("a\nb\nc\nd\n", "a\nb\nC\nd\n", 1);
/// let lines: Vec<_> = hunks[0].lines.iter().map(|line| (line.change, line.text)).collect();
/// assert_eq!(lines, [
///     (DiffChange::Kept, "b\n"),
///     (DiffChange::Removed, "c\n"),
///     (DiffChange::Added, "C\n"),
///     (DiffChange::Kept, "d\n"),
/// ]);
/// assert_eq!((hunks[0].old_start, hunks[0].new_start), (2, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffHunk<'a> {
    /// The number of its first line in the old text, counted from 1.
    pub old_start: usize,
    /// The number of its first line in the new text, counted from 1.
    pub new_start: usize,
    /// Its lines, in their order.
    pub lines: Vec<DiffLine<'a>>,
}

/// A line of a [`DiffHunk`].
///
/// ```
/// let hunks = dsh_tools::view::hunks("", "no line break", 3);
/// assert_eq!(hunks[0].lines[0].text, "no line break");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffLine<'a> {
    /// What became of it.
    pub change: DiffChange,
    /// The line with its line break, which the last one of a text may lack.
    pub text: &'a str,
}

/// What became of a line.
///
/// ```
/// use dsh_tools::view::DiffChange;
/// assert_eq!([DiffChange::Kept, DiffChange::Removed, DiffChange::Added].map(DiffChange::sign), [' ', '-', '+']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiffChange {
    /// It stands in both texts.
    Kept,
    /// It stands in the old text only.
    Removed,
    /// It stands in the new text only.
    Added,
}

impl DiffChange {
    /// What stands before such a line in a unified diff.
    ///
    /// ```
    /// assert_eq!(dsh_tools::view::DiffChange::Added.sign(), '+');
    /// ```
    #[inline]
    pub const fn sign(self) -> char {
        match self {
            Self::Kept => ' ',
            Self::Removed => '-',
            Self::Added => '+',
        }
    }
}

/// Where two texts differ, each place with up to `around` unchanged lines before it and after it.
///
/// The work is bounded: of texts with thousands of changed lines it may not be the shortest difference.
///
/// ```
/// use dsh_tools::view::hunks;
/// assert!(hunks("same\n", "same\n", 3).is_empty());
/// assert_eq!(hunks("1\n2\n3\n4\n5\n", "1!\n2\n3\n4\n5!\n", 1).len(), 2);
/// ```
#[inline]
pub fn hunks<'a>(before: &'a str, after: &'a str, around: usize) -> Vec<DiffHunk<'a>> {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let groups = group_diff_ops(operations(&old, &new), around);
    groups.iter().filter_map(|group| hunk(group, &old, &new)).collect()
}

#[inline]
fn hunk<'a>(group: &[DiffOp], old: &[&'a str], new: &[&'a str]) -> Option<DiffHunk<'a>> {
    let first = group.first()?;
    let mut lines = Vec::new();
    let mut add = |change, text: &[&'a str], range| {
        let range: &[&str] = text.get::<std::ops::Range<usize>>(range).unwrap_or_default();
        lines.extend(range.iter().map(|text| DiffLine { change, text }));
    };
    for op in group {
        if matches!(op, DiffOp::Equal { .. }) {
            add(DiffChange::Kept, old, op.old_range());
        } else {
            add(DiffChange::Removed, old, op.old_range());
            add(DiffChange::Added, new, op.new_range());
        }
    }
    let (old_start, new_start) = (first.old_range().start + 1, first.new_range().start + 1);
    Some(DiffHunk { old_start, new_start, lines })
}

/// What makes the new lines of the old ones.
#[inline]
fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) =
        (old.get(head..).unwrap_or_default(), new.get(head..).unwrap_or_default());
    let pairs = old_rest.iter().rev().zip(new_rest.iter().rev());
    let tail = pairs.take_while(|(old, new)| old == new).count();
    let old_len = old_rest.len() - tail;
    let new_len = new_rest.len() - tail;

    let mut operations = Vec::new();
    if head > 0 {
        operations.push(DiffOp::Equal { old_index: 0, new_index: 0, len: head });
    }
    if old_len + new_len > MOST_LINES && old_len > 0 && new_len > 0 {
        let (old_index, new_index) = (head, head);
        operations.push(DiffOp::Replace { old_index, old_len, new_index, new_len });
    } else {
        // Lines by number: two that are long and nearly equal are compared once and not each time.
        let mut numbers = HashMap::new();
        let mut number = |line| {
            let next = numbers.len();
            *numbers.entry(line).or_insert(next)
        };
        let old: Vec<usize> = old_rest.iter().take(old_len).map(&mut number).collect();
        let new: Vec<usize> = new_rest.iter().take(new_len).map(&mut number).collect();
        let between = capture_diff_slices(Algorithm::Myers, &old, &new);
        operations.extend(between.into_iter().map(|op| moved(op, head)));
    }
    if tail > 0 {
        let (old_index, new_index) = (head + old_len, head + new_len);
        operations.push(DiffOp::Equal { old_index, new_index, len: tail });
    }
    operations
}

/// The same so many lines later.
#[inline]
fn moved(op: DiffOp, by: usize) -> DiffOp {
    let (mut old_index, mut new_index) = (op.old_range().start, op.new_range().start);
    old_index += by;
    new_index += by;
    match op {
        DiffOp::Equal { len, .. } => DiffOp::Equal { old_index, new_index, len },
        DiffOp::Delete { old_len, .. } => DiffOp::Delete { old_index, old_len, new_index },
        DiffOp::Insert { new_len, .. } => DiffOp::Insert { old_index, new_index, new_len },
        DiffOp::Replace { old_len, new_len, .. } => {
            DiffOp::Replace { old_index, old_len, new_index, new_len }
        }
    }
}

impl DiffHunk<'_> {
    /// The number of the first new line that is not in the old text, or that stands where lines were removed, counted
    /// from 1.
    ///
    /// ```
    /// assert_eq!(dsh_tools::view::hunks("a\nb\n", "a\nB\n", 3)[0].first_change(), 2);
    /// ```
    #[inline]
    pub fn first_change(&self) -> usize {
        let kept = self.lines.iter().take_while(|line| line.change == DiffChange::Kept);
        self.new_start + kept.count()
    }

    /// The hunk as a change of a file by itself: its old lines and its new ones.
    ///
    /// ```
    /// use dsh_tools::view::{FileDiff, hunks};
    /// let hunks = hunks("a\nb\nc\n", "a\nB\nc\n", 0);
    /// assert_eq!(hunks[0].to_diff("x.txt"), FileDiff::new("x.txt", "b\n", "B\n"));
    /// ```
    #[inline]
    pub fn to_diff(&self, path: impl Into<String>) -> FileDiff {
        let without = |left_out| {
            self.lines
                .iter()
                .filter(|line| line.change != left_out)
                .map(|line| line.text)
                .collect::<String>()
        };
        FileDiff::new(path, without(DiffChange::Added), without(DiffChange::Removed))
    }
}

impl FileDiff {
    /// The places of a file that changed, each with three lines around: what a card is to hold of a long file.
    ///
    /// ```
    /// use dsh_tools::view::{FileDiff, ToolResultView};
    ///
    /// let before = "1\n".repeat(1000) + "old\n";
    /// let after = "1\n".repeat(1000) + "new\n";
    /// let card = ToolResultView::diff(FileDiff::between("a.txt", &before, &after));
    /// assert_eq!(card.diffs, [FileDiff::new("a.txt", "1\n1\n1\nold\n", "1\n1\n1\nnew\n")]);
    /// ```
    #[inline]
    pub fn between(path: &str, before: &str, after: &str) -> Vec<Self> {
        hunks(before, after, AROUND).iter().map(|hunk| hunk.to_diff(path)).collect()
    }

    /// Where the two texts differ; a file without a text before is all new.
    ///
    /// ```
    /// use dsh_tools::view::FileDiff;
    /// assert_eq!(FileDiff::created("a.txt", "one\ntwo\n").hunks(3)[0].lines.len(), 2);
    /// ```
    #[inline]
    pub fn hunks(&self, around: usize) -> Vec<DiffHunk<'_>> {
        hunks(self.old_text.as_deref().unwrap_or_default(), &self.new_text, around)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts that all hunks and what is between them make: with everything around, the whole.
    fn whole(before: &str, after: &str) {
        let hunks = hunks(before, after, usize::MAX / 4);
        let part = |left_out| -> String {
            let lines = hunks.iter().flat_map(|hunk| &hunk.lines);
            lines.filter(|line| line.change != left_out).map(|line| line.text).collect()
        };
        if before != after {
            assert_eq!(part(DiffChange::Added), before);
            assert_eq!(part(DiffChange::Removed), after);
        }
    }

    #[test]
    fn hunks_hold_both_texts() {
        for (before, after) in [
            ("", "a\n"),
            ("a\n", ""),
            ("a", "a\n"),
            ("a\nb\nc", "c\nb\na"),
            ("a\r\nb\r\n", "a\nb\n"),
            ("x\nx\nx\n", "x\n"),
            ("\n\n", "\n"),
        ] {
            whole(before, after);
            assert!(!hunks(before, after, 3).is_empty(), "{before:?} {after:?}");
        }
        assert!(hunks("", "", 3).is_empty());
    }

    #[test]
    fn places_far_from_each_other_are_hunks_of_their_own() {
        let lines = |odd: &[usize]| -> String {
            let line = |n: usize| n.to_string() + if odd.contains(&n) { "!\n" } else { "\n" };
            (0..40).map(line).collect()
        };
        let (before, after) = (lines(&[]), lines(&[2, 30]));
        let hunks = hunks(&before, &after, 3);
        let starts: Vec<_> = hunks.iter().map(|hunk| (hunk.old_start, hunk.lines.len())).collect();
        // Two lines, then three, around the first; three on both sides of the second.
        assert_eq!(starts, [(1, 7), (28, 8)]);
        assert_eq!(hunks[1].first_change(), 31);
        assert_eq!(FileDiff::between("a", &before, &after).len(), 2);
    }

    /// A million lines of which none is equal: the shortest difference would be looked for until tomorrow.
    #[test]
    fn work_is_bounded_whatever_the_texts_are() {
        let (before, after) = ("a\n".repeat(500_000), "b\n".repeat(500_000));
        let hunks = hunks(&before, &after, 3);
        assert_eq!(hunks.len(), 1);
        assert_eq!(hunks[0].lines.len(), 1_000_000);
        let line = "x".repeat(10_000_000);
        assert_eq!(FileDiff::new("a", &line, line.clone() + "y").hunks(3)[0].lines.len(), 2);
    }
}
