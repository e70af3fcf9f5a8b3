//! The command line of a program that holds rows.
//!
//! | words | what happens |
//! |---|---|
//! | `--list PART` | a record a row, with its counted rounds and without results |
//! | `--row NAME` | the counted rounds of one row, as callgrind is to see them |
//! | `--times PART` | a record a row with `nanoseconds` a round, the best of five |
//! | `--allocations PART` | a record a row with `allocations` and `bytes` a round; for a program that counts them |
//! | `--smoke` | every row once |
//!
//! A name of a row or a part of it can follow `PART`: only rows whose names have it are run.

use crate::record::{Record, to_lines};
use crate::row::{Part, Row};
use crate::window::{Allocated, Seen, Window};
use std::collections::HashSet;
use std::process::ExitCode;

/// Runs what the words of this process ask for.
pub fn run(rows: &[Row], allocated: fn() -> Allocated) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let chosen = |part: &str, name: &str| {
        let part = Part::of(part);
        let name = name.to_owned();
        rows.iter().filter(move |row| Some(row.part()) == part && row.name().contains(&name))
    };
    match words.as_slice() {
        ["--list", part, name @ ..] => {
            chosen(part, name.first().unwrap_or(&"")).for_each(|row| print(&row.record()));
        }
        ["--times", part, name @ ..] => {
            for row in chosen(part, name.first().unwrap_or(&"")) {
                let seen = row.run(Window::timed(row.counted()));
                print(&sized(row, &seen).figure("nanoseconds", seen.nanoseconds));
            }
        }
        ["--allocations", part, name @ ..] => {
            for row in chosen(part, name.first().unwrap_or(&"")) {
                let seen = row.run(Window::counted(row.counted(), allocated));
                let a_round = |count: u64| count as f64 / f64::from(seen.rounds);
                let record = sized(row, &seen);
                let record = record.figure("allocations", a_round(seen.allocated.times));
                print(&record.figure("bytes", a_round(seen.allocated.bytes)));
            }
        }
        ["--row", name] => {
            let Some(row) = rows.iter().find(|row| row.name() == *name) else {
                eprintln!("no row is called {name}");
                return ExitCode::from(2);
            };
            row.run(Window::counted(row.counted(), allocated));
        }
        ["--smoke"] => {
            let mut names = HashSet::new();
            for row in rows {
                // By its name a row is found again, in another run of the program and in another commit.
                if !names.insert(row.name()) {
                    eprintln!("two rows are called {}", row.name());
                    return ExitCode::FAILURE;
                }
                row.run(Window::smoke());
            }
            println!("{} rows ran once", rows.len());
        }
        _ => {
            eprintln!(
                "usage: --list PART [NAME] | --row NAME | --times PART [NAME] | --allocations PART [NAME] | --smoke"
            );
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// The record of a row, with the bytes of its input where it told them.
fn sized(row: &Row, seen: &Seen) -> Record {
    let record = row.record();
    match seen.input {
        Some(bytes) => record.figure("size", bytes as f64),
        None => record,
    }
}

fn print(record: &Record) {
    print!("{}", to_lines(std::slice::from_ref(record)));
}
