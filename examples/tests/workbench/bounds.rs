//! Outputs are bounded, say what was left out, and how to see it.

use crate::support::Bench;
use dsh_tools::tool::ToolResultRecord;
use serde_json::json;
use std::fmt::Write as _;

#[tokio::test]
async fn a_long_file_comes_in_parts() {
    let bench = Bench::new();
    let text = (1..=5000).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "line {number}");
        text
    });
    bench.put("long.txt", text);
    let first = bench.text("read", json!({"path": "long.txt"})).await;
    assert!(first.starts_with("     1\tline 1\n"));
    assert!(
        first
            .ends_with("  2000\tline 2000\n[lines 1 to 2000 of 5000; go on with `offset: 2001`]\n")
    );
    let last = bench.text("read", json!({"path": "long.txt", "offset": 4001})).await;
    assert!(last.ends_with("  5000\tline 5000\n"));
}

#[tokio::test]
async fn long_lines_are_cut_and_many_of_them_end_the_part() {
    let bench = Bench::new();
    bench.put("wide.txt", format!("{}\n", "x".repeat(5000)).repeat(100));
    let text = bench.text("read", json!({"path": "wide.txt"})).await;
    assert!(text.len() < 80_000, "{}", text.len());
    assert!(
        text.ends_with(
            "[lines 1 to 32 of 100; go on with `offset: 33`]\n\
         [32 lines are cut after 2000 characters; `bash` with `cut -c` shows the rest]\n"
        ),
        "{}",
        &text[text.len() - 300..]
    );
    let rest = bench.text("read", json!({"path": "wide.txt", "offset": 100})).await;
    assert!(rest.contains("   100\tx"));
}

#[tokio::test]
async fn an_empty_file_is_called_empty() {
    let bench = Bench::new();
    bench.put("empty.txt", "");
    assert_eq!(bench.text("read", json!({"path": "empty.txt"})).await, "[the file is empty]\n");
    assert_eq!(bench.text("ls", json!({})).await, "empty.txt");
}

#[tokio::test]
async fn what_is_no_text_is_refused_with_a_way_out() {
    let bench = Bench::new();
    bench.put("binary", b"\xff\xfe\x00");
    let (code, text) = bench.failure("read", json!({"path": "binary"})).await;
    assert_eq!(code, "NOT_TEXT");
    assert!(text.contains("`xxd binary | head`"), "{text}");
    let file = std::fs::File::create(bench.path("huge")).unwrap();
    file.set_len(17 * 1024 * 1024).unwrap();
    let (code, text) = bench.failure("read", json!({"path": "huge"})).await;
    assert_eq!(code, "TOO_LARGE");
    assert!(text.contains("larger than 16 MiB"), "{text}");
}

/// Nothing waits for the other end of a pipe.
#[tokio::test]
async fn pipes_are_not_opened() {
    let bench = Bench::new();
    bench.text("bash", json!({"command": "mkfifo pipe"})).await;
    for (name, arguments) in [
        ("read", json!({"path": "pipe"})),
        ("write", json!({"path": "pipe", "content": "x"})),
        ("edit", json!({"path": "pipe", "old_text": "x", "new_text": "y"})),
        ("grep", json!({"path": "pipe", "pattern": "x"})),
    ] {
        let (code, text) = bench.failure(name, arguments).await;
        assert_eq!(code, "NOT_A_FILE", "{name}: {text}");
    }
    assert_eq!(bench.text("ls", json!({})).await, "pipe|");
    assert_eq!(bench.text("grep", json!({"pattern": "x"})).await, "[no line matches]");
}

#[tokio::test]
async fn lists_come_in_parts() {
    let bench = Bench::new();
    for number in 1..=5 {
        bench.put(&format!("{number}.txt"), "x\nx\n");
    }
    let part = |skip: u32| json!({"skip": skip, "limit": 2});
    assert_eq!(
        bench.text("ls", part(0)).await,
        "1.txt\n2.txt\n[names 1 to 2 of 5; `skip: 2` shows the next]"
    );
    assert_eq!(bench.text("ls", part(4)).await, "5.txt\n[names 5 to 5 of 5]");
    assert_eq!(bench.text("ls", part(9)).await, "[there are 5 names, none after 9]");
    let arguments = json!({"pattern": "*", "skip": 1, "limit": 2});
    assert_eq!(
        bench.text("glob", arguments).await,
        "2.txt\n3.txt\n[paths 2 to 3 of 5; `skip: 3` shows the next]"
    );
    let arguments = json!({"pattern": "x", "skip": 3, "limit": 2});
    assert_eq!(
        bench.text("grep", arguments).await,
        "2.txt:2:x\n3.txt:1:x\n[lines 4 to 5 of 10; `skip: 5` shows the next]"
    );
}

#[tokio::test]
async fn a_long_output_shows_both_ends_and_the_way_to_the_middle() {
    let bench = Bench::new();
    let text = bench.text("bash", json!({"command": "seq 1 20000"})).await;
    assert!(text.starts_with("1\n2\n3\n") && text.ends_with("\n19999\n20000\n"));
    assert!(text.len() < 34_000);
    let note = "[76136 bytes are left out here: `bash_output` with `job: job_1` and `since: 8188` shows them]\n";
    let (head, tail) = text.split_once(note).unwrap_or_else(|| panic!("{}", &text[8150..8400]));
    // The parts that were left out, one after the other.
    let (mut middle, mut since) = (String::new(), 8188);
    while middle.len() < 76136 {
        let part = bench.text("bash_output", json!({"job": "job_1", "since": since})).await;
        let part = part.split('[').next().unwrap();
        middle.push_str(part);
        since += part.len();
    }
    middle.truncate(76136);
    let whole: String = (1..=20000).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{number}");
        text
    });
    assert!(format!("{head}{middle}{tail}") == whole);
}

#[tokio::test]
async fn output_keeps_its_order_and_its_status() {
    let bench = Bench::new();
    let command = "for n in 1 2 3; do echo out $n; echo err $n >&2; done; exit 7";
    assert_eq!(
        bench.text("bash", json!({"command": command})).await,
        "out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n[exit status 7]\n"
    );
    assert_eq!(bench.text("bash", json!({"command": "true"})).await, "[exit status 0]\n");
    // There is nothing to read from.
    assert_eq!(bench.text("bash", json!({"command": "read -r x"})).await, "[exit status 1]\n");
}

/// What a log keeps is enough for the card.
#[tokio::test]
async fn cards_can_be_made_again_from_a_log() {
    let bench = Bench::new();
    bench.put("a.txt", "one\ntwo\n");
    for (name, arguments, shown) in [
        ("read", json!({"path": "a.txt"}), "a.txt: lines 1 to 2 of 2"),
        (
            "edit",
            json!({"path": "a.txt", "old_text": "two", "new_text": "2"}),
            "Edit a.txt:2: changed a.txt",
        ),
        ("write", json!({"path": "a.txt", "content": "3"}), "Write a.txt: changed a.txt"),
        ("ls", json!({}), "1 path"),
        ("glob", json!({"pattern": "*"}), "1 path"),
        ("grep", json!({"pattern": "3"}), "1 match in 1 file"),
        ("bash", json!({"command": "echo hi; exit 2"}), "exit code 2: hi"),
        ("bash", json!({"command": "kill -9 $$"}), "ended by SIGKILL"),
    ] {
        let result = bench.call(name, arguments.clone()).await;
        let log = serde_json::to_string(&result.record("call_1")).unwrap();
        let record: ToolResultRecord = serde_json::from_str(&log).unwrap();
        let tool = bench.registry.get(name).unwrap();
        let arguments = dsh_tools::FrozenJson::from_value(arguments).unwrap();
        let card = tool.result_card(&arguments, &record.data());
        assert_eq!(card.one_line(), shown);
        assert_eq!(card, tool.result_card(&arguments, &result.data()));
    }
}

/// Logs keep what cards are made of: that is bounded, too.
#[tokio::test]
async fn large_changes_are_no_large_metadata() {
    let bench = Bench::new();
    let text = "a line that is not short\n".repeat(20_000);
    for content in [&text, &text.replace("not", "so")] {
        let result = bench.call("write", json!({"path": "a.txt", "content": content})).await;
        assert!(!result.is_error(), "{}", result.text());
        assert!(result.meta().unwrap().to_string().len() < 100_000);
    }
    let arguments =
        json!({"path": "a.txt", "old_text": "so", "new_text": "x", "replace_all": true});
    let result = bench.call("edit", arguments).await;
    assert_eq!(result.text(), "replaced 20000 places in `a.txt`, the first at line 1");
    assert!(result.meta().unwrap().to_string().len() < 100_000);
}
