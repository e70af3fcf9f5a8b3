//! Where lines come from: a script that is there as a whole, or standard input as it comes.

use crate::line::Line;
use std::collections::VecDeque;
use std::io::BufRead as _;
use tokio::sync::mpsc;

pub(crate) enum Lines {
    Script(VecDeque<String>),
    Stream(mpsc::Receiver<String>),
}

impl Lines {
    /// A script; a line that cannot be read is an error before anything happens.
    pub(crate) fn of(text: &str, batch: bool) -> anyhow::Result<Self> {
        for (index, line) in text.lines().enumerate() {
            Line::parse(line, batch)
                .map_err(|error| error.context(format!("line {}", index + 1)))?;
        }
        Ok(Self::Script(text.lines().map(str::to_owned).collect()))
    }

    pub(crate) fn stdin() -> Self {
        let (sender, receiver) = mpsc::channel(1);
        // A thread of its own, not the runtime's: a read that never ends must not keep the program from ending.
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                let Ok(line) = line else { break };
                if sender.blocking_send(line).is_err() {
                    break;
                }
            }
        });
        Self::Stream(receiver)
    }

    pub(crate) async fn next(&mut self) -> Option<String> {
        match self {
            Self::Script(lines) => lines.pop_front(),
            Self::Stream(lines) => lines.recv().await,
        }
    }
}
