//! Somebody is asked before files are changed and commands are run.

use dsh_tools::prelude::*;
use tokio::sync::{mpsc, oneshot};

/// What is asked about.
const ASKED: [&str; 3] = ["write", "edit", "bash"];

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// Whoever sits in front of the terminal.
    Person,
    /// Nobody: what would be asked about is denied.
    Nobody,
    /// Nobody: everything was allowed when the program was started.
    Given,
}

/// Where the answer to a question goes. There is one question at a time, about the call that runs.
pub(crate) type Question = oneshot::Sender<ApprovalDecision>;

/// Has the scope's calls asked about; questions come out of the channel.
pub(crate) fn install(scope: &ToolScope, consent: Consent) -> mpsc::Receiver<Question> {
    let (questions, asked) = mpsc::channel(1);
    if consent == Consent::Given {
        return asked;
    }
    scope.pre_execute_fn(|call, next| async move {
        match next.run().await? {
            PreToolDecision::Allow if ASKED.contains(&call.name()) => {
                Ok(PreToolDecision::Ask(None))
            }
            decision => Ok(decision),
        }
    });
    scope.approver_fn(move |_call| {
        let questions = questions.clone();
        async move {
            if consent == Consent::Nobody {
                return Ok(ApprovalDecision::Unavailable);
            }
            let (answer, answered) = oneshot::channel();
            // With the program's end nobody is there any more.
            questions.send(answer).await.map_err(ToolError::msg)?;
            answered.await.map_err(ToolError::msg)
        }
    });
    asked
}

/// What a typed line says.
pub(crate) fn read(line: Option<&str>) -> ApprovalDecision {
    match line.map(str::trim) {
        None => ApprovalDecision::Unavailable,
        Some("y" | "yes" | "Y") => ApprovalDecision::AllowedOnce,
        Some("" | "n" | "no" | "N") => ApprovalDecision::Rejected(None),
        // Words are for the model: what to do instead.
        Some(words) => ApprovalDecision::reject(words),
    }
}
