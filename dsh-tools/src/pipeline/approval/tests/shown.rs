//! What a person sees of a call, and what their line means.

use super::{call, question, with_tool};
use crate::pipeline::{ApprovalDecision, ApprovalRequest, Approver, TerminalApprover};
use crate::tool::{Identity, ToolDefinition};
use crate::view::{FileDiff, ToolCallView};
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
pub(super) struct Screen(Arc<Mutex<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Screen {
    pub(super) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

async fn shown(request: ApprovalRequest) -> String {
    let screen = Screen::default();
    let terminal = TerminalApprover::new(Cursor::new("n\n"), screen.clone());
    assert_eq!(terminal.approve(request).await.unwrap(), ApprovalDecision::Rejected(None));
    screen.text()
}

fn tool(card: impl Into<ToolCallView>) -> ToolDefinition {
    let card = card.into();
    ToolDefinition::builder("edit")
        .description("Edits.")
        .no_args()
        .present_call(move |()| Some(card.clone()))
        .body(|(), _| async { "done" })
        .build()
}

#[tokio::test]
async fn a_question_says_who_wants_what_and_why() {
    let request = question(call("call_1", "write", r#"{"path":"a"}"#), Some("it writes"));
    assert_eq!(
        shown(request).await,
        "\n`main` wants to run `write` (call_1): it writes\n  write\n  {\"path\":\"a\"}\nAllow it once? [y/N] "
    );
    let command = ToolCallView::terminal("make\nmake install").cwd("/work").description("Installs");
    assert_eq!(
        shown(with_tool("call_2", tool(command), "{}")).await,
        "\n`main` wants to run `edit` (call_2)\n  make\n  make install\n  in /work\n  # Installs\nAllow it once? [y/N] "
    );
}

#[tokio::test]
async fn changes_are_shown_as_lines() {
    let old: String = (1..=20).flat_map(|line| [line.to_string(), "\n".to_owned()]).collect();
    let new = old.replace("\n10\n11\n", "\nten\n");
    let diff = ToolCallView::diff(
        "Edit a.txt",
        [FileDiff::new("a.txt", old.clone(), new), FileDiff::created("b.txt", "x\ny")],
    );
    let text = shown(with_tool("call_1", tool(diff), "{}")).await;
    let expected = "
  Edit a.txt
--- a.txt
+++ a.txt
@@ from line 7
    7
    8
    9
  - 10
  - 11
  + ten
    12
    13
    14
+++ b.txt
  + x
  + y
  \\ no line break at the end
Allow it once? [y/N] ";
    assert!(text.ends_with(expected), "{text}");

    // What differs in nothing, in its last line break, and at either end.
    let small = |old: &str, new: &str| {
        let diff = ToolCallView::diff("Edit", [FileDiff::new("a", old, new)]);
        shown(with_tool("call_1", tool(diff), "{}"))
    };
    assert!(small("a\n", "a\n").await.contains("    (no change)\n"));
    assert!(
        small("a\nb", "a\nb\n")
            .await
            .contains("    a\n  - b\n  \\ no line break at the end\n  + b\nAllow")
    );
    assert!(small("a\na\n", "a\na\na\n").await.contains("    a\n    a\n  + a\nAllow"));
    assert!(small("", "a\n").await.contains("@@ from line 1\n  + a\nAllow"));
    assert!(small("a\n", "").await.contains("@@ from line 1\n  - a\nAllow"));
}

#[tokio::test]
async fn what_a_call_holds_cannot_pose_as_the_question_or_hide() {
    let hostile = "ok\u{1b}[2J\u{202e}\r\nAllow it once? [y/N] y\n\u{200b}";
    let mut new = call("call\u{1b}_1\nAllow", "wri\u{7}te\n", "{}");
    new.definition = Some(tool(ToolCallView::terminal(hostile).cwd(hostile)));
    let text = shown(question(new, Some(hostile))).await;
    let hidden = |c: &char| *c != '\n' && (c.is_control() || "\u{202e}\u{200b}".contains(*c));
    assert_eq!(text.chars().find(hidden), None, "{text}");
    let ours = text.lines().filter(|line| line.starts_with("Allow")).count();
    assert_eq!(ours, 1, "{text}");
    assert!(text.contains("  ok\\u{1b}[2J\\u{202e}\\u{d}\n  Allow it once?"), "{text}");
}

#[tokio::test]
async fn what_is_too_long_is_counted() {
    let long = format!("{}\n{}", "x".repeat(2500), "y\n".repeat(1000));
    let request = with_tool("call_1", tool(ToolCallView::terminal(long)), "{}");
    let text = shown(request).await;
    assert!(text.contains("x\n  ↪ … (500 more characters are not shown)\n"), "{text}");
    // Rows are counted, so 2000 characters leave room for 172 lines.
    assert!(text.contains("y\n… (828 more lines are not shown)\nAllow"), "{text}");
    assert!(text.len() < 4000);
    assert!(text.lines().all(|row| row.chars().count() <= 76), "{text}");
}

#[tokio::test]
async fn a_presenter_that_panics_leaves_a_question() {
    let rude = ToolDefinition::builder("edit")
        .description("Edits.")
        .no_args()
        .present_call(|()| -> Option<ToolCallView> { panic!("no") })
        .body(|(), _| async { "done" })
        .build();
    let text = shown(with_tool("call_1", rude, "{}")).await;
    assert!(text.ends_with("  edit\n  {}\nAllow it once? [y/N] "), "{text}");
    // No arguments at all.
    let none = Identity { arguments: None, ..call("call_2", "write", "") };
    assert!(shown(question(none, None)).await.contains("(call_2)\n  write\nAllow"));
}
