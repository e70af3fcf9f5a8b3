//! `--batch`, and arrays of calls: steps as models make them.

use crate::program::{command, run};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader, Write as _};

/// The titles of the cards, in their order.
fn titles(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("● ")).collect()
}

#[test]
fn an_empty_line_ends_a_step_and_so_does_the_end() {
    let input = "write path=a.txt content=one\n# no call\nread path=a.txt\n\n\nschemas\nls\nread path=a.txt";
    let (text, output) = run(&["--batch", "--trace"], input);
    assert!(output.status.success());
    assert_eq!(titles(&text), ["Write a.txt", "Read a.txt", "List .", "Read a.txt"]);
    // Each step has one span with those of its calls in it.
    let spans: Vec<_> = text.lines().filter(|line| line.contains('◇')).map(str::trim_end).collect();
    assert_eq!(
        spans,
        [
            "  ◇ batch",
            "      ◇ execute_tool write",
            "      ◇ execute_tool read",
            "  ◇ batch",
            "      ◇ execute_tool ls",
            "      ◇ execute_tool read",
        ]
    );
    // The first step is over before the commands after it.
    assert!(text.find("created `a.txt`").unwrap() < text.find("{\"name\":").unwrap(), "{text}");
    assert!(text.ends_with("4 calls: 4 ok\n"), "{text}");
}

#[test]
fn every_call_has_a_result_whatever_it_is() {
    let steps = [
        // One array, with or without `--batch`.
        (
            &[][..],
            r#"[{"id":"a","name":"ls","arguments":"{}"},{"id":"b","name":"ls","arguments":"{\"pa"},{"name":"ls","arguments":{"path":"."}},7,{"id":"c"},{"id":"a","name":"ls","arguments":null}]"#,
        ),
        (
            &["--batch"],
            "{\"id\":\"a\",\"name\":\"ls\",\"arguments\":\"{}\"}\n{\"id\":\"b\",\"name\":\"ls\",\"arguments\":\"{\\\"pa\"}\n\
             {\"name\":\"ls\",\"arguments\":{\"path\":\".\"}}\n{\"a call\":7}\n{\"id\":\"c\",\"na\n{\"id\":\"a\",\"name\":\"ls\"}\n",
        ),
    ];
    let expected = [
        ["List .", "ls {\"pa", "List .", "7", "a call without a name", "List ."],
        ["List .", "ls {\"pa", "List .", "a call without a name", "{\"id\":\"c\",\"na", "List ."],
    ];
    let ends = [
        "6 calls: 1 INVALID_JSON, 2 UNKNOWN_TOOL, 3 ok\n",
        "6 calls: 2 INVALID_JSON, 1 UNKNOWN_TOOL, 3 ok\n",
    ];
    for (at, (arguments, input)) in steps.into_iter().enumerate() {
        let (text, output) = run(arguments, input);
        assert!(output.status.success(), "{text}");
        assert_eq!(titles(&text), expected[at], "{text}");
        assert!(text.ends_with(ends[at]), "{text}");
    }
}

#[test]
fn an_array_that_is_none_is_told() {
    for arguments in [&[][..], &["--batch"]] {
        let (text, output) = run(arguments, "[{\"id\":\"a\"\nls\n");
        assert_eq!(output.status.code(), Some(1));
        assert!(
            text.contains("line 1: a line that starts with `[` is a JSON array of calls"),
            "{text}"
        );
        assert_eq!(titles(&text), ["List ."]);
    }
    let (text, output) = run(&[], "[]\nls\n");
    assert!(output.status.success());
    assert!(text.ends_with("1 calls: 1 ok\n"), "{text}");
}

#[test]
fn who_quits_before_the_empty_line_runs_nothing() {
    let (text, _) = run(&["--batch"], "write path=a.txt content=x\nls\nquit\n");
    assert_eq!(
        text,
        "workspace: a fresh temporary directory\n\nnot run, as no empty line came: 2 calls\n\n0 calls\n"
    );
}

#[test]
fn an_interrupt_ends_the_step_and_every_call_has_its_result() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().to_str().unwrap();
    let mut child = command(&["--batch", "--workspace", place]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A pipe that opens when the command has started.
    let started = dir.path().join("started");
    let made = std::process::Command::new("mkfifo").arg(&started).status().unwrap();
    assert!(made.success());
    writeln!(stdin, "bash command='echo > started; sleep 1000'\nwrite path=a content=b\nls\n")
        .unwrap();
    std::fs::read(&started).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    for line in [
        "● $ echo > started; sleep 1000",
        "  ✗ ABORTED",
        "● Write a",
        "  ✗ ABORTED_BEFORE_DISPATCH",
        "● List .",
        "  ✗ ABORTED_BEFORE_DISPATCH",
    ] {
        assert!(lines.any(|found| found == line), "{line:?} is missing");
    }
    writeln!(stdin, "ls\n").unwrap();
    assert!(lines.any(|line| line == "  1 path"));
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert!(!dir.path().join("a").exists());
}
