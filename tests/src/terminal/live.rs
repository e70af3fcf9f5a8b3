//! Output as it comes.

use super::screen::Screen;
use dsh_tools::bridge::terminal::{Ended, Terminal};
use dsh_tools::prelude::*;
use dsh_tools::{Progress, ToolDefinition};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// What is drawn of an output that comes in these parts.
fn drawn(terminal: &Terminal, parts: &[&str]) -> String {
    let mut live = terminal.live();
    let mut text: String = parts.iter().map(|part| live.push(part)).collect();
    text.push_str(&live.finish());
    text
}

/// What the card shows of it afterwards.
fn afterwards(terminal: &Terminal, output: &str) -> String {
    let card = ToolResultView::from(ToolResultView::terminal(output));
    let result = ToolExecutionResult::success(FrozenJson::empty_object());
    terminal.body(&ToolCallView::terminal("x").into(), &Ended::of(&card, &result))
}

proptest! {
    /// Wherever the parts are cut, the same is drawn as in the end.
    #[test]
    fn parts_are_cut_anywhere(
        text in "([a-c\r\n\t]|\r\n|\u{1b}\\[31m|\u{1b}\\[2J|日|e\u{301}|x{30}){0,60}",
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        width in 0_usize..60,
        lines in 0_usize..12,
    ) {
        let terminal = Terminal::plain().width(width).most_lines(lines);
        let mut cuts: Vec<usize> =
            cuts.iter().map(|cut| text.floor_char_boundary(cut.index(text.len() + 1))).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let parts: Vec<&str> = cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect();
        let live = drawn(&terminal, &parts);
        prop_assert_eq!(&live, &afterwards(&terminal, &text));
        Screen::of(&live, width.max(20));
    }
}

#[test]
fn the_first_lines_come_at_once_and_the_last_at_the_end() {
    let mut live = Terminal::plain().most_lines(5).live();
    assert_eq!(live.push("1\n2\n3\n4\n5\n6\n7"), "  | 1\n  | 2\n  | 3\n");
    assert_eq!(live.push("\n8\n"), "");
    assert_eq!(live.finish(), "  | … 3 more lines\n  | 7\n  | 8\n");
}

/// Something that never ends a line is not gathered.
#[test]
fn a_line_without_end_takes_no_room() {
    let mut live = Terminal::plain().width(40).live();
    let part = "x".repeat(1 << 20);
    for _ in 0..64 {
        assert_eq!(live.push(&part), "");
    }
    let text = live.finish();
    assert!(text.len() < 1000, "{}", text.len());
    assert!(text.ends_with("  | … 67108649 more characters\n"), "{text}");
}

/// From a body to the screen.
#[tokio::test]
async fn bodies_hand_over_what_they_write() {
    let tool = ToolDefinition::builder("make")
        .description("Build.")
        .no_args()
        .body(|(), cx| async move {
            cx.progress(&Progress::done(1.0).output("compiling\nlink"));
            cx.progress(&Progress::done(2.0).message("nearly done"));
            cx.progress(&Progress::done(3.0).output("ing\n"));
            "built"
        })
        .build();
    let live = Arc::new(Mutex::new(Terminal::plain().live()));
    let (hears, drawn) = (Arc::clone(&live), Arc::new(Mutex::new(String::new())));
    let draws = Arc::clone(&drawn);
    let registry = ToolRegistry::builder().tools([tool]).build().unwrap();
    let input = ToolExecutionInput::new("call_1", "make", "{}").on_progress(move |_, progress| {
        if let Some(text) = &progress.output {
            draws.lock().unwrap().push_str(&hears.lock().unwrap().push(text));
        }
    });
    registry.execute(input).await;
    assert_eq!(*drawn.lock().unwrap(), "  | compiling\n  | linking\n");
}
