//! Runs lines.

use crate::ask::{self, Consent, Question};
use crate::cards::Look;
use crate::count::Count;
use crate::help::help;
use crate::journal::Written;
use crate::line::Line;
use crate::lines::Lines;
use crate::rules::{Rules, unmade};
use crate::signals::{Asked, Signals};
use crate::trace::Trace;
use dsh_tools::prelude::*;
use dsh_tools_examples::script::Call;
use std::io::Write;
use std::process::ExitCode;
use tokio::sync::mpsc;

/// How calls are run and shown.
#[derive(Debug)]
pub(crate) struct Manner {
    pub(crate) look: Look,
    pub(crate) interactive: bool,
    pub(crate) consent: Consent,
    /// Calls are gathered up to an empty line.
    pub(crate) batch: bool,
    pub(crate) rules: Option<Rules>,
    pub(crate) trace: Option<Trace>,
    pub(crate) journal: Option<Written>,
}

pub(crate) struct Session {
    pub(super) registry: ToolRegistry,
    pub(super) scope: ToolScope,
    pub(super) questions: mpsc::Receiver<Question>,
    pub(super) look: Look,
    pub(super) interactive: bool,
    pub(super) rules: Option<Rules>,
    pub(super) trace: Option<Trace>,
    journal: Option<Written>,
    pub(super) count: Count,
    batch: bool,
    /// Calls that wait for the others of their step.
    gathered: Vec<Call>,
    /// Lines that are no calls.
    unread: usize,
}

impl Session {
    pub(crate) fn new(registry: ToolRegistry, manner: Manner) -> Self {
        let Manner { look, interactive, consent, batch, rules, trace, journal } = manner;
        let scope = registry.scope("workbench");
        if trace.is_some() {
            // Whoever looks at the spans sits in front of the calls: nothing in them is a secret.
            scope.policy(dsh_tools::TracingPolicy::new().with_arguments());
        }
        if let Some(journal) = &journal {
            scope.policy(journal.policy());
        }
        let questions = ask::install(&scope, consent, rules.as_ref().map(Rules::policy));
        Self {
            registry,
            scope,
            questions,
            look,
            interactive,
            rules,
            trace,
            journal,
            count: Count::default(),
            batch,
            gathered: Vec::new(),
            unread: 0,
        }
    }

    /// What it was started with, where that is worth a word.
    pub(crate) fn introduce(&self, out: &mut impl Write) -> std::io::Result<()> {
        self.rules.as_ref().map_or(Ok(()), |rules| rules.introduce(out, &self.registry))?;
        self.journal.as_ref().map_or(Ok(()), |journal| journal.introduce(out))
    }

    /// Runs all lines. Whatever ends it, the registry goes with it, and with that the commands that still run.
    pub(crate) async fn run(
        mut self,
        mut lines: Lines,
        out: &mut impl Write,
    ) -> anyhow::Result<ExitCode> {
        let mut signals = Signals::new()?;
        let mut number = 0;
        loop {
            if self.interactive {
                write!(out, "{}", if self.gathered.is_empty() { "> " } else { ". " })?;
                out.flush()?;
            }
            let line = tokio::select! {
                line = lines.next() => line,
                _ = signals.next() => break,
            };
            let Some(line) = line else {
                // What was gathered is a step, whether an empty line comes after it or nothing.
                let calls = std::mem::take(&mut self.gathered);
                self.step(calls, &mut lines, &mut signals, out).await?;
                break;
            };
            number += 1;
            let calls = match Line::parse(&line, self.batch) {
                Ok(Line::Quit) => break,
                Ok(line) => self.heed(line, number, out).await?,
                Err(error) if self.interactive => {
                    writeln!(out, "{error:#}")?;
                    continue;
                }
                // The other lines are no worse for it; the end tells that there was one.
                Err(error) => {
                    writeln!(out, "\nline {number}: {error:#}")?;
                    self.unread += 1;
                    continue;
                }
            };
            let asked = self.step(calls, &mut lines, &mut signals, out).await?;
            if asked == Some(Asked::End) {
                break;
            }
        }
        self.end(out)
    }

    /// Does what a line says; gives the calls that are to run now.
    async fn heed(
        &mut self,
        line: Line,
        number: usize,
        out: &mut impl Write,
    ) -> anyhow::Result<Vec<Call>> {
        let id = || format!("line_{number}");
        let tools = self.registry.clone();
        let tool = |name: &str| tools.get(name);
        match line {
            Line::Comment | Line::Quit => {}
            Line::Blank => return Ok(std::mem::take(&mut self.gathered)),
            Line::Help(tool) => help(out, &self.registry, tool.as_deref())?,
            Line::Schemas => {
                for schema in self.registry.schemas().iter() {
                    writeln!(out, "{}", serde_json::to_string(schema)?)?;
                }
            }
            Line::Why(call) => match &self.rules {
                None => writeln!(out, "there are no rules: start with `--rules FILE`")?,
                Some(rules) => {
                    let call = call.call(id, tool);
                    if let Some(call) = unmade(&self.registry, call).await {
                        self.blank(out)?;
                        rules.why(out, &call)?;
                    }
                }
            },
            Line::Call(call) => {
                let call = call.call(id, tool);
                if !self.batch {
                    return Ok(vec![call]);
                }
                self.gathered.push(call);
            }
            // A step of its own: its calls go with those that wait for one.
            Line::Step(entries) => {
                let mut calls = std::mem::take(&mut self.gathered);
                let entries = entries.into_iter().enumerate();
                calls.extend(
                    entries.map(|(at, entry)| {
                        entry.call(|| format!("line_{number}.{}", at + 1), tool)
                    }),
                );
                return Ok(calls);
            }
        }
        Ok(Vec::new())
    }

    fn end(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        if !self.gathered.is_empty() {
            writeln!(out, "\nnot run, as no empty line came: {} calls", self.gathered.len())?;
        }
        if !self.interactive {
            self.count.print(out)?;
        }
        let mut well = true;
        if self.unread > 0 {
            writeln!(out, "{} lines could not be read", self.unread)?;
            well = false;
        }
        if let Some(journal) = &self.journal {
            well &= journal.end(out)?;
        }
        Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
