//! Numbers that tests wait for, without sleeping.

use super::fail::fail;
use crate::tool::contain;
use std::future::poll_fn;
use std::panic::Location;
use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::sleep;

/// What waits longer fails: the test hangs.
const PATIENCE: Duration = Duration::from_mins(1);
/// Where the clock stands still but for timers, time goes by in no time: all timers have their turn before this one.
const PATIENCE_OF_A_PAUSED_CLOCK: Duration = Duration::from_hours(366 * 24);

/// How many there were.
#[derive(Debug)]
pub(super) struct Count(watch::Sender<usize>);

impl Default for Count {
    #[inline]
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl Count {
    #[inline]
    pub(super) fn one_more(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    #[inline]
    pub(super) fn start_again(&self) {
        self.0.send_replace(0);
    }

    /// Waits until there were so many; who waits in vain fails with these words, and where it was.
    #[inline]
    pub(super) async fn reach(
        &self,
        wanted: usize,
        at: &'static Location<'static>,
        in_vain: impl Fn() -> String,
    ) {
        if *self.0.borrow() >= wanted {
            return;
        }
        let mut seen = self.0.subscribe();
        let mut reached = pin!(seen.wait_for(|count| *count >= wanted));
        let started = Instant::now();
        let mut patience = PATIENCE;
        loop {
            // Without a timer there is no end to waiting.
            let mut alarm = Handle::try_current()
                .ok()
                .and_then(|_runtime| contain(|| Box::pin(sleep(patience))).ok());
            let is_reached = poll_fn(|cx| {
                if reached.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(true);
                }
                match &mut alarm {
                    Some(alarm) => alarm.as_mut().poll(cx).map(|()| false),
                    None => Poll::Pending,
                }
            })
            .await;
            if is_reached {
                return;
            }
            let is_paused = started.elapsed() < PATIENCE / 2;
            if !is_paused || patience >= PATIENCE_OF_A_PAUSED_CLOCK {
                fail(&format!("{} (waited for at {at})", in_vain()));
            }
            patience *= 2;
        }
    }
}
