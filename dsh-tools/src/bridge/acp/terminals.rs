//! The convention for terminals that are only shown: what the client can draw, and what it is told.

use super::v1::{ClientCapabilities, Meta, ToolCallId};
use crate::view::TerminalEnd;
use serde_json::{Value, json};

/// How a client wants to be told what a command writes. It is looked at once, when a session begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terminals {
    /// It draws none: output is text in the card.
    None,
    /// It draws them, and appends what it is given.
    Output,
    /// The same by a name of its own, which says that it is appended.
    Delta,
}

impl Terminals {
    pub(super) fn of(client: &ClientCapabilities) -> Self {
        let has = |key: &str| {
            client.meta.as_ref().and_then(|meta| meta.get(key)).and_then(Value::as_bool)
                == Some(true)
        };
        match (has("terminal_output_delta"), has("terminal_output")) {
            (true, _) => Self::Delta,
            (false, true) => Self::Output,
            (false, false) => Self::None,
        }
    }

    pub(super) const fn are_drawn(self) -> bool {
        !matches!(self, Self::None)
    }

    const fn key(self) -> &'static str {
        match self {
            Self::Delta => "terminal_output_delta",
            Self::Output | Self::None => "terminal_output",
        }
    }

    /// Says what a command wrote since the last time.
    pub(super) fn output(self, meta: &mut Meta, id: &ToolCallId, data: &str) {
        meta.insert(self.key().to_owned(), json!({"terminal_id": id, "data": data}));
    }
}

/// Says that there is a terminal.
pub(super) fn begun(id: &ToolCallId, directory: &str) -> Meta {
    let info = json!({"terminal_id": id, "cwd": directory});
    Meta::from_iter([("terminal_info".to_owned(), info)])
}

/// Says how a command ended, as far as that is known.
pub(super) fn ended(meta: &mut Meta, id: &ToolCallId, end: Option<&TerminalEnd>) {
    let (exit_code, signal) = match end {
        // Systems that have no signals count exit codes without a sign.
        Some(TerminalEnd::ExitCode(code)) => (Some(code.cast_unsigned()), None),
        Some(TerminalEnd::Signal(signal)) => (None, Some(crate::json::visible(signal).to_string())),
        None => (None, None),
    };
    let exit = json!({"terminal_id": id, "exit_code": exit_code, "signal": signal});
    meta.insert("terminal_exit".to_owned(), exit);
}
