//! Calls on their way: together, if there are several, with questions and signals between.

use crate::ask::{self, Question};
use crate::cards::{Before, Shown};
use crate::lines::Lines;
use crate::live::Live;
use crate::options::Show;
use crate::session::Session;
use crate::signals::{Asked, Signals};
use dsh_tools::ToolExecutionToken;
use dsh_tools::prelude::*;
use dsh_tools::view::line;
use dsh_tools_examples::script::Call;
use std::collections::{HashSet, VecDeque};
use std::io::{self, Write};
use tracing::Instrument as _;

/// Calls that run, and what is shown of them.
struct Running {
    /// Those that have no result yet, in their order.
    shown: VecDeque<Shown>,
    /// Results that came while somebody was asked: nothing is printed between a question and its answer.
    held: VecDeque<(ToolExecution, ToolExecutionResult)>,
    open: Option<Question>,
    /// Whose change was shown with the question.
    proposed: HashSet<ToolExecutionToken>,
    /// There is no other call: its title was printed when it started, and what it writes is printed as it comes.
    alone: bool,
    live: Option<Live>,
}

impl Session {
    /// Runs the calls of a step, which a signal cancels; gives the signal.
    pub(crate) async fn step(
        &mut self,
        calls: Vec<Call>,
        lines: &mut Lines,
        signals: &mut Signals,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<Asked>> {
        if calls.is_empty() {
            return Ok(None);
        }
        let of = |call: &Call| Shown::of(&self.registry, &call.name, &call.arguments);
        let mut running = Running {
            shown: calls.iter().map(of).collect(),
            held: VecDeque::new(),
            open: None,
            proposed: HashSet::new(),
            alone: calls.len() == 1,
            live: (calls.len() == 1 && self.look.show == Show::Cards)
                .then(|| Live::of(&self.look.terminal)),
        };
        if let (true, Some(only)) = (running.alone, running.shown.front()) {
            self.blank(out)?;
            only.title(out, &self.look)?;
            out.flush()?;
        }
        // One call's span stands for itself.
        let span = if running.alone {
            tracing::Span::none()
        } else {
            tracing::info_span!("batch", calls = calls.len())
        };
        let token = CancellationToken::new();
        let hear = running.live.as_ref().map(Live::listener);
        let inputs = calls.into_iter().map(|call| {
            let input = ToolExecutionInput::new(call.id, call.name, call.arguments);
            match hear.clone() {
                Some(hear) => input.on_progress(move |_, progress| hear(progress)),
                None => input,
            }
        });
        let options = BatchOptions::new().cancellation(token.clone());
        let mut batch = self.scope.run_batch(inputs, options);
        let mut asked = None;
        loop {
            tokio::select! {
                next = batch.next().instrument(span.clone()) => match next {
                    Some(ended) => running.held.push_back(ended),
                    None => break,
                },
                signal = signals.next() => {
                    if let Some(question) = running.open.take() {
                        // The call ends, and the question with it.
                        let _unheard = question.answer.send(ApprovalDecision::Cancelled);
                        writeln!(out)?;
                    }
                    // Who wants the program to end is not heard less for a second wish.
                    if asked != Some(Asked::End) {
                        asked = Some(signal);
                    }
                    token.cancel();
                }
                text = Live::next(&mut running.live) => {
                    out.write_all(text.as_bytes())?;
                    out.flush()?;
                }
                line = lines.next(), if running.open.is_some() => {
                    if let Some(question) = running.open.take() {
                        // Nobody waits for the answer of a call that was given up.
                        let _unheard = question.answer.send(ask::read(line.as_deref()));
                    }
                }
                Some(question) = self.questions.recv(), if running.open.is_none() => {
                    self.ask(&mut running, question, out)?;
                }
            }
            while running.open.is_none()
                && let Some((call, result)) = running.held.pop_front()
            {
                self.ended(&mut running, &call, &result, out)?;
            }
        }
        drop(span);
        if let Some(trace) = &self.trace {
            trace.print(out)?;
        }
        Ok(asked)
    }

    fn ask(
        &self,
        running: &mut Running,
        question: Question,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let (card, terminal) = (question.about.card(), &self.look.terminal);
        if !running.alone {
            self.blank(out)?;
            out.write_all(terminal.head(&card).as_bytes())?;
        }
        out.write_all(terminal.changes(&card).as_bytes())?;
        if matches!(card, ToolCallView::Diff(_)) {
            running.proposed.insert(question.about.execution().token());
        }
        if let Some(reason) = question.about.reason() {
            writeln!(out, "  {}", line(reason))?;
        }
        write!(out, "  run it? [y/N] ")?;
        running.open = Some(question);
        out.flush()
    }

    fn ended(
        &mut self,
        running: &mut Running,
        call: &ToolExecution,
        result: &ToolExecutionResult,
        out: &mut impl Write,
    ) -> io::Result<()> {
        // Results come in the order of the calls.
        let Some(shown) = running.shown.pop_front() else { return Ok(()) };
        if !running.alone {
            self.blank(out)?;
            shown.title(out, &self.look)?;
        }
        let before = Before {
            changes: running.proposed.contains(&call.token()),
            output: match running.live.take() {
                Some(live) => live.finish(out)?,
                None => false,
            },
        };
        let code = match result.outcome() {
            Ok(_) => None,
            Err(failure) => Some(failure.code()),
        };
        shown.end(out, &self.look, &result.record(call.call_id()), before)?;
        if let (Some(rules), Some(ErrorCode::Denied)) = (&self.rules, code) {
            rules.beside(out, call)?;
        }
        self.count.add(code);
        Ok(())
    }

    /// Where nobody types, calls stand apart.
    pub(crate) fn blank(&self, out: &mut impl Write) -> io::Result<()> {
        if self.interactive { Ok(()) } else { writeln!(out) }
    }
}
