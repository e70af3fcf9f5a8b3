//! Tables of the parts.

use dsh_tools_benches_frame::record::Record;
use dsh_tools_benches_frame::row::Part;
use std::fmt::Write as _;

/// The tables of a part.
pub fn of(part: Part, records: &[Record]) -> String {
    match part {
        Part::Calls | Part::Pipeline => counted(records),
        Part::Registry | Part::Scaling => growing(records),
        Part::Concurrent | Part::Compile => figures(records),
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
            let ratio = ours.zip(instructions).map_or(String::new(), |(ours, this)| {
                if row.ours { String::from("**ours**") } else { format!("{:.2}x", this / ours) }
            });
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

/// One table: what is done, by size; each against the smallest size of the same.
fn growing(records: &[Record]) -> String {
    if records.is_empty() {
        return String::new();
    }
    let by_size = records.iter().any(|row| row.get("size").is_some());
    let a_byte = if by_size { " instructions a byte |" } else { "" };
    let rule = if by_size { "--:|" } else { "" };
    let mut text = format!(
        "| | | instructions |{a_byte} to the first | ns | allocations | bytes |\n|---|---|--:|{rule}--:|--:|--:|--:|\n"
    );
    for (what, rows) in by(records, |record| &record.what) {
        let scaled = |row: &Record| {
            Some(
                row.get("instructions")?
                    / row.get("size").filter(|size| *size > 0.0).unwrap_or(1.0),
            )
        };
        let first = rows.first().and_then(|row| scaled(row));
        for row in rows {
            let ratio = first.zip(scaled(row)).map(|(first, this)| format!("{:.2}x", this / first));
            let a_byte = scaled(row).filter(|_| by_size).map(|value| format!(" {value:.2} |"));
            let _ = writeln!(
                text,
                "| {what} | {} | {} |{} {} | {} | {} | {} |",
                row.group,
                number(row.get("instructions")),
                a_byte.unwrap_or_default(),
                ratio.unwrap_or_default(),
                number(row.get("nanoseconds")),
                number(row.get("allocations")),
                number(row.get("bytes")),
            );
        }
    }
    text
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
            let ratio = value.zip(ours.filter(|ours| *ours > 0.0));
            let ratio = ratio.map(|(value, ours)| format!(" ({:.2}x)", value / ours));
            let _ = write!(text, " {}{} |", number(value), ratio.unwrap_or_default());
        }
        text.push('\n');
    }
    text
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
    let sum = |rows: &[&Record], what: &str, figure: &str| -> f64 {
        rows.iter().filter(|row| row.what == what).filter_map(|row| row.get(figure)).sum()
    };
    let all = ("all", records.iter().collect::<Vec<_>>());
    for (title, rows) in shapes.iter().chain([&all]) {
        let _ = write!(text, "| {title} |");
        for (what, _) in &whats {
            let (tokens, bytes) = (sum(rows, what, "tokens"), sum(rows, what, "bytes"));
            let _ = write!(text, " {} ({}) |", number(Some(tokens)), number(Some(bytes)));
        }
        text.push('\n');
    }
    let _ = write!(text, "| facts of the types that are not told |");
    for (what, rows) in &whats {
        let _ = write!(text, " {} |", number(Some(sum(rows, what, "untold"))));
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
