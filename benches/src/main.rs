//! Instruction counts and times of ours and of peers, in one run: `cargo run --release`.
//!
//! Every row builds and drops its outputs inside the window. Counts come from callgrind: each row runs in a
//! process of its own with two numbers of rounds, and the difference divides start-up away.
//!
//! `--only PART` reports the rows whose names have it, as `--only small/` or `--only pipeline`; `--smoke` runs every row once and measures nothing; `--row NAME ROUNDS` is what a measuring process runs.

mod rows;
mod shapes;

use std::process::{Command, ExitCode};
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let all = rows::all();
    match words.as_slice() {
        [] => report(&all, ""),
        ["--only", part] => report(&all, part),
        ["--smoke"] => {
            for row in &all {
                (row.run)(1);
            }
            println!("{} rows ran once", all.len());
            ExitCode::SUCCESS
        }
        ["--row", name, rounds] => {
            let row = all.iter().find(|row| row.name() == *name);
            match (row, rounds.parse()) {
                (Some(row), Ok(rounds)) => {
                    (row.run)(rounds);
                    ExitCode::SUCCESS
                }
                _ => usage(),
            }
        }
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: dsh-tools-benches [--only PART-OF-A-NAME | --smoke | --row NAME ROUNDS]");
    ExitCode::from(2)
}

fn report(all: &[rows::Row], part: &str) -> ExitCode {
    println!("| shape | row | instructions | ns | to ours |\n|---|---|--:|--:|--:|");
    let mut ours = None;
    for row in all.iter().filter(|row| row.name().contains(part)) {
        let counted = match (instructions(row, row.few()), instructions(row, row.many())) {
            (Ok(few), Ok(many)) => (many - few) / u64::from(row.many() - row.few()),
            (Err(why), _) | (_, Err(why)) => {
                eprintln!("{why}");
                return ExitCode::FAILURE;
            }
        };
        let nanoseconds = time(row);
        if row.ours {
            ours = Some(counted);
        }
        let ratio =
            ours.map_or(String::new(), |ours| format!("{:.2}x", counted as f64 / ours as f64));
        println!("| {} | {} | {counted} | {nanoseconds} | {ratio} |", row.shape, row.what);
    }
    println!(
        "\nto ours: against the nearest row of ours above; instructions by callgrind, per call."
    );
    ExitCode::SUCCESS
}

fn time(row: &rows::Row) -> u128 {
    // The best of five: what else the machine does only adds. What a row prepares is a part of it, and next to nothing of
    // so many rounds.
    let best = (0..5).map(|_| {
        let start = Instant::now();
        (row.run)(row.timed());
        start.elapsed().as_nanos() / u128::from(row.timed())
    });
    best.min().unwrap_or(0)
}

fn instructions(row: &rows::Row, rounds: u32) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--row", &row.name(), &rounds.to_string()])
        .output()
        .map_err(|error| format!("valgrind is needed to count instructions: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let counted = text.lines().find_map(|line| line.split("Collected :").nth(1));
    counted
        .and_then(|count| count.trim().parse().ok())
        .ok_or_else(|| format!("{}: callgrind printed no count:\n{text}", row.name()))
}
