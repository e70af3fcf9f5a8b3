//! Wakers that panic: they are somebody's code, too.

use crate::support::{Ears, call, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{ApprovalBroker, BatchOptions};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// Panics when it wakes.
struct Grumpy(AtomicBool);

impl Wake for Grumpy {
    fn wake(self: Arc<Self>) {
        assert!(!self.0.load(Ordering::Relaxed), "not now");
    }
}

fn grumpy() -> Waker {
    Waker::from(Arc::new(Grumpy(AtomicBool::new(true))))
}

fn asked() -> (ToolRegistry, ToolScope, ApprovalBroker) {
    let registry = registry([free("t").body(|_, _| async { "ran" }).build()]);
    let agent = registry.scope("agent");
    agent.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("a test")) });
    let broker = ApprovalBroker::new();
    agent.approver(broker.clone());
    (registry, agent, broker)
}

#[test]
fn an_answer_reaches_others_where_a_waker_panics() {
    let (registry, agent, broker) = asked();
    let ears = Ears::on(&registry);
    let mut first = Box::pin(agent.execute(call("t", "{}")));
    let mut second = Box::pin(agent.execute(call("t", "{}")));
    let mut events = broker.subscribe();
    assert!(first.as_mut().poll(&mut Context::from_waker(&grumpy())).is_pending());
    assert!(second.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    for _ in 0..2 {
        let mut next = pin!(events.next());
        let _asked = next.as_mut().poll(&mut Context::from_waker(&grumpy()));
    }
    {
        let mut next = pin!(events.next());
        assert!(next.as_mut().poll(&mut Context::from_waker(&grumpy())).is_pending());
    }
    for request in broker.pending() {
        broker.answer(request.key(), ApprovalDecision::AllowedOnce).unwrap();
    }
    for call in [&mut first, &mut second] {
        let Poll::Ready(result) = call.as_mut().poll(&mut Context::from_waker(Waker::noop()))
        else {
            panic!("it was answered");
        };
        assert_eq!(result.text(), "ran");
    }
    assert_eq!(ears.heard().len(), 2);
}

#[test]
fn a_batch_polled_by_wakers_that_panic_tells_each_outcome_once() {
    let (registry, agent, broker) = asked();
    let ears = Ears::on(&registry);
    let stop = CancellationToken::new();
    let calls = (0..5).map(|_| call("t", "{}"));
    let mut batch = agent.run_batch(calls, BatchOptions::new().cancellation(stop.clone()));
    for answered in 0..2 {
        let mut next = pin!(batch.next());
        let polled = catch_unwind(AssertUnwindSafe(|| {
            next.as_mut().poll(&mut Context::from_waker(&grumpy())).is_pending()
        }));
        assert!(polled.unwrap_or(true), "{answered}");
        for request in broker.pending() {
            let _waker = catch_unwind(AssertUnwindSafe(|| {
                broker.answer(request.key(), ApprovalDecision::AllowedOnce)
            }));
        }
        let _waker = catch_unwind(AssertUnwindSafe(|| {
            let _ready = next.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        }));
    }
    let _waker = catch_unwind(AssertUnwindSafe(|| stop.cancel()));
    let _waker = catch_unwind(AssertUnwindSafe(|| drop(batch)));
    let heard = ears.heard();
    let mut tokens: Vec<_> = heard.iter().map(|(call, _)| call.token()).collect();
    tokens.dedup();
    assert_eq!((heard.len(), tokens.len()), (5, 5));
    assert!(broker.pending().is_empty());
}
