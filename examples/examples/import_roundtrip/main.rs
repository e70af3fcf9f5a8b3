//! Recorded tools become Rust, and back: the schema of the generated types against the one they came from.
//!
//! ```text
//! cargo run -p dsh-tools-examples --example import_roundtrip                          400 tools
//! cargo run -p dsh-tools-examples --example import_roundtrip -- --count 40 --seed 7   others, fewer
//! cargo run -p dsh-tools-examples --example import_roundtrip -- --all --keep          every tool; the crate stays
//! cargo run -p dsh-tools-examples --example import_roundtrip -- --made 200            made-up tools, without a corpus
//! ```
//! 1. Every recorded tool with a valid schema whose defaults are values of their own schemas is imported. At least 98
//!    of 100 must lose no keyword; those that fall short are named with the reason.
//! 2. Of those that lose nothing some are chosen by hash. A crate of them is generated in the target directory and
//!    compiled, without a warning.
//! 3. It prints each rendered schema and says of many values (the recorded calls, values made of the schema, and 50
//!    mutations of them) whether the types accept them. The `jsonschema` crate says the same of the original and of the
//!    rendered schema: all must agree, but for `null`, which counts as an absent key in arguments.
//! 4. Names, descriptions, required keys, enums, bounds and defaults must be those of the original.
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

mod compare;
mod corpus;
mod defaults;
mod generate;
mod layers;
mod made;
mod mutate;
mod sample;
mod verdict;

use anyhow::Context as _;
use corpus::Recorded;
use dsh_tools_examples::import::{Imported, Weight, definitions, import};
use std::collections::{BTreeMap, HashMap};
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str = "usage: import_roundtrip [--count N | --all | --made N] [--seed N] [--keep]";

/// How many of 100 tools must lose nothing.
const SHARE: f64 = 98.0;

struct Options {
    count: usize,
    seed: u64,
    keep: bool,
    /// So many tools that nobody wrote, in place of the recorded ones.
    made: Option<usize>,
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> anyhow::Result<Options> {
    let ci = std::env::var_os("CI").is_some();
    let mut options =
        Options { count: if ci { 40 } else { 400 }, seed: 1, keep: false, made: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().context(USAGE)?.parse::<u64>().context(USAGE);
        match word.as_str() {
            "--count" => options.count = usize::try_from(number()?)?,
            "--seed" => options.seed = number()?,
            "--all" => options.count = usize::MAX,
            "--made" => options.made = Some(usize::try_from(number()?)?),
            "--keep" => options.keep = true,
            other => anyhow::bail!("{other} is unknown\n{USAGE}"),
        }
    }
    Ok(options)
}

fn run() -> anyhow::Result<bool> {
    let options = options()?;
    let (tools, calls) = if let Some(count) = options.made {
        (made::tools(count, options.seed), HashMap::new())
    } else {
        let Some(tools) = corpus::tools()? else { return Ok(corpus::absent()) };
        (tools, corpus::calls()?)
    };
    let all = tools.len();
    let valid: Vec<Recorded> = tools.into_iter().filter(|tool| tool.valid).collect();
    println!("{all} tools, {} of them with a valid schema", valid.len());

    let (mut clean, short) = import_all(valid)?;
    let all = clean.len() + short;
    #[allow(clippy::cast_precision_loss, reason = "a few thousand")]
    let share = 100.0 * clean.len() as f64 / all.max(1) as f64;
    // What nobody wrote is not what the share is about.
    let enough = options.made.is_some() || share >= SHARE;
    println!(
        "{} of {all} lose no keyword: {share:.2} %; of recorded ones at least {SHARE} % are asked for\n",
        clean.len()
    );

    clean.sort_by_key(|(tool, _)| (hash(options.seed, &tool.id), tool.id.clone()));
    clean.truncate(options.count);
    let started = Instant::now();
    let mut questions = Vec::new();
    for (number, (tool, _)) in clean.iter().enumerate() {
        let mut random = mutate::Random::new(hash(options.seed, &tool.id));
        let known = calls.get(&tool.id).map(Vec::as_slice).unwrap_or_default();
        let values = mutate::values(&tool.schema, known, &mut random);
        questions
            .extend(values.into_iter().map(|value| generate::Question { tool: number, value }));
    }
    let answers = generate::run(&clean, &questions, options.keep)?;
    println!(
        "{} tools (seed {}) compiled without a warning and ran in {:.1} s, asked of {} values",
        clean.len(),
        options.seed,
        started.elapsed().as_secs_f64(),
        questions.len()
    );
    let differences = verdict::compare(&clean, &questions, &answers)?;
    Ok(differences == 0 && enough)
}

/// Those that lose nothing, with their source; and the number of those that do.
fn import_all(valid: Vec<Recorded>) -> anyhow::Result<(Vec<(Recorded, Imported)>, usize)> {
    let (mut clean, mut short) = (Vec::new(), Vec::new());
    let mut outside = BTreeMap::new();
    let mut notes: BTreeMap<String, usize> = BTreeMap::new();
    for tool in valid {
        let imported = import(&definitions(&tool.definition)?)
            .with_context(|| format!("{} {}", tool.id, tool.name))?;
        let bad = defaults::bad(&tool.schema);
        if !bad.is_empty() {
            outside.insert(format!("{} {}", tool.id, tool.name), bad);
            continue;
        }
        let findings = || imported.tools.iter().flat_map(|tool| &tool.findings);
        for finding in findings().filter(|finding| finding.weight == Weight::Note) {
            *notes.entry(finding.keyword.clone()).or_default() += 1;
        }
        let lost: Vec<String> = findings()
            .filter(|finding| finding.weight == Weight::Lost)
            .map(ToString::to_string)
            .collect();
        if lost.is_empty() {
            clean.push((tool, imported));
        } else {
            short.push((tool, lost));
        }
    }
    println!("\n{} left out, whose defaults are no values of their own schemas:", outside.len());
    for (tool, bad) in &outside {
        println!("  {tool}: {}", bad.join(", "));
    }
    println!("\n{} fall short:", short.len());
    for (tool, lost) in &short {
        println!("  {} {}", tool.id, tool.name);
        for lost in lost {
            println!("    {lost}");
        }
    }
    let notes: Vec<String> =
        notes.iter().map(|(keyword, count)| format!("{keyword} {count}")).collect();
    println!("\nnoted, without a loss: {}", notes.join(", "));
    Ok((clean, short.len()))
}

/// FNV-1a: the same choice everywhere.
fn hash(seed: u64, id: &str) -> u64 {
    let bytes = seed.to_le_bytes();
    let all = bytes.iter().chain(id.as_bytes());
    let hash = all.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // The last byte counts as much as the first.
    mutate::Random::new(hash).below(u64::MAX)
}
