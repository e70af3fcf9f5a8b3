//! The order of updates: one at a time goes out, whoever brings it.

use super::conversation::Conversation;
use super::event::Event;
use super::settings::Settings;
use super::v1::SessionNotification;
use crate::tool::{Shielded, contain, contained};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// Takes what is sent to the client.
pub(super) type Sink = Box<dyn Fn(SessionNotification) + Send + Sync>;

/// Events come in, updates go out, in the order in which the events came.
///
/// When [`post`](Self::post) returns, what it brought is with the sink, so that a question asked after it comes after it. A
/// sink that itself causes events does not wait for itself: they follow when it returns.
pub(super) struct Desk {
    settings: Settings,
    sink: Shielded<Sink>,
    waiting: Mutex<VecDeque<Event>>,
    /// Whoever holds it works off what is waiting.
    conversation: Mutex<Conversation>,
    by: Mutex<Option<ThreadId>>,
}

impl Desk {
    pub(super) fn new(settings: Settings, sink: Sink) -> Self {
        Self {
            settings,
            sink: Shielded::new(sink),
            waiting: Mutex::default(),
            conversation: Mutex::default(),
            by: Mutex::default(),
        }
    }

    pub(super) const fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn post(&self, event: Event) {
        lock(&self.waiting).push_back(event);
        let own = thread::current().id();
        if *lock(&self.by) == Some(own) {
            return;
        }
        let mut conversation = lock(&self.conversation);
        let _at_work = AtWork::new(&self.by, own);
        loop {
            let next = lock(&self.waiting).pop_front();
            let Some(event) = next else { break };
            for update in conversation.step(&self.settings, event) {
                self.send(SessionNotification::new(self.settings.id.clone(), update));
            }
        }
    }

    fn send(&self, notification: SessionNotification) {
        if let Some(sink) = self.sink.get() {
            contained("sink of updates", "acp", contain(|| sink(notification)));
        }
    }
}

/// Who works off what is waiting, also when it panics.
struct AtWork<'a>(&'a Mutex<Option<ThreadId>>);

impl<'a> AtWork<'a> {
    fn new(by: &'a Mutex<Option<ThreadId>>, own: ThreadId) -> Self {
        *lock(by) = Some(own);
        Self(by)
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        *lock(self.0) = None;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("settings", &self.settings).finish_non_exhaustive()
    }
}
