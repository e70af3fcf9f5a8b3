//! The program around it: files, standard input, exit codes, the report.

use crate::support::example;
use serde_json::Value;
use std::io::Write as _;
use std::process::{Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = example("import")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end without having read.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

const CLEAN: &str = r#"{"name":"a","description":"A.","parameters":{"type":"object","properties":{"x":{"type":"string"}}}}"#;
const LOSSY: &str = r#"{"name":"b","description":"B.","inputSchema":{"type":"object","properties":{"x":{"not":{"type":"string"}}}}}"#;

#[test]
fn the_exit_code_tells_clean_lost_and_unreadable_apart() {
    let codes = |input: &str| run(&["-"], input).status.code();
    assert_eq!(codes(CLEAN), Some(0));
    assert_eq!(codes(LOSSY), Some(3));
    assert_eq!(codes(&format!("{CLEAN}\n{LOSSY}\n")), Some(3), "JSON lines, one of them lossy");
    for broken in ["", "{", "[]", "7", r#"{"type":"object","properties":{}}"#, "{}\n{}"] {
        let output = run(&["-"], broken);
        assert_eq!(output.status.code(), Some(2), "{broken}");
        assert!(output.stdout.is_empty(), "{broken}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "{broken}");
    }
    assert_eq!(run(&["no-such-file.json"], "").status.code(), Some(2));
    assert_eq!(run(&["--unknown", "-"], CLEAN).status.code(), Some(2));
    assert_eq!(run(&[], CLEAN).status.code(), Some(2));
}

#[test]
fn a_schema_alone_is_told_what_it_lacks() {
    let output = run(&["-"], r#"{"type":"object","properties":{"x":{"type":"string"}}}"#);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("it has no `name`: a schema alone has no name"), "{errors}");
}

#[test]
fn the_report_has_a_line_for_each_finding_and_for_each_tool() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("report.jsonl");
    let file = file.to_str().unwrap();
    let output = run(&["--report", file, "-"], &format!("[{CLEAN},{LOSSY}]"));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("b: lost: `not` at /properties/x/not: "), "{errors}");
    assert!(
        errors.ends_with("2 tools imported, 1 of them lost something: 1 keywords\n"),
        "{errors}"
    );
    let lines: Vec<Value> = std::fs::read_to_string(file)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!((&lines[0]["tool"], &lines[0]["clean"]), (&Value::from("a"), &Value::from(true)));
    assert_eq!(
        (&lines[1]["weight"], &lines[1]["pointer"]),
        (&"lost".into(), &"/properties/x/not".into())
    );
    assert_eq!((&lines[2]["tool"], &lines[2]["clean"]), (&Value::from("b"), &Value::from(false)));
}

#[test]
fn every_shape_that_tools_travel_in_is_read() {
    let schema = r#"{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}"#;
    let bare = r#""name":"look","description":"Look.""#;
    for text in [
        format!(r#"{{{bare},"parameters":{schema}}}"#),
        format!(r#"{{{bare},"inputSchema":{schema}}}"#),
        format!(r#"{{{bare},"input_schema":{schema}}}"#),
        format!(r#"{{"type":"function","function":{{{bare},"parameters":{schema}}}}}"#),
        format!(r#"{{"type":"function",{bare},"parameters":{schema}}}"#),
        format!(r#"[{{{bare},"parameters":{schema}}}]"#),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{{{bare},"inputSchema":{schema}}}]}}}}"#
        ),
        format!(r#"[{{"functionDeclarations":[{{{bare},"parameters":{schema}}}]}}]"#),
    ] {
        let output = run(&["-"], &text);
        let source = String::from_utf8(output.stdout).unwrap();
        assert!(source.contains("    pub x: String,\n"), "{text}\n{source}");
        assert!(source.contains("/// Look.\n#[tool]\npub async fn look("), "{text}\n{source}");
    }
}
