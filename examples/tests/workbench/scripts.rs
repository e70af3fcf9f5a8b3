//! The shipped scripts print what they promise.

use crate::program::run;
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
