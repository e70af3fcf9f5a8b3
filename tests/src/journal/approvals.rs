//! Questions in the journal, whoever is asked and however they end.

use super::Paper;
use crate::support::{call, code, free, poll_once, registry};
use dsh_tools::prelude::*;
use dsh_tools::{ApprovalEnd, Calls, Grant, StandingGrants};
use std::future::pending;
use std::time::Duration;

/// A scope in which each call is asked about, with a journal.
fn asking() -> (ToolScope, Paper) {
    let registry = registry([free("t").body(|_, _| async { "done" }).build()]);
    let paper = Paper::under(&registry);
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it writes")) });
    (registry.scope("agent"), paper)
}

/// The end of the one question, and the words with it.
#[track_caller]
fn end(paper: &Paper) -> (ApprovalEnd, Option<String>) {
    let journal = paper.read();
    let [approval] = journal.calls()[0].approvals[..] else { panic!("{}", paper.text()) };
    assert_eq!(approval.asked.reason.as_deref(), Some("it writes"));
    assert_eq!(approval.asked.tool, "t");
    assert_eq!(approval.asked.digest, approval.asked.key.digest());
    let decided = approval.decided.unwrap();
    assert_eq!(decided.key, approval.asked.key);
    (decided.decision, decided.words.clone())
}

#[tokio::test]
async fn every_answer_is_written_with_its_words() {
    for (answer, expected, words) in [
        (Ok(ApprovalDecision::AllowedOnce), ApprovalEnd::AllowedOnce, None),
        (Ok(ApprovalDecision::Rejected(None)), ApprovalEnd::Rejected, None),
        (Ok(ApprovalDecision::reject("use b")), ApprovalEnd::Rejected, Some("use b")),
        (Ok(ApprovalDecision::Cancelled), ApprovalEnd::Cancelled, None),
        (Ok(ApprovalDecision::Unavailable), ApprovalEnd::Unavailable, None),
        (Err(ToolError::msg("broken")), ApprovalEnd::Unavailable, None),
    ] {
        let (agent, paper) = asking();
        let answer = std::sync::Mutex::new(Some(answer));
        agent.approver_fn(move |_| std::future::ready(answer.lock().unwrap().take().unwrap()));
        let result = agent.execute(call("t", "{}")).await;
        assert_eq!(end(&paper), (expected, words.map(str::to_owned)));
        let written = paper.words();
        let allowed = expected == ApprovalEnd::AllowedOnce;
        assert_eq!(!result.is_error(), allowed);
        assert_eq!(written.contains(&"start 1".to_owned()), allowed, "{written:?}");
        assert_eq!(written[..2], ["call call_1", "asked t"]);
    }
}

#[tokio::test]
async fn a_question_that_nobody_answers_has_an_end_too() {
    // Nobody to ask.
    let (agent, paper) = asking();
    agent.execute(call("t", "{}")).await;
    assert_eq!(end(&paper).0, ApprovalEnd::NoApprover);

    // One who panics is away.
    let (agent, paper) = asking();
    agent.approver_fn(|_| async { panic!("an approver") });
    agent.execute(call("t", "{}")).await;
    assert_eq!(end(&paper).0, ApprovalEnd::Unavailable);

    // Given up meanwhile.
    let (agent, paper) = asking();
    agent.approver_fn(|_| pending());
    let token = CancellationToken::new();
    let mut running = Box::pin(agent.execute(call("t", "{}").cancellation(token.clone())));
    assert!(poll_once(running.as_mut()).is_pending());
    assert_eq!(paper.words(), ["call call_1", "asked t"], "it is written before anybody answers");
    token.cancel();
    assert_eq!(code(&running.await), "ABORTED_BEFORE_DISPATCH");
    assert_eq!(end(&paper).0, ApprovalEnd::CallCancelled);

    // Dropped meanwhile.
    let (agent, paper) = asking();
    agent.approver_fn(|_| pending());
    let mut running = Box::pin(agent.execute(call("t", "{}")));
    assert!(poll_once(running.as_mut()).is_pending());
    drop(running);
    assert_eq!(end(&paper).0, ApprovalEnd::CallCancelled);
    let expected = [
        "call call_1",
        "asked t",
        "decided CallCancelled",
        "result call_1 ABORTED_BEFORE_DISPATCH",
    ];
    assert_eq!(paper.words(), expected);

    // A yes that comes with the cancellation lets nothing run.
    let (agent, paper) = asking();
    let token = CancellationToken::new();
    let cancel = token.clone();
    agent.approver_fn(move |_| {
        cancel.cancel();
        async { Ok(ApprovalDecision::AllowedOnce) }
    });
    agent.execute(call("t", "{}").cancellation(token)).await;
    assert_eq!(end(&paper).0, ApprovalEnd::CallCancelled);
}

#[tokio::test(start_paused = true)]
async fn a_question_that_is_answered_too_late_was_not_answered() {
    let tool = free("t").body(|_, _| async { "done" }).build();
    let registry = ToolRegistry::builder()
        .tool(tool)
        .approval_deadline(Duration::from_mins(1))
        .build()
        .unwrap();
    let paper = Paper::under(&registry);
    let agent = registry.scope("agent");
    agent.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it writes")) });
    agent.approver_fn(|_| pending());
    assert_eq!(code(&agent.execute(call("t", "{}")).await), "DENIED");
    assert_eq!(end(&paper).0, ApprovalEnd::NoAnswer);
}

#[tokio::test]
async fn approvers_of_nearer_scopes_and_grants_hide_nothing() {
    let (agent, paper) = asking();
    agent.approver_fn(|_| async { Ok(ApprovalDecision::Unavailable) });
    let grants = StandingGrants::before(|_| async { Ok(ApprovalDecision::Unavailable) });
    grants.grant(Grant::calls(Calls::of("t").unwrap())).unwrap();
    agent.child("helper").approver(grants);
    let result = agent.child("helper").execute(call("t", "{}")).await;
    assert!(!result.is_error());
    assert_eq!(end(&paper), (ApprovalEnd::AllowedOnce, None));
    assert_eq!(paper.read().calls()[0].entry.scope.as_deref(), Some("agent/helper"));
}

#[tokio::test]
async fn nobody_is_asked_about_a_call_without_a_scope() {
    let (agent, paper) = asking();
    drop(agent);
    let registry = registry([free("t").body(|_, _| async { "done" }).build()]);
    registry.policy(paper.journal());
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it writes")) });
    registry.execute(call("t", "{}")).await;
    assert_eq!(paper.words(), ["call call_1", "result call_1 DENIED"]);
}

#[test]
fn ends_are_one_word_each() {
    use ApprovalEnd::*;
    let all = [AllowedOnce, Rejected, Cancelled, Unavailable, NoApprover, NoAnswer, CallCancelled];
    let words = serde_json::to_string(&all).unwrap();
    assert_eq!(
        words,
        r#"["allowedOnce","rejected","cancelled","unavailable","noApprover","noAnswer","callCancelled"]"#
    );
    assert_eq!(serde_json::from_str::<Vec<ApprovalEnd>>(&words).unwrap(), all);
}
