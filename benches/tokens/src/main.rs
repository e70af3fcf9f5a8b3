//! What it costs to tell a model of five tools: bytes and tokens of their definitions, ours and of peers.
//!
//! `cargo run -p dsh-tools-tokens-bench`, in `benches`. Prints a Markdown table, and what a peer does not tell; `--lines` prints
//! records instead, `--show` the definitions themselves.

mod definition;
mod ours;
mod peers;
mod rig;
mod shapes;

use definition::{Definition, minimal, told};
use dsh_tools_benches_frame::record::{Record, to_lines};
use dsh_tools_benches_frame::row::Part;
use std::process::ExitCode;
use tiktoken_rs::CoreBPE;

const SHAPES: [&str; 5] = ["small", "medium", "large", "edit", "wide"];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let all = [
        ("ours", ours::definitions()),
        ("schemars", peers::schemars()),
        ("rmcp", peers::rmcp()),
        ("rig", rig::definitions()),
        ("hand-minimal", minimal()),
    ];
    let tokens = match tiktoken_rs::o200k_base() {
        Ok(tokens) => tokens,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    };
    match words.as_slice() {
        [] => print!("{}\n{}", table(&tokens, &all), dropped(&all)),
        ["--lines"] => print!("{}", to_lines(&records(&tokens, &all))),
        ["--smoke"] => {
            println!("{} definitions were told", records(&tokens, &all).len());
        }
        ["--show"] => {
            for (what, definitions) in &all {
                for definition in definitions {
                    println!("{what}: {}", definition.text());
                }
            }
        }
        _ => {
            eprintln!("usage: dsh-tools-tokens-bench [--lines | --show | --smoke]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

type All = [(&'static str, Vec<Definition>)];

fn count(tokens: &CoreBPE, definition: &Definition) -> usize {
    tokens.encode_ordinary(&definition.text()).len()
}

fn records(tokens: &CoreBPE, all: &All) -> Vec<Record> {
    let mut records = Vec::new();
    for (what, definitions) in all {
        for (at, (shape, definition)) in SHAPES.iter().zip(definitions).enumerate() {
            let record = Record::new(Part::Tokens, *shape, *what)
                .figure("bytes", definition.text().len() as f64)
                .figure("tokens", count(tokens, definition) as f64)
                .figure("untold", untold(at, definition, all).len() as f64);
            records.push(if *what == "ours" { record.ours() } else { record });
        }
    }
    records
}

fn table(tokens: &CoreBPE, all: &All) -> String {
    let mut out = String::from("| shape |");
    for (what, _) in all {
        out += &format!(" {what}, tokens | bytes |");
    }
    out += " to schemars |\n|---|";
    out += &"--:|".repeat(2 * all.len() + 1);
    let mut sums = vec![(0, 0); all.len()];
    for (at, shape) in SHAPES.iter().enumerate() {
        out += &format!("\n| {shape} |");
        let mut row = Vec::new();
        for ((_, definitions), sum) in all.iter().zip(&mut sums) {
            let (tokens, bytes) = (count(tokens, &definitions[at]), definitions[at].text().len());
            *sum = (sum.0 + tokens, sum.1 + bytes);
            row.push(tokens);
            out += &format!(" {tokens} | {bytes} |");
        }
        out += &format!(" {:.2}x |", row[0] as f64 / row[1] as f64);
    }
    out += "\n| all |";
    for (tokens, bytes) in &sums {
        out += &format!(" {tokens} | {bytes} |");
    }
    out += &format!(" {:.2}x |\n", sums[0].0 as f64 / sums[1].0 as f64);
    out
}

/// What a definition does not tell of what the shortest one made by hand tells.
fn untold(shape: usize, definition: &Definition, all: &All) -> Vec<String> {
    let known = told(&definition.parameters);
    let reference = told(&all[4].1[shape].parameters);
    let missing = reference.iter().filter(|fact| !known.contains(fact));
    missing.map(|(place, _)| format!("`{place}`")).collect()
}

/// The same of all, by shape.
fn dropped(all: &All) -> String {
    let mut out = String::from("| shape | of | does not tell |\n|---|---|---|\n");
    for (at, shape) in SHAPES.iter().enumerate() {
        for (what, definitions) in all {
            let missing = untold(at, &definitions[at], all);
            let missing = match missing.len() {
                0 => continue,
                1..=8 => missing.join(", "),
                count => format!("{} and {} more", missing[..8].join(", "), count - 8),
            };
            out += &format!("| {shape} | {what} | {missing} |\n");
        }
    }
    out
}
