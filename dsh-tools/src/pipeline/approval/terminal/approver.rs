//! The approver itself.

use super::lines::{Line, Lines};
use super::question::{Yes, decision, id, question};
use super::source::Source;
use crate::json::visible;
use crate::pipeline::approval::{ApprovalDecision, ApprovalRequest, Approver};
use crate::tool::ToolError;
use std::future::poll_fn;
use std::io::{self, BufRead, IsTerminal, Write};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use tokio::sync::Mutex;

/// How often it is asked for an answer that can be understood.
const ATTEMPTS: u32 = 3;

/// An [`Approver`] that asks in a terminal, one question at a time; the others wait for their turn.
///
/// It shows why it is asked and the card of the call, with changes of files as lines, and takes `y` for yes; `n`,
/// also with words for the model behind it, and an empty line for no. Anything else is asked again, three times in
/// all. When there is no answer by then, and at the end of the input, it is
/// [`Unavailable`](ApprovalDecision::Unavailable).
///
/// What the call holds is shown with control characters made visible, and only up to a length; what is left out is
/// counted.
///
/// # Questions that are withdrawn
///
/// A question whose call is cancelled makes room for the next at once, but reading from a terminal cannot be
/// interrupted. So the line that is then being typed becomes the next question's, and may have been meant for the one
/// before: such a question takes no plain `y`, but one with a number that it names, `y 1`. No answer is lost by that,
/// and none goes to the wrong call. A line that comes while no question is open answers nothing, and it is said so.
///
/// The line stays taken from others who read from the same input. What was typed ahead of a question counts for it,
/// as everywhere in a terminal.
///
/// ```
/// use dsh_tools::{TerminalApprover, ToolRegistry};
///
/// let registry = ToolRegistry::new();
/// registry.approver(TerminalApprover::stdin());
/// ```
#[derive(Clone, Debug)]
pub struct TerminalApprover(Arc<Terminal>);

#[derive(Debug)]
struct Terminal {
    lines: Lines,
    /// Held by whose turn it is: the number of the last question that had to have one.
    turn: Mutex<u32>,
    has_person: fn() -> bool,
}

impl TerminalApprover {
    /// Asks on standard error and reads from standard input, when both are a terminal; otherwise nobody is there,
    /// and it is [`Unavailable`](ApprovalDecision::Unavailable) at once.
    ///
    /// ```
    /// use dsh_tools::TerminalApprover;
    /// let approver = TerminalApprover::stdin();
    /// # drop(approver);
    /// ```
    #[inline]
    pub fn stdin() -> Self {
        let has_person = || io::stdin().is_terminal() && io::stderr().is_terminal();
        Self::with(Source::Stdin, Box::new(io::stderr()), has_person)
    }

    /// Asks on `out` and reads from `lines`.
    ///
    /// Both are used on threads of their own, and may block. A last line that is not ended is no answer.
    ///
    /// ```
    /// use dsh_tools::TerminalApprover;
    ///
    /// let answers = std::io::Cursor::new("y\nn not on Fridays\n");
    /// let approver = TerminalApprover::new(answers, std::io::sink());
    /// # drop(approver);
    /// ```
    #[inline]
    pub fn new(lines: impl BufRead + Send + 'static, out: impl Write + Send + 'static) -> Self {
        Self::with(Source::Lines(Box::new(lines)), Box::new(out), || true)
    }

    #[inline]
    fn with(source: Source, out: Box<dyn Write + Send>, has_person: fn() -> bool) -> Self {
        Self(Arc::new(Terminal { lines: Lines::new(source, out), turn: Mutex::new(0), has_person }))
    }
}

impl Approver for TerminalApprover {
    #[inline]
    async fn approve(&self, request: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
        if !(self.0.has_person)() {
            return Ok(ApprovalDecision::Unavailable);
        }
        let mut asked = pin!(ask(&self.0, &request));
        let mut cancelled = pin!(request.cancellation().cancelled());
        let decision = poll_fn(|cx| {
            if let Poll::Ready(decision) = asked.as_mut().poll(cx) {
                return Poll::Ready(decision);
            }
            cancelled.as_mut().poll(cx).map(|()| ApprovalDecision::Cancelled)
        });
        Ok(decision.await)
    }
}

#[inline]
async fn ask(terminal: &Terminal, request: &ApprovalRequest) -> ApprovalDecision {
    let lines = &terminal.lines;
    let mut last = terminal.turn.lock().await;
    let yes = if lines.is_reading() {
        *last = last.wrapping_add(1);
        Yes::Numbered(*last)
    } else {
        Yes::Plain
    };
    let mut shown = Shown { lines, request, settled: false };
    let decision = answer(lines, question(request, yes), yes).await;
    shown.settled = true;
    decision
}

/// Asks until there is an answer.
#[inline]
async fn answer(lines: &Lines, question: String, yes: Yes) -> ApprovalDecision {
    let mut text = question;
    for attempt in 1..=ATTEMPTS {
        let Line::Text(line) = lines.ask(text).await else {
            return ApprovalDecision::Unavailable;
        };
        if let Some(decision) = decision(&line, yes) {
            return decision;
        }
        text = if attempt == ATTEMPTS {
            "That is no answer either: the call is not allowed here.\n".to_owned()
        } else {
            format!("Please type `{yes}` to allow the call, or `n`: ")
        };
    }
    lines.note(text);
    ApprovalDecision::Unavailable
}

/// A question that a person sees.
#[derive(Debug)]
struct Shown<'a> {
    lines: &'a Lines,
    request: &'a ApprovalRequest,
    settled: bool,
}

impl Drop for Shown<'_> {
    #[inline]
    fn drop(&mut self) {
        if !self.settled {
            let tool = visible(self.request.tool());
            let id = id(self.request.call_id());
            self.lines.note(format!("\nThe question about `{tool}` ({id}) was withdrawn.\n"));
        }
    }
}
