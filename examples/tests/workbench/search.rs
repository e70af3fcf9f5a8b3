//! What searches look at.

use crate::support::Bench;
use serde_json::json;

#[tokio::test]
async fn what_nobody_wrote_is_left_out() {
    let bench = Bench::new();
    bench.put(".git/config", "x\n");
    bench.put(".github/flow.yml", "x\n");
    bench.put("target/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n");
    bench.put("target/out.rs", "x\n");
    bench.put(".gitignore", "*.log\n/build/\n");
    bench.put("run.log", "x\n");
    bench.put("build/out.rs", "x\n");
    bench.put("sub/build/kept.rs", "x\n");
    bench.put("sub/.gitignore", "!run.log\nsecret\n");
    bench.put("sub/run.log", "x\n");
    bench.put("sub/secret/a.rs", "x\n");
    bench.put("other/run.log", "x\n");
    bench.put("main.rs", "x\n");
    let seen = "main.rs\n.github/flow.yml\nsub/run.log\nsub/build/kept.rs";
    let paths = bench.text("glob", json!({"pattern": "**"})).await;
    let paths: Vec<_> = paths.lines().filter(|path| !path.ends_with(".gitignore")).collect();
    assert_eq!(paths.join("\n"), seen);
    let lines = bench.text("grep", json!({"pattern": "^x$"})).await;
    assert_eq!(lines.replace(":1:x", ""), seen);
    // What is named is looked at, and the rules from above hold below.
    assert_eq!(
        bench.text("grep", json!({"pattern": "x", "path": "target"})).await,
        "target/out.rs:1:x"
    );
    assert_eq!(
        bench.text("glob", json!({"pattern": "*", "path": "other"})).await,
        "[no file matches]\n[`**/*` looks below, too]"
    );
    assert_eq!(
        bench.text("grep", json!({"pattern": "x", "path": "other/run.log"})).await,
        "other/run.log:1:x"
    );
}

#[tokio::test]
async fn patterns_of_paths() {
    let bench = Bench::new();
    for path in ["a.rs", "src/b.rs", "src/deep/c.rs", "src/d.py"] {
        bench.put(path, "x\n");
    }
    for (pattern, path, found) in [
        ("*.rs", ".", "a.rs"),
        ("./*.rs", "./", "a.rs"),
        ("**/*.rs", ".", "a.rs\nsrc/b.rs\nsrc/deep/c.rs"),
        ("src/*", ".", "src/b.rs\nsrc/d.py"),
        ("*.{rs,py}", "./src/", "src/b.rs\nsrc/d.py"),
        ("deep/**", "src", "src/deep/c.rs"),
    ] {
        let text = bench.text("glob", json!({"pattern": pattern, "path": path})).await;
        assert_eq!(text, found, "{pattern} in {path}");
    }
    let (code, text) = bench.failure("glob", json!({"pattern": "[a"})).await;
    assert_eq!((code.as_str(), text.contains("`[a`")), ("BAD_PATTERN", true), "{text}");
    let (code, _) = bench.failure("glob", json!({"pattern": "*", "path": "a.rs"})).await;
    assert_eq!(code, "NOT_A_DIRECTORY");
}

#[tokio::test]
async fn lines_by_expression() {
    let bench = Bench::new();
    bench.put("a.rs", "Fn\r\nfn main() {\n\n}\n");
    bench.put("sub/b.py", "fn\n");
    bench.put("binary", b"fn\n\x00");
    bench.put("latin.txt", b"fn \xe4\n");
    for (arguments, found) in [
        (json!({"pattern": "^fn"}), "a.rs:2:fn main() {\nlatin.txt:1:fn \u{fffd}\nsub/b.py:1:fn"),
        (json!({"pattern": "^fn$", "ignore_case": true}), "a.rs:1:Fn\nsub/b.py:1:fn"),
        (json!({"pattern": "^$"}), "a.rs:3:"),
        (json!({"pattern": "fn", "glob": "*.py"}), "sub/b.py:1:fn"),
        (json!({"pattern": "fn", "glob": "sub/*"}), "sub/b.py:1:fn"),
        (json!({"pattern": "fn", "path": "./sub/b.py"}), "sub/b.py:1:fn"),
        (json!({"pattern": "nowhere"}), "[no line matches]"),
    ] {
        assert_eq!(bench.text("grep", arguments.clone()).await, found, "{arguments}");
    }
    let (code, text) = bench.failure("grep", json!({"pattern": "a{2,1}"})).await;
    assert_eq!(code, "BAD_PATTERN");
    assert!(!text.contains('\n'), "{text}");
}

/// White space is all that is wrong, or line ends are: then the error says so.
#[tokio::test]
async fn edits_that_do_not_match_say_what_is_there() {
    let bench = Bench::new();
    bench.put("a.txt", "if x:\n\ty()\n");
    let arguments = json!({"path": "a.txt", "old_text": "if x:\n    y()", "new_text": "z"});
    let (code, text) = bench.failure("edit", arguments).await;
    assert_eq!(code, "NO_MATCH");
    assert!(
        text.ends_with(
            "from line 1 on it does but for white space, write it like this:\nif x:\n\ty()"
        ),
        "{text}"
    );
    bench.put("b.txt", "one\r\ntwo\r\n");
    let arguments = json!({"path": "b.txt", "old_text": "one\ntwo", "new_text": "z"});
    let (_, text) = bench.failure("edit", arguments).await;
    assert!(text.contains(r"its lines end in `\r\n`"), "{text}");
    // Nothing was written.
    assert_eq!(std::fs::read(bench.path("b.txt")).unwrap(), b"one\r\ntwo\r\n");
}
