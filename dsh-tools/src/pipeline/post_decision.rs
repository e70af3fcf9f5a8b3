//! What post-execute hooks decide, and what it makes of a result.

use super::call::Call;
use crate::json::{ContentBlock, FrozenJson};
use crate::tool::{AdditionalContext, IntoContent, ToolError, ToolExecutionResult, panic_behind};

/// What becomes of a result, as a [`PostExecute`](super::PostExecute) hook decides.
///
/// ```
/// use dsh_tools::{AdditionalContext, PostToolDecision};
///
/// let shorter = PostToolDecision::accept()
///     .with_content("The first 100 of 2,000 lines: ..")
///     .with_context(AdditionalContext::new("limits", "Ask for a range of lines."));
/// let withheld = PostToolDecision::block("The result named a customer and was withheld.");
/// assert_ne!(shorter, withheld);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a decision counts when a hook returns it: `Ok(decision)`"]
pub enum PostToolDecision {
    /// The result stands, or something stands in its place.
    Accept {
        /// What stands in its place.
        replacement: Option<Replacement>,
        /// Messages for the model beside it.
        contexts: Vec<AdditionalContext>,
    },
    /// The result is withheld: the model gets an error that says this. What the tool and the wrappers said beside the
    /// result is withheld as well.
    Block {
        /// What the model reads.
        feedback: Vec<ContentBlock>,
        /// Messages for the model beside it.
        contexts: Vec<AdditionalContext>,
    },
}

/// What a [`PostExecute`](super::PostExecute) hook puts in a result's place: content or value, never both.
///
/// ```
/// use dsh_tools::{PostToolDecision, Replacement};
///
/// let decision = PostToolDecision::accept().with_content("shorter");
/// let PostToolDecision::Accept { replacement: Some(Replacement::Content(blocks)), .. } = decision else {
///     panic!("it has content");
/// };
/// assert_eq!(blocks.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Replacement {
    /// Other content: success or failure, value and metadata stay. An empty list is content, too.
    Content(Vec<ContentBlock>),
    /// Another value for a success: the tool's output contract checks it, and makes content and metadata of it.
    Value(FrozenJson),
}

impl PostToolDecision {
    /// The result stands.
    ///
    /// ```
    /// use dsh_tools::PostToolDecision;
    /// assert!(matches!(PostToolDecision::accept(), PostToolDecision::Accept { replacement: None, .. }));
    /// ```
    pub const fn accept() -> Self {
        Self::Accept { replacement: None, contexts: Vec::new() }
    }

    /// The result is withheld, and the model is told this.
    ///
    /// ```
    /// use dsh_tools::PostToolDecision;
    /// let decision = PostToolDecision::block("The file is not yours to read.");
    /// assert!(matches!(decision, PostToolDecision::Block { .. }));
    /// ```
    pub fn block(feedback: impl IntoContent) -> Self {
        Self::Block { feedback: feedback.into_content(), contexts: Vec::new() }
    }

    /// Accepts with other content. Of a decision to block it is the feedback.
    ///
    /// ```
    /// use dsh_tools::PostToolDecision;
    /// let decision = PostToolDecision::accept().with_content("shorter");
    /// # let _ = decision;
    /// ```
    pub fn with_content(mut self, content: impl IntoContent) -> Self {
        let content = content.into_content();
        match &mut self {
            Self::Accept { replacement, .. } => *replacement = Some(Replacement::Content(content)),
            Self::Block { feedback, .. } => *feedback = content,
        }
        self
    }

    /// Accepts with another value. A decision to block stays one.
    ///
    /// ```
    /// use dsh_tools::{FrozenJson, PostToolDecision};
    /// let decision = PostToolDecision::accept().with_value(FrozenJson::string("redacted"));
    /// # let _ = decision;
    /// ```
    pub fn with_value(mut self, value: FrozenJson) -> Self {
        if let Self::Accept { replacement, .. } = &mut self {
            *replacement = Some(Replacement::Value(value));
        }
        self
    }

    /// The same with one more message beside the result.
    ///
    /// ```
    /// use dsh_tools::{AdditionalContext, PostToolDecision};
    /// let decision = PostToolDecision::accept()
    ///     .with_context(AdditionalContext::new("budget", "Two calls are left."));
    /// # let _ = decision;
    /// ```
    pub fn with_context(mut self, context: AdditionalContext) -> Self {
        match &mut self {
            Self::Accept { contexts, .. } | Self::Block { contexts, .. } => contexts.push(context),
        }
        self
    }
}

/// What a decision makes of a result.
pub(super) fn apply(
    call: &Call,
    result: ToolExecutionResult,
    decision: PostToolDecision,
) -> ToolExecutionResult {
    match decision {
        PostToolDecision::Accept { replacement, contexts } => {
            let result = match replacement {
                None => result,
                Some(Replacement::Content(content)) => result.said_instead(content),
                Some(Replacement::Value(value)) => revalue(call, result, value),
            };
            contexts.into_iter().fold(result, ToolExecutionResult::with_context)
        }
        PostToolDecision::Block { feedback, contexts } => {
            let blocked = ToolExecutionResult::failure(ToolError::msg(said(&feedback)));
            contexts
                .into_iter()
                .fold(blocked.finalized(feedback), ToolExecutionResult::with_context)
        }
    }
}

/// Another value for a success, by the tool's own contract.
fn revalue(call: &Call, result: ToolExecutionResult, value: FrozenJson) -> ToolExecutionResult {
    let Some(definition) = call.identity.definition.as_ref().filter(|_| !result.is_error()) else {
        return result.replaced_by(ToolError::msg(
            "a post-execute hook gave another value for a call that failed: of a failure only the content can be replaced",
        ));
    };
    match definition.parts().output.settle_authored(value, call.identity.parent.is_some()) {
        Ok(settled) => result.revalued(settled.value, settled.content, settled.meta),
        Err(error) => {
            panic_behind("output projector", &call.identity, &error);
            result.replaced_by(error)
        }
    }
}

/// What feedback says, as an error's message.
fn said(feedback: &[ContentBlock]) -> String {
    if feedback.is_empty() {
        return "the result was blocked by policy".to_owned();
    }
    let words = |block: &ContentBlock| match block {
        ContentBlock::Text { text, .. } => text.clone(),
        other => format!("[{}]", other.block_type()),
    };
    feedback.iter().map(words).collect::<Vec<_>>().join("\n")
}
