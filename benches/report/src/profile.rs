//! Where the instructions of a row go.

use crate::measure::{can, valgrind};
use crate::programs;
use dsh_tools_benches_frame::record::Record;
use dsh_tools_benches_frame::row::Part;
use std::fmt::Write as _;
use std::process::Command;

/// Prints the tables of a row: by group, and by function.
pub fn print(name: &str) -> Result<(), String> {
    can(&[Part::Calls])?;
    programs::build()?;
    for program in programs::ALL {
        for part in Part::ALL.into_iter().filter(|part| part.is_counted()) {
            let mut list = programs::command(program.measure)?;
            let rows = programs::records(list.args(["--list", part.word(), name]))?;
            let Some(row) = rows.iter().find(|row| row.name() == name) else { continue };
            let out = programs::folder()?.join("callgrind.out").display().to_string();
            let counted = valgrind(&program, name, &out)?.output();
            let counted = counted.map_err(|why| format!("valgrind: {why}"))?;
            if !counted.status.success() {
                return Err(format!("valgrind: {}", String::from_utf8_lossy(&counted.stderr)));
            }
            print!("{}", tables(row, &lines(&out, "no")?));
            print!("{}", inclusive(row, &lines(&out, "yes")?));
            return Ok(());
        }
    }
    Err(format!("no row is called {name}"))
}

/// Instructions of one function, of the lines of it that one source file holds.
struct Line {
    count: f64,
    file: String,
    function: String,
}

/// What `callgrind_annotate` says of a file of counts.
fn lines(out: &str, inclusive: &str) -> Result<Vec<Line>, String> {
    let inclusive = format!("--inclusive={inclusive}");
    let words = [inclusive.as_str(), "--threshold=100", "--auto=no", "--show-percs=no", out];
    let output = Command::new("callgrind_annotate").args(words).output();
    let output = output.map_err(|why| format!("callgrind_annotate: {why}"))?;
    if !output.status.success() {
        return Err(format!("callgrind_annotate: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(annotated(&String::from_utf8_lossy(&output.stdout)))
}

/// The functions in what it prints.
fn annotated(text: &str) -> Vec<Line> {
    text.lines().filter_map(line).collect()
}

/// `1,234  file:function [object]`.
fn line(text: &str) -> Option<Line> {
    let (count, rest) = text.trim_start().split_once("  ")?;
    let count = count.replace(',', "").parse().ok()?;
    let rest = rest.rsplit_once(" [").map_or(rest, |(name, _)| name);
    let (file, function) = rest.trim().split_once(':')?;
    Some(Line { count, file: file.to_owned(), function: function.to_owned() })
}

fn tables(row: &Record, lines: &[Line]) -> String {
    let rounds = row.get("rounds").unwrap_or(1.0);
    let all: f64 = lines.iter().map(|line| line.count).sum();
    let mut text = format!("{}: {:.0} instructions a round\n", row.name(), all / rounds);
    for (title, key) in [
        ("what", group as fn(&Line) -> String),
        ("source", source as fn(&Line) -> String),
        ("function", |line| short(&line.function)),
    ] {
        let mut sums: Vec<(String, f64)> = Vec::new();
        for line in lines {
            let key = key(line);
            match sums.iter_mut().find(|(name, _)| *name == key) {
                Some((_, sum)) => *sum += line.count,
                None => sums.push((key, line.count)),
            }
        }
        let rest = all - shares(&mut text, title, sums, all, rounds);
        let _ = writeln!(text, "| the rest | {:.0} | {:.1} % |", rest / rounds, rest / all * 100.0);
    }
    text
}

/// Functions with what they call. One that calls itself is counted where it was called from outside.
fn inclusive(row: &Record, lines: &[Line]) -> String {
    let mut most: Vec<(String, f64)> = Vec::new();
    for line in lines.iter().filter(|line| !line.function.contains('\'')) {
        let name = short(&line.function);
        match most.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count = count.max(line.count),
            None => most.push((name, line.count)),
        }
    }
    let all = most.iter().fold(0.0, |all, (_, count)| f64::max(all, *count));
    // What calls the rows holds everything, and says nothing.
    most.retain(|(_, count)| *count < all * 0.999);
    let mut text = String::new();
    shares(&mut text, "function with what it calls", most, all, row.get("rounds").unwrap_or(1.0));
    text
}

/// A table of the largest sums; what they are together.
fn shares(
    text: &mut String,
    title: &str,
    mut sums: Vec<(String, f64)>,
    all: f64,
    rounds: f64,
) -> f64 {
    sums.sort_by(|one, other| other.1.total_cmp(&one.1));
    sums.retain(|(_, sum)| *sum >= all * 0.005);
    sums.truncate(30);
    let _ = writeln!(text, "\n| {title} | instructions | share |\n|---|--:|--:|");
    for (name, sum) in &sums {
        let _ = writeln!(text, "| {name} | {:.0} | {:.1} % |", sum / rounds, sum / all * 100.0);
    }
    sums.iter().map(|(_, sum)| sum).sum()
}

/// What a function is for.
fn group(line: &Line) -> String {
    let name = line.function.trim_start_matches('_');
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    if has(&["drop_in_place", "drop_slow", "as core::ops::drop::Drop"]) {
        return String::from("drops");
    }
    if has(&[
        "rdl_alloc",
        "rdl_dealloc",
        "rdl_realloc",
        "rust_alloc",
        "rust_dealloc",
        "rust_realloc",
    ]) || begins(&[
        "malloc",
        "free",
        "int_free",
        "int_malloc",
        "realloc",
        "int_realloc",
        "calloc",
    ]) || line.file.contains("malloc.c")
    {
        return String::from("allocator");
    }
    if begins(&["mem", "str"]) && line.function.contains("_avx")
        || begins(&["memcpy", "memmove", "memcmp", "bcmp"])
    {
        return String::from("copies and comparisons of memory");
    }
    let path = name.trim_start_matches(['<', '&']).split("::").collect::<Vec<_>>();
    match path.as_slice() {
        ["dsh_tools_benches", "shapes", ..] => String::from("code generated by the derives"),
        ["dsh_tools_benches", ..] => String::from("the benchmark"),
        ["dsh_tools", layer, module, ..] => format!("`{layer}::{module}`"),
        ["core" | "alloc" | "std" | "hashbrown", ..] => {
            String::from("standard library, not inlined")
        }
        [name, ..] => (*name).to_owned(),
        [] => String::new(),
    }
}

/// The file whose lines were run, wherever they were inlined.
fn source(line: &Line) -> String {
    let file = line.file.as_str();
    for (before, shown) in
        [("dsh-tools/src/", ""), ("/library/", "library/"), ("/src/index.crates.io-", "")]
    {
        if let Some((_, rest)) = file.split_once(before) {
            let rest = if before.ends_with('-') {
                rest.split_once('/').map_or(rest, |(_, rest)| rest)
            } else {
                rest
            };
            return format!("{shown}{rest}");
        }
    }
    file.trim_start_matches("./").to_owned()
}

/// A function as people read it: calls of itself are one with it.
fn short(function: &str) -> String {
    let function = function.split_once('\'').map_or(function, |(name, _)| name);
    format!("`{}`", function.replace("dsh_tools::", "").replace("dsh_tools_benches::", ""))
}

#[cfg(test)]
mod tests;
