use super::*;

/// As `callgrind_annotate` prints it.
const SAID: &str = "\
--------------------------------------------------------------------------------
Profile data file 'callgrind.out' (creator: callgrind-3.19.0)
--------------------------------------------------------------------------------
Profiled target:  /target/release/measure --row small/validate-only (PID 7, part 1)
Events recorded:  Ir
Thresholds:       100

--------------------------------------------------------------------------------
Ir      file:function
--------------------------------------------------------------------------------
40,000  PROGRAM TOTALS

19,000  /home/a/dsh-tools/src/schema/walk/quick.rs:dsh_tools::schema::walk::quick::of_text [/target/release/measure]
 9,000  /rustc/5980/library/core/src/slice/index.rs:dsh_tools::schema::walk::quick::of_text
 6,000  /home/a/dsh-tools/src/schema/walk/quick.rs:dsh_tools::schema::walk::quick::shaped'2 [/target/release/measure]
 3,000  ./malloc/./malloc/malloc.c:_int_free [/usr/lib/x86_64-linux-gnu/libc.so.6]
 2,000  /home/a/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/serde_json-1.0.154/src/read.rs:<serde_json::read::StrRead as serde_json::read::Read>::next [/target/release/measure]
 1,000  ???:core::ptr::drop_in_place<alloc::string::String> [/target/release/measure]
";

fn row() -> Record {
    Record::new(Part::Calls, "small", "validate only").figure("rounds", 100.0)
}

/// What the table of this heading says of this name: instructions of a round, and the share.
fn of(text: &str, title: &str, name: &str) -> Option<String> {
    let (_, table) = text.split_once(&format!("\n| {title} |"))?;
    let table = table.split("\n\n").next()?;
    let line = table.lines().find(|line| line.starts_with(&format!("| {name} |")))?;
    Some(line.trim_start_matches(&format!("| {name} |")).to_owned())
}

#[test]
fn lines_are_counts_of_a_function_in_a_file() {
    let lines = annotated(SAID);
    assert_eq!(lines.len(), 6);
    assert_eq!(lines.iter().map(|line| line.count).sum::<f64>(), 40_000.0);
    assert_eq!(lines[0].file, "/home/a/dsh-tools/src/schema/walk/quick.rs");
    assert_eq!(lines[0].function, "dsh_tools::schema::walk::quick::of_text");
    assert_eq!(lines[4].function, "<serde_json::read::StrRead as serde_json::read::Read>::next");
}

#[test]
fn other_output_has_no_lines() {
    for other in ["", "callgrind_annotate: no such file\n", "12,x  a:b", "1,234  no function"] {
        assert_eq!(annotated(other).len(), 0, "{other}");
    }
}

#[test]
fn tables_are_of_one_round_by_purpose_file_and_function() {
    let text = tables(&row(), &annotated(SAID));
    assert!(text.starts_with("small/validate-only: 400 instructions a round\n"), "{text}");
    assert_eq!(of(&text, "what", "`schema::walk`").as_deref(), Some(" 340 | 85.0 % |"));
    assert_eq!(of(&text, "what", "allocator").as_deref(), Some(" 30 | 7.5 % |"));
    assert_eq!(of(&text, "what", "drops").as_deref(), Some(" 10 | 2.5 % |"));
    assert_eq!(of(&text, "what", "the rest").as_deref(), Some(" 0 | 0.0 % |"));
    assert_eq!(of(&text, "source", "schema/walk/quick.rs").as_deref(), Some(" 250 | 62.5 % |"));
    let std = of(&text, "source", "library/core/src/slice/index.rs");
    assert_eq!(std.as_deref(), Some(" 90 | 22.5 % |"));
    let peer = of(&text, "source", "serde_json-1.0.154/src/read.rs");
    assert_eq!(peer.as_deref(), Some(" 20 | 5.0 % |"));
    // A function and its calls of itself are one.
    let shaped = of(&text, "function", "`schema::walk::quick::shaped`");
    assert_eq!(shaped.as_deref(), Some(" 60 | 15.0 % |"));
}

#[test]
fn what_calls_the_rounds_is_left_out_of_what_they_call() {
    let said = "\
40,000  /home/a/frame/src/window.rs:dsh_tools_benches_frame::window::measured_rounds [/m]
30,000  a.rs:dsh_tools::json::parse [/m]
28,000  b.rs:dsh_tools::json::parse
90,000  a.rs:dsh_tools::json::walk'2 [/m]
10,000  a.rs:dsh_tools::json::walk [/m]
";
    let text = inclusive(&row(), &annotated(said));
    let of = |name| of(&text, "function with what it calls", name);
    assert_eq!(of("`json::parse`").as_deref(), Some(" 300 | 75.0 % |"));
    assert_eq!(of("`json::walk`").as_deref(), Some(" 100 | 25.0 % |"));
    assert!(!text.contains("measured_rounds"), "{text}");
}
