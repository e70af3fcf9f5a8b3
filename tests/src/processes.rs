//! Child processes: nothing that they started outlives them.

mod ends;
mod output;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process, test_kill_process_group};
use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than anything takes that works.
const LIMIT: Duration = Duration::from_mins(1);
/// Between asking and killing.
const GRACE: Duration = Duration::from_millis(50);

/// A directory with named pipes: `alive`, which every process of a command holds open for writing; `up`, on which
/// the command says its number; `go`, without which nobody writes the marker; `on`, for a word to the command.
struct Scene {
    dir: TempDir,
    alive: File,
}

fn sh(command: &str) -> Command {
    let mut sh = Command::new("sh");
    sh.arg("-c").arg(command);
    sh
}

impl Scene {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let pipes = sh("mkfifo alive up go on").current_dir(&dir).status().unwrap();
        assert!(pipes.success());
        let alive = OpenOptions::new()
            .read(true)
            // Without waiting for a writer.
            .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
            .open(dir.path().join("alive"))
            .unwrap();
        Self { dir, alive }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A command that is up and waits for a grandchild, which would write the marker.
    fn command(&self, script: &str) -> Command {
        let mut command = sh(&format!("exec 9>alive; echo begun >&9; {script}"));
        command.current_dir(&self.dir);
        command
    }

    /// Waits until the command is up; its number.
    async fn up(&self) -> Pid {
        let path = self.path("up");
        let read = tokio::task::spawn_blocking(move || std::fs::read_to_string(path));
        number(&read.await.unwrap().unwrap())
    }

    /// Nothing runs now that could write the marker, and the leader is reaped.
    #[track_caller]
    fn assert_gone(mut self, leader: Pid) {
        let mut text = String::new();
        // Fails with `WouldBlock` as long as a writer is there.
        let read = self.alive.read_to_string(&mut text);
        assert!(read.is_ok(), "something still runs: {read:?}");
        assert_eq!(text, "begun\n");
        self.nothing_will_be(leader);
    }

    /// Waits until nothing runs that could write the marker.
    #[track_caller]
    fn wait_until_gone(self, leader: Pid) {
        let (sender, receiver) = mpsc::channel();
        let mut alive = self.alive.try_clone().unwrap();
        rustix::fs::fcntl_setfl(&alive, OFlags::empty()).unwrap();
        std::thread::spawn(move || {
            let mut text = String::new();
            let read = alive.read_to_string(&mut text);
            let _ = sender.send(read.map(|_| text));
        });
        let text = receiver.recv_timeout(LIMIT).expect("something still runs").unwrap();
        assert_eq!(text, "begun\n");
        until_gone(|| test_kill_process(leader));
        self.nothing_will_be(leader);
    }

    #[track_caller]
    fn nothing_will_be(&self, leader: Pid) {
        assert_eq!(test_kill_process(leader), Err(Errno::SRCH), "the leader is not reaped");
        assert_eq!(members(leader), Vec::<String>::new(), "the group has members");
        // Nobody waits for the word any more without which there is no marker.
        let flags = OFlags::WRONLY | OFlags::NONBLOCK;
        let go = rustix::fs::open(self.path("go"), flags, Mode::empty());
        assert_eq!(go.err(), Some(Errno::NXIO));
        assert!(!self.path("marker").exists());
    }
}

/// What runs of a group. What has ended and is not ours to reap is the system's, which may take seconds for it.
fn members(group: Pid) -> Vec<String> {
    if test_kill_process_group(group) == Err(Errno::SRCH) {
        return Vec::new();
    }
    let ps = Command::new("ps").args(["-A", "-o", "pgid=,stat=,args="]).output().unwrap();
    let text = String::from_utf8(ps.stdout).unwrap();
    let group = group.as_raw_nonzero().to_string();
    let is_member = |line: &&str| {
        let mut words = line.split_whitespace();
        words.next() == Some(&group) && !words.next().unwrap().starts_with('Z')
    };
    text.lines().filter(is_member).map(str::to_owned).collect()
}

/// Looks until the system knows it no more.
#[track_caller]
fn until_gone(look: impl Fn() -> Result<(), Errno>) {
    let start = Instant::now();
    while look() != Err(Errno::SRCH) {
        assert!(start.elapsed() < LIMIT, "it does not go");
        // The system tells nobody.
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn number(text: &str) -> Pid {
    Pid::from_raw(text.trim().parse().unwrap()).unwrap()
}

/// A grandchild would write the marker; all end when they are asked.
const SOFT: &str = "(read x <go; touch marker) & echo $$ >up; wait";
/// None of them does.
const STUBBORN: &str =
    "trap '' TERM; (read x <go; touch marker) & echo $$ >up; wait; read x <go; touch marker";
/// The leader does, and leaves a grandchild that does not.
const LEAVING: &str =
    "(trap '' TERM; echo $$ >up; while :; do read x <go && touch marker; done) & wait";
/// Grandchildren of grandchildren.
const DEEP: &str =
    "(sh -c '(read x <go; touch marker) & wait' & wait) & echo $$ >up; read x <go; touch marker";

const SCRIPTS: [&str; 4] = [SOFT, STUBBORN, LEAVING, DEEP];
