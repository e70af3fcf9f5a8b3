//! What calls look like in a terminal, of every kind; the picture in the README is drawn of it.
//!
//! ```text
//! cargo run -p dsh-tools-examples --example cards                             in this terminal, or plain in a file
//! cargo run -p dsh-tools-examples --example cards -- --svg docs/cards.svg     as a picture
//! ```
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::bridge::terminal::{Ended, Terminal};
use dsh_tools::prelude::*;
use dsh_tools::view::{FileMatches, WebSource};
use std::time::Duration;

/// Columns of the picture.
const WIDTH: usize = 96;
/// Lines of a text in it.
const LINES: usize = 6;

const BEFORE: &str = "\
/// The area of a room.
fn area(width: u32, height: u32) -> u32 {
    width * height
}

fn main() {
    println!(\"{} m²\", area(3, 4));
}
";

fn main() -> anyhow::Result<()> {
    let mut words = std::env::args_os().skip(1);
    match (words.next(), words.next(), words.next()) {
        (None, ..) => print!("{}", drawn(&Terminal::detect())),
        (Some(option), Some(file), None) if option == "--svg" => {
            let text = drawn(&Terminal::plain().width(WIDTH).color(true).most_lines(LINES));
            let picture =
                anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE).render_svg(&text);
            std::fs::write(file, picture + "\n")?;
        }
        _ => anyhow::bail!("usage: cards [--svg FILE]"),
    }
    Ok(())
}

/// A call and what came of it.
struct Shown {
    call: ToolCallView,
    card: ToolResultView,
    result: ToolExecutionResult,
    took: Duration,
}

impl Shown {
    fn of(call: impl Into<ToolCallView>, card: impl Into<ToolResultView>, text: &str) -> Self {
        let result = ToolExecutionResult::success(FrozenJson::empty_object()).with_content(text);
        Self { call: call.into(), card: card.into(), result, took: Duration::from_millis(4) }
    }

    fn took(mut self, millis: u64) -> Self {
        self.took = Duration::from_millis(millis);
        self
    }

    fn ended(&self) -> Ended<'_> {
        Ended::of(&self.card, &self.result).took(self.took)
    }
}

/// All cards, and then each call as a line of a log.
fn drawn(terminal: &Terminal) -> String {
    let calls = calls();
    let mut text = String::new();
    for shown in &calls {
        text.push_str(&terminal.card(&shown.call, &shown.ended()));
        text.push('\n');
    }
    text.extend(calls.iter().map(|shown| terminal.log_line(&shown.call, Some(&shown.ended()))));
    text
}

fn calls() -> Vec<Shown> {
    let after = BEFORE
        .replace("-> u32", "-> u64")
        .replace("    width * height", "    u64::from(width) * u64::from(height)");
    let tests: Vec<_> = (1..=30).map(|number| format!("test room_{number:02} ... ok")).collect();
    let tests = tests.join("\n");
    let mut failed = Shown::of(
        ToolCallView::edit("src/main.rs", "    width + height", "    width * height"),
        ToolResultView::generic(),
        "",
    );
    failed.result = ToolExecutionResult::failure(ToolError::new(
        "NO_MATCH",
        "`old_text` does not occur in `src/main.rs`; `read` the file again and copy the text from there",
    ));
    vec![
        Shown::of(
            ToolCallView::read(FileLocation::new("src/main.rs").line(2)),
            ToolResultView::read_part("src/main.rs", BEFORE, 2, 3),
            "",
        ),
        Shown::of(
            ToolCallView::search("area").location("src"),
            ToolResultView::found_lines([
                FileMatches::new("src/main.rs", [(1, "/// The area of a room."), (7, "area(3, 4)")]),
                FileMatches::new("src/日本.rs", [(3, "// area: 面積")]),
            ]),
            "",
        ),
        failed,
        Shown::of(
            ToolCallView::edit("src/main.rs", "", ""),
            ToolResultView::diff(FileDiff::between("src/main.rs", BEFORE, &after)).title("Edit src/main.rs:2"),
            "replaced 2 places in `src/main.rs`, the first at line 2",
        ),
        Shown::of(
            ToolCallView::terminal("cargo test").description("Run the tests"),
            ToolResultView::terminal(format!(
                "\u{1b}[32m   Compiling\u{1b}[0m room v0.1.0\n{tests}\n\u{1b}]0;hijacked\u{7}test result: ok. 30 passed\n"
            ))
            .exit_code(0),
            "",
        )
        .took(2_310),
        Shown::of(
            ToolCallView::generic("Search the web: unicode width").kind(ToolCallKind::Fetch),
            ToolResultView::web_search([WebSource::new("https://docs.rs/unicode-width")
                .title("unicode-width")
                .snippet("Determine the displayed width of characters and strings.")]),
            "",
        )
        .took(640),
    ]
}
