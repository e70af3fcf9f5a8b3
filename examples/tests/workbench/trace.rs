//! `--trace`: the spans of calls as OpenTelemetry has them.

use crate::program::{run, run_asking};

#[test]
fn a_call_prints_its_span_when_it_has_ended() {
    let (text, _) = run(&["--trace"], "ls\n");
    assert_eq!(
        text,
        "workspace: a fresh temporary directory\n\n● List .\n  0 paths\n  ◇ execute_tool ls\n      \
         gen_ai.operation.name = execute_tool\n      \
         gen_ai.tool.call.arguments = {}\n      \
         gen_ai.tool.call.id = line_1\n      \
         gen_ai.tool.description = List what a directory holds, hidden files too: `/` marks a directory, `@` a symbolic link.\n      \
         gen_ai.tool.name = ls\n      \
         gen_ai.tool.type = function\n\n1 calls: 1 ok\n"
    );
}

#[test]
fn failures_have_their_code_and_what_is_hidden_is_escaped() {
    let input = "write path=a content=b\n{\"id\":\"\\u001b[2J\",\"name\":\"no\\u202etool\",\"arguments\":\"{}\"}\nread {\n";
    let (text, _) = run_asking(&["--trace"], input);
    for part in [
        "  ◇ execute_tool write error\n      error.type = DENIED\n",
        "  ◇ execute_tool error\n      error.type = UNKNOWN_TOOL\n",
        "  ◇ execute_tool read error\n      error.type = INVALID_JSON\n",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
}

#[test]
fn without_it_nothing_is_traced() {
    let (text, _) = run(&[], "ls\n");
    assert!(!text.contains('◇'), "{text}");
}
