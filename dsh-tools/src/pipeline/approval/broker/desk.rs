//! The questions that are open, and what can happen to them.

use super::after::After;
use super::error::AnswerError;
use super::events::BrokerEvent;
use super::settled::Settled;
use crate::pipeline::approval::{ApprovalDecision, ApprovalKey, ApprovalRequest};
use std::collections::{BTreeMap, VecDeque};
use std::task::Waker;

/// Events of settled questions that wait for one subscriber.
const MOST_EVENTS: usize = 256;

/// All that a broker knows. Each method is one step that nobody sees the middle of.
#[derive(Debug)]
pub(super) struct Desk {
    /// By number, which is the order in which they came up. An entry stays until whoever asked has left.
    asks: BTreeMap<u64, Ask>,
    settled: Settled,
    queues: BTreeMap<u64, Queue>,
    next_queue: u64,
    closed: bool,
}

#[derive(Debug)]
struct Ask {
    key: ApprovalKey,
    state: State,
    waker: Option<Waker>,
}

#[derive(Debug)]
enum State {
    Open(ApprovalRequest),
    Answered(ApprovalDecision),
    Withdrawn,
}

/// What one subscriber has not read yet.
#[derive(Debug)]
struct Queue {
    events: VecDeque<BrokerEvent>,
    /// There were too many.
    missed: bool,
    waker: Option<Waker>,
}

/// How asking begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begun {
    Asked,
    /// Nobody is there.
    Closed,
    /// The question is open already.
    Twice,
}

/// How far a question is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Now {
    Open,
    Answered(ApprovalDecision),
    Withdrawn,
}

/// What a subscriber gets.
#[derive(Debug)]
pub(super) enum Next {
    Event(BrokerEvent),
    /// Nothing yet.
    Wait,
    /// Nothing will ever come.
    End,
}

impl Desk {
    #[inline]
    pub(super) fn new(remembered: usize) -> Self {
        Self {
            asks: BTreeMap::new(),
            settled: Settled::new(remembered),
            queues: BTreeMap::new(),
            next_queue: 0,
            closed: false,
        }
    }

    /// A question comes up: it can be answered from the moment on that anybody is told of it.
    #[inline]
    pub(super) fn ask(&mut self, request: &ApprovalRequest, after: &mut After) -> Begun {
        if self.closed {
            return Begun::Closed;
        }
        let key = request.key();
        if self.asks.contains_key(&key.number()) {
            return Begun::Twice;
        }
        let ask = Ask { key: key.clone(), state: State::Open(request.clone()), waker: None };
        self.asks.insert(key.number(), ask);
        self.tell(&BrokerEvent::Asked(request.clone()), after);
        Begun::Asked
    }

    /// How far it is; the waker is called when that changes.
    #[inline]
    pub(super) fn wait(&mut self, number: u64, waker: Waker, after: &mut After) -> Now {
        let (now, replaced) = match self.asks.get_mut(&number) {
            Some(Ask { state: State::Open(_), waker: place, .. }) => {
                (Now::Open, place.replace(waker))
            }
            Some(Ask { state: State::Answered(decision), .. }) => {
                (Now::Answered(decision.clone()), Some(waker))
            }
            Some(Ask { state: State::Withdrawn, .. }) | None => (Now::Withdrawn, Some(waker)),
        };
        after.replaced = replaced;
        now
    }

    /// Whoever asked waits no more; what came of it.
    #[inline]
    pub(super) fn leave(&mut self, number: u64, after: &mut After) -> Now {
        self.withdraw(number, after);
        match self.asks.remove(&number) {
            Some(Ask { state: State::Answered(decision), waker, .. }) => {
                after.replaced = waker;
                Now::Answered(decision)
            }
            _ => Now::Withdrawn,
        }
    }

    /// Takes back a question that is open.
    #[inline]
    pub(super) fn withdraw(&mut self, number: u64, after: &mut After) {
        if let Some(key) = self.settle(number, State::Withdrawn, after) {
            self.settled.remember(key.clone(), AnswerError::Withdrawn);
            self.tell(&BrokerEvent::Withdrawn(key), after);
        }
    }

    #[inline]
    pub(super) fn answer(
        &mut self,
        key: &ApprovalKey,
        decision: ApprovalDecision,
        after: &mut After,
    ) -> Result<(), AnswerError> {
        let Some(ask) = self.asks.get(&key.number()) else {
            return Err(self.why_not_here(key));
        };
        if ask.key != *key {
            return Err(AnswerError::Mismatch);
        }
        match ask.state {
            State::Open(_) => {}
            State::Answered(_) => return Err(AnswerError::Answered),
            State::Withdrawn => return Err(AnswerError::Withdrawn),
        }
        self.decide(key.number(), decision, after);
        Ok(())
    }

    /// Nobody answers any more: what is open is unavailable, and so is what comes.
    #[inline]
    pub(super) fn close(&mut self, after: &mut After) {
        if std::mem::replace(&mut self.closed, true) {
            return;
        }
        let numbers: Vec<u64> = self.asks.keys().copied().collect();
        for number in numbers {
            self.decide(number, ApprovalDecision::Unavailable, after);
        }
        for queue in self.queues.values_mut() {
            after.wake.extend(queue.waker.take());
        }
    }

    #[inline]
    pub(super) fn pending(&self) -> impl Iterator<Item = &ApprovalRequest> {
        self.asks.values().filter_map(|ask| match &ask.state {
            State::Open(request) => Some(request),
            _ => None,
        })
    }

    /// The open question of this key.
    #[inline]
    pub(super) fn open(&self, key: &ApprovalKey) -> Option<ApprovalRequest> {
        match self.asks.get(&key.number()) {
            Some(Ask { key: own, state: State::Open(request), .. }) if own == key => {
                Some(request.clone())
            }
            _ => None,
        }
    }

    #[inline]
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// A new subscriber: it is told first of what is open now.
    #[inline]
    pub(super) fn subscribe(&mut self) -> u64 {
        let id = self.next_queue;
        self.next_queue += 1;
        let events = self.pending().cloned().map(BrokerEvent::Asked).collect();
        self.queues.insert(id, Queue { events, missed: false, waker: None });
        id
    }

    #[inline]
    pub(super) fn unsubscribe(&mut self, id: u64, after: &mut After) {
        if let Some(queue) = self.queues.remove(&id) {
            after.events.extend(queue.events);
            after.replaced = queue.waker;
        }
    }

    #[inline]
    pub(super) fn next(&mut self, id: u64, waker: Waker, after: &mut After) -> Next {
        if self.queues.get(&id).is_some_and(|queue| queue.missed) {
            let open = self.pending().cloned().map(BrokerEvent::Asked).collect();
            if let Some(queue) = self.queues.get_mut(&id) {
                queue.missed = false;
                queue.events = open;
            }
            after.replaced = Some(waker);
            return Next::Event(BrokerEvent::Missed);
        }
        let Some(queue) = self.queues.get_mut(&id) else {
            after.replaced = Some(waker);
            return Next::End;
        };
        let (next, replaced) = match queue.events.pop_front() {
            Some(event) => (Next::Event(event), Some(waker)),
            None if self.closed => (Next::End, Some(waker)),
            None => (Next::Wait, queue.waker.replace(waker)),
        };
        after.replaced = replaced;
        next
    }

    #[inline]
    fn decide(&mut self, number: u64, decision: ApprovalDecision, after: &mut After) {
        if let Some(key) = self.settle(number, State::Answered(decision.clone()), after) {
            self.settled.remember(key.clone(), AnswerError::Answered);
            self.tell(&BrokerEvent::Answered(key, decision), after);
        }
    }

    /// The only way out of being open.
    #[inline]
    fn settle(&mut self, number: u64, state: State, after: &mut After) -> Option<ApprovalKey> {
        let ask = self.asks.get_mut(&number)?;
        if !matches!(ask.state, State::Open(_)) {
            return None;
        }
        if let State::Open(request) = std::mem::replace(&mut ask.state, state) {
            after.events.push(BrokerEvent::Asked(request));
        }
        after.wake.extend(ask.waker.take());
        Some(ask.key.clone())
    }

    #[inline]
    fn why_not_here(&self, key: &ApprovalKey) -> AnswerError {
        self.settled.get(key).unwrap_or_else(|| {
            let same_call = |ask: &Ask| ask.key.call_id() == key.call_id();
            let other = |ask: &Ask| ask.key.digest() != key.digest();
            if self.asks.values().any(|ask| same_call(ask) && other(ask)) {
                AnswerError::Mismatch
            } else {
                AnswerError::Unknown
            }
        })
    }

    #[inline]
    fn tell(&mut self, event: &BrokerEvent, after: &mut After) {
        // What is open is held here anyway; what is over is what piles up.
        let most = MOST_EVENTS + self.asks.len();
        for queue in self.queues.values_mut() {
            if queue.missed {
                continue;
            }
            if queue.events.len() < most {
                queue.events.push_back(event.clone());
            } else {
                after.events.extend(queue.events.drain(..));
                queue.missed = true;
            }
            after.wake.extend(queue.waker.take());
        }
    }
}
