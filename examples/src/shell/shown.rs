//! What the shell's tools give: for the model as text, for people as a terminal.

use crate::typed;
use dsh_tools::prelude::*;
use dsh_tools::{ProcessEnd, ProcessRest};
use std::borrow::Cow;

/// What a command wrote, and how it ended.
#[derive(Debug, Default, ToolValue)]
pub struct CommandOutput {
    /// What it wrote, both streams in their order.
    pub output: String,
    /// It runs.
    pub running: bool,
    /// Its exit status.
    pub exit_code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<String>,
    /// What else there is to know.
    pub notes: Vec<String>,
}

impl CommandOutput {
    /// Text of the output, and the state of the command.
    pub(super) fn new(text: String, end: Option<&ProcessEnd>) -> Self {
        let mut shown = Self { output: text, running: end.is_none(), ..Self::default() };
        if let Some(end) = end {
            shown.exit_code = end.code();
            shown.signal = end.signal_name().map(Cow::into_owned);
            if end.left_running() {
                shown.notes.push(
                    "what the command left running was ended: use `run_in_background` for that"
                        .to_owned(),
                );
            }
            if end.rest() == ProcessRest::Running {
                shown.notes.push("the system holds a process of it that was killed".to_owned());
            }
        }
        shown
    }

    /// What the model reads: the output, then one line for everything else. Nothing is said of an exit status
    /// of 0 below output.
    pub(super) fn text(&self) -> String {
        let mut notes = self.notes.clone();
        match (self.exit_code, &self.signal) {
            (_, Some(signal)) => notes.push(format!("ended by {signal}")),
            (Some(0), _) if !self.output.is_empty() || !notes.is_empty() => {}
            (Some(code), _) => notes.push(format!("exit status {code}")),
            (None, None) if self.running => {}
            (None, None) => notes.push("ended".to_owned()),
        }
        self.with(&notes)
    }

    /// What there is to know beside the output, as it stands after it.
    pub(super) fn noted(&self) -> Option<String> {
        self.after(&self.notes)
    }

    fn with(&self, notes: &[String]) -> String {
        self.output.clone() + &self.after(notes).unwrap_or_default()
    }

    fn after(&self, notes: &[String]) -> Option<String> {
        let start = if self.output.is_empty() || self.output.ends_with('\n') { "" } else { "\n" };
        (!notes.is_empty()).then(|| format!("{start}[{}]\n", notes.join("; ")))
    }
}

/// The output as a terminal shows it; how the command ended has its own place there.
pub(super) fn terminal<A>(_: &A, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    let output: CommandOutput = typed::output(result)?;
    let card = ToolResultView::terminal(output.with(&output.notes));
    match (output.exit_code, output.signal) {
        (_, Some(signal)) => card.signal(signal),
        (Some(code), None) => card.exit_code(code),
        (None, None) => card,
    }
    .into()
}
