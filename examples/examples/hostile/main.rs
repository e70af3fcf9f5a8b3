//! Schemas and documents that are made to cost more than they weigh, each in a process of its own: how it ends,
//! what it takes of time and memory, and whether that is within the bounds that the library states.
//!
//! ```text
//! cargo run --release -p dsh-tools-examples --example hostile             the table of worst cases
//! cargo run --release -p dsh-tools-examples --example hostile -- anyOf    the cases with that in their name
//! cargo run -p dsh-tools-examples --example hostile -- --small            small sizes, how long they take is no matter
//! ```
//! Memory is the greatest resident size of the process beyond what it had before it read its input
//! (`VmHWM` of Linux), time that of reading, compiling, checking and wording together.
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

mod cases;

use anyhow::Context as _;
use cases::{Case, End, cases};
use dsh_tools::FrozenJson;
use dsh_tools::schema::RawSchema;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Memory for each byte of input.
const TIMES_INPUT: usize = 20;
/// Memory that any input may take: pages, caches of patterns.
const FREE_MEMORY: usize = 32 << 20;
/// Time for each byte of input, in nanoseconds.
const NANOS_A_BYTE: u128 = 1_000;
/// Time that any input may take, in milliseconds: the trials that a document may spend, a pattern's budget.
const FREE_MILLIS: u128 = 3_000;
/// Then it is taken for one that does not end.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of a message.
const MESSAGE: usize = 16 << 10;

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run() -> anyhow::Result<ExitCode> {
    let mut words = std::env::args().skip(1);
    match words.next().as_deref() {
        Some("--run") => {
            let mut file = || words.next().context("two files are needed");
            alone(Path::new(&file()?), Path::new(&file()?))?;
            Ok(ExitCode::SUCCESS)
        }
        Some("--small") => table("", true),
        wanted => table(wanted.unwrap_or_default(), false),
    }
}

/// What a process found out about its input.
struct Taken {
    end: String,
    millis: u128,
    memory: usize,
    message: usize,
}

fn table(wanted: &str, small: bool) -> anyhow::Result<ExitCode> {
    let mut over = 0;
    println!("| case | input | ends | time | of it with half the size | memory |");
    println!("|---|---|---|---|---|---|");
    for case in cases().filter(|case| case.name.contains(wanted)) {
        let (schema, document) = (case.make)(if small { case.small } else { case.size });
        let input = schema.len() + document.len();
        let taken = apart(&schema, &document)?;
        let verdict = judge(case, &taken, input, small);
        over += usize::from(verdict.is_some());
        // Twice the size takes twice the time where time is linear; a few milliseconds say nothing.
        let half = if !small && case.size >= 1000 && taken.millis >= 50 {
            let (schema, document) = (case.make)(case.size / 2);
            format!("{} %", apart(&schema, &document)?.millis * 100 / taken.millis)
        } else {
            String::new()
        };
        println!(
            "| {} | {} | {} | {} ms | {half} | {} |{}",
            case.name,
            bytes(input),
            taken.end.chars().take(70).collect::<String>(),
            taken.millis,
            memory(taken.memory, input),
            verdict.map_or(String::new(), |verdict| format!(" OUT OF BOUNDS: {verdict}")),
        );
    }
    println!("{over} out of bounds");
    Ok(if over == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn judge(case: &Case, taken: &Taken, input: usize, small: bool) -> Option<String> {
    let ends = match case.end {
        End::NoSchema(part) => taken.end.starts_with("no schema: ") && taken.end.contains(part),
        End::Fits => taken.end == "fits",
        End::Refused(code) => taken.end == format!("refused: {code}"),
    };
    if !ends {
        return Some(format!("it must end otherwise: {:?}", case.end));
    }
    if taken.memory > FREE_MEMORY + TIMES_INPUT * input {
        return Some(String::from("memory"));
    }
    let millis = FREE_MILLIS + NANOS_A_BYTE * u128::try_from(input).ok()? / 1_000_000;
    if !small && taken.millis > millis {
        return Some(String::from("time"));
    }
    (taken.message > MESSAGE).then(|| format!("a message of {}", bytes(taken.message)))
}

fn bytes(count: usize) -> String {
    match count {
        0..10_000 => format!("{count} B"),
        10_000..10_000_000 => format!("{} KB", count / 1000),
        _ => format!("{} MB", count / 1_000_000),
    }
}

/// Small inputs are measured against the pages of a process, which says nothing.
fn memory(taken: usize, input: usize) -> String {
    if input < 1_000_000 {
        return bytes(taken);
    }
    format!("{}, {}.{} x input", bytes(taken), taken / input, taken * 10 / input % 10)
}

/// In a process of its own, so that its memory is its own, and that it may end badly.
fn apart(schema: &str, document: &str) -> anyhow::Result<Taken> {
    let dir = tempfile::tempdir()?;
    let (schema_file, document_file) = (dir.path().join("schema"), dir.path().join("document"));
    std::fs::write(&schema_file, schema)?;
    std::fs::write(&document_file, document)?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--run").args([&schema_file, &document_file]).stdout(Stdio::piped());
    let (mut child, start) = (command.spawn()?, Instant::now());
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            let end = String::from("does not end");
            return Ok(Taken { end, millis: PATIENCE.as_millis(), memory: 0, message: 0 });
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    if !status.success() {
        let end = format!("ends badly: {status}");
        return Ok(Taken { end, millis: start.elapsed().as_millis(), memory: 0, message: 0 });
    }
    let mut text = String::new();
    child.stdout.context("no output")?.read_to_string(&mut text)?;
    let mut fields = text.splitn(4, '\t');
    let mut number = || fields.next().and_then(|field| field.parse().ok()).context("a number");
    let (millis, memory, message): (usize, usize, usize) = (number()?, number()?, number()?);
    let end = fields.next().context("an end")?.trim_end().to_owned();
    Ok(Taken { end, millis: millis.try_into()?, memory, message })
}

/// What the process of one case does.
fn alone(schema: &Path, document: &Path) -> anyhow::Result<()> {
    // What is made once for all is no case's cost.
    let first = RawSchema::compile(FrozenJson::parse(r#"{"pattern":"^a"}"#)?)?;
    drop(first.validate(&FrozenJson::parse("\"b\"")?));
    let before = peak()?;
    let (schema, document) = (std::fs::read_to_string(schema)?, std::fs::read_to_string(document)?);
    let start = Instant::now();
    let (end, message) = match check(schema, document) {
        Ok(None) => (String::from("fits"), String::new()),
        Ok(Some((code, message))) => (format!("refused: {code}"), message),
        Err(message) => (format!("no schema: {}", message.replace(['\n', '\t'], " ")), message),
    };
    let millis = start.elapsed().as_millis();
    println!("{millis}\t{}\t{}\t{end}", peak()?.saturating_sub(before), message.len());
    Ok(())
}

/// The code of the first violation, and all of them in words.
fn check(schema: String, document: String) -> Result<Option<(String, String)>, String> {
    let schema = FrozenJson::parse(schema).map_err(|error| error.to_string())?;
    let schema = RawSchema::compile(schema).map_err(|error| error.to_string())?;
    let document = FrozenJson::parse(document).map_err(|error| error.to_string())?;
    let Err(violations) = schema.validate(&document) else {
        return Ok(None);
    };
    let first = violations.iter().next().map(|violation| violation.code().to_string());
    Ok(Some((first.unwrap_or_default(), violations.to_string())))
}

/// The greatest resident size so far, in bytes.
fn peak() -> anyhow::Result<usize> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    let kilobytes: usize = line.trim().trim_end_matches(" kB").trim().parse()?;
    Ok(kilobytes * 1024)
}
