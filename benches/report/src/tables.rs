//! Tables of the parts.

use crate::growth;
use crate::rows::quotient;
use crate::targets::{ALONE, TWO_CORES};
use dsh_tools_benches_frame::record::Record;
use dsh_tools_benches_frame::row::Part;
use std::fmt::Write as _;

/// The tables of a part.
pub fn of(part: Part, records: &[Record]) -> String {
    match part {
        Part::Calls | Part::Pipeline => counted(records),
        Part::Registry => growing(records),
        Part::Scaling => sizes(records),
        Part::Concurrent => figures(records) + quiet(records),
        Part::Compile => figures(records),
        Part::Tokens => tokens(records),
    }
}

/// A table a group: instructions against the nearest row of ours above, time and allocations beside them.
pub fn counted(records: &[Record]) -> String {
    let mut text = String::new();
    for (title, group) in by(records, |record| &record.group) {
        let _ = writeln!(
            text,
            "| {title} | instructions | to ours | ns | allocations | bytes |\n|---|--:|--:|--:|--:|--:|"
        );
        let mut ours = None;
        for row in group {
            let instructions = row.get("instructions");
            if row.ours {
                ours = instructions;
            }
            let ratio = match quotient(instructions, ours) {
                _ if row.ours => String::from("**ours**"),
                Some(ratio) => format!("{ratio:.2}x"),
                None => String::new(),
            };
            let _ = writeln!(
                text,
                "| {} | {} | {ratio} | {} | {} | {} |",
                row.what,
                number(instructions),
                number(row.get("nanoseconds")),
                number(row.get("allocations")),
                number(row.get("bytes")),
            );
        }
        text.push('\n');
    }
    text
}

/// One table: what is done, by number; each against the smallest number of the same.
fn growing(records: &[Record]) -> String {
    if records.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "| | | instructions | to the first | ns | allocations | bytes |\n|---|---|--:|--:|--:|--:|--:|\n",
    );
    for (what, rows) in by(records, |record| &record.what) {
        let first = rows.first().and_then(|row| row.get("instructions"));
        for row in rows {
            let ratio = quotient(row.get("instructions"), first);
            let _ = writeln!(
                text,
                "| {what} | {} | {} | {} | {} | {} | {} |",
                row.group,
                number(row.get("instructions")),
                ratio.map(|ratio| format!("{ratio:.2}x")).unwrap_or_default(),
                number(row.get("nanoseconds")),
                number(row.get("allocations")),
                number(row.get("bytes")),
            );
        }
    }
    text
}

/// The same by size of the input, with what a byte of it costs.
fn sizes(records: &[Record]) -> String {
    if records.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "| | | bytes of input | rounds | instructions a byte | a byte more | ns a byte | allocations | allocated bytes a byte |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for (what, rows) in by(records, |record| &record.what) {
        for row in rows {
            let a_byte = |figure| decimals(quotient(row.get(figure), row.get("size")));
            let _ = writeln!(
                text,
                "| {what} | {} | {} | {} | {} | {} | {} | {} | {} |",
                row.group,
                number(row.get("size")),
                number(row.get("rounds")),
                a_byte("instructions"),
                decimals(growth::a_byte_more(records, row)),
                a_byte("nanoseconds"),
                number(row.get("allocations")),
                a_byte("bytes"),
            );
        }
    }
    text
}

/// A figure of a byte, which is small.
fn decimals(value: Option<f64>) -> String {
    value.map(|value| format!("{value:.2}")).unwrap_or_default()
}

/// One table with a column a figure; in brackets, against ours of the same group.
fn figures(records: &[Record]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in records.iter().flat_map(|record| record.figures.keys()) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return String::new();
    }
    let mut text = String::from("| | |");
    for name in &names {
        let _ = write!(text, " {} |", name.replace('_', " "));
    }
    let _ = writeln!(text, "\n|---|---|{}", "--:|".repeat(names.len()));
    for row in records {
        let ours = records.iter().find(|other| other.ours && other.group == row.group);
        let _ = write!(text, "| {} | {} |", row.group, row.what);
        for name in &names {
            let value = row.get(name);
            let ours = ours.filter(|_| !row.ours).and_then(|ours| ours.get(name));
            let ratio = quotient(value, ours).map(|ratio| format!(" ({ratio:.2}x)"));
            let shown = match value {
                Some(value) if name.starts_with("to_") => format!("{value:.2}x"),
                value => number(value),
            };
            let _ = write!(text, " {shown}{} |", ratio.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

/// Whether the machine had two cores to give.
fn quiet(records: &[Record]) -> &'static str {
    let alone = records.iter().filter(|row| row.what == ALONE && row.group != "1 caller");
    let mut gives = alone.filter_map(|row| row.get("to_one_worker"));
    if gives.all(|gives| gives >= TWO_CORES) {
        return "";
    }
    "\nNot quiet: where callers that share nothing gain less than 1.8x of two cores, what ours gain is set against no target.\n"
}

/// A line a shape: tokens, in brackets bytes, of each. What is not told is left out at the cost of the model.
fn tokens(records: &[Record]) -> String {
    if records.is_empty() {
        return String::new();
    }
    let (shapes, whats) = (by(records, |row| &row.group), by(records, |row| &row.what));
    let mut text = String::from("Tokens of o200k_base, in brackets bytes.\n\n| |");
    for (what, _) in &whats {
        let _ = write!(text, " {what} |");
    }
    let _ = writeln!(text, "\n|---|{}", "--:|".repeat(whats.len()));
    // What one shape has no figure of has no sum either.
    let sum = |rows: &[&Record], what: &str, figure: &str| {
        let mut of = rows.iter().filter(|row| row.what == what).map(|row| row.get(figure));
        let first = of.next()??;
        of.try_fold(first, |sum, one| Some(sum + one?))
    };
    let all = ("all", records.iter().collect::<Vec<_>>());
    for (title, rows) in shapes.iter().chain([&all]) {
        let _ = write!(text, "| {title} |");
        for (what, _) in &whats {
            let _ = match (sum(rows, what, "tokens"), sum(rows, what, "bytes")) {
                (Some(tokens), bytes) => {
                    write!(text, " {} ({}) |", number(Some(tokens)), number(bytes))
                }
                (None, _) => write!(text, " |"),
            };
        }
        text.push('\n');
    }
    let _ = write!(text, "| facts of the types that are not told |");
    for (what, rows) in &whats {
        let _ = write!(text, " {} |", number(sum(rows, what, "untold")));
    }
    text.push('\n');
    text
}

/// Records by a key, in the order of the first of each.
fn by(records: &[Record], key: fn(&Record) -> &str) -> Vec<(&str, Vec<&Record>)> {
    let mut all: Vec<(&str, Vec<&Record>)> = Vec::new();
    for record in records {
        match all.iter_mut().find(|(known, _)| *known == key(record)) {
            Some((_, rows)) => rows.push(record),
            None => all.push((key(record), vec![record])),
        }
    }
    all
}

/// A figure as people read it.
pub fn number(value: Option<f64>) -> String {
    let Some(value) = value else { return String::new() };
    if value.abs() < 100.0 && value.fract() != 0.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && !text.ends_with('-') {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
