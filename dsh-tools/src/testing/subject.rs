//! What an assertion about a call is about, and the words of its failure.

use super::fail::labelled;
use crate::json::{ContentBlock, visible};
use crate::tool::{
    AdditionalContext, ContextSource, ErrorCode, Progress, ToolExecutionResult, ToolFailure,
};
use std::borrow::Cow;
use std::fmt::{self, Display, Write};

/// A result, and the call where it is known.
#[derive(Debug)]
pub struct Subject<'a> {
    pub(super) result: &'a ToolExecutionResult,
    pub(super) call: Option<Made<'a>>,
    pub(super) progress: &'a [Progress],
}

/// A call that was made.
#[derive(Debug)]
pub(super) struct Made<'a> {
    pub(super) name: &'a str,
    /// Their text; none where they were none.
    pub(super) arguments: Option<Cow<'a, str>>,
}

impl Subject<'_> {
    /// Which call it is, as a sentence begins.
    #[inline]
    pub(super) fn who(&self) -> impl Display {
        Who(self.call.as_ref().map(|call| visible(call.name).to_string()))
    }

    /// How the call ended, as the sentence goes on.
    #[inline]
    pub(super) fn ending(&self) -> impl Display {
        Ending(self.result.error().map(|failure| failure.code().clone()))
    }

    /// The sentence, and below it all that is known of the call.
    #[inline]
    pub(super) fn report(&self, sentence: &dyn Display) -> String {
        self.report_but(sentence, false)
    }

    /// The same without the text, which the sentence tells of.
    #[inline]
    pub(super) fn report_but(&self, sentence: &dyn Display, text_is_told: bool) -> String {
        let mut out = sentence.to_string();
        if let Some(arguments) = self.call.as_ref().and_then(|call| call.arguments.as_deref()) {
            labelled(&mut out, "arguments", arguments);
        }
        let text = self.result.text();
        if !text_is_told {
            labelled(&mut out, "text", if text.is_empty() { "(none)" } else { &text });
        }
        let others = self.result.content().iter().filter(|block| block.as_text().is_none());
        let others: Vec<_> = others.map(ContentBlock::block_type).collect();
        if !others.is_empty() {
            labelled(&mut out, "other content", &others.join(", "));
        }
        match self.result.outcome() {
            Ok(success) => {
                let value = success.value();
                if value.root().as_str().is_none_or(|value| value != text) {
                    labelled(&mut out, "value", &value.to_string());
                }
            }
            Err(failure) => {
                if !text.contains(failure.message()) {
                    labelled(&mut out, "message", failure.message());
                }
                if let Some(cause) = cause(failure) {
                    labelled(&mut out, "cause", &cause);
                }
            }
        }
        for context in self.result.additional_contexts() {
            labelled(&mut out, "context", &told(context));
        }
        for progress in self.progress {
            labelled(&mut out, "progress", &far(progress));
        }
        out
    }
}

/// What is behind a failure, where it says more than the failure.
#[inline]
fn cause(failure: &ToolFailure) -> Option<String> {
    let cause = failure.source()?.to_string();
    (!failure.message().contains(&cause)).then_some(cause)
}

/// A context in a line: who says it, and what.
#[inline]
pub(super) fn told(context: &AdditionalContext) -> String {
    let ContextSource::Plugin { plugin } = &context.source;
    let texts = context.content.iter().filter_map(ContentBlock::as_text);
    format!("{plugin}: {}", texts.collect::<Vec<_>>().join("\n"))
}

#[inline]
fn far(progress: &Progress) -> String {
    let mut out = progress.done.to_string();
    if let Some(total) = progress.total {
        let _infallible = write!(out, " of {total}");
    }
    if let Some(message) = &progress.message {
        let _infallible = write!(out, ", {message}");
    }
    out
}

struct Who(Option<String>);

impl Display for Who {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(name) => write!(f, "the call of `{name}`"),
            None => f.write_str("the call"),
        }
    }
}

struct Ending(Option<ErrorCode>);

impl Display for Ending {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(code) => write!(f, "failed with `{code}`"),
            None => f.write_str("succeeded"),
        }
    }
}
