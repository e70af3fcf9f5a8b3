//! Somebody is asked.

use super::{Diary, brief, run};
use crate::support::{call, code};
use dsh_tools::prelude::*;
use dsh_tools::{ApprovalKey, Approver, Registration};
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;

/// A scope where every call is asked about.
fn asking(diary: &Diary, reason: Option<&'static str>) -> ToolScope {
    let agent = diary.registry().scope("agent");
    agent.pre_execute_fn(
        move |_, _| async move { Ok(PreToolDecision::Ask(reason.map(Into::into))) },
    );
    agent
}

fn says(agent: &ToolScope, decision: ApprovalDecision) -> Registration {
    agent.approver_fn(move |_| std::future::ready(Ok(decision.clone())))
}

#[tokio::test]
async fn s096_with_nobody_to_ask_the_reason_is_the_denial() {
    let diary = Diary::default();
    let denied = async |reason| brief(&run(&asking(&diary, reason)).await);
    // Who reads it is told what to mend, too.
    let nobody = "; nobody can be asked: no approver is registered";
    assert_eq!(denied(Some("it writes")).await, format!("DENIED it writes{nobody}"));
    assert_eq!(denied(None).await, format!("DENIED `t` needs approval{nobody}"));
}

#[tokio::test]
async fn s097_a_grant_for_once_lets_the_call_run_and_the_request_says_what_it_is() {
    let diary = Diary::default();
    let agent = asking(&diary, Some("it writes"));
    let asked: Arc<Mutex<Vec<ApprovalRequest>>> = Arc::default();
    let keep = Arc::clone(&asked);
    agent.approver_fn(move |request| {
        keep.lock().unwrap().push(request);
        async { Ok(ApprovalDecision::AllowedOnce) }
    });
    let token = CancellationToken::new();
    let input = call("t", r#"{"a":1}"#).cancellation(token.clone());
    assert_eq!(agent.execute(input).await.text(), "t");
    diary.reads(&["body of t", "observed ok t"]);
    let request = asked.lock().unwrap().pop().unwrap();
    assert_eq!((request.scope(), request.tool()), ("agent", "t"));
    assert_eq!((request.call_id(), request.reason()), ("call_1", Some("it writes")));
    assert_eq!(request.execution().arguments().unwrap().to_string(), r#"{"a":1}"#);
    assert!(!request.cancellation().is_cancelled());
    token.cancel();
    assert!(request.cancellation().is_cancelled(), "it follows the caller's");
    // The next call is asked about again.
    agent.execute(call("t", "{}")).await;
    let next = asked.lock().unwrap().pop().unwrap();
    assert_ne!(next.key(), request.key());
    assert_ne!(next.digest(), request.digest());
}

#[tokio::test]
async fn s098_no_cancelled_and_nobody_there_are_told_apart() {
    let diary = Diary::default();
    let agent = asking(&diary, Some("it writes"));
    let mut texts = Vec::new();
    for decision in [
        ApprovalDecision::Rejected(None),
        ApprovalDecision::reject("use the staging copy"),
        ApprovalDecision::Cancelled,
        ApprovalDecision::Unavailable,
    ] {
        let registration = says(&agent, decision);
        let result = run(&agent).await;
        assert_eq!(code(&result), "DENIED");
        texts.push(result.text().into_owned());
        assert!(registration.unregister());
    }
    assert_eq!(
        texts,
        [
            "Error: the user rejected the call of `t`",
            "Error: the user rejected the call of `t`: use the staging copy",
            "Error: the question whether `t` may run was cancelled",
            "Error: `t` needs approval, and nobody who could give it is available",
        ]
    );
    assert_eq!(diary.len(), 4, "no body ran");
}

#[tokio::test]
async fn s099_nobody_is_asked_about_a_call_without_a_scope() {
    let diary = Diary::default();
    let registry = diary.registry();
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it writes")) });
    let asked = diary.clone();
    registry.approver_fn(move |_| {
        asked.note("asked");
        async { Ok(ApprovalDecision::AllowedOnce) }
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(
        result.text(),
        "Error: it writes: nobody can be asked about a call without a scope; call it through `registry.scope(id)`"
    );
    assert_eq!(diary.len(), 1, "it was observed, and nothing else happened");
    assert_eq!(run(&registry.scope("agent")).await.text(), "t");
}

/// An answer that is none cannot be written in Rust: what is left are errors and panics.
#[tokio::test]
async fn s100_s106_who_fails_or_is_away_is_passed_over_and_then_nobody_is_there() {
    let diary = Diary::default();
    let agent = asking(&diary, None);
    let nobody = "DENIED `t` needs approval, and nobody who could give it is available";
    let failing = agent.approver_fn(|_| async { Err(ToolError::msg("no line")) });
    assert_eq!(brief(&run(&agent).await), nobody);
    agent.approver_fn(|_| async { panic!("an approver") });
    agent.approver_fn(|_| -> std::future::Ready<_> { panic!("before its future") });
    says(&agent, ApprovalDecision::Unavailable);
    assert_eq!(brief(&run(&agent).await), nobody);
    assert!(failing.unregister());
    // Further out there is somebody.
    says(&agent.registry().scope("agent"), ApprovalDecision::Unavailable);
    agent.registry().approver_fn(|_| async { Ok(ApprovalDecision::AllowedOnce) });
    assert_eq!(brief(&run(&agent).await), "ok t");
}

#[tokio::test]
async fn the_nearest_and_latest_who_answers_decides() {
    let diary = Diary::default();
    let agent = asking(&diary, None);
    says(&agent, ApprovalDecision::reject("the agent's first"));
    let second = says(&agent, ApprovalDecision::reject("the agent's second"));
    agent.registry().approver_fn(|_| async { Ok(ApprovalDecision::AllowedOnce) });
    assert!(run(&agent).await.text().ends_with("the agent's second"));
    assert!(second.unregister());
    assert!(run(&agent).await.text().ends_with("the agent's first"));
    let helper = agent.child("helper");
    says(&helper, ApprovalDecision::reject("the helper's"));
    assert!(run(&helper).await.text().ends_with("the helper's"));
}

/// Answers when it is told to.
struct Waits(Mutex<Option<oneshot::Receiver<ApprovalDecision>>>, Diary);

impl Approver for Waits {
    async fn approve(&self, _: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
        let answer = self.0.lock().unwrap().take();
        self.1.note("asked");
        match answer {
            Some(answer) => answer.await.map_err(ToolError::msg),
            None => std::future::pending().await,
        }
    }
}

#[tokio::test]
async fn s102_an_answer_that_comes_after_the_cancellation_lets_nothing_run() {
    for answer in [Some(ApprovalDecision::Cancelled), Some(ApprovalDecision::AllowedOnce), None] {
        let diary = Diary::default();
        let agent = asking(&diary, None);
        let (tell, told) = oneshot::channel();
        agent.approver(Waits(Mutex::new(Some(told)), diary.clone()));
        let token = CancellationToken::new();
        let running = tokio::spawn(agent.execute(call("t", "{}").cancellation(token.clone())));
        while diary.len() == 0 {
            tokio::task::yield_now().await;
        }
        token.cancel();
        // With no answer at all the question is taken back, and nobody waits for ever.
        let _held = match answer {
            Some(answer) => {
                let _late = tell.send(answer);
                None
            }
            None => Some(tell),
        };
        assert_eq!(code(&running.await.unwrap()), "ABORTED_BEFORE_DISPATCH");
        diary.reads(&[
            "asked",
            "observed ABORTED_BEFORE_DISPATCH the call was cancelled before the tool was started",
        ]);
    }
}

#[tokio::test]
async fn s103_a_no_before_the_cancellation_stays_a_no() {
    let diary = Diary::default();
    let agent = asking(&diary, None);
    let token = CancellationToken::new();
    let stop = token.clone();
    agent.approver_fn(move |_| {
        stop.cancel();
        async { Ok(ApprovalDecision::Rejected(None)) }
    });
    let result = agent.execute(call("t", "{}").cancellation(token)).await;
    assert_eq!(brief(&result), "DENIED the user rejected the call of `t`");
}

#[test]
fn keys_and_digests_survive_being_written_down() {
    let registry = Diary::default().registry();
    let agent = registry.scope("agent");
    let key: Arc<Mutex<Option<ApprovalKey>>> = Arc::default();
    let keep = Arc::clone(&key);
    agent.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Ask(None)) });
    agent.approver_fn(move |request| {
        *keep.lock().unwrap() = Some(request.key().clone());
        async { Ok(ApprovalDecision::AllowedOnce) }
    });
    let input = ToolExecutionInput::new("id. with. stops", "t", r#"{"a":1}"#);
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(agent.execute(input));
    let key = key.lock().unwrap().take().unwrap();
    assert_eq!(key.call_id(), "id. with. stops");
    assert_eq!(key.to_string().parse(), Ok(key.clone()));
    let json = serde_json::to_string(&key).unwrap();
    assert_eq!(serde_json::from_str::<ApprovalKey>(&json).unwrap(), key);
    // SHA-256 of: 1 as eight bytes, `t`, 7 as eight bytes, `{"a":1}`; by another implementation.
    let digest = key.digest().to_string();
    assert_eq!(digest, "7dcb9cd135eb477cdc1a866882b6b8654a97ef97a6fa6d3a66f939aaefe276fc");
    for wrong in ["", "1", "1.2", "x.00.a", &format!("1.{}.a", &digest[1..])] {
        assert!(wrong.parse::<ApprovalKey>().is_err(), "{wrong}");
    }
}
