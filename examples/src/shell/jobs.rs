//! The commands of a session: shared state of the shell's tools.

use super::command::Command;
use dsh_tools::ToolError;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Commands that may run at once.
const RUNNING: usize = 16;
/// Commands that are remembered after their end, for what they wrote.
const REMEMBERED: usize = 32;

/// The commands of a session. All that still run end when this is dropped: their whole process groups, asked
/// first and then killed.
///
/// ```
/// use dsh_tools_examples::Jobs;
/// let jobs = Jobs::default();
/// drop(jobs); // waits until they are gone
/// ```
#[derive(Debug, Default)]
pub struct Jobs {
    all: Mutex<All>,
}

#[derive(Debug, Default)]
struct All {
    started: u32,
    jobs: Vec<Job>,
}

/// A command under the name that the model knows.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) id: String,
    pub(super) command: Arc<Command>,
}

impl Jobs {
    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a command.
    pub(super) fn start(&self, directory: &Path, command: &str) -> Result<Job, ToolError> {
        let mut all = self.all();
        let running = all.jobs.iter().filter(|job| job.is_running()).count();
        if running >= RUNNING {
            let text = format!(
                "{running} commands run already: end one with `bash_kill` ({})",
                all.list()
            );
            return Err(ToolError::new("TOO_MANY_JOBS", text));
        }
        let command = Command::start(directory, command).map_err(|error| {
            ToolError::new("NO_SHELL", format!("`bash` cannot be started: {error}"))
                .with_source(error)
        })?;
        all.started += 1;
        let job = Job { id: format!("job_{}", all.started), command };
        all.jobs.push(job.clone());
        let ended = all.jobs.len() - running - 1;
        let mut forgotten = ended.saturating_sub(REMEMBERED);
        all.jobs.retain(|job| {
            let forget = forgotten > 0 && !job.is_running();
            forgotten -= usize::from(forget);
            !forget
        });
        Ok(job)
    }

    pub(super) fn get(&self, id: &str) -> Result<Job, ToolError> {
        let all = self.all();
        all.jobs.iter().find(|job| job.id == id).cloned().ok_or_else(|| {
            let text = format!("there is no job `{id}`: {}", all.list());
            ToolError::new("NO_JOB", text)
        })
    }

    /// Forgets a command whose output was seen to its end.
    pub(super) fn forget(&self, id: &str) {
        self.all().jobs.retain(|job| job.id != id);
    }
}

impl All {
    fn list(&self) -> String {
        if self.jobs.is_empty() {
            return "no command runs in the background".to_owned();
        }
        let jobs = self.jobs.iter().map(|job| {
            let state = if job.is_running() { "is running" } else { "has ended" };
            format!("`{}` {state}", job.id)
        });
        jobs.collect::<Vec<_>>().join(", ")
    }
}

impl Job {
    fn is_running(&self) -> bool {
        self.command.ended().is_none()
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        let all = std::mem::take(&mut *self.all());
        let running: Vec<_> =
            all.jobs.into_iter().filter(Job::is_running).map(|job| job.command).collect();
        Command::end_all(&running);
    }
}
