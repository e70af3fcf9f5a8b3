//! What a question looks like, and what an answer means.

use super::diff;
use super::sheet::Sheet;
use crate::json::{Quoted, visible, visible_text};
use crate::pipeline::approval::{ApprovalDecision, ApprovalRequest};
use crate::view::ToolCallView;
use std::fmt;
use std::sync::Arc;

/// What says yes to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Yes {
    Plain,
    /// With this number, which no other question takes.
    Numbered(u32),
}

impl fmt::Display for Yes {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain => f.write_str("y"),
            Self::Numbered(number) => write!(f, "y {number}"),
        }
    }
}

/// The question, up to where the answer is typed.
#[inline]
pub(super) fn question(request: &ApprovalRequest, yes: Yes) -> String {
    let mut first = format!(
        "`{}` wants to run `{}` ({})",
        visible(request.scope()),
        visible(request.tool()),
        id(request.call_id())
    );
    if let Some(reason) = request.reason() {
        first.extend([": ", &visible_text(reason).to_string()]);
    }
    let mut head = Sheet::default();
    head.line("", &first);
    let mut text = format!("\n{}{}", head.finish(), card(request));
    match yes {
        Yes::Plain => text.push_str("Allow it once? [y/N] "),
        Yes::Numbered(_) => text.extend([
            "A question before was withdrawn, and a plain `y` may have been meant for that one.\n",
            "Allow this call once? Type `",
            &yes.to_string(),
            "`, or `n`: ",
        ]),
    }
    text
}

/// A model writes the ids of its calls: one that is more than a word stands in quotes, and so poses as nothing else.
#[inline]
pub(super) fn id(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/');
    if id.chars().all(is_plain) { visible(id).to_string() } else { Quoted(id).to_string() }
}

/// What the call would do.
#[inline]
fn card(request: &ApprovalRequest) -> String {
    let mut sheet = Sheet::default();
    let card = request.card();
    sheet.add("  ", card.title());
    match &card {
        ToolCallView::Terminal(card) => {
            if let Some(directory) = &card.cwd {
                sheet.line("  in ", directory);
            }
            if let Some(description) = &card.description {
                sheet.add("  # ", description);
            }
        }
        ToolCallView::Diff(card) => {
            for change in &card.diffs {
                diff::add(&mut sheet, change);
            }
        }
        // The arguments that will run, whatever the card makes of them.
        ToolCallView::Generic(_) => {
            if let Some(arguments) = request.execution().arguments() {
                sheet.add("  ", &arguments.to_string());
            }
        }
    }
    sheet.finish()
}

/// What a line answers; `None` when it is no answer.
#[inline]
pub(super) fn decision(line: &str, yes: Yes) -> Option<ApprovalDecision> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_ascii_lowercase().as_str() {
        // Where a plain line may have been meant for another question, an empty one is no answer.
        "" => (yes == Yes::Plain).then_some(ApprovalDecision::Rejected(None)),
        "n" | "no" if rest.is_empty() => Some(ApprovalDecision::Rejected(None)),
        "n" | "no" => Some(ApprovalDecision::Rejected(Some(Arc::from(rest)))),
        "y" | "yes" => {
            let allowed = match yes {
                Yes::Plain => rest.is_empty(),
                Yes::Numbered(number) => rest == number.to_string(),
            };
            allowed.then_some(ApprovalDecision::AllowedOnce)
        }
        _ => None,
    }
}
