//! Answers that meet each other, and the end of the call that they are for.

use crate::{Gate, call, code, explore, run, tool};
use dsh_tools::prelude::*;
use dsh_tools::{AnswerError, ApprovalBroker, ApprovalKey};
use futures_util::future::{Either, select};
use shuttle::future::block_on;
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;
use std::pin::pin;

/// A scope where everything is asked about at the broker.
fn asking(broker: &ApprovalBroker, runs: &Arc<Mutex<u32>>) -> ToolScope {
    let agent = ToolRegistry::new().scope("agent");
    agent.register(tool("a", runs, None)).unwrap();
    agent.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Ask(None)) });
    agent.approver(broker.clone());
    agent
}

/// Waits until something is asked, and gives its key.
fn asked(broker: &ApprovalBroker) -> ApprovalKey {
    loop {
        if let Some(pending) = broker.pending().first() {
            return pending.key().clone();
        }
        thread::yield_now();
    }
}

#[test]
fn of_two_answers_one_counts() {
    explore(|| {
        let (broker, runs) = (ApprovalBroker::new(), Arc::default());
        let agent = asking(&broker, &runs);
        let running = thread::spawn(move || run(agent.execute(call("a"))));
        let key = asked(&broker);
        let answer = |decision: ApprovalDecision| {
            let (broker, key) = (broker.clone(), key.clone());
            thread::spawn(move || broker.answer(&key, decision))
        };
        let yes = answer(ApprovalDecision::AllowedOnce);
        let no = answer(ApprovalDecision::Rejected(None));
        let (yes, no) = (yes.join().unwrap(), no.join().unwrap());
        let result = running.join().unwrap();
        let ran = *runs.lock().unwrap();
        match (yes, no) {
            (Ok(()), Err(AnswerError::Answered { .. })) => {
                assert!(code(&result).is_none() && ran == 1);
            }
            (Err(AnswerError::Answered { .. }), Ok(())) => {
                assert!(code(&result).as_deref() == Some("DENIED") && ran == 0);
            }
            both => panic!("{both:?}"),
        }
        assert!(broker.pending().is_empty());
    });
}

#[test]
fn an_answer_meets_the_call_being_dropped() {
    explore(|| {
        let (broker, runs) = (ApprovalBroker::new(), Arc::default());
        let agent = asking(&broker, &runs);
        let heard: Arc<Mutex<Vec<Option<String>>>> = Arc::default();
        let ears = Arc::clone(&heard);
        agent.observe_fn(move |_, result| ears.lock().unwrap().push(code(result)));
        let stop = Gate::default();
        let running = thread::spawn({
            let stop = stop.clone();
            move || {
                block_on(async {
                    let (running, stop) = (pin!(agent.execute(call("a"))), pin!(stop.wait()));
                    matches!(select(running, stop).await, Either::Left(_))
                })
            }
        });
        let key = asked(&broker);
        let stopping = thread::spawn(move || stop.open());
        let answered = broker.answer(&key, ApprovalDecision::AllowedOnce);
        let ended = running.join().unwrap();
        stopping.join().unwrap();
        let (heard, ran) = (heard.lock().unwrap().clone(), *runs.lock().unwrap());
        assert_eq!(heard.len(), 1);
        match (answered, ended) {
            (Ok(()), true) => assert!(heard == [None] && ran == 1),
            // It was answered and dropped before it went on, or while it did.
            (Ok(()), false) => assert!(heard[0].is_some()),
            (Err(AnswerError::Withdrawn { .. }), false) => assert!(heard[0].is_some() && ran == 0),
            other => panic!("{other:?}"),
        }
        assert!(broker.pending().is_empty());
    });
}
