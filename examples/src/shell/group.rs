//! The process group of a command: what the command starts is in it, too, unless it leaves on purpose.

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
};
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks whether a group is gone; the system tells nobody.
const LOOK: Duration = Duration::from_millis(5);

/// A process group, from its start until nothing of it is left.
#[derive(Debug)]
pub(super) struct Group {
    phase: Mutex<Phase>,
    gone: Condvar,
    /// Somebody wants it to end.
    asked: AtomicBool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The leader is not waited for: the number is this group's and no other's.
    Led(Pid),
    /// What the leader left is dealt with by [`Group::outlive`].
    Left,
    Gone,
}

impl Group {
    /// The group that a child leads.
    pub(super) fn of(child: &Child) -> Option<Self> {
        let leader = Pid::from_raw(i32::try_from(child.id()).ok()?)?;
        Some(Self {
            phase: Mutex::new(Phase::Led(leader)),
            gone: Condvar::new(),
            asked: AtomicBool::new(false),
        })
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks all of the group to end.
    pub(super) fn terminate(&self) {
        self.asked.store(true, Ordering::Relaxed);
        self.signal(Signal::TERM);
    }

    /// Ends all of the group.
    pub(super) fn kill(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        let phase = self.phase();
        if let Phase::Led(group) = *phase {
            let _ = kill_process_group(group, signal);
        }
    }

    /// Waits until nothing of the group is left; `false` when that takes too long.
    pub(super) fn gone_within(&self, limit: Duration) -> bool {
        let (phase, _) = self
            .gone
            .wait_timeout_while(self.phase(), limit, |phase| *phase != Phase::Gone)
            .unwrap_or_else(PoisonError::into_inner);
        *phase == Phase::Gone
    }

    /// Waits for the leader to exit, without taking its number from it.
    pub(super) fn await_leader(&self) {
        let Phase::Led(leader) = *self.phase() else { return };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while waitid(WaitId::Pid(leader), options).err() == Some(Errno::INTR) {}
    }

    /// Takes leave of a leader that has exited and ends what it left running, softly first. Gives the leader's
    /// status, and whether it left anything that was not asked to end with it.
    pub(super) fn outlive(&self, child: &mut Child, grace: Duration) -> (Option<ExitStatus>, bool) {
        let mut phase = self.phase();
        let Phase::Led(group) = *phase else { return (None, false) };
        let status = child.wait().ok();
        *phase = Phase::Left;
        drop(phase);
        // While anything of the group is left its number is not given to another. What is ending by itself, at
        // the end of its input for one, gets a moment.
        let left = !is_gone(group, grace / 4);
        if left {
            let _ = kill_process_group(group, Signal::TERM);
            if !is_gone(group, grace) {
                let _ = kill_process_group(group, Signal::KILL);
                is_gone(group, grace);
            }
        }
        (status, left && !self.asked.load(Ordering::Relaxed))
    }

    pub(super) fn set_gone(&self) {
        *self.phase() = Phase::Gone;
        self.gone.notify_all();
    }
}

fn is_gone(group: Pid, limit: Duration) -> bool {
    let start = Instant::now();
    while runs(group) {
        if start.elapsed() >= limit {
            return false;
        }
        std::thread::sleep(LOOK);
    }
    true
}

/// Whether anything of a group whose leader is gone runs. What has ended and is not yet reaped by the system
/// still counts as a member there, for seconds where the first process is a lazy one.
fn runs(group: Pid) -> bool {
    test_kill_process_group(group).is_ok() && alive(group).unwrap_or(true)
}

/// Whether a member is more than a remnant; nothing where the system does not tell.
fn alive(group: Pid) -> Option<bool> {
    let group = group.as_raw_nonzero().to_string();
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        // Processes come and go meanwhile, and not every entry is one.
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // `number (name) state parent group ..`, and the name may hold anything.
        let Some((_, fields)) = stat.rsplit_once(')') else { continue };
        let mut fields = fields.split_ascii_whitespace();
        let (state, member) = (fields.next(), fields.nth(1));
        if member == Some(&group) && !matches!(state, Some("Z" | "X")) {
            return Some(true);
        }
    }
    // macOS has no such directory, or an empty one.
    cfg!(target_os = "linux").then_some(false)
}
