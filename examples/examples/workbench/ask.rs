//! Somebody is asked before files are changed and commands are run.

use dsh_tools::PermissionRules;
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

/// A question. There is one at a time: calls are decided about one after the other.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) about: ApprovalRequest,
    /// Where the answer goes.
    pub(crate) answer: oneshot::Sender<ApprovalDecision>,
}

/// Has the scope's calls asked about, as rules say or what is asked about without any; questions come out of the channel.
pub(crate) fn install(
    scope: &ToolScope,
    consent: Consent,
    rules: Option<PermissionRules>,
) -> mpsc::Receiver<Question> {
    let (questions, asked) = mpsc::channel(1);
    match rules {
        Some(rules) => drop(scope.policy(rules)),
        None if consent == Consent::Given => return asked,
        None => drop(scope.pre_execute_fn(|call, next| async move {
            match next.run().await? {
                PreToolDecision::Allow if ASKED.contains(&call.name()) => {
                    Ok(PreToolDecision::Ask(None))
                }
                decision => Ok(decision),
            }
        })),
    }
    scope.approver_fn(move |about| {
        let questions = questions.clone();
        async move {
            match consent {
                Consent::Given => return Ok(ApprovalDecision::AllowedOnce),
                Consent::Nobody => return Ok(ApprovalDecision::Unavailable),
                Consent::Person => {}
            }
            let (answer, answered) = oneshot::channel();
            // With the program's end nobody is there any more.
            questions.send(Question { about, answer }).await.map_err(ToolError::msg)?;
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
