//! The program: its options, its lines, its end.

use crate::examples::example;
use crate::support::{Alive, HOLD};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Output, Stdio};

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = asking(&["--yes"]);
    command.args(arguments);
    command
}

/// One that says yes to nothing.
fn asking(arguments: &[&str]) -> Command {
    let mut command = example("workbench");
    command
        .args(arguments)
        // What the shell says, in the words that are recorded.
        .env("LC_ALL", "C")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the workbench with some input; gives what it printed.
pub(crate) fn run(arguments: &[&str], input: &str) -> (String, Output) {
    run_of(command(arguments), input)
}

/// The same where nobody says yes.
pub(crate) fn run_asking(arguments: &[&str], input: &str) -> (String, Output) {
    run_of(asking(arguments), input)
}

fn run_of(mut command: Command, input: &str) -> (String, Output) {
    let mut child = command.spawn().unwrap();
    // It may end without having read all.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout.clone()).unwrap(), output)
}

#[test]
fn lines_may_be_typed() {
    let input =
        "# a comment\n\nwrite path=a.txt content='one line'\nread {\"path\":\"a.txt\"}\nquit\nls\n";
    let (text, output) = run(&[], input);
    assert!(output.status.success());
    assert_eq!(
        text,
        "workspace: a fresh temporary directory\n\n● Write a.txt\n  + one line\n  created `a.txt` (8 bytes)\n\n\
         ● Read a.txt\n     1  one line\n  a.txt: lines 1 to 1 of 1\n\n2 calls: 2 ok\n"
    );
}

#[test]
fn where_nobody_can_be_asked_nothing_is_changed() {
    let lines = "write path=a.txt content=x\nbash command='echo x > b.txt'\nls\n";
    let (text, _) = run_asking(&[], lines);
    for part in [
        "Error: `write` needs approval, and nobody who could give it is available",
        "Error: `bash` needs approval, and nobody who could give it is available",
        "● List .\n  0 paths\n",
        "3 calls: 2 DENIED, 1 ok",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
}

#[test]
fn text_is_what_the_model_reads() {
    let (text, _) = run(&["--text"], "read path=a.txt\n");
    let expected = "● Read a.txt\nError: there is no `a.txt`; the workspace holds nothing\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn schemas_are_what_the_model_sees() {
    let (text, _) = run(&[], "schemas\n");
    let schemas: Vec<serde_json::Value> = text
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let names: Vec<_> = schemas.iter().map(|schema| schema["name"].as_str().unwrap()).collect();
    let all = ["bash", "bash_kill", "bash_output", "edit", "glob", "grep", "ls", "read", "write"];
    assert_eq!(names, all);
    for schema in &schemas {
        assert_eq!(schema.as_object().unwrap().len(), 3, "{schema}");
    }
}

#[test]
fn help_names_tools_and_arguments() {
    let (text, _) = run(&[], "help\nhelp read\nhelp nothing\n");
    for part in [
        "\nbash_kill    End a command in the background",
        "\nread only, idempotent, at most 10 s\n  path (string, required) Path of the file",
        "\n  limit (integer, otherwise 2000) How many",
        "there is no tool `nothing`",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
}

#[test]
fn a_broken_script_does_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("calls.jsonl");
    std::fs::write(&script, "write path=a content=b\n\n{\"id\":2}\n").unwrap();
    let place = dir.path().to_str().unwrap();
    let (_, output) = run(&["--workspace", place, script.to_str().unwrap()], "");
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("line 3"), "{errors}");
    assert!(!dir.path().join("a").exists());
}

#[test]
fn options_are_checked() {
    for (arguments, part) in [
        (&["--colour"][..], "--colour is unknown"),
        (&["--workspace"], "usage:"),
        (&["--workspace", "/no/such/directory"], "/no/such/directory"),
        (&["no-such-script.jsonl"], "no-such-script.jsonl"),
        (&["a", "b"], "one script"),
        (&["-x"], "-x is unknown"),
        (&["--batch", "/"], "/: Is a directory"),
        (&["--replay", "j", "--yes"], "--replay runs nothing"),
    ] {
        let (text, output) = run(arguments, "ls\n");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text, "", "nothing has happened");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_temporary_workspace_is_gone_afterwards() {
    let (text, _) = run(&["--text"], "bash command=pwd\n");
    let path = text.lines().find(|line| line.starts_with('/')).unwrap();
    assert!(!std::path::Path::new(path).exists());
}

/// A workbench with a job that is up. The job ignores being asked to end.
fn with_a_job(alive: &tempfile::TempDir) -> (Child, impl Iterator<Item = String> + use<>) {
    let mut child = command(&["--workspace", alive.path().to_str().unwrap()]).spawn().unwrap();
    let job = format!("{HOLD} trap \\\"\\\" TERM; sleep 1000 & echo up; wait; sleep 1000");
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, r#"bash {{"command":"{job}","run_in_background":true}}"#).unwrap();
    writeln!(stdin, "bash_output job=job_1 until=up wait=60").unwrap();
    child.stdin = Some(stdin);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line == "  | up"));
    (child, lines)
}

#[test]
fn c116_quitting_ends_the_jobs() {
    let dir = tempfile::tempdir().unwrap();
    let alive = Alive::in_directory(dir.path());
    let (mut child, _lines) = with_a_job(&dir);
    writeln!(child.stdin.take().unwrap(), "quit").unwrap();
    assert!(child.wait().unwrap().success());
    alive.assert_gone();
}

#[test]
fn c116_the_end_of_the_input_ends_the_jobs() {
    let dir = tempfile::tempdir().unwrap();
    let alive = Alive::in_directory(dir.path());
    let (mut child, _lines) = with_a_job(&dir);
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    alive.assert_gone();
}

#[test]
fn c116_a_signal_ends_the_jobs() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let dir = tempfile::tempdir().unwrap();
        let alive = Alive::in_directory(dir.path());
        let (mut child, _lines) = with_a_job(&dir);
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert!(child.wait().unwrap().success());
        alive.assert_gone();
    }
}

#[test]
fn an_interrupt_ends_a_call_and_not_the_program() {
    let dir = tempfile::tempdir().unwrap();
    let mut child = command(&["--workspace", dir.path().to_str().unwrap()]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "bash command='sleep 1000'").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line == "● $ sleep 1000"));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    // It may come before the body has started.
    assert!(lines.any(|line| line.starts_with("  ✗ ABORTED")));
    writeln!(stdin, "bash command='echo on'").unwrap();
    assert!(lines.any(|line| line == "  | on"));
    drop(stdin);
    assert!(child.wait().unwrap().success());
}
