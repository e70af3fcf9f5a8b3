//! Somebody is asked who is elsewhere.

use super::{Diary, brief, run};
use crate::support::code;
use dsh_tools::prelude::*;
use dsh_tools::{AnswerError, ApprovalBroker, BrokerEvent, BrokerEvents, TerminalApprover};
use std::io::{Cursor, sink};
use std::time::Duration;

use ApprovalDecision::{AllowedOnce, Rejected, Unavailable};

/// A scope where every call is asked about at the broker.
fn asking(registry: &ToolRegistry, broker: &ApprovalBroker) -> ToolScope {
    let agent = registry.scope("agent");
    agent.approver(broker.clone());
    agent.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it writes")) });
    agent
}

async fn asked(events: &mut BrokerEvents) -> ApprovalRequest {
    match events.next().await {
        Some(BrokerEvent::Asked(request)) => request,
        other => panic!("{other:?}"),
    }
}

fn execute(agent: &ToolScope, id: &str) -> tokio::task::JoinHandle<ToolExecutionResult> {
    tokio::spawn(agent.execute(ToolExecutionInput::new(id, "t", "{}")))
}

#[tokio::test]
async fn c108_c109_of_parallel_calls_each_is_answered_by_itself() {
    let (diary, broker) = (Diary::default(), ApprovalBroker::new());
    let agent = asking(&diary.registry(), &broker);
    let mut events = broker.subscribe();
    // All under one id, with the same arguments.
    let mut calls = Vec::new();
    let mut keys = Vec::new();
    for _ in 0..3 {
        calls.push(execute(&agent, "call_1"));
        keys.push(asked(&mut events).await.key().clone());
    }
    broker.answer(&keys[1], AllowedOnce).unwrap();
    broker.answer(&keys[2], Rejected(None)).unwrap();
    let third = calls.pop().unwrap().await.unwrap();
    assert_eq!(brief(&third), "DENIED the user rejected the call of `t`");
    assert_eq!(calls.pop().unwrap().await.unwrap().text(), "t");
    let open: Vec<_> = broker.pending().iter().map(|open| open.key().clone()).collect();
    assert_eq!(open, keys[..1]);
    assert!(!calls[0].is_finished());
    assert_eq!(broker.answer(&keys[1], AllowedOnce), Err(AnswerError::Answered));
    // The first is given up with its task.
    calls[0].abort();
    assert!(calls.pop().unwrap().await.is_err());
    assert_eq!(broker.answer(&keys[0], AllowedOnce), Err(AnswerError::Withdrawn));
    diary.reads(&[
        "body of t",
        "observed ok t",
        "observed DENIED the user rejected the call of `t`",
        "observed ABORTED_BEFORE_DISPATCH the call was cancelled before the tool was started",
    ]);
}

#[tokio::test]
async fn s102_c111_a_cancelled_call_is_aborted_and_its_question_is_gone() {
    let (diary, broker) = (Diary::default(), ApprovalBroker::new());
    let agent = asking(&diary.registry(), &broker);
    let mut events = broker.subscribe();
    let stop = CancellationToken::new();
    let input = ToolExecutionInput::new("call_1", "t", "{}").cancellation(stop.clone());
    let running = tokio::spawn(agent.execute(input));
    let request = asked(&mut events).await;
    stop.cancel();
    // Nothing of the call has run since.
    assert_eq!(broker.answer(request.key(), AllowedOnce), Err(AnswerError::Withdrawn));
    assert_eq!(code(&running.await.unwrap()), "ABORTED_BEFORE_DISPATCH");
    assert!(
        matches!(events.next().await, Some(BrokerEvent::Withdrawn(key)) if key == *request.key())
    );
    assert!(broker.pending().is_empty());
}

#[tokio::test(start_paused = true)]
async fn c111_an_answer_after_the_deadline_is_late() {
    let (diary, broker) = (Diary::default(), ApprovalBroker::new());
    let registry = ToolRegistry::builder()
        .tool(diary.tool("t"))
        .approval_deadline(Duration::from_mins(1))
        .build()
        .unwrap();
    let agent = asking(&registry, &broker);
    let mut events = broker.subscribe();
    let running = execute(&agent, "call_1");
    let request = asked(&mut events).await;
    assert_eq!(
        brief(&running.await.unwrap()),
        "DENIED `t` needs approval, and there was no answer within 60000 ms"
    );
    assert_eq!(broker.answer(request.key(), AllowedOnce), Err(AnswerError::Withdrawn));
    assert_eq!(diary.len(), 0);
}

#[tokio::test]
async fn s106_who_is_away_leaves_it_to_the_next() {
    let (diary, near, far) = (Diary::default(), ApprovalBroker::new(), ApprovalBroker::new());
    let registry = diary.registry();
    registry.approver(far.clone());
    let agent = asking(&registry, &near);
    near.close();
    let mut events = far.subscribe();
    let running = execute(&agent, "call_1");
    far.answer(asked(&mut events).await.key(), AllowedOnce).unwrap();
    assert_eq!(running.await.unwrap().text(), "t");
    // The same broker twice: it is asked twice, one after the other.
    registry.scope("agent").approver(far.clone());
    let mut events = far.subscribe();
    let running = execute(&agent, "call_2");
    let first = asked(&mut events).await;
    far.answer(first.key(), Unavailable).unwrap();
    assert!(matches!(events.next().await, Some(BrokerEvent::Answered(_, Unavailable))));
    let second = asked(&mut events).await;
    assert_eq!(second.key(), first.key());
    far.answer(second.key(), Rejected(None)).unwrap();
    assert_eq!(code(&running.await.unwrap()), "DENIED");
}

#[tokio::test]
async fn s098_answers_that_are_typed() {
    let diary = Diary::default();
    let agent = diary.registry().scope("agent");
    agent.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it writes")) });
    agent.approver(TerminalApprover::new(Cursor::new("y\nn not on Fridays\n"), sink()));
    assert_eq!(run(&agent).await.text(), "t");
    assert_eq!(
        brief(&run(&agent).await),
        "DENIED the user rejected the call of `t`: not on Fridays"
    );
    assert_eq!(
        brief(&run(&agent).await),
        "DENIED `t` needs approval, and nobody who could give it is available"
    );
}
