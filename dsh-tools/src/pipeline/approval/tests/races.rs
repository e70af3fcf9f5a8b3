//! Answers against answers and withdrawals, from many threads.

use super::{Asked, about};
use crate::pipeline::{AnswerError, ApprovalBroker, ApprovalDecision, BrokerEvent};
use std::pin::pin;
use std::sync::Barrier;
use std::task::{Context, Poll, Waker};
use std::thread;

#[test]
fn of_answers_and_a_withdrawal_exactly_one_wins() {
    let (mut answered, mut withdrawn) = (0, 0);
    for round in 0..400 {
        let broker = ApprovalBroker::new();
        let mut events = broker.subscribe();
        let request = about("call_1");
        let asked = Asked::new(&broker, &request);
        let barrier = Barrier::new(8);
        let (broker, request, barrier) = (&broker, &request, &barrier);
        let (last, results) = thread::scope(|scope| {
            let leaving = scope.spawn(move || {
                let mut asked = asked;
                barrier.wait();
                // In half of the rounds it looks once more before it goes.
                if round % 2 == 0 { Some(asked.poll()) } else { None }
            });
            let answers: Vec<_> = (0..7)
                .map(|by| {
                    scope.spawn(move || {
                        barrier.wait();
                        broker.answer(request.key(), ApprovalDecision::reject(by.to_string()))
                    })
                })
                .collect();
            let results: Vec<_> =
                answers.into_iter().map(|thread| thread.join().unwrap()).collect();
            (leaving.join().unwrap(), results)
        });
        let winners: Vec<usize> = (0..7).filter(|by| results[*by].is_ok()).collect();
        let mut told = Vec::new();
        while let Poll::Ready(Some(event)) =
            pin!(events.next()).poll(&mut Context::from_waker(Waker::noop()))
        {
            told.push(event);
        }
        assert!(matches!(told[0], BrokerEvent::Asked(_)));
        assert_eq!(told.len(), 2, "{told:?}");
        let losers = results.iter().filter_map(|result| result.err());
        match (&told[1], winners.as_slice()) {
            (BrokerEvent::Answered(_, decision), [by]) => {
                answered += 1;
                assert_eq!(*decision, ApprovalDecision::reject(by.to_string()));
                assert!(losers.eq([AnswerError::Answered; 6]));
                if let Some(Poll::Ready(got)) = last {
                    assert_eq!(got.unwrap(), *decision);
                }
            }
            (BrokerEvent::Withdrawn(_), []) => {
                withdrawn += 1;
                assert!(losers.eq([AnswerError::Withdrawn; 7]));
                assert!(!matches!(last, Some(Poll::Ready(_))));
            }
            other => panic!("{other:?}"),
        }
        assert!(broker.pending().is_empty());
    }
    assert_eq!(answered + withdrawn, 400);
}

#[test]
fn cancelling_against_answering() {
    for _ in 0..400 {
        let broker = ApprovalBroker::new();
        let request = about("call_1");
        let mut asked = Asked::new(&broker, &request);
        let barrier = Barrier::new(3);
        let answered = thread::scope(|scope| {
            scope.spawn(|| {
                barrier.wait();
                request.cancellation().cancel();
            });
            let answer = scope.spawn(|| {
                barrier.wait();
                broker.answer(request.key(), ApprovalDecision::AllowedOnce)
            });
            barrier.wait();
            let early = asked.poll();
            let answered = answer.join().unwrap();
            match early {
                Poll::Ready(got) => (answered, got.unwrap()),
                Poll::Pending => (answered, {
                    while !request.cancellation().is_cancelled() {
                        thread::yield_now();
                    }
                    asked.decision()
                }),
            }
        });
        match answered {
            (Ok(()), decision) => assert_eq!(decision, ApprovalDecision::AllowedOnce),
            (Err(error), decision) => {
                assert_eq!(error, AnswerError::Withdrawn);
                assert_eq!(decision, ApprovalDecision::Cancelled);
            }
        }
    }
}
