//! Process groups of Unix.

use super::state::Wish;
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};
use std::sync::Mutex;

/// Whether a group is more than its leader here.
pub(super) const HAS_GROUPS: bool = true;

pub(super) fn prepare(command: &mut Command) {
    command.process_group(0);
}

fn pid(id: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(id).ok()?)
}

/// Waits for the leader to exit, without taking its number from it.
pub(super) fn await_exit<T>(id: u32, _: &Mutex<T>, _: impl Fn(&mut T) -> bool) {
    let Some(leader) = pid(id) else { return };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while waitid(WaitId::Pid(leader), options).err() == Some(Errno::INTR) {}
}

/// Whether the leader has exited, without taking its number from it.
pub(super) fn has_exited(leader: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let look = |leader| waitid(WaitId::Pid(leader), options);
    pid(leader.id()).is_some_and(|leader| matches!(look(leader), Ok(Some(_))))
}

/// Signals the group of a leader that is not waited for.
pub(super) fn signal(leader: &mut Child, wish: Wish) {
    signal_rest(leader.id(), wish);
}

/// Signals what is left of a group.
pub(super) fn signal_rest(id: u32, wish: Wish) {
    let signal = match wish {
        Wish::Nothing => return,
        Wish::Terminate => Signal::TERM,
        Wish::Kill => Signal::KILL,
    };
    if let Some(group) = pid(id) {
        // There may be nothing left of it.
        let _ = kill_process_group(group, signal);
    }
}

/// Whether anything of a group whose leader is reaped runs. What has ended and is not yet reaped by the system still
/// counts as a member there, for seconds where the first process is a lazy one.
pub(super) fn rest_runs(id: u32) -> bool {
    let Some(group) = pid(id) else { return false };
    test_kill_process_group(group) != Err(Errno::SRCH) && alive(id).unwrap_or(true)
}

/// Whether a member is more than a remnant; nothing where the system does not tell.
fn alive(group: u32) -> Option<bool> {
    let group = group.to_string();
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        // Processes come and go meanwhile, and not every entry is one.
        let Ok(stat) = std::fs::read(entry.path().join("stat")) else { continue };
        let stat = String::from_utf8_lossy(&stat);
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

/// The name of a signal that POSIX has; its number differs from system to system.
pub(super) fn signal_name(number: i32) -> Option<&'static str> {
    const NAMES: [(Signal, &str); 26] = [
        (Signal::HUP, "SIGHUP"),
        (Signal::INT, "SIGINT"),
        (Signal::QUIT, "SIGQUIT"),
        (Signal::ILL, "SIGILL"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::KILL, "SIGKILL"),
        (Signal::USR1, "SIGUSR1"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::USR2, "SIGUSR2"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::TERM, "SIGTERM"),
        (Signal::CHILD, "SIGCHLD"),
        (Signal::CONT, "SIGCONT"),
        (Signal::STOP, "SIGSTOP"),
        (Signal::TSTP, "SIGTSTP"),
        (Signal::TTIN, "SIGTTIN"),
        (Signal::TTOU, "SIGTTOU"),
        (Signal::URG, "SIGURG"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::XFSZ, "SIGXFSZ"),
        (Signal::VTALARM, "SIGVTALRM"),
        (Signal::SYS, "SIGSYS"),
    ];
    NAMES.iter().find(|(signal, _)| signal.as_raw() == number).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_have_the_names_that_the_shell_gives_them() {
        let named: Vec<(i32, &str)> =
            (1..=64).filter_map(|number| Some((number, signal_name(number)?))).collect();
        assert!(named.len() >= 20, "{named:?}");
        for (number, name) in named {
            let shell = Command::new("sh").args(["-c", &format!("kill -l {number}")]).output();
            let said = String::from_utf8(shell.unwrap().stdout).unwrap();
            assert_eq!(name.trim_start_matches("SIG"), said.trim(), "{number}");
        }
        assert_eq!(signal_name(0), None);
    }
}
