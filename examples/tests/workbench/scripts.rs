//! The shipped scripts print what they promise.

use crate::program::{run, run_asking};
use std::path::Path;

#[track_caller]
fn prints(name: &str, expected: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scripts/{name}.jsonl"));
    let (text, output) = run(&[script.to_str().unwrap()], "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text == expected, "printed:\n{text}\nexpected:\n{expected}");
}

#[test]
fn a_refactoring() {
    prints("refactoring", include_str!("refactoring.out"));
}

#[test]
fn mistakes_and_their_repair() {
    prints("mistakes", include_str!("mistakes.out"));
}

#[test]
fn background_jobs() {
    prints("background", include_str!("background.out"));
}

/// With rules and spans: what depends on the time or the run is in none of them.
#[test]
fn a_batch() {
    let options = ["--batch", "--rules", "scripts/rules.toml", "--trace", "scripts/batch.jsonl"];
    let (text, output) = run_asking(&options, "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = include_str!("batch.out");
    assert!(text == expected, "printed:\n{text}\nexpected:\n{expected}");
}
