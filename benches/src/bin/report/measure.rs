//! Measures parts.

use crate::programs::{self, Program};
use dsh_tools_benches_frame::record::Record;
use dsh_tools_benches_frame::row::Part;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

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
        .map_err(|why| format!("valgrind is needed to count instructions: {why}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let count = text.lines().find_map(|line| line.split("Collected :").nth(1));
    let count = count.and_then(|count| count.trim().parse::<f64>().ok());
    let rounds = row.get("rounds").unwrap_or(1.0);
    count
        .filter(|_| output.status.success())
        .map(|count| count / rounds)
        .ok_or_else(|| format!("{}: callgrind printed no count:\n{text}", row.name()))
}

/// A row under callgrind, which collects while the function of the measured rounds is on the stack.
pub fn valgrind(program: &Program, name: &str, out: &str) -> Result<std::process::Command, String> {
    let mut command = std::process::Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--toggle-collect=*measured_rounds*"])
        .arg(format!("--callgrind-out-file={out}"))
        .arg(programs::folder()?.join(program.measure))
        .args(["--row", name]);
    Ok(command)
}
