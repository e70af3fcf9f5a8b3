//! Which answers count, and what the others are told.

use super::{Asked, about, call, question, with_tool};
use crate::pipeline::{
    AnswerError, ApprovalBroker, ApprovalDecision, ApprovalKey, PendingApproval,
};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Poll, Wake, Waker};

use ApprovalDecision::{AllowedOnce, Cancelled, Rejected, Unavailable};

#[test]
fn c108_answers_go_to_the_call_they_name() {
    let broker = ApprovalBroker::new();
    let requests = ["call_1", "call_2", "call_3"].map(about);
    let mut asked = requests.each_ref().map(|request| Asked::new(&broker, request));
    broker.answer(requests[1].key(), AllowedOnce).unwrap();
    broker.answer(requests[2].key(), ApprovalDecision::reject("no")).unwrap();
    assert!(asked[0].poll().is_pending());
    assert_eq!(asked[1].decision(), AllowedOnce);
    assert_eq!(asked[2].decision(), ApprovalDecision::reject("no"));
    let open: Vec<_> = broker.pending().iter().map(|open| open.call_id().to_owned()).collect();
    assert_eq!(open, ["call_1"]);
}

#[test]
fn c109_one_yes_lets_one_call_run_also_among_equal_ones() {
    let broker = ApprovalBroker::new();
    let (first, second) = (about("call_1"), about("call_1"));
    let (mut one, mut other) = (Asked::new(&broker, &first), Asked::new(&broker, &second));
    broker.answer(second.key(), AllowedOnce).unwrap();
    assert!(one.poll().is_pending());
    assert_eq!(other.decision(), AllowedOnce);

    let third = about("call_3");
    let mut third_asked = Asked::new(&broker, &third);
    let late = about("call_4");
    let results = broker.answer_all([first.key(), second.key(), third.key()], &Rejected(None));
    assert_eq!(results, [Ok(()), Err(AnswerError::Answered), Ok(())]);
    assert_eq!(one.decision(), Rejected(None));
    assert_eq!(third_asked.decision(), Rejected(None));
    assert!(Asked::new(&broker, &late).poll().is_pending(), "it came up later");
}

#[test]
fn c111_early_late_double_and_foreign_answers_are_refused() {
    let broker = ApprovalBroker::new();
    let request = about("call_1");
    let answer = |request: &super::ApprovalRequest| broker.answer(request.key(), AllowedOnce);
    assert_eq!(answer(&request), Err(AnswerError::Unknown), "before it was asked");

    let mut asked = Asked::new(&broker, &request);
    assert_eq!(answer(&request), Ok(()));
    assert_eq!(answer(&request), Err(AnswerError::Answered), "before the call learns of the first");
    assert_eq!(asked.decision(), AllowedOnce);
    drop(asked);
    assert_eq!(answer(&request), Err(AnswerError::Answered), "and when it is gone");

    let dropped = about("call_2");
    drop(Asked::new(&broker, &dropped));
    assert!(broker.pending().is_empty());
    assert_eq!(answer(&dropped), Err(AnswerError::Withdrawn));

    let elsewhere = about("call_3");
    let _asked = Asked::new(&ApprovalBroker::new(), &elsewhere);
    assert_eq!(answer(&elsewhere), Err(AnswerError::Unknown));
}

#[test]
fn answers_about_other_arguments_are_refused() {
    let broker = ApprovalBroker::new();
    let request = about("call_1");
    let mut asked = Asked::new(&broker, &request);
    let other = question(call("call_1", "write", r#"{"path":"b"}"#), None);
    // Under another number, and forged under the same.
    let forged = |digest, id: &str| -> ApprovalKey {
        format!("{}.{digest}.{id}", request.key().number()).parse().unwrap()
    };
    for key in
        [other.key().clone(), forged(other.digest(), "call_1"), forged(request.digest(), "call_2")]
    {
        assert_eq!(broker.answer(&key, AllowedOnce), Err(AnswerError::Mismatch), "{key}");
    }
    assert!(asked.poll().is_pending());
    broker.answer(request.key(), Rejected(None)).unwrap();
    let late = forged(other.digest(), "call_1");
    assert_eq!(broker.answer(&late, AllowedOnce), Err(AnswerError::Mismatch));
    assert_eq!(asked.decision(), Rejected(None));
    drop(asked);
    assert_eq!(broker.answer(&late, AllowedOnce), Err(AnswerError::Mismatch), "when it is gone");
}

#[test]
fn the_call_and_its_arguments_without_the_question_are_not_enough() {
    // A call that is made again asks again: the answer to the question before is not one to this.
    let broker = ApprovalBroker::new();
    let (before, again) = (about("call_1"), about("call_1"));
    let mut asked = Asked::new(&broker, &again);
    assert_eq!(broker.answer(before.key(), AllowedOnce), Err(AnswerError::Unknown));
    assert!(asked.poll().is_pending());
}

#[test]
fn s102_a_cancelled_call_takes_its_question_back() {
    let broker = ApprovalBroker::new();
    let request = about("call_1");
    let mut asked = Asked::new(&broker, &request);
    request.cancellation().cancel();
    // Its task has not run since.
    assert_eq!(broker.answer(request.key(), AllowedOnce), Err(AnswerError::Withdrawn));
    assert_eq!(asked.decision(), Cancelled);

    // Whoever holds the future need not watch the cancellation.
    let request = about("call_2");
    let mut asked = Asked::new(&broker, &request);
    request.cancellation().cancel();
    assert_eq!(asked.decision(), Cancelled);
    assert!(broker.pending().is_empty());

    // An answer that was taken before stays one.
    let request = about("call_3");
    let mut asked = Asked::new(&broker, &request);
    broker.answer(request.key(), AllowedOnce).unwrap();
    request.cancellation().cancel();
    assert_eq!(asked.decision(), AllowedOnce);
}

#[tokio::test]
async fn what_is_cancelled_already_is_not_asked_about() {
    use crate::pipeline::Approver;
    let broker = ApprovalBroker::new();
    let request = about("call_1");
    request.cancellation().cancel();
    let mut events = broker.subscribe();
    assert_eq!(broker.approve(request).await.unwrap(), Cancelled);
    broker.close();
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn s106_a_closed_broker_is_unavailable() {
    use crate::pipeline::Approver;
    let broker = ApprovalBroker::new();
    let (open, later) = (about("call_1"), about("call_2"));
    let mut asked = Asked::new(&broker, &open);
    broker.close();
    assert_eq!(asked.decision(), Unavailable);
    assert_eq!(broker.answer(open.key(), AllowedOnce), Err(AnswerError::Answered));
    assert_eq!(broker.approve(later.clone()).await.unwrap(), Unavailable);
    assert_eq!(broker.answer(later.key(), AllowedOnce), Err(AnswerError::Unknown));
}

#[test]
fn a_question_is_open_once_and_can_be_asked_again_afterwards() {
    let broker = ApprovalBroker::new();
    let request = about("call_1");
    let mut first = Asked::new(&broker, &request);
    let mut twice = Box::pin({
        let (broker, request) = (broker.clone(), request.clone());
        async move { crate::pipeline::Approver::approve(&broker, request).await }
    });
    let cx = &mut std::task::Context::from_waker(Waker::noop());
    assert!(matches!(twice.as_mut().poll(cx), Poll::Ready(Err(_))));
    broker.answer(request.key(), Unavailable).unwrap();
    assert_eq!(first.decision(), Unavailable);
    // The next approver of the pipeline is this broker once more.
    let mut again = Asked::new(&broker, &request);
    broker.answer(request.key(), AllowedOnce).unwrap();
    assert_eq!(again.decision(), AllowedOnce);
}

#[test]
fn settled_questions_are_forgotten_in_order() {
    for (most, told) in [
        (0, [AnswerError::Unknown; 3]),
        (1, [AnswerError::Unknown; 3]),
        (2, [AnswerError::Unknown; 3]),
    ] {
        let broker = ApprovalBroker::remembering(most);
        let requests = ["call_1", "call_2", "call_3"].map(about);
        for request in &requests {
            drop(Asked::new(&broker, request));
        }
        let mut expected = told;
        expected[3 - most..].fill(AnswerError::Withdrawn);
        let got = requests
            .each_ref()
            .map(|request| broker.answer(request.key(), AllowedOnce).unwrap_err());
        assert_eq!(got, expected, "{most}");
    }
}

#[test]
fn what_is_sent_of_a_question_is_all_of_it() {
    let broker = ApprovalBroker::new();
    let request = question(call("call_1", "write", r#"{"path":"a"}"#), Some("it writes"));
    let _asked = Asked::new(&broker, &request);
    let sent = serde_json::to_value(broker.pending()).unwrap();
    let expected = json!([{
        "key": request.key().to_string(),
        "tool": "write",
        "callId": "call_1",
        "scope": "main",
        "reason": "it writes",
        "arguments": {"path": "a"},
        "card": {"card": "generic", "title": "write"},
    }]);
    assert_eq!(sent, expected);
    let back: Vec<PendingApproval> = serde_json::from_value(sent).unwrap();
    assert_eq!(back, [PendingApproval::of(&request)]);
    broker.answer(&back[0].key, AllowedOnce).unwrap();
}

/// Counts, and panics.
#[derive(Default)]
struct Rude(AtomicU32);

impl Wake for Rude {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic!("not today");
    }
}

#[test]
fn wakers_that_panic_harm_nobody() {
    let broker = ApprovalBroker::new();
    let requests = ["call_1", "call_2"].map(about);
    let mut asked = requests.each_ref().map(|request| Asked::new(&broker, request));
    let rude = Arc::new(Rude::default());
    for asked in &mut asked {
        assert!(asked.poll_with(&Waker::from(Arc::clone(&rude))).is_pending());
    }
    assert_eq!(broker.answer(requests[0].key(), AllowedOnce), Ok(()));
    broker.close();
    assert_eq!(rude.0.load(Ordering::SeqCst), 2);
    assert_eq!(asked[0].decision(), AllowedOnce);
    assert_eq!(asked[1].decision(), Unavailable);
}

/// Asks the broker when it is woken: it would wait for itself if the lock were held.
struct Curious(ApprovalBroker, AtomicU32);

impl Wake for Curious {
    fn wake(self: Arc<Self>) {
        let open = self.0.pending().len();
        self.1.store(u32::try_from(open).unwrap() + 1, Ordering::SeqCst);
    }
}

#[test]
fn wakers_may_use_the_broker() {
    let broker = ApprovalBroker::new();
    let request = about("call_1");
    let mut asked = Asked::new(&broker, &request);
    let curious = Arc::new(Curious(broker.clone(), AtomicU32::new(0)));
    assert!(asked.poll_with(&Waker::from(Arc::clone(&curious))).is_pending());
    broker.answer(request.key(), AllowedOnce).unwrap();
    assert_eq!(curious.1.load(Ordering::SeqCst), 1, "woken, with nothing open");
}

/// Uses the broker when it goes, and panics.
struct Parting(ApprovalBroker, Arc<AtomicU32>);

impl Drop for Parting {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::SeqCst);
        assert!(!self.0.pending().is_empty(), "the other question is open");
        panic!("not even now");
    }
}

#[test]
fn what_a_call_holds_goes_when_the_lock_is_released() {
    type End = fn(&ApprovalBroker, &ApprovalKey, &mut Option<Asked>);
    let ends: [End; 3] = [
        |broker, key, _| broker.answer(key, AllowedOnce).unwrap(),
        |_, _, asked| drop(asked.take()),
        |broker, key, _| {
            // Its queue is full, and what it holds is dropped for that.
            let events = broker.subscribe();
            broker.answer(key, AllowedOnce).unwrap();
            for _ in 0..1000 {
                drop(Asked::new(broker, &about("over")));
            }
            drop(events);
        },
    ];
    for end in ends {
        let (broker, gone) = (ApprovalBroker::new(), Arc::new(AtomicU32::new(0)));
        let _other = Asked::new(&broker, &about("other"));
        let parting = Parting(broker.clone(), Arc::clone(&gone));
        let tool = crate::tool::ToolDefinition::builder("t")
            .description("Does.")
            .no_args()
            .body(move |(), _| {
                let _held = &parting;
                async { "done" }
            })
            .build();
        let request = with_tool("call_1", tool, "{}");
        let key = request.key().clone();
        let mut asked = Some(Asked::new(&broker, &request));
        drop(request);
        assert_eq!(gone.load(Ordering::SeqCst), 0);
        end(&broker, &key, &mut asked);
        assert_eq!(gone.load(Ordering::SeqCst), 1);
        broker.close();
    }
}
