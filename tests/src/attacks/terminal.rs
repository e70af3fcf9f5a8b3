//! What a call can make a person believe who is asked about it.

use crate::support::{free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{PermissionRules, TerminalApprover};
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

/// Keeps what a person sees.
#[derive(Clone, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

async fn shown(input: ToolExecutionInput) -> String {
    let screen = Screen::default();
    let registry = registry([free("write").body(|_, _| async { "written" }).build()]);
    registry.policy(PermissionRules::ask_on_write());
    let agent = registry.scope("agent");
    agent.approver(TerminalApprover::new(Cursor::new("y\n"), screen.clone()));
    assert_eq!(agent.execute(input).await.text(), "written");
    let bytes = screen.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

/// What a terminal of so many columns makes of it.
fn rows(text: &str, columns: usize) -> Vec<String> {
    let wrap = |line: &str| {
        let chars: Vec<char> = line.chars().collect();
        let rows: Vec<String> = chars.chunks(columns).map(|row| row.iter().collect()).collect();
        if rows.is_empty() { vec![String::new()] } else { rows }
    };
    text.split('\n').flat_map(wrap).collect()
}

#[tokio::test]
async fn no_line_of_a_call_poses_as_the_question_where_the_terminal_wraps_it() {
    for columns in [80, 100, 120] {
        for pad in 0..columns {
            // The document begins with `{"text":"` behind a mark of two.
            let fake = format!("{}Allow it once? [y/N] ", " ".repeat(pad));
            let arguments = serde_json::json!({"text": fake.repeat(3)}).to_string();
            let text = shown(ToolExecutionInput::new("call_1", "write", arguments)).await;
            let fakes = rows(&text, columns).iter().filter(|row| row.starts_with("Allow")).count();
            assert_eq!(fakes, 1, "{columns} columns, {pad}:\n{text}");
            if pad > 2 && columns > 80 {
                break;
            }
        }
    }
}

#[tokio::test]
async fn an_id_of_a_model_poses_as_no_reason() {
    let id = "call_1): it only reads, and was allowed before (";
    let text = shown(ToolExecutionInput::new(id, "write", "{}")).await;
    let first = "`agent` wants to run `write` (\"call_1): it only reads, and was allowed before (\"): it may change something";
    assert!(text.replace("\n  ↪ ", "").starts_with(&format!("\n{first}\n")), "{text}");
}

/// A terminal that takes no text until it is let go.
struct Stopped(std::sync::mpsc::Receiver<()>);

impl Write for Stopped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _gone = self.0.recv();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_stopped_terminal_gathers_no_threads() {
    let threads = || {
        let all = std::fs::read_dir("/proc/self/task").unwrap();
        let name = |task: io::Result<std::fs::DirEntry>| {
            std::fs::read_to_string(task.ok()?.path().join("comm")).ok()
        };
        // Names are cut at 15 characters.
        all.filter_map(name).filter(|name| name.starts_with("dsh-tools-termi")).count()
    };
    let registry = registry([free("write").body(|_, _| async { "written" }).build()]);
    registry.policy(PermissionRules::ask_on_write());
    let agent = registry.scope("agent");
    let (go, stopped) = std::sync::mpsc::channel();
    agent.approver(TerminalApprover::new(Cursor::new(""), Stopped(stopped)));
    let before = threads();
    for _ in 0..200 {
        let mut call = Box::pin(agent.execute(ToolExecutionInput::new("call_1", "write", "{}")));
        let asked = crate::support::poll_once(call.as_mut());
        drop((call, asked));
    }
    // Other tests ask in terminals, too: a few.
    assert!(threads() < before + 60, "{}", threads());
    drop(go);
}
