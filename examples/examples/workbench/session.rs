//! Runs lines and shows every call.

use crate::ask::{self, Consent, Question};
use crate::help::help;
use crate::line::Line;
use crate::lines::Lines;
use crate::signals::{Asked, Signals};
use dsh_tools::prelude::*;
use dsh_tools_examples::render;
use dsh_tools_examples::script::Call;
use std::collections::BTreeMap;
use std::io::Write;
use std::pin::pin;
use std::process::ExitCode;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// What is shown of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Cards,
    /// What the model reads.
    Text,
}

pub(crate) struct Session {
    registry: ToolRegistry,
    scope: ToolScope,
    questions: mpsc::Receiver<Question>,
    show: Show,
    interactive: bool,
    /// How the calls ended, counted.
    codes: BTreeMap<String, usize>,
    calls: usize,
    /// Lines of a script that are no calls.
    unread: usize,
}

impl Session {
    pub(crate) fn new(
        registry: ToolRegistry,
        show: Show,
        interactive: bool,
        consent: Consent,
    ) -> Self {
        let scope = registry.scope("workbench");
        let questions = ask::install(&scope, consent);
        Self {
            registry,
            scope,
            questions,
            show,
            interactive,
            codes: BTreeMap::new(),
            calls: 0,
            unread: 0,
        }
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
                write!(out, "> ")?;
                out.flush()?;
            }
            let line = tokio::select! {
                line = lines.next() => line,
                _ = signals.next() => None,
            };
            let Some(line) = line else { break };
            number += 1;
            let asked = match Line::parse(&line) {
                Ok(Line::Blank) => None,
                Ok(Line::Quit) => break,
                Ok(Line::Help(tool)) => {
                    help(out, &self.registry, tool.as_deref())?;
                    None
                }
                Ok(Line::Schemas) => {
                    for schema in self.registry.schemas().iter() {
                        writeln!(out, "{}", serde_json::to_string(schema)?)?;
                    }
                    None
                }
                Ok(Line::Call(call)) => self.call(call, &mut lines, &mut signals, out).await?,
                Ok(Line::Typed(typed)) => {
                    let name = typed.name.clone();
                    let arguments = typed.arguments(self.registry.get(&name).as_ref());
                    let call = Call { id: format!("line_{number}"), name, arguments };
                    self.call(call, &mut lines, &mut signals, out).await?
                }
                Err(error) if self.interactive => {
                    writeln!(out, "{error:#}")?;
                    None
                }
                // The other lines are no worse for it; the end tells that there was one.
                Err(error) => {
                    writeln!(out, "\nline {number}: {error:#}")?;
                    self.unread += 1;
                    None
                }
            };
            if asked == Some(Asked::End) {
                break;
            }
        }
        if !self.interactive {
            let codes = self.codes.iter().map(|(code, count)| format!("{count} {code}"));
            let codes = codes.collect::<Vec<_>>().join(", ");
            writeln!(out, "\n{} calls: {codes}", self.calls)?;
        }
        if self.unread > 0 {
            writeln!(out, "{} lines could not be read", self.unread)?;
            return Ok(ExitCode::FAILURE);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// One call, which a signal cancels; gives the signal.
    async fn call(
        &mut self,
        call: Call,
        lines: &mut Lines,
        signals: &mut Signals,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<Asked>> {
        let tool = self.registry.get(&call.name);
        // Nothing at all is no arguments, as in the pipeline.
        let arguments = match call.arguments.trim() {
            "" => Some(FrozenJson::empty_object()),
            text => FrozenJson::parse(text).ok(),
        };
        let card = match (&tool, &arguments) {
            (Some(tool), Some(arguments)) => tool.call_card(arguments),
            _ => ToolCallView::generic(format!("{} {}", call.name, call.arguments)).into(),
        };
        if !self.interactive {
            writeln!(out)?;
        }
        render::title(out, &card)?;
        out.flush()?;

        let token = CancellationToken::new();
        let input =
            ToolExecutionInput::new(call.id, call.name, call.arguments).cancellation(token.clone());
        let mut run = pin!(self.scope.execute(input));
        let (mut asked, mut was_shown) = (None, false);
        let result = loop {
            tokio::select! {
                result = &mut run => break result,
                signal = signals.next() => {
                    asked = Some(signal);
                    token.cancel();
                }
                Some(question) = self.questions.recv() => {
                    was_shown = matches!(card, ToolCallView::Diff(_));
                    render::proposal(out, &card)?;
                    write!(out, "  run it? [y/N] ")?;
                    out.flush()?;
                    // A signal comes first: the call ends, and the question with it.
                    tokio::select! {
                        line = lines.next() => {
                            // Nobody waits for the answer of a call that was given up.
                            let _unheard = question.send(ask::read(line.as_deref()));
                        }
                        signal = signals.next() => {
                            writeln!(out)?;
                            asked = Some(signal);
                            token.cancel();
                        }
                    }
                }
            }
        };
        // What was shown with the question is not shown again.
        let card = if was_shown { ToolCallView::generic(card.title()).into() } else { card };

        match (self.show, &tool, &arguments) {
            (Show::Cards, Some(tool), Some(arguments)) => {
                let view = match tool.result_card(arguments, &result.data()) {
                    ToolResultView::Diff(_) if was_shown => ToolResultView::generic().into(),
                    view => view,
                };
                render::body(out, &card, &view, &result)?;
            }
            (Show::Cards, ..) => {
                render::body(out, &card, &ToolResultView::generic().into(), &result)?;
            }
            (Show::Text, ..) => writeln!(out, "{}", result.text().trim_end())?,
        }
        let code = match result.outcome() {
            Ok(_) => String::from("ok"),
            Err(failure) => failure.code().to_string(),
        };
        *self.codes.entry(code).or_default() += 1;
        self.calls += 1;
        Ok(asked)
    }
}
