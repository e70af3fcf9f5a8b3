//! A registry with the workbench's tools in a directory of its own, and a way to see whether anything runs.

use dsh_tools::prelude::*;
use dsh_tools_examples::{
    Jobs, Workspace, bash, bash_kill, bash_output, edit, glob, grep, ls, read, write,
};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;
use tempfile::TempDir;

/// Longer than anything takes that works.
const LIMIT: Duration = Duration::from_mins(1);

pub(crate) struct Bench {
    pub(crate) registry: ToolRegistry,
    dir: TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { registry: registry(&dir.path().join("workspace")), dir }
    }

    /// The workspace.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join("workspace").join(path)
    }

    /// A place beside the workspace.
    pub(crate) fn outside(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    pub(crate) fn put(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) async fn call(&self, name: &str, arguments: Value) -> ToolExecutionResult {
        self.registry.execute(ToolExecutionInput::new("call_1", name, arguments)).await
    }

    /// What the model reads of a success.
    pub(crate) async fn text(&self, name: &str, arguments: Value) -> String {
        let result = self.call(name, arguments).await;
        assert!(!result.is_error(), "{}", result.text());
        result.text().into_owned()
    }

    /// The code of a failure and what the model reads.
    pub(crate) async fn failure(&self, name: &str, arguments: Value) -> (String, String) {
        let result = self.call(name, arguments.clone()).await;
        let failure =
            result.error().unwrap_or_else(|| panic!("{name} {arguments}: {}", result.text()));
        (failure.code().to_string(), result.text().into_owned())
    }
}

pub(crate) fn registry(path: &Path) -> ToolRegistry {
    std::fs::create_dir_all(path).unwrap();
    ToolRegistry::builder()
        .state(Workspace::open(path).unwrap())
        .state(Jobs::default())
        .tools(tools![read, write, edit, ls, glob, grep, bash, bash_output, bash_kill])
        .build()
        .unwrap()
}

/// A named pipe that every process of a command holds open for writing: its end tells that none of them runs
/// any more, without a look at process tables, where numbers are used again and the dead linger.
pub(crate) struct Alive(File);

/// What holds the pipe open: put it before a command.
pub(crate) const HOLD: &str = "exec 9>alive; echo begun >&9; ";

impl Alive {
    pub(crate) fn in_directory(path: &Path) -> Self {
        let path = path.join("alive");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        // Without waiting for a writer.
        let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
        Self(OpenOptions::new().read(true).custom_flags(flags).open(path).unwrap())
    }

    /// Nothing runs now.
    #[track_caller]
    pub(crate) fn assert_gone(mut self) {
        let mut text = String::new();
        // Fails with `WouldBlock` as long as a writer is there.
        let read = self.0.read_to_string(&mut text);
        assert!(read.is_ok(), "something still runs: {read:?}");
        assert_eq!(text, "begun\n");
    }

    /// Waits until nothing runs.
    #[track_caller]
    pub(crate) fn wait_until_gone(self) {
        let (sender, receiver) = mpsc::channel();
        rustix::fs::fcntl_setfl(&self.0, rustix::fs::OFlags::empty()).unwrap();
        std::thread::spawn(move || {
            let mut text = String::new();
            let read = { self.0 }.read_to_string(&mut text);
            let _ = sender.send(read.map(|_| text));
        });
        let text = receiver.recv_timeout(LIMIT).expect("something still runs").unwrap();
        assert_eq!(text, "begun\n");
    }
}
