//! A change of a file, in lines.

use super::sheet::Sheet;
use crate::view::FileDiff;

/// Lines around a change that are shown with it.
const AROUND: usize = 3;

/// Adds a change: what is equal at both ends is left out, and what is between is the old lines, then the new ones.
#[inline]
pub(super) fn add(sheet: &mut Sheet, diff: &FileDiff) {
    let Some(old) = &diff.old_text else {
        sheet.line("+++ ", &diff.path);
        for line in diff.new_text.split_inclusive('\n') {
            changed(sheet, "+", line);
        }
        return;
    };
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = diff.new_text.split_inclusive('\n').collect();
    let equal = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(old, new)| old == new).count()
    };
    let head = equal(&mut old.iter().zip(&new));
    let (old_rest, new_rest) = (rest(&old, head), rest(&new, head));
    let tail = equal(&mut old_rest.iter().rev().zip(new_rest.iter().rev()));
    let (old_end, new_end) = (old_rest.len() - tail, new_rest.len() - tail);

    sheet.line("--- ", &diff.path);
    sheet.line("+++ ", &diff.path);
    if old_end == 0 && new_end == 0 {
        sheet.line("    ", "(no change)");
        return;
    }
    let before = head.saturating_sub(AROUND);
    let context = |sheet: &mut Sheet, lines: &[&str]| {
        for line in lines {
            sheet.add("    ", line);
        }
    };
    sheet.line("@@ ", &format!("from line {}", before + 1));
    context(sheet, old.get(before..head).unwrap_or_default());
    for line in old_rest.iter().take(old_end) {
        changed(sheet, "-", line);
    }
    for line in new_rest.iter().take(new_end) {
        changed(sheet, "+", line);
    }
    let after = rest(old_rest, old_end);
    context(sheet, after.get(..AROUND).unwrap_or(after));
}

#[inline]
fn rest<'a, 'b>(lines: &'a [&'b str], from: usize) -> &'a [&'b str] {
    lines.get(from..).unwrap_or_default()
}

#[inline]
fn changed(sheet: &mut Sheet, sign: &str, line: &str) {
    sheet.line(&format!("  {sign} "), line.strip_suffix('\n').unwrap_or(line));
    if !line.ends_with('\n') {
        sheet.line("  \\ ", "no line break at the end");
    }
}
