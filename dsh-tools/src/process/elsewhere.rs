//! Where there are no process groups: the child alone.

use super::state::Wish;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Whether a group is more than its leader here.
pub(super) const HAS_GROUPS: bool = false;

/// Between two looks at the child: waiting for it would take it from those that kill it.
const LOOK: Duration = Duration::from_millis(10);

pub(super) fn prepare(_: &mut Command) {}

/// Waits for the leader to exit.
pub(super) fn await_exit<T>(_: u32, state: &Mutex<T>, has_exited: impl Fn(&mut T) -> bool) {
    while !has_exited(&mut state.lock().unwrap_or_else(PoisonError::into_inner)) {
        std::thread::sleep(LOOK);
    }
}

/// Whether the leader has exited.
pub(super) fn has_exited(leader: &mut Child) -> bool {
    matches!(leader.try_wait(), Ok(Some(_)))
}

/// Nobody can be asked to end here: whoever should is killed.
pub(super) fn signal(leader: &mut Child, wish: Wish) {
    if wish > Wish::Nothing {
        let _ = leader.kill();
    }
}

pub(super) fn signal_rest(_: u32, _: Wish) {}

pub(super) fn rest_runs(_: u32) -> bool {
    false
}

pub(super) fn signal_name(_: i32) -> Option<&'static str> {
    None
}
