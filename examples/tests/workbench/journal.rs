//! `--journal` and `--replay`: what was shown is shown again.

use crate::program::{command, run, run_asking};
use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A directory with a journal in it.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn journal(&self) -> String {
        self.path("calls.jsonl")
    }

    fn read(&self) -> String {
        std::fs::read_to_string(self.journal()).unwrap()
    }

    fn put(&self, journal: &str) {
        std::fs::write(self.journal(), journal).unwrap();
    }

    /// What a replay prints; it ends well.
    #[track_caller]
    fn replay(&self, arguments: &[&str]) -> String {
        let journal = self.journal();
        let before = self.read();
        let (text, output) = run_asking(&[&["--replay", &journal], arguments].concat(), "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        assert_eq!(self.read(), before, "to look at a journal changes nothing");
        text
    }
}

/// The cards and the count, without what the program said of itself first.
fn cards(text: &str) -> &str {
    text.split_once("\n\n").unwrap_or_else(|| panic!("no cards: {text}")).1
}

/// The cards, and not how many lines each leaves out.
fn unfolded(text: &str) -> Vec<&str> {
    cards(text).lines().map(|line| if line.starts_with("  | … ") { "…" } else { line }).collect()
}

fn script(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scripts/{name}.jsonl"));
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_scripts_are_replayed_with_the_same_cards() {
    for (name, recorded) in [
        ("refactoring", include_str!("refactoring.out")),
        ("mistakes", include_str!("mistakes.out")),
        ("background", include_str!("background.out")),
    ] {
        let desk = Desk::new();
        let (live, _) = run(&["--journal", &desk.journal(), &script(name)], "");
        assert_eq!(cards(&live), cards(recorded));
        // Of a very long output the journal has what the model saw: less of it is folded.
        assert_eq!(unfolded(&desk.replay(&[])), unfolded(&live));
        let (live, _) = run(&["--text", "--journal", &desk.path("text"), &script(name)], "");
        assert_eq!(cards(&desk.replay(&["--text"])), cards(&live));
    }
}

#[test]
fn all_options_go_together() {
    let desk = Desk::new();
    let rules = "scripts/rules.toml";
    let journal = desk.journal();
    for yes in [&["--yes"][..], &[]] {
        let _nothing_yet = std::fs::remove_file(&journal);
        let options = ["--batch", "--rules", rules, "--journal", &journal];
        let input = std::fs::read_to_string(script("batch")).unwrap().replace("\n:why", "\n# ");
        let (live, output) = run_asking(&[&options[..], yes].concat(), &input);
        assert!(output.status.success());
        // Of a call that cannot be read the journal hears late; it is shown where it was.
        assert_eq!(cards(&desk.replay(&["--rules", rules])), cards(&live));
        let _nothing_yet = std::fs::remove_file(&journal);
        let (traced, _) = run_asking(&[&options[..], yes, &["--trace"]].concat(), &input);
        let untraced = |line: &&str| !line.contains('◇') && !line.starts_with("      ");
        let kept = |text: &str| text.lines().filter(untraced).collect::<Vec<_>>().join("\n");
        assert_eq!(kept(&traced), kept(&live));
        assert!(traced.contains("gen_ai.tool.name = grep"), "{traced}");
    }
}

#[test]
fn a_journal_is_gone_on_with() {
    let desk = Desk::new();
    let (first, _) = run(&["--journal", &desk.journal()], "write path=a.txt content=x\n");
    assert!(first.contains(&format!("\njournal: {}\n", desk.journal())), "{first}");
    let (second, _) = run(&["--journal", &desk.journal()], "ls\nread path=a.txt\n");
    assert!(second.contains(&format!("\njournal: {}, after 1 call\n", desk.journal())), "{second}");
    let replayed = desk.replay(&[]);
    assert!(replayed.starts_with(&format!("journal: {}, 3 calls\n", desk.journal())), "{replayed}");
    let (one, two) = (cards(&first), cards(&second));
    let calls = |text: &str| text.rsplit_once("\n\n").unwrap().0.to_owned();
    assert_eq!(calls(cards(&replayed)), format!("{}\n\n{}", calls(one), calls(two)));
    assert!(replayed.ends_with("3 calls: 1 NOT_FOUND, 2 ok\n"), "{replayed}");
}

/// Cut anywhere, it shows all calls that it has; the last may lack its result, and nothing is an error.
#[test]
fn a_torn_journal_shows_what_it_has() {
    let desk = Desk::new();
    let (live, _) =
        run(&["--journal", &desk.journal()], "write path=a.txt content=x\nread path=a.txt\n");
    let whole = desk.read();
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    let [_, _, first_result, second_call, second_start, _] = ends[..] else { panic!("{whole}") };
    let (first, _) = cards(&live).split_once("\n\n").unwrap();
    let (titles, code) =
        ("● Read a.txt\n", |code: &str| format!("● Read a.txt\n  ✗ {code}\n  Error: "));
    for (cut, shown) in [
        (first_result, None),
        (first_result + 1, None),
        (second_call - 2, None),
        // A line is whole when all but its end is there.
        (second_call - 1, Some(code("TOOL_NOT_STARTED"))),
        (second_call, Some(code("TOOL_NOT_STARTED"))),
        // What was torn there may have been its start.
        (second_call + 10, Some(code("TOOL_OUTCOME_UNKNOWN"))),
        (second_start, Some(code("TOOL_OUTCOME_UNKNOWN"))),
        (whole.len() - 2, Some(code("TOOL_OUTCOME_UNKNOWN"))),
    ] {
        desk.put(&whole[..cut]);
        let replayed = desk.replay(&[]);
        assert!(cards(&replayed).starts_with(first), "{replayed}");
        match shown {
            Some(shown) => assert!(replayed.contains(&shown), "{cut}: {replayed}"),
            None => assert!(!replayed.contains(titles), "{cut}: {replayed}"),
        }
        let torn = replayed.contains(": it was not written to its end\n");
        let whole = ends.iter().any(|end| [cut, cut + 1].contains(end));
        assert_eq!(torn, !whole, "{cut}: {replayed}");
    }
}

#[test]
fn calls_of_a_killed_workbench_are_closed() {
    let desk = Desk::new();
    let place = desk.path("");
    for name in ["up", "go"] {
        assert!(Command::new("mkfifo").arg(desk.path(name)).status().unwrap().success());
    }
    let mut child =
        command(&["--workspace", &place, "--journal", &desk.journal()]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "ls\nbash command='exec 3<>go; echo > up; read line <&3'").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line == "● $ exec 3<>go; echo > up; read line <&3"));
    // Opens when the command runs.
    std::fs::read(desk.path("up")).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    // The command goes on without the workbench, which had no time to end it.
    let mut go = OpenOptions::new().read(true).write(true).open(desk.path("go")).unwrap();
    go.write_all(b"\n").unwrap();

    let killed = "● $ exec 3<>go; echo > up; read line <&3\n  ✗ TOOL_OUTCOME_UNKNOWN\n  Error: the call was interrupted";
    let replayed = desk.replay(&[]);
    assert!(replayed.contains(killed), "{replayed}");
    assert!(replayed.ends_with("2 calls: 1 TOOL_OUTCOME_UNKNOWN, 1 ok\n"), "{replayed}");

    // The next one writes down what is to be said of it, once.
    for told in [true, false] {
        let (next, _) = run(&["--journal", &desk.journal()], "quit\n");
        assert_eq!(next.contains("\n  1 call had no result, and got one\n"), told, "{next}");
        assert_eq!(cards(&desk.replay(&[])), cards(&replayed));
    }
}

#[test]
fn bad_lines_are_told_and_the_others_shown() {
    let desk = Desk::new();
    run(&["--journal", &desk.journal()], "ls\nls path=nowhere\n");
    let whole = desk.read();
    let (first, rest) = whole.split_at(whole.find('\n').unwrap() + 1);
    desk.put(&format!(
        "{first}{{\"type\":\"tool/call\"}}\n{{\"type\":\"of later\"}}\n\u{1b}[2J\n{rest}"
    ));
    let replayed = desk.replay(&[]);
    for part in ["\n  line 2: it is no entry: ", "\n  line 4: it is no entry: "] {
        assert!(replayed.contains(part), "{part:?}: {replayed}");
    }
    assert!(!replayed.contains('\u{1b}'), "{replayed}");
    assert!(replayed.ends_with("2 calls: 1 NOT_FOUND, 1 ok\n"), "{replayed}");
}

/// Tools may be gone or want other arguments by now.
#[test]
fn calls_that_no_tool_presents_any_more_are_shown() {
    let desk = Desk::new();
    run(&["--journal", &desk.journal()], "read path=a.txt\nls\n");
    let journal = desk.read();
    desk.put(
        &journal
            .replacen("\"read\"", "\"cat\"", 1)
            .replace("\"arguments\":\"{}\"", "\"arguments\":\"{\\\"path\\\":1}\""),
    );
    let replayed = desk.replay(&[]);
    for part in ["● cat {\"path\":\"a.txt\"}\n  ✗ NOT_FOUND\n", "● ls\n  {\"path\":1}\n"] {
        assert!(replayed.contains(part), "{part:?}: {replayed}");
    }
}

#[test]
fn what_is_no_journal_is_refused_and_left_alone() {
    let desk = Desk::new();
    for (name, text) in [
        ("calls.jsonl", "{\"id\":\"a\",\"name\":\"ls\",\"arguments\":\"{}\"}\n"),
        ("notes.txt", "some notes\nof somebody\n"),
        ("one line", "no end"),
        ("bytes", "\0\u{fffd}\n"),
    ] {
        let file = desk.path(name);
        std::fs::write(&file, text).unwrap();
        for option in ["--journal", "--replay"] {
            let (printed, output) = run_asking(&[option, &file], "ls\n");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{errors}");
            assert_eq!(printed, "");
            assert!(
                errors.starts_with(&format!("error: {file} is no journal: line 1: ")),
                "{errors}"
            );
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
    }
}

#[test]
fn journals_that_cannot_be_opened_are_told() {
    let desk = Desk::new();
    let nowhere = desk.path("no/such/journal");
    for (arguments, part) in [
        (["--replay", &desk.path("nothing")], "No such file or directory"),
        (["--replay", &desk.path("")], "Is a directory"),
        (["--journal", &desk.path("")], "Is a directory"),
        (["--journal", &nowhere], "No such file or directory"),
        (["--journal", "/dev/zero"], "it is no regular file"),
        (["--replay", "/dev/zero"], "it is no regular file"),
    ] {
        let (printed, output) = run_asking(&arguments, "ls\n");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert_eq!(printed, "");
        assert!(errors.contains(arguments[1]) && errors.contains(part), "{errors}");
    }
}

/// A journal that is full costs no call, and is told at the end.
#[test]
fn what_is_not_written_is_told() {
    let desk = Desk::new();
    let program = command(&[]);
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let mut child = Command::new("bash")
        .args(["-c", limited])
        .arg(program.get_program())
        .args(["--text", "--journal", &desk.journal()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all("ls\n".repeat(20).as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("20 calls: 20 ok\n"), "{text}");
    assert!(text.contains(&format!("\njournal: {}: File too large", desk.journal())), "{text}");
    assert_eq!(output.status.code(), Some(1));
}
