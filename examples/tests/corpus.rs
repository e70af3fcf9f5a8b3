//! The example of recorded tools judges what it is given.
#![allow(clippy::unwrap_used, reason = "a test that meets the unexpected fails")]

mod support;

use std::process::Output;
use support::example;

const TOOLS: &str = r##"{"id":"t_1","name":"a name","parameters":{"type":"object","properties":{"day":{"type":"string","format":"date"},"n":{"type":"integer"}},"required":["n"]}}
{"id":"t_2","name":"a name","description":"The same name.","parameters":{"$ref":"#/$defs/nowhere"}}
{"id":"t_3","name":"c","parameters":{"type":"dict"},"parameters_normalized":{"type":"object","properties":{"a":{"type":"string","optional":true}}}}
"##;

const CALLS: &str = r#"{"tool_id":"t_1","arguments":{"n":5.0},"valid_expected":true}
{"tool_id":"t_1","arguments":{"n":"5"},"valid_expected":false,"oracle_errors":[{"path":"/n","keyword":"type"}]}
{"tool_id":"t_1","arguments":{"n":1,"day":"today"},"valid_expected":true}
{"tool_id":"t_1","arguments":null,"arguments_raw":"{\"n\":","valid_expected":false}
{"tool_id":"t_2","arguments":{},"valid_expected":true}
{"tool_id":"t_3","arguments":{},"arguments_raw":"","valid_expected":null}
"#;

/// The example over these files.
fn judged(tools: &str, calls: &str) -> (String, Output) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("tools.jsonl"), tools).unwrap();
    std::fs::write(dir.path().join("calls.jsonl"), calls).unwrap();
    let output = example("corpus").env("DSH_CORPUS", dir.path()).output().unwrap();
    (String::from_utf8(output.stdout.clone()).unwrap(), output)
}

#[test]
fn differences_that_are_meant_are_counted_by_kind() {
    let (text, output) = judged(TOOLS, CALLS);
    assert!(output.status.success(), "{text}");
    for line in [
        "3 tools: 2 compile, 1 are refused",
        "1 of them with example_value, optional as annotations",
        "6 calls: 1 valid for both, 1 refused by both",
        "1 of 1 refusals name the same places",
        "1 no JSON, refused by both",
        "1 refused for a `format` alone, which the other validator does not assert",
        "1 to tools whose schema is refused",
        "1 empty texts, which count as `{}`",
        "0 unexplained",
    ] {
        assert!(text.lines().any(|shown| shown.trim() == line), "{line:?} is not in\n{text}");
    }
    assert!(text.contains("leads nowhere"), "{text}");
}

#[test]
fn a_difference_that_nothing_explains_is_a_failure() {
    let accepted = r#"{"tool_id":"t_1","arguments":{"n":"5"},"valid_expected":true}"#;
    let refused = r#"{"tool_id":"t_1","arguments":{"n":5},"valid_expected":false}"#;
    for call in [accepted, refused] {
        let (text, output) = judged(TOOLS, call);
        assert!(!output.status.success(), "{text}");
        assert!(text.contains("\n1 unexplained"), "{text}");
    }
}

#[test]
fn a_missing_corpus_is_a_failure_only_where_it_must_be_there() {
    let run = |ci: Option<&str>| {
        let mut command = example("corpus");
        command.env("DSH_CORPUS", "nowhere-at-all").env_remove("CI");
        command.envs(ci.map(|ci| ("CI", ci))).output().unwrap()
    };
    let here = run(None);
    assert!(here.status.success());
    assert!(String::from_utf8_lossy(&here.stdout).contains("set DSH_CORPUS"), "{here:?}");
    assert!(!run(Some("true")).status.success());
}
