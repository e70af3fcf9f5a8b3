//! Measures parts.

use crate::programs::{self, Program};
use dsh_tools_benches_frame::record::Record;
use dsh_tools_benches_frame::row::Part;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Whether what measuring these parts needs is there: better told before an hour than after.
pub fn can(parts: &[Part]) -> Result<(), String> {
    if parts.iter().any(|part| part.is_counted()) {
        valgrind_is_there("valgrind")?;
    }
    Ok(())
}

fn valgrind_is_there(program: &str) -> Result<(), String> {
    let asked = Command::new(program).arg("--version").output();
    if asked.is_ok_and(|asked| asked.status.success()) {
        return Ok(());
    }
    let alone: Vec<_> =
        Part::ALL.into_iter().filter(|part| !part.is_counted()).map(Part::word).collect();
    Err(format!(
        "instructions are counted by `valgrind`, which is not installed here; without it there are `--part {}` and `--stored`",
        alone.join(",")
    ))
}

/// Measures a part and says on the error stream how long that took.
pub fn part(part: Part) -> Result<Vec<Record>, String> {
    let start = Instant::now();
    let records = match part {
        part if part.is_counted() => counted(part, "")?,
        Part::Compile => programs::lines("dsh-tools-compile-bench")?,
        Part::Concurrent => {
            programs::build()?;
            programs::records(programs::command("concurrent")?.arg("--lines"))?
        }
        Part::Tokens => programs::lines("dsh-tools-tokens-bench")?,
        _ => Vec::new(),
    };
    eprintln!("{}: {} rows in {:.0?}", part.word(), records.len(), start.elapsed());
    Ok(records)
}

/// Times, allocations and instructions of the rows of a part whose names have `name`.
///
/// Times first, while nothing else runs; instructions then two at a time, since load does not change a count.
pub fn counted(part: Part, name: &str) -> Result<Vec<Record>, String> {
    programs::build()?;
    let mut all = Vec::new();
    for program in programs::ALL {
        let words = |what| [what, part.word(), name];
        let run = |program, what| programs::records(programs::command(program)?.args(words(what)));
        let mut rows = run(program.measure, "--times")?;
        join(&mut rows, &run(program.allocations, "--allocations")?);
        all.push((program, rows));
    }
    count(all)
}

/// Instructions of the rows of a part, without anything else.
pub fn instructions(part: Part) -> Result<Vec<Record>, String> {
    programs::build()?;
    let mut all = Vec::new();
    for program in programs::ALL {
        let mut list = programs::command(program.measure)?;
        all.push((program, programs::records(list.args(["--list", part.word()]))?));
    }
    count(all)
}

/// Adds to each row the figures that another run has of it.
fn join(rows: &mut [Record], others: &[Record]) {
    for row in rows {
        let name = row.name();
        let same = others.iter().filter(|other| other.name() == name);
        for (name, value) in same.flat_map(|other| &other.figures) {
            row.figures.insert(name.clone(), *value);
        }
    }
}

fn count(all: Vec<(Program, Vec<Record>)>) -> Result<Vec<Record>, String> {
    let rows: Vec<(Program, Record)> = all
        .into_iter()
        .flat_map(|(program, rows)| rows.into_iter().map(move |row| (program, row)))
        .collect();
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(vec![None; rows.len()]);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((program, row)) = rows.get(at) else { break };
                    let counted = callgrind(program, row);
                    let mut counts = counts.lock().unwrap_or_else(|broken| broken.into_inner());
                    counts[at] = Some(counted);
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap_or_else(|broken| broken.into_inner());
    let counted = rows.into_iter().zip(counts).map(|((_, row), count)| {
        let count = count.unwrap_or_else(|| Err(String::from("not counted")))?;
        Ok(row.figure("instructions", count))
    });
    counted.collect()
}

/// Instructions of one round.
fn callgrind(program: &Program, row: &Record) -> Result<f64, String> {
    let output = valgrind(program, &row.name(), "/dev/null")?
        .output()
        .map_err(|why| format!("valgrind: {why}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let rounds = row.get("rounds").unwrap_or(1.0);
    // Nothing collected: the function of the rounds was not found, and no row takes no instruction.
    collected(&text)
        .filter(|count| *count > 0.0)
        .filter(|_| output.status.success())
        .map(|count| count / rounds)
        .ok_or_else(|| format!("{}: callgrind printed no count:\n{text}", row.name()))
}

/// The count in what callgrind says at its end.
fn collected(text: &str) -> Option<f64> {
    let count = text.lines().find_map(|line| line.split("Collected :").nth(1))?;
    count.trim().parse().ok()
}

/// A row under callgrind, which collects while the function of the measured rounds is on the stack.
pub fn valgrind(program: &Program, name: &str, out: &str) -> Result<Command, String> {
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--toggle-collect=*measured_rounds*"])
        .arg(format!("--callgrind-out-file={out}"))
        .arg(programs::folder()?.join(program.measure))
        .args(["--row", name]);
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_what_callgrind_says_at_its_end() {
        let said = "==7== Callgrind, a call-graph generating cache profiler\n\
            ==7== \n==7== Events    : Ir\n==7== Collected : 375324\n==7== \n\
            ==7== I   refs:      375,324\n";
        assert_eq!(collected(said), Some(375_324.0));
        assert_eq!(collected("==7== Collected : \n"), None);
        assert_eq!(collected("valgrind: Fatal error at startup\n"), None);
    }

    #[test]
    fn figures_of_another_run_are_added_to_the_row_of_their_name() {
        let row = |what| Record::new(Part::Calls, "small", what);
        let mut rows = [row("one").figure("nanoseconds", 2.0), row("two")];
        join(&mut rows, &[row("two").figure("bytes", 9.0), row("three").figure("bytes", 1.0)]);
        assert_eq!(rows[0], row("one").figure("nanoseconds", 2.0));
        assert_eq!(rows[1], row("two").figure("bytes", 9.0));
    }

    #[test]
    fn who_has_no_valgrind_is_told_what_goes_without() {
        let said = valgrind_is_there("no such program of anybody").expect_err("is not there");
        assert!(said.contains("`--part concurrent,compile,tokens`"), "{said}");
        assert_eq!(can(&[Part::Tokens, Part::Compile]), Ok(()));
    }
}
