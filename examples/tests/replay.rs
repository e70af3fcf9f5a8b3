//! The replay example prints what it promises.
#![allow(clippy::unwrap_used, reason = "a test that meets the unexpected fails")]

mod support;

use std::process::Output;
use support::{assert_prints, example};

fn run(arguments: &[&str]) -> (String, Output) {
    let output = example("replay").args(arguments).output().unwrap();
    (String::from_utf8(output.stdout.clone()).unwrap(), output)
}

#[test]
fn the_script_runs_as_recorded() {
    assert_prints("replay", include_str!("replay.out"));
}

#[test]
fn schemas_are_what_the_model_sees() {
    let (text, output) = run(&["--schemas"]);
    assert!(output.status.success());
    let names: Vec<String> = text
        .lines()
        .map(|line| {
            let schema: serde_json::Value = serde_json::from_str(line).unwrap();
            let keys: Vec<&String> = schema.as_object().unwrap().keys().collect();
            assert_eq!(keys.len(), 3, "{line}");
            schema["name"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(names, ["bash", "boom", "count", "edit", "read", "write"]);
}

#[test]
fn a_broken_line_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("calls.jsonl");
    std::fs::write(&file, "{\"id\":\"1\",\"name\":\"read\",\"arguments\":\"{}\"}\n\n{\"id\":2}\n")
        .unwrap();
    let (_, output) = run(&[file.to_str().unwrap()]);
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("line 3"), "{errors}");
}

#[test]
fn a_missing_corpus_is_a_clear_failure() {
    let output =
        example("replay").arg("--corpus").env("DSH_CORPUS", "nowhere-at-all").output().unwrap();
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("set DSH_CORPUS"), "{errors}");
}
