//! One tool that shows every card.

use dsh_tools::Progress;
use dsh_tools::prelude::*;
use dsh_tools::view::{FileMatches, WebSource};

/// Every card, of calls and of results, and what there is without one.
pub(crate) const CARDS: [&str; 13] = [
    "none", "broken", "generic", "terminal", "signal", "diff", "created", "matches", "paths",
    "read", "web", "fetch", "media",
];

/// Which card, and how the call ends.
#[derive(Debug, ToolArgs)]
pub(crate) struct ShowArgs {
    /// The card.
    pub(crate) card: String,
    /// How the call ends.
    pub(crate) end: End,
}

/// How a call ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolValue)]
#[arg(rename_all = "snake_case")]
pub(crate) enum End {
    Success,
    Failure,
    Cancel,
}

/// What cancels all that goes on, as whoever waits for it may.
#[derive(Debug)]
pub(crate) struct Whole(pub(crate) CancellationToken);

/// Shows a card.
#[tool(present_call = call_card, present_result = result_card)]
pub(crate) async fn show(
    args: ShowArgs,
    cx: &ToolContext,
    whole: &Whole,
) -> Result<ToolOutput, ToolError> {
    cx.progress(&Progress::done(1.0).output("one line,\n"));
    cx.progress(&Progress::done(2.0).output("another with ``` in it\n"));
    match args.end {
        End::Success => {}
        End::Failure => return Err(ToolError::new("BROKEN", "it broke\n```\nas promised")),
        End::Cancel => {
            whole.0.cancel();
            cx.cancellation().cancelled().await;
            return Err(ToolError::aborted());
        }
    }
    let text = ContentBlock::text("one line,\nanother with ``` in it\n");
    ToolOutput::blocks(match args.card.as_str() {
        "media" => vec![
            text,
            ContentBlock::image("iVBORw0KGgo=", "image/png"),
            ContentBlock::audio("UklGRg==", "audio/wav"),
            ContentBlock::resource_link("file:///srv/app/a.rs", "a.rs"),
        ],
        _ => vec![text],
    })
}

#[allow(clippy::panic, reason = "presenters may break")]
fn call_card(args: &ShowArgs) -> Option<ToolCallView> {
    match args.card.as_str() {
        "none" => None,
        "broken" => panic!("a presenter that breaks"),
        "terminal" => {
            ToolCallView::terminal("cargo test").description("Run the tests").cwd("crates").into()
        }
        "signal" => ToolCallView::terminal("sleep 100").into(),
        "diff" => {
            let diff = FileDiff::new("/srv/app/src/a.rs", "old\n", "new\n");
            ToolCallView::diff("Edit /srv/app/src/a.rs", [diff])
                .location(FileLocation::new("/srv/app/src/a.rs").line(3))
                .into()
        }
        "created" => ToolCallView::diff("Write b.rs", [FileDiff::created("b.rs", "new\n")]).into(),
        card => {
            let kind = match card {
                "read" => ToolCallKind::Read,
                "matches" | "paths" => ToolCallKind::Search,
                "web" | "fetch" => ToolCallKind::Fetch,
                _ => ToolCallKind::Other,
            };
            ToolCallView::generic(format!("Show {card} of /srv/app/src/a.rs"))
                .kind(kind)
                .content(ContentBlock::text("beside the title"))
                .location("/srv/app/src/a.rs")
                .into()
        }
    }
}

#[allow(clippy::panic, reason = "presenters may break")]
fn result_card(args: &ShowArgs, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    // A body that failed may show as much as one that did not; one that did not run has nothing to show.
    if result.is_error && args.end != End::Failure {
        return None;
    }
    match args.card.as_str() {
        "generic" => {
            ToolResultView::generic().title("Shown").content(ContentBlock::text("all of it")).into()
        }
        "terminal" => {
            ToolResultView::terminal("one line,\nanother with ``` in it\n").exit_code(101).into()
        }
        "signal" => ToolResultView::terminal("").signal("SIGKILL").into(),
        "diff" => ToolResultView::diff([
            FileDiff::new("/srv/app/src/a.rs", "old\n", "new\n"),
            FileDiff::new("/srv/app/src/a.rs", "older\n", "newer\n"),
        ])
        .title("Edit /srv/app/src/a.rs:3")
        .into(),
        "created" => ToolResultView::diff([FileDiff::created("b.rs", "new\n")]).into(),
        "matches" => ToolResultView::found_lines([
            FileMatches::new("src/a.rs", [(3, "let a = 1;"), (7, "a += 1;")]),
            FileMatches::new("src/b.rs", [(1, "use a;")]),
        ])
        .total(12)
        .truncated(true)
        .into(),
        "paths" => ToolResultView::found_paths(["src/a.rs", "src/b.rs"]).into(),
        "read" => ToolResultView::read("src/a.rs", 3, ["let a = 1;", "```"])
            .total_lines(40)
            .lang("rust")
            .into(),
        "web" => ToolResultView::web_search([
            WebSource::new("https://example.org/a")
                .title("A")
                .snippet("about a")
                .published_at("2026-01-01"),
            WebSource::new("https://example.org/b"),
        ])
        .answer("a, or b")
        .into(),
        "fetch" => ToolResultView::web_fetch("https://example.org/a", 404).truncated(true).into(),
        "broken" => panic!("a presenter that breaks"),
        _ => None,
    }
}
