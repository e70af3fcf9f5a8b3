//! `--rules`: what is denied, what is asked about, and who says so.

use crate::program::{run, run_asking};
use std::path::PathBuf;
use tempfile::TempDir;

/// A file of rules.
struct File(TempDir, PathBuf);

impl File {
    fn new(name: &str, text: impl AsRef<[u8]>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        Self(dir, path)
    }

    fn path(&self) -> &str {
        self.1.to_str().unwrap()
    }
}

const JSON: &str = r#"{"otherwise":"ask","rules":[
    {"effect":"allow","calls":{"readOnly":true}},
    {"effect":"deny","calls":{"tool":"bash","arguments":{"/command":"rm *"}},"reason":"nothing is removed here"},
    {"effect":"allow","calls":{"tool":"write","arguments":{"/path":"src/*"}}}
]}"#;

const TOML: &str = r#"
otherwise = "ask"
rules = [
    { effect = "allow", calls = { readOnly = true } },
    { effect = "deny", calls = { tool = "bash", arguments = { "/command" = "rm *" } }, reason = "nothing is removed here" },
    { effect = "allow", calls = { tool = "write", arguments = { "/path" = "src/*" } } },
]
"#;

const CALLS: &str =
    "write path=src/a.txt content=x\nwrite path=b.txt content=x\nbash command='rm -r src'\nls\n";

#[test]
fn both_languages_say_the_same() {
    let json = File::new("rules.json", JSON);
    let toml = File::new("rules.TOML", TOML);
    let (by_json, _) = run_asking(&["--rules", json.path()], CALLS);
    let (by_toml, _) = run_asking(&["--rules", toml.path()], CALLS);
    assert_eq!(by_json.replace(json.path(), "FILE"), by_toml.replace(toml.path(), "FILE"));
    assert_eq!(
        by_json.replace(json.path(), "FILE"),
        "workspace: a fresh temporary directory\nrules: 3 rules of FILE\n\n\
         ● Write src/a.txt\n  + x\n  created `src/a.txt` (1 bytes)\n\n\
         ● Write b.txt\n  + x\n  ✗ DENIED\n  \
         Error: `write` needs approval, and nobody who could give it is available\n  \
         asked about, as no rule is about it\n\n\
         ● $ rm -r src\n  ✗ DENIED\n  Error: nothing is removed here\n  \
         denied by rule 2: deny `bash`, `/command` like `rm *`\n\n\
         ● List .\n  src/\n  1 path\n\n\
         4 calls: 2 DENIED, 2 ok\n"
    );
}

#[test]
fn yes_answers_what_is_asked_and_lifts_no_denial() {
    let rules = File::new("rules.json", JSON);
    let (text, _) = run(&["--rules", rules.path()], CALLS);
    assert!(text.contains("created `b.txt`"), "{text}");
    assert!(text.contains("Error: nothing is removed here\n  denied by rule 2"), "{text}");
    assert!(text.ends_with("4 calls: 1 DENIED, 3 ok\n"), "{text}");
}

#[test]
fn why_tells_the_rule_and_makes_no_call() {
    let rules = File::new("rules.json", JSON);
    let journal = rules.0.path().join("calls.jsonl");
    let arguments = ["--rules", rules.path(), "--trace", "--journal", journal.to_str().unwrap()];
    let (text, _) = run(
        &arguments,
        ":why write path=src/a.txt content=x\n\
         :why {\"id\":\"a\",\"name\":\"bash\",\"arguments\":\"{\\\"command\\\":\\\"rm x\\\"}\"}\n\
         :why edit {\"path\":\n:why nobody_knows\nls\n",
    );
    let (_, told) = text.split_once("\n\n").unwrap();
    let (told, listed) = told.split_once("\n● ").unwrap();
    assert_eq!(
        told,
        "  allowed by rule 3: allow `write`, `/path` like `src/*`\n\n  \
         denied by rule 2: deny `bash`, `/command` like `rm *`\n  nothing is removed here\n\n  \
         asked about, as no rule is about it\n  \
         its arguments are no JSON: it fails before it is decided about\n\n  \
         there is no tool `nobody_knows`: no rule lets such a call run\n"
    );
    // Nothing was written, and nobody heard of the calls that were not made.
    assert!(listed.contains("  0 paths\n"), "{listed}");
    assert_eq!(text.matches('◇').count(), 1, "{text}");
    let lines = std::fs::read_to_string(journal).unwrap();
    assert_eq!(lines.matches("\"tool/call\"").count(), 1, "{lines}");
    assert!(text.ends_with("1 calls: 1 ok\n"), "{text}");
}

#[test]
fn why_wants_rules_and_a_call() {
    let (text, output) = run(&[], ":why ls\n:why\n:what ls\n");
    for part in [
        "there are no rules: start with `--rules FILE`",
        "line 2: `:why` wants a call after it",
        "line 3: there is no command `:what`",
        "2 lines could not be read",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn rules_that_never_decide_are_told_at_the_start() {
    let text = r#"{"rules":[{"effect":"deny","calls":{"tool":"bash*"}},{"effect":"allow","calls":{"tool":"bash_kill"}}]}"#;
    let rules = File::new("rules.json", text);
    let (text, _) = run(&["--rules", rules.path()], "ls\n");
    let (start, _) = text.split_once("\n\n").unwrap();
    assert!(
        start.ends_with(
            "\n  rule 2 never decides: allow `bash_kill` is all within rule 1, deny `bash*`"
        ),
        "{start}"
    );
}

#[test]
fn rules_that_are_about_nothing_that_there_is_are_told_at_the_start() {
    let text = r#"{"rules":[{"effect":"deny","calls":{"tool":"bsh"}},{"effect":"deny","calls":{"tool":"read","arguments":{"/pth":"x"}}}]}"#;
    let rules = File::new("rules.json", text);
    let (text, _) = run(&["--rules", rules.path()], "ls\n");
    let (start, _) = text.split_once("\n\n").unwrap();
    let (_, lints) = start.split_once("2 rules of ").unwrap();
    let (_, lints) = lints.split_once('\n').unwrap();
    assert_eq!(
        lints,
        "  rule 1 means no tool that there is: deny `bsh`; did you mean `bash`?\n  \
         rule 2 means no argument that its tools have: deny `read`, `/pth` like `x`; no `/pth`"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place_before_anything_happens() {
    let toml = "[[rules]]\neffect = \"allow\"\ncalls = \"all\"\n\n[[rules]]\n";
    for (name, text, part) in [
        (
            "a.json",
            "{\"rules\":[\n {\"effect\":\"forbid\"}]}",
            ":2:19: unknown variant `forbid`, expected one of",
        ),
        ("a.json", "{\"rules\":[\n", ":2:0: EOF while parsing a list"),
        ("a.json", "", ":1:0: EOF while parsing a value"),
        ("a.json", "{\"rules\":[],\"rule\":[]}", ":1:18: unknown field `rule`"),
        (
            "a.json",
            r#"{"rules":[{"effect":"ask","calls":{"arguments":{"path":"x"}}}]}"#,
            "`path` is no JSON Pointer",
        ),
        ("a.toml", &format!("{toml}effect = \"forbid\"\n"), ":6:10: unknown variant `forbid`"),
        ("a.toml", &format!("{toml}effect = 1\n"), ":6:10: "),
        ("a.toml", "rules = [", ":1:"),
        (
            "a.toml",
            "rules = [{ effect = \"ask\", reason = \"é\", x = 1 }]",
            ":1:42: unknown field `x`",
        ),
        ("a.toml", "", "missing field `rules`"),
        ("a.yaml", "rules: []", ": a file of rules ends in `.json` or `.toml`"),
        ("rules", "", ": a file of rules ends in `.json` or `.toml`"),
    ] {
        let file = File::new(name, text);
        let (printed, output) = run(&["--rules", file.path()], "ls\n");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text:?}: {errors}");
        assert_eq!(printed, "");
        assert!(errors.starts_with(&format!("error: {}", file.path())), "{text:?}: {errors}");
        assert!(errors.contains(part), "{text:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{text:?}: {errors}");
    }
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let not_text = File::new("a.json", b"\xff\xfe{}");
    let directory = not_text.0.path().join("directory.toml");
    std::fs::create_dir(&directory).unwrap();
    for (file, part) in [
        (not_text.path(), "valid UTF-8"),
        (directory.to_str().unwrap(), "Is a directory"),
        ("/no/such/rules.json", "No such file or directory"),
    ] {
        let (printed, output) = run(&["--rules", file], "ls\n");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert_eq!(printed, "");
        assert!(errors.starts_with(&format!("error: {file}: ")), "{errors}");
        assert!(errors.contains(part), "{errors}");
    }
}
