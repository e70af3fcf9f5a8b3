//! One Markdown report of all benchmarks: `cargo run --release --manifest-path benches/Cargo.toml`.
//!
//! | words | what happens |
//! |---|---|
//! | none | every part is measured and the report printed |
//! | `--part PART,PART` | these are measured and the report printed with what is stored of the others |
//! | `--rest` | what has no results of this commit is measured: the way on after a run that was ended |
//! | `--stored` | nothing is measured |
//! | `--write` | with any of the above: writes `benches/REPORT.md` too |
//! | `--only NAME` | rows of the counted parts whose names have it; neither stored nor set against targets |
//! | `--lines PART,PART` | only instructions of these parts, a record a line |
//! | `--profile ROW` | where the instructions of a row go |
//! | `--smoke` | everything once, nothing measured |

mod growth;
mod machine;
mod measure;
mod misses;
mod profile;
mod programs;
mod rows;
mod smoke;
mod store;
mod tables;
mod target;
mod targets;
mod versions;

use dsh_tools_benches_frame::command;
use dsh_tools_benches_frame::record::{Record, to_lines};
use dsh_tools_benches_frame::row::Part;
use machine::Origin;
use std::fmt::Write as _;
use std::process::ExitCode;
use store::Stored;

fn main() -> ExitCode {
    command::run(run)
}

fn run(words: &[&str]) -> Result<(), String> {
    let asked = asked(words)?;
    if matches!(asked, Asked::Smoke) {
        return smoke::run();
    }
    if cfg!(debug_assertions) {
        return Err(String::from("only a release build measures: cargo run --release"));
    }
    match asked {
        Asked::Smoke => Ok(()),
        Asked::Only(name) => {
            let parts: Vec<_> = Part::ALL.into_iter().filter(|part| part.is_counted()).collect();
            measure::can(&parts)?;
            let counted: Result<Vec<_>, _> =
                parts.iter().map(|part| measure::counted(*part, name)).collect();
            print!("{}", tables::counted(&counted?.concat()));
            Ok(())
        }
        Asked::Lines(parts) => {
            measure::can(&parts)?;
            for part in parts {
                print!("{}", to_lines(&measure::instructions(part)?));
            }
            Ok(())
        }
        Asked::Profile(name) => profile::print(name),
        Asked::Report { measured, write } => report(&measured, write),
    }
}

const USAGE: &str = "usage: report [--part PART,PART | --rest | --stored] [--write] | --only NAME | --lines PART,PART | --profile ROW | --smoke";

/// What the words ask for.
#[derive(Debug, PartialEq)]
enum Asked<'a> {
    Smoke,
    Only(&'a str),
    Lines(Vec<Part>),
    Profile(&'a str),
    Report { measured: Measured, write: bool },
}

/// Which parts are measured for a report.
#[derive(Debug, PartialEq)]
enum Measured {
    These(Vec<Part>),
    Rest,
}

fn asked<'a>(words: &[&'a str]) -> Result<Asked<'a>, String> {
    Ok(match words {
        ["--smoke"] => Asked::Smoke,
        ["--only", name] => Asked::Only(name),
        ["--lines", parts] => Asked::Lines(parts_of(parts)?),
        ["--profile", name] => Asked::Profile(name),
        words => {
            let (write, words) = match words {
                [words @ .., "--write"] | ["--write", words @ ..] => (true, words),
                words => (false, words),
            };
            let measured = match words {
                [] => Measured::These(Part::ALL.to_vec()),
                ["--stored"] => Measured::These(Vec::new()),
                ["--rest"] => Measured::Rest,
                ["--part", parts] => Measured::These(parts_of(parts)?),
                _ => return Err(String::from(USAGE)),
            };
            Asked::Report { measured, write }
        }
    })
}

fn parts_of(words: &str) -> Result<Vec<Part>, String> {
    let known = || Part::ALL.map(Part::word).join(", ");
    let part = |word| Part::of(word).ok_or_else(|| format!("`{word}` is none of {}", known()));
    words.split(',').map(part).collect()
}

/// Measures parts, then puts the report together from what is stored.
fn report(measured: &Measured, write: bool) -> Result<(), String> {
    let origin = Origin::now();
    let measured = match measured {
        Measured::These(parts) => parts.clone(),
        Measured::Rest => rest(&origin, |part| store::read(part).ok()),
    };
    measure::can(&measured)?;
    for part in measured {
        // Kept at once: who ends the run here goes on with `--rest`.
        store::write(part, &origin, &measure::part(part)?)?;
    }
    let stored = Part::ALL.map(|part| {
        let stored = store::read(part).unwrap_or_else(|why| {
            eprintln!("{why}: it counts as not measured until `--part {}` was", part.word());
            Stored::default()
        });
        (part, stored)
    });
    let text = put_together(&origin, &versions::line()?, &stored);
    print!("{text}");
    let records: Vec<Record> = stored.into_iter().flat_map(|(_, stored)| stored.records).collect();
    misses::stale(&targets::all(&records)).iter().for_each(|said| eprintln!("{said}"));
    if write {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../REPORT.md");
        std::fs::write(path, text).map_err(|why| format!("{path}: {why}"))?;
    }
    Ok(())
}

/// What has no results of these very sources.
fn rest(origin: &Origin, stored: impl Fn(Part) -> Option<Stored>) -> Vec<Part> {
    let is_done = |part: &Part| {
        let of = stored(*part).filter(|stored| !stored.records.is_empty());
        let same = of.and_then(|stored| stored.origin);
        origin.is_clean() && same.is_some_and(|of| of.commit == origin.commit)
    };
    Part::ALL.into_iter().filter(|part| !is_done(part)).collect()
}

fn put_together(origin: &Origin, peers: &str, stored: &[(Part, Stored)]) -> String {
    let all: Vec<Record> =
        stored.iter().flat_map(|(_, stored)| stored.records.iter().cloned()).collect();
    let mut text = machine::heading(origin);
    text.push_str(peers);
    text.push_str(&targets::table(&targets::all(&all)));
    for (part, stored) in stored {
        let _ = write!(text, "\n## {}\n\n", part.title());
        if stored.records.is_empty() {
            let _ = writeln!(text, "Not measured: `--part {}`.", part.word());
            continue;
        }
        text.push_str(&machine::elsewhere(origin, stored.origin.as_ref()));
        text.push_str(&tables::of(*part, &stored.records));
    }
    text
}

#[cfg(test)]
mod tests;
