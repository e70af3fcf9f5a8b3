//! Cancellations that come from elsewhere.

use crate::support::{call, code, free, plain, read, registry};
use dsh_tools::prelude::*;
use dsh_tools::{ApprovalBroker, BrokerEvent, InFlightCalls, RequestId};
use futures_util::future::join_all;
use std::future::pending;
use std::sync::Arc;
use tokio::sync::Notify;

/// Waits for its token; says when it has begun to.
fn waiting() -> (ToolDefinition, Arc<Notify>) {
    let begun = Arc::new(Notify::new());
    let notify = Arc::clone(&begun);
    let tool = free("wait")
        .body(move |_, cx| {
            let notify = Arc::clone(&notify);
            async move {
                notify.notify_one();
                cx.cancellation().cancelled().await;
                Err::<String, _>(ToolError::aborted())
            }
        })
        .build();
    (tool, begun)
}

#[tokio::test]
async fn c119_a_cancellation_on_another_connection_reaches_the_body() {
    let (tool, begun) = waiting();
    let registry = registry([tool]);
    let calls = InFlightCalls::new();
    // The connection on which the request comes is gone as soon as the call runs.
    let running = {
        let connection = calls.session("s1");
        let request = connection.begin("r-1").unwrap();
        let input = call("wait", "{}").cancellation(request.token().clone());
        let result = registry.execute(input);
        tokio::spawn(async move {
            let result = result.await;
            drop(request);
            result
        })
    };
    begun.notified().await;
    let other = calls.clone();
    for (session, id) in [("s1", RequestId::from("r-2")), ("s2", "r-1".into()), ("s1", 1.into())] {
        assert!(!other.cancel(session, id), "nobody of that name: nothing happens");
    }
    assert!(!other.cancel_session("s2"));
    assert!(!running.is_finished());
    assert_eq!(other.len(), 1);
    assert!(other.cancel("s1", "r-1"));
    assert_eq!(code(&running.await.unwrap()), "ABORTED");
    assert!(!other.cancel("s1", "r-1"), "it is over");
    assert!(other.is_empty());
}

#[tokio::test]
async fn c119_a_call_that_is_dropped_is_in_flight_no_more() {
    let calls = InFlightCalls::new();
    let request = calls.session("s1").begin(1).unwrap();
    let running = tokio::spawn(async move {
        pending::<()>().await;
        drop(request);
    });
    tokio::task::yield_now().await;
    running.abort();
    assert!(running.await.is_err());
    assert!(calls.is_empty() && !calls.cancel("s1", 1));
}

#[test]
fn one_id_is_one_request_at_a_time() {
    let calls = InFlightCalls::new();
    let session = calls.session("s1");
    let first = session.begin(7).unwrap();
    assert!(session.begin(7).is_err(), "a cancellation could not say which is meant");
    let text = session.begin("7").unwrap();
    let elsewhere = calls.session("s2").begin(7).unwrap();
    assert_eq!(calls.len(), 3);
    assert!(session.cancel(7));
    assert!(first.token().is_cancelled());
    assert!(!text.token().is_cancelled() && !elsewhere.token().is_cancelled());
    assert!(session.begin(7).is_err(), "it was cancelled, and is not over");
    drop(first);
    assert!(!session.begin(7).unwrap().token().is_cancelled());
    assert!(calls.cancel_session("s1"));
    assert!(text.token().is_cancelled() && !elsewhere.token().is_cancelled());
    assert_eq!((text.id(), elsewhere.id()), (&"7".into(), &7.into()));
}

#[tokio::test]
async fn c119_as_a_policy_every_call_is_in_flight_from_its_start_to_its_outcome() {
    let (tool, begun) = waiting();
    let registry = registry([tool, plain("quick"), read()]);
    let calls = InFlightCalls::new();
    let agent = registry.scope("agent");
    agent.policy(calls.session("agent"));
    // Two calls of one id: which of them is meant nobody can say.
    let input = || call("wait", "{}");
    let running = [tokio::spawn(agent.execute(input())), tokio::spawn(agent.execute(input()))];
    begun.notified().await;
    while calls.len() < 2 {
        tokio::task::yield_now().await;
    }
    assert!(calls.cancel("agent", "call_1"));
    for result in join_all(running).await {
        assert_eq!(code(&result.unwrap()), "ABORTED");
    }
    assert!(calls.is_empty());
    // However a call ends, and wherever.
    agent.execute(call("quick", "{}")).await;
    agent.execute(call("quick", "{")).await;
    agent.execute(call("read", "{}")).await;
    agent.execute(call("none", "{}")).await;
    let denial = agent.guard_fn(|_| Some(Denial::new("no")));
    agent.execute(call("quick", "{}")).await;
    denial.unregister();
    let mut dropped = Box::pin(agent.execute(input()));
    assert!(crate::support::poll_once(dropped.as_mut()).is_pending());
    assert_eq!(calls.len(), 1);
    drop(dropped);
    assert!(calls.is_empty());
    // Others are not the scope's.
    let mut other = Box::pin(registry.execute(input()));
    assert!(crate::support::poll_once(other.as_mut()).is_pending());
    assert!(calls.is_empty());
}

#[tokio::test]
async fn c119_a_question_about_a_call_that_is_cancelled_is_withdrawn() {
    let registry = registry([plain("write")]);
    let (calls, broker) = (InFlightCalls::new(), ApprovalBroker::new());
    let agent = registry.scope("agent");
    agent.policy(calls.session("agent"));
    agent.approver(broker.clone());
    // Prepended later, and asking without those within.
    agent.install(|hooks| {
        hooks.prepend().pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it writes")) });
    });
    let mut events = broker.subscribe();
    let running = tokio::spawn(agent.execute(call("write", "{}")));
    assert!(matches!(events.next().await, Some(BrokerEvent::Asked(_))));
    assert!(calls.cancel("agent", "call_1"));
    assert_eq!(code(&running.await.unwrap()), "ABORTED_BEFORE_DISPATCH");
    assert!(calls.is_empty() && broker.pending().is_empty());
    // The caller's own cancellation comes to the same.
    let request = calls.session("requests").begin(1).unwrap();
    let input = call("write", "{}").cancellation(request.token().clone());
    let running = tokio::spawn(agent.execute(input));
    while broker.pending().is_empty() {
        tokio::task::yield_now().await;
    }
    assert!(calls.cancel("requests", 1));
    assert_eq!(code(&running.await.unwrap()), "ABORTED_BEFORE_DISPATCH");
    assert!(broker.pending().is_empty());
}

#[tokio::test]
async fn a_lifted_policy_keeps_no_calls() {
    let (tool, begun) = waiting();
    let registry = registry([tool]);
    let calls = InFlightCalls::new();
    let policy = registry.policy(calls.session("s1"));
    let running = tokio::spawn(registry.execute(call("wait", "{}")));
    begun.notified().await;
    assert_eq!(calls.len(), 1);
    assert!(policy.unregister());
    assert!(calls.is_empty(), "nobody would tell of its end");
    running.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn c119_ends_and_cancellations_that_race_leave_nothing() {
    let registry = registry([plain("quick")]);
    let calls = InFlightCalls::new();
    registry.policy(calls.session("policy"));
    let running = (0..500_u32).map(|number| {
        let (registry, calls) = (registry.clone(), calls.clone());
        let canceller = calls.clone();
        let ends = tokio::spawn(async move {
            let request = calls.session("s1").begin(number).unwrap();
            let id = format!("call_{number}");
            let input = ToolExecutionInput::new(id, "quick", "{}");
            let result = registry.execute(input.cancellation(request.token().clone())).await;
            (request.token().is_cancelled(), result)
        });
        let cancels = tokio::spawn(async move {
            canceller.cancel("policy", format!("call_{number}"));
            canceller.cancel("s1", number)
        });
        async { (ends.await.unwrap(), cancels.await.unwrap()) }
    });
    for ((was_cancelled, result), found) in join_all(running).await {
        assert!(found || !was_cancelled);
        assert!(was_cancelled || !result.is_error() || code(&result).starts_with("ABORTED"));
    }
    assert!(calls.is_empty());
}
