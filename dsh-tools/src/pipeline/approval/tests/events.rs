//! What watchers are told.

use super::{Asked, about};
use crate::pipeline::{ApprovalBroker, ApprovalDecision, BrokerEvent, BrokerEvents};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

fn told(event: BrokerEvent) -> String {
    match event {
        BrokerEvent::Asked(request) => format!("asked {}", request.call_id()),
        BrokerEvent::Withdrawn(key) => format!("withdrawn {}", key.call_id()),
        BrokerEvent::Answered(key, decision) => format!("answered {} {decision:?}", key.call_id()),
        BrokerEvent::Missed => "missed".to_owned(),
    }
}

fn next(events: &mut BrokerEvents, waker: &Waker) -> Poll<Option<BrokerEvent>> {
    pin!(events.next()).poll(&mut Context::from_waker(waker))
}

/// What there is to read.
fn read(events: &mut BrokerEvents) -> Vec<String> {
    let mut all = Vec::new();
    while let Poll::Ready(Some(event)) = next(events, Waker::noop()) {
        all.push(told(event));
    }
    all
}

#[test]
fn events_come_in_order_to_everybody() {
    let broker = ApprovalBroker::new();
    let (first, second) = (about("call_1"), about("call_2"));
    let mut early = broker.subscribe();
    let mut asked = Asked::new(&broker, &first);
    let mut late = broker.subscribe();
    let dropped = Asked::new(&broker, &second);
    broker.answer(first.key(), ApprovalDecision::AllowedOnce).unwrap();
    drop(dropped);
    assert_eq!(asked.decision(), ApprovalDecision::AllowedOnce);
    drop(asked);
    let expected =
        ["asked call_1", "asked call_2", "answered call_1 AllowedOnce", "withdrawn call_2"];
    assert_eq!(read(&mut early), expected);
    assert_eq!(read(&mut late), expected, "what was open when it began comes first");
}

#[tokio::test]
async fn c111_a_question_can_be_answered_as_soon_as_it_is_told_of() {
    let broker = ApprovalBroker::new();
    let mut events = broker.subscribe();
    let answering = broker.clone();
    let answers = tokio::spawn(async move {
        while let Some(event) = events.next().await {
            if let BrokerEvent::Asked(request) = event {
                answering.answer(request.key(), ApprovalDecision::AllowedOnce).unwrap();
            }
        }
    });
    for _ in 0..100 {
        use crate::pipeline::Approver;
        let decision = broker.approve(about("call")).await.unwrap();
        assert_eq!(decision, ApprovalDecision::AllowedOnce);
    }
    broker.close();
    answers.await.unwrap();
}

#[test]
fn who_does_not_read_is_told_so_and_loses_nothing_that_is_open() {
    let broker = ApprovalBroker::new();
    let mut events = broker.subscribe();
    let open = about("open");
    let _asked = Asked::new(&broker, &open);
    for _ in 0..10_000 {
        drop(Asked::new(&broker, &about("over")));
    }
    let later = about("later");
    let _later = Asked::new(&broker, &later);
    assert_eq!(read(&mut events), ["missed", "asked open", "asked later"]);
    broker.answer(open.key(), ApprovalDecision::Cancelled).unwrap();
    assert_eq!(read(&mut events), ["answered open Cancelled"]);
}

#[test]
fn many_open_questions_are_no_reason_to_miss_any() {
    let broker = ApprovalBroker::new();
    let mut events = broker.subscribe();
    let asked: Vec<_> = (0..2000).map(|_| Asked::new(&broker, &about("call"))).collect();
    assert_eq!(read(&mut events), vec!["asked call"; 2000]);
    drop(asked);
}

struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[test]
fn watching_ends_with_the_broker() {
    for close in [true, false] {
        let broker = ApprovalBroker::new();
        let mut events = broker.subscribe();
        let request = about("call_1");
        let asked = Asked::new(&broker, &request);
        assert_eq!(read(&mut events), ["asked call_1"]);
        let woken = Arc::new(Flag(AtomicBool::new(false)));
        let waker = Waker::from(Arc::clone(&woken));
        assert!(next(&mut events, &waker).is_pending());
        if close {
            broker.close();
            assert!(woken.0.load(Ordering::SeqCst));
            assert_eq!(read(&mut events), ["answered call_1 Unavailable"]);
        }
        drop((asked, broker));
        assert!(woken.0.load(Ordering::SeqCst));
        let rest = read(&mut events);
        assert_eq!(rest, if close { vec![] } else { vec!["withdrawn call_1"] });
        assert!(matches!(next(&mut events, Waker::noop()), Poll::Ready(None)));
    }
}

#[test]
fn events_are_sent_as_documented() {
    let request = about("call_1");
    let asked = serde_json::to_value(BrokerEvent::Asked(request.clone())).unwrap();
    assert_eq!(asked["asked"]["callId"], "call_1");
    let key = request.key().clone();
    let text = format!(r#"{{"withdrawn":"{key}"}}"#);
    assert_eq!(serde_json::to_string(&BrokerEvent::Withdrawn(key)).unwrap(), text);
    assert_eq!(serde_json::to_string(&BrokerEvent::Missed).unwrap(), r#""missed""#);
}
