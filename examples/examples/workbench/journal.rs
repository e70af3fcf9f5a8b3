//! Journals: one that calls are written to, and one whose calls are shown again.

use crate::cards::{Before, Look, Shown};
use crate::count::Count;
use crate::rules::{Rules, unmade};
use anyhow::{Context as _, bail, ensure};
use dsh_tools::prelude::*;
use dsh_tools::view::line;
use dsh_tools::{CallJournal, Journal, JournalEntry, JournaledCall};
use dsh_tools_examples::script::Call;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// A journal that is written.
#[derive(Debug)]
pub(crate) struct Written {
    file: PathBuf,
    journal: Arc<CallJournal>,
    /// Calls that it held before.
    before: usize,
    /// Those of them that had no result, and have one now.
    closed: usize,
}

impl Written {
    /// Opens a journal, or begins one. Calls of a program that was killed get the result that they lack.
    pub(crate) fn open(file: &Path) -> anyhow::Result<Self> {
        let (before, closed) = match std::fs::metadata(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => (0, 0),
            // The program's own lines are not to be added to what is something else.
            _ => {
                let journal = read(file)?;
                let calls = journal.calls();
                (calls.len(), calls.iter().filter(|call| call.is_dangling()).count())
            }
        };
        let (journal, _) = CallJournal::resume(file).with_context(|| file.display().to_string())?;
        Ok(Self { file: file.to_owned(), journal: Arc::new(journal), before, closed })
    }

    pub(crate) fn policy(&self) -> Arc<CallJournal> {
        Arc::clone(&self.journal)
    }

    pub(crate) fn introduce(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "journal: {}", self.file.display())?;
        match self.before {
            0 => writeln!(out)?,
            count => writeln!(out, ", after {}", calls(count))?,
        }
        match self.closed {
            0 => Ok(()),
            count => writeln!(out, "  {} had no result, and got one", calls(count)),
        }
    }

    /// Whether all was written; what was not is told.
    pub(crate) fn end(&self, out: &mut impl Write) -> io::Result<bool> {
        // What it says is told below, and what was not flushed is not lost.
        let _told_below = self.journal.flush();
        let Some(error) = self.journal.error() else { return Ok(true) };
        let lost = self.journal.lost();
        let waiting = self.journal.waiting();
        writeln!(
            out,
            "journal: {}: {error} ({lost} lines lost, {waiting} not written)",
            self.file.display()
        )?;
        Ok(false)
    }
}

/// Reads a file that is a journal.
fn read(file: &Path) -> anyhow::Result<Journal> {
    let name = file.display();
    let kind = std::fs::metadata(file).with_context(|| name.to_string())?;
    // A device may never end.
    ensure!(kind.is_file() || kind.is_dir(), "{name}: it is no regular file");
    let journal = Journal::read(file).with_context(|| name.to_string())?;
    match journal.errors().first() {
        Some(error) if journal.lines().is_empty() => bail!("{name} is no journal: {error}"),
        // One line without an end may be the first of a program that was killed, or a file of somebody's.
        None if journal.lines().is_empty() && journal.torn().is_some() => {
            let mut first = [0];
            File::open(file)?.read_exact(&mut first)?;
            ensure!(first == *b"{", "{name} is no journal: line 1: it is no entry");
            Ok(journal)
        }
        _ => Ok(journal),
    }
}

fn calls(count: usize) -> String {
    if count == 1 { String::from("1 call") } else { format!("{count} calls") }
}

/// A journal that was read.
pub(crate) struct Replay {
    file: PathBuf,
    journal: Journal,
}

impl Replay {
    pub(crate) fn open(file: &Path) -> anyhow::Result<Self> {
        Ok(Self { file: file.to_owned(), journal: read(file)? })
    }

    /// Shows all calls as they were shown when they ended, and runs none. What rules say is what they say now.
    pub(crate) async fn show(
        mut self,
        registry: &ToolRegistry,
        look: &Look,
        rules: Option<&Rules>,
        out: &mut impl Write,
    ) -> anyhow::Result<ExitCode> {
        writeln!(out, "journal: {}, {}", self.file.display(), calls(self.journal.calls().len()))?;
        self.tell_of_lines(out)?;
        if let Some(rules) = rules {
            rules.introduce(out, registry)?;
        }
        // Calls that were never answered are shown with what is to be said of them, last.
        self.journal.repair();
        let mut count = Count::default();
        for call in by_result(&self.journal) {
            let (Some(result), record) = (call.result, &call.entry.record) else { continue };
            let shown = Shown::of(registry, &record.name, &record.arguments);
            writeln!(out)?;
            shown.title(out, look)?;
            shown.end(out, look, &result.record, Before::default())?;
            let code = result.record.error.as_ref().map(|error| &error.code);
            let code = code.or(result.record.is_error.then_some(&ErrorCode::ToolError));
            if let (Some(rules), Some(ErrorCode::Denied)) = (rules, code) {
                let call = Call {
                    id: record.call_id.clone(),
                    name: record.name.clone(),
                    arguments: record.arguments.clone(),
                };
                if let Some(call) = unmade(registry, call).await {
                    rules.beside(out, &call)?;
                }
            }
            count.add(code);
        }
        count.print(out)?;
        Ok(ExitCode::SUCCESS)
    }

    fn tell_of_lines(&self, out: &mut impl Write) -> io::Result<()> {
        for error in self.journal.errors() {
            writeln!(out, "  {}", line(&error.to_string()))?;
        }
        if let Some(torn) = self.journal.torn() {
            writeln!(out, "  line {}: it was not written to its end", torn.number)?;
        }
        for orphan in self.journal.orphans() {
            writeln!(out, "  line {}: it belongs to no call", orphan.number)?;
        }
        Ok(())
    }
}

/// The calls in the order in which they ended, which is the order in which they were shown. They may begin in another:
/// of a call that cannot be read the journal hears when it has failed, and others of its step run by then.
fn by_result(journal: &Journal) -> Vec<JournaledCall<'_>> {
    let calls = journal.calls().into_iter();
    let mut calls: HashMap<_, _> = calls.map(|call| (&*call.entry.execution, call)).collect();
    let ends = journal.lines().iter().filter_map(|line| match &line.entry {
        JournalEntry::Outcome(result) => Some(result),
        _ => None,
    });
    let ended = ends.filter_map(|end| {
        let decides =
            |call: &JournaledCall<'_>| call.result.is_some_and(|result| std::ptr::eq(result, end));
        calls.get(&*end.execution).is_some_and(decides).then(|| calls.remove(&*end.execution))?
    });
    ended.collect()
}
