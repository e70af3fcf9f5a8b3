//! One Markdown report of all benchmarks: `cargo run --release --manifest-path benches/Cargo.toml`.
//!
//! | words | what happens |
//! |---|---|
//! | none | every part is measured and the report printed |
//! | `--part PART,PART` | these are measured and the report printed with what is stored of the others |
//! | `--stored` | nothing is measured |
//! | `--write` | with any of the above: writes `benches/REPORT.md` too |
//! | `--only NAME` | rows of the counted parts whose names have it; neither stored nor set against targets |
//! | `--lines PART,PART` | only instructions of these parts, a record a line |
//! | `--profile ROW` | where the instructions of a row go |
//! | `--smoke` | everything once, nothing measured |

mod machine;
mod measure;
mod misses;
mod profile;
mod programs;
mod smoke;
mod store;
mod tables;
mod targets;
mod versions;

use dsh_tools_benches_frame::record::to_lines;
use dsh_tools_benches_frame::row::Part;
use std::fmt::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), String> {
    if words == ["--smoke"] {
        return smoke::run();
    }
    if cfg!(debug_assertions) {
        return Err(String::from("only a release build measures: cargo run --release"));
    }
    match words {
        ["--only", name] => {
            let parts = Part::ALL.into_iter().filter(|part| part.is_counted());
            let counted: Result<Vec<_>, _> =
                parts.map(|part| measure::counted(part, name)).collect();
            print!("{}", tables::counted(&counted?.concat()));
            Ok(())
        }
        ["--lines", parts] => {
            for part in parts_of(parts)? {
                print!("{}", to_lines(&measure::instructions(part)?));
            }
            Ok(())
        }
        ["--profile", name] => profile::print(name),
        words => {
            let (write, words) = match words {
                [words @ .., "--write"] | ["--write", words @ ..] => (true, words),
                words => (false, words),
            };
            let measured = match words {
                [] => Part::ALL.to_vec(),
                ["--stored"] => Vec::new(),
                ["--part", parts] => parts_of(parts)?,
                _ => return Err(String::from(USAGE)),
            };
            report(&measured, write)
        }
    }
}

const USAGE: &str = "usage: report [--part PART,PART | --stored] [--write] | --only NAME | --lines PART,PART | --profile ROW | --smoke";

fn parts_of(words: &str) -> Result<Vec<Part>, String> {
    let known = || Part::ALL.map(Part::word).join(", ");
    let part = |word| Part::of(word).ok_or_else(|| format!("`{word}` is none of {}", known()));
    words.split(',').map(part).collect()
}

/// Measures parts, then puts the report together from what is stored.
fn report(measured: &[Part], write: bool) -> Result<(), String> {
    for part in measured {
        store::write(*part, &measure::part(*part)?)?;
    }
    let mut records = Vec::new();
    for part in Part::ALL {
        records.extend(store::read(part)?);
    }
    let mut text = machine::heading();
    text.push_str(&versions::table());
    text.push_str(&targets::table(&records));
    for part in Part::ALL {
        let of_part: Vec<_> =
            records.iter().filter(|record| record.part == part.word()).cloned().collect();
        let _ = write!(text, "\n## {}\n\n", part.title());
        if of_part.is_empty() {
            let _ = writeln!(text, "Not measured: `--part {}`.", part.word());
        }
        text.push_str(&tables::of(part, &of_part));
    }
    print!("{text}");
    if write {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/REPORT.md");
        std::fs::write(path, text).map_err(|why| format!("{path}: {why}"))?;
    }
    Ok(())
}
