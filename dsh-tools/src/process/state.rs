//! What the threads of a process and its guard share.

use super::captured::CapturedOutput;
use super::end::{Facts, ProcessEnd, ProcessRest};
use super::system;
use std::process::{Child, ExitStatus};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long what was killed may take to be gone. Nothing can refuse, but the system can be slow.
const KILLED: Duration = Duration::from_secs(2);
/// What a group gets to end by itself when its leader has exited.
const MOMENT: Duration = Duration::from_millis(250);
/// What it gets then to do as it is asked.
const GRACE: Duration = Duration::from_millis(200);
/// Between two looks whether a group is gone, at first and at most; the system tells nobody.
const LOOK: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(32));

/// What somebody wants of a group; more is never taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wish {
    Nothing,
    Terminate,
    Kill,
}

/// A process group, from its start until nothing of it is left.
#[derive(Debug)]
pub(super) struct State {
    pub(super) id: u32,
    inner: Mutex<Inner>,
    changed: Condvar,
    end: watch::Sender<Option<ProcessEnd>>,
    pub(super) stdout: Mutex<CapturedOutput>,
    pub(super) stderr: Mutex<CapturedOutput>,
}

#[derive(Debug)]
struct Inner {
    phase: Phase,
    wish: Wish,
    /// Something was wanted of it before its leader exited.
    was_asked: bool,
    /// Somebody sees to it that asking is followed by killing.
    is_pressed: bool,
}

#[derive(Debug)]
enum Phase {
    /// The leader is not reaped: the number is this group's and no other's.
    Led(Child),
    /// What the leader left is dealt with by [`State::outlive`].
    Left,
    Over,
}

/// What became of a group after its leader.
pub(super) struct Outlived {
    status: Option<ExitStatus>,
    left_running: bool,
    is_gone: bool,
}

impl State {
    pub(super) fn new(child: Child, streams: [CapturedOutput; 2]) -> Self {
        let [stdout, stderr] = streams;
        Self {
            id: child.id(),
            inner: Mutex::new(Inner {
                phase: Phase::Led(child),
                wish: Wish::Nothing,
                was_asked: false,
                is_pressed: false,
            }),
            changed: Condvar::new(),
            end: watch::Sender::new(None),
            stdout: Mutex::new(stdout),
            stderr: Mutex::new(stderr),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wants the group to end.
    pub(super) fn wish(&self, wish: Wish) {
        let mut inner = self.inner();
        if wish <= inner.wish {
            return;
        }
        match &mut inner.phase {
            Phase::Led(leader) => {
                let has_exited = system::has_exited(leader);
                system::signal(leader, wish);
                inner.was_asked |= !has_exited;
            }
            Phase::Left => {}
            Phase::Over => return,
        }
        inner.wish = wish;
        drop(inner);
        self.changed.notify_all();
    }

    /// Whether nobody has taken it on to press the group; whoever asks has.
    pub(super) fn press(&self) -> bool {
        let mut inner = self.inner();
        let is_first = !inner.is_pressed && !matches!(inner.phase, Phase::Over);
        inner.is_pressed |= is_first;
        is_first
    }

    /// Kills what has not ended within the grace, and gives up on what does not end then.
    pub(super) fn see_it_end(&self, grace: Duration) {
        if !self.over_within(grace) {
            self.wish(Wish::Kill);
            // What comes behind the leader is bounded by itself.
            if !self.is_within(KILLED, |phase| !matches!(phase, Phase::Led(_))) {
                self.publish(None);
            }
        }
    }

    /// Waits until it is over; `false` when that takes too long.
    pub(super) fn over_within(&self, limit: Duration) -> bool {
        self.is_within(limit, |phase| matches!(phase, Phase::Over))
    }

    /// Waits for a phase; `false` when that takes too long.
    fn is_within(&self, limit: Duration, is_it: impl Fn(&Phase) -> bool) -> bool {
        let (inner, _) = self
            .changed
            .wait_timeout_while(self.inner(), limit, |inner| !is_it(&inner.phase))
            .unwrap_or_else(PoisonError::into_inner);
        is_it(&inner.phase)
    }

    /// Waits for the leader to exit.
    pub(super) fn await_leader(&self) {
        system::await_exit(self.id, &self.inner, |inner| match &mut inner.phase {
            Phase::Led(leader) => !matches!(leader.try_wait(), Ok(None)),
            Phase::Left | Phase::Over => true,
        });
    }

    /// Reaps a leader that has exited, and ends what it left.
    pub(super) fn outlive(&self) -> Outlived {
        let mut inner = self.inner();
        let status = match &mut inner.phase {
            Phase::Led(leader) => leader.wait().ok(),
            Phase::Left | Phase::Over => None,
        };
        inner.phase = Phase::Left;
        let was_asked = inner.was_asked;
        // While anything of the group is left its number is not given to another.
        let (mut sent, mut since) = (inner.wish, Instant::now());
        let (mut left_running, mut look) = (false, LOOK.0);
        drop(inner);
        self.changed.notify_all();
        while system::rest_runs(self.id) {
            let inner = self.inner();
            let quiet = since.elapsed();
            let due = match sent {
                // What is ending by itself, at the end of its input for one, gets a moment.
                Wish::Nothing if inner.wish == Wish::Nothing && quiet >= MOMENT => Wish::Terminate,
                // Whoever asked sees to it himself.
                Wish::Terminate if !inner.is_pressed && quiet >= GRACE => Wish::Kill,
                Wish::Kill if quiet >= KILLED => {
                    return Outlived { status, left_running, is_gone: false };
                }
                other => other.max(inner.wish),
            };
            if due > sent {
                left_running |= !was_asked;
                system::signal_rest(self.id, due);
                (sent, since, look) = (due, Instant::now(), LOOK.0);
            }
            let waited = self.changed.wait_timeout(inner, look);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
            look = (look * 2).min(LOOK.1);
        }
        Outlived { status, left_running, is_gone: true }
    }

    /// Tells how it ended; of nothing where it does not.
    pub(super) fn publish(&self, outlived: Option<Outlived>) {
        let asked = self.inner().was_asked;
        let kept = |output: &Mutex<CapturedOutput>| {
            output.lock().unwrap_or_else(PoisonError::into_inner).clone()
        };
        let is_final = outlived.is_some();
        let (status, left_running, rest) = match outlived {
            Some(outlived) => {
                let rest = match (outlived.is_gone, system::HAS_GROUPS) {
                    (true, true) => ProcessRest::Nothing,
                    (true, false) => ProcessRest::Unknown,
                    (false, _) => ProcessRest::Running,
                };
                (outlived.status, outlived.left_running, rest)
            }
            None => (None, false, ProcessRest::Running),
        };
        let (stdout, stderr) = (kept(&self.stdout), kept(&self.stderr));
        let end = ProcessEnd::new(Facts { status, asked, left_running, rest, stdout, stderr });
        // A group that is over is over, even if somebody gave it up just then.
        self.end.send_if_modified(|known| {
            let is_news = is_final || known.is_none();
            if is_news {
                *known = Some(end);
            }
            is_news
        });
    }

    pub(super) fn set_over(&self) {
        self.inner().phase = Phase::Over;
        self.changed.notify_all();
    }

    /// How it ended, if it has.
    pub(super) fn ended(&self) -> Option<ProcessEnd> {
        self.end.borrow().clone()
    }

    /// Waits for the end.
    pub(super) async fn until_ended(&self) -> ProcessEnd {
        let mut ends = self.end.subscribe();
        loop {
            if let Some(end) = self.ended() {
                return end;
            }
            // It fails when the sender is gone: not while there is a `self`.
            let _ = ends.changed().await;
        }
    }
}
