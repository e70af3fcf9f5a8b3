//! Calls with cards of every kind.

use dsh_tools::bridge::terminal::{Ended, Terminal};
use dsh_tools::prelude::*;
use dsh_tools::view::{FileMatches, WebSource};
use std::fmt::Write as _;

pub(super) struct Shown {
    pub(super) call: ToolCallView,
    pub(super) card: ToolResultView,
    pub(super) result: ToolExecutionResult,
}

impl Shown {
    fn of(call: impl Into<ToolCallView>, card: impl Into<ToolResultView>) -> Self {
        let result = ToolExecutionResult::success(FrozenJson::empty_object());
        Self { call: call.into(), card: card.into(), result }
    }

    fn content(mut self, content: &str) -> Self {
        self.result = self.result.with_content(content.to_owned());
        self
    }

    fn failed(call: impl Into<ToolCallView>, error: ToolError) -> Self {
        Self {
            call: call.into(),
            card: ToolResultView::generic().into(),
            result: ToolExecutionResult::failure(error),
        }
    }

    pub(super) fn draw(&self, terminal: &Terminal) -> String {
        terminal.card(&self.call, &Ended::of(&self.card, &self.result))
    }

    pub(super) fn log(&self, terminal: &Terminal) -> String {
        terminal.log_line(&self.call, Some(&Ended::of(&self.card, &self.result)))
    }
}

const BEFORE: &str = "fn main() {\n    let name = \"world\";\n    println!(\"Hello, {name}!\");\n}\n\n\n\n\nfn end() {}\n";

/// One of each.
pub(super) fn all() -> Vec<Shown> {
    let after = BEFORE.replace("world", "Welt").replace("end() {}", "end() { /* 終わり */ }");
    let long = (1..=60).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "test case_{number} ... ok");
        text
    });
    vec![
        Shown::of(
            ToolCallView::generic("Weigh the options")
                .content("The parser could be rewritten, or the grammar could be narrowed: the second is less work.")
                .raw_input(FrozenJson::parse(r#"{"options":["rewrite","narrow"],"depth":2}"#).unwrap()),
            ToolResultView::generic()
                .title("Weighed 2 options")
                .content("Narrow the grammar.")
                .content(ContentBlock::image("aGVsbG8=", "image/png"))
                .content(ContentBlock::resource_link("https://example.org/grammar", "The grammar")),
        ),
        Shown::of(
            ToolCallView::read(FileLocation::new("src/main.rs").line(2)),
            ToolResultView::read("src/main.rs", 2, BEFORE.lines().skip(1).take(3)).total_lines(9),
        ),
        Shown::of(
            ToolCallView::edit("src/main.rs", "world", "Welt"),
            ToolResultView::diff(FileDiff::between("src/main.rs", BEFORE, &after))
                .title("Edit src/main.rs:2"),
        )
        .content("replaced 2 places in `src/main.rs`, the first at line 2"),
        Shown::of(
            ToolCallView::diff("Tidy up", [FileDiff::new("a.txt", "a  \n", "a\n"), FileDiff::created("b.txt", "new")]),
            ToolResultView::diff([
                FileDiff::new("a.txt", "a  \n", "a\n"),
                FileDiff::created("b.txt", "new"),
                FileDiff::new("c.txt", "same\n", "same\n"),
            ]),
        ),
        Shown::of(
            ToolCallView::terminal("cargo test --workspace\ncargo clippy --all-targets")
                .description("Run all tests, then the lints")
                .cwd("/code"),
            ToolResultView::terminal(
                "\u{1b}[32m   Compiling\u{1b}[0m demo v0.1.0\n".to_owned() + &long + "10%\r50%\r100%\ntest result: ok\n",
            )
            .exit_code(0),
        ),
        Shown::of(ToolCallView::terminal("sleep 60"), ToolResultView::terminal("").signal("SIGTERM")),
        Shown::of(
            ToolCallView::search("main").location("src").location("tests"),
            ToolResultView::found_lines([
                FileMatches::new("src/main.rs", [(1, "fn main() {"), (12, "\tmain(of, a, line, that, goes, on, and, on, to, the, right, edge, of, most, terminals)")]),
                FileMatches::new("src/日本語.rs", [(3, "// main の説明")]),
            ])
            .total(40)
            .truncated(true),
        ),
        Shown::of(
            ToolCallView::list("src"),
            ToolResultView::found_paths(["src/lib.rs", "src/main.rs", "src/日本語.rs"]),
        ),
        Shown::of(
            ToolCallView::search("rust grapheme width").kind(ToolCallKind::Fetch),
            ToolResultView::web_search([
                WebSource::new("https://docs.rs/unicode-width").title("unicode-width").snippet("Determine displayed width").published_at("2026-01-02"),
                WebSource::new("https://example.org"),
            ])
            .answer("Count columns, not characters."),
        ),
        Shown::of(ToolCallView::fetch("https://example.org"), ToolResultView::web_fetch("https://example.org/", 404).truncated(true)),
        Shown::failed(
            ToolCallView::edit("src/main.rs", "wurld", "Welt"),
            ToolError::new("NO_MATCH", "`old_text` does not occur in `src/main.rs`; `read` the file again and copy the text from there"),
        ),
    ]
}

/// All of them below each other.
pub(super) fn drawn(terminal: &Terminal) -> String {
    let cards = all();
    let mut text: String = cards.iter().map(|shown| shown.draw(terminal) + "\n").collect();
    text.extend(cards.iter().map(|shown| shown.log(terminal)));
    text
}
