//! Changes of files, and lines of a log.

use dsh_tools::bridge::terminal::{Ended, Terminal};
use dsh_tools::view::{FileDiff, ToolCallView, ToolResultView};
use dsh_tools::{FrozenJson, ToolError, ToolExecutionResult};
use std::time::Duration;

fn done() -> ToolExecutionResult {
    ToolExecutionResult::success(FrozenJson::string("done"))
}

fn drawn(old: &str, new: &str) -> Vec<String> {
    let call = ToolCallView::diff("Tidy", [FileDiff::new("a.txt", old, new)]).into();
    let card = ToolResultView::diff([FileDiff::new("a.txt", old, new)]).into();
    let text = Terminal::plain().width(60).body(&call, &Ended::of(&card, &done()));
    text.lines()
        .filter(|line| line.starts_with("  -") || line.starts_with("  +"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn what_only_spaces_tell_apart_is_told_apart() {
    assert_eq!(
        drawn("\tlet a = 1;\n", "    let a = 1;\n"),
        ["  - →let·a·=·1;", "  + ····let·a·=·1;",]
    );
    assert_eq!(drawn("a  b\n", "a b\n"), ["  - a··b", "  + a·b"]);
    assert_eq!(drawn("a\n\t\n", "a\n\n"), ["  - →", "  +"]);
    // Where more differs, spaces say nothing, but for those at the end.
    assert_eq!(drawn("\tone two \n", "\tone three\n"), ["  -     one two·", "  +     one three"]);
    // The one line among others.
    assert_eq!(
        drawn("if a {\nb\n}\nc d\n", "if a {\n    b\n}\nc e\n"),
        ["  - b", "  + ····b", "  - c d", "  + c e",]
    );
}

#[test]
fn a_log_line_keeps_how_long_it_took() {
    let call =
        ToolCallView::terminal("cargo test --workspace --all-features -- --nocapture everything")
            .into();
    let card =
        ToolResultView::terminal("a line of output that is too long for any terminal here\n")
            .exit_code(0)
            .into();
    let failed = ToolExecutionResult::failure(ToolError::new("FAILED", "日本語 ".repeat(40)));
    for width in [20, 40, 60, 80] {
        let terminal = Terminal::plain().width(width);
        for result in [&done(), &failed] {
            let ended = Ended::of(&card, result);
            let line = terminal.log_line(&call, Some(&ended.took(Duration::from_millis(61_500))));
            assert!(line.ends_with("… · 1 min 1 s\n"), "{width}: {line}");
            assert!(line.trim_end().chars().count() <= width, "{width}: {line}");
        }
    }
    let short = ToolCallView::terminal("ls").into();
    let card = ToolResultView::terminal("a.txt\n").exit_code(0).into();
    let result = done();
    let ended = Ended::of(&card, &result).took(Duration::from_millis(5));
    let line = Terminal::plain().width(80).log_line(&short, Some(&ended));
    assert!(line.ends_with(" · 5 ms\n") && !line.contains('…'), "{line}");
}
