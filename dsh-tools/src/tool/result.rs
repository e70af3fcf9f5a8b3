//! How a call ended.

use super::{
    AdditionalContext, Blocks, ErrorInfo, IntoContent, ToolError, ToolExecutionToken, ToolFailure,
    ToolResultData, ToolResultRecord, ToolSuccess,
};
use crate::json::{ContentBlock, FrozenJson};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// How a call ended: a success or a failure, frozen. There is always one.
///
/// It serializes as logs keep it, `{content, isError, error?, meta?}`; [`record`](Self::record) puts the
/// call's id beside. The value, an error's message and contexts are not part of that.
///
/// ```
/// use dsh_tools::{ErrorCode, ToolExecutionResult};
///
/// fn report(result: &ToolExecutionResult) -> String {
///     match result.outcome() {
///         Ok(success) => format!("ok: {}", success.value()),
///         Err(failure) => format!("{}: {}", failure.code(), failure.message()),
///     }
/// }
/// ```
#[derive(Clone)]
pub struct ToolExecutionResult(Arc<Frozen>);

#[derive(Clone)]
struct Frozen {
    outcome: Result<ToolSuccess, ToolFailure>,
    /// The execution whose own output contract made this success.
    origin: Option<ToolExecutionToken>,
    /// Somebody replaced what it says, and not the value that it was made of.
    #[cfg_attr(not(feature = "acp"), allow(dead_code, reason = "nobody shows it"))]
    said_instead: bool,
}

impl ToolExecutionResult {
    /// A success that a hook authors: the tool's own output contract checks the value and makes the content.
    ///
    /// ```
    /// use dsh_tools::{ToolExecutionResult, json::FrozenJson};
    /// let cached = ToolExecutionResult::success(FrozenJson::string("from the cache"));
    /// assert!(!cached.is_error());
    /// ```
    pub fn success(value: FrozenJson) -> Self {
        Self::of_success(Blocks::Some(Vec::new()), value.into())
    }

    /// A success that is a text, for programs and for the model.
    #[inline]
    pub(super) fn of_text(text: String) -> Self {
        Self::of_success(ContentBlock::text(text).into(), OnceLock::new())
    }

    /// A success; a value that is not there yet is the text of the content.
    #[inline]
    pub(super) fn of_success(content: Blocks, value: OnceLock<FrozenJson>) -> Self {
        let success =
            ToolSuccess { content, value, meta: None, contexts: Vec::new(), concludes_turn: false };
        Self::frozen(Ok(success), None)
    }

    /// A failure.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// let result = ToolExecutionResult::failure(ToolError::new("BUSY", "try later"));
    /// assert_eq!(result.text(), "Error: try later");
    /// ```
    pub fn failure(error: impl Into<ToolError>) -> Self {
        Self::frozen(Err(ToolFailure::new(error.into())), None)
    }

    /// The same, as a success by the tool's own output contract.
    #[inline]
    pub(crate) fn produced(mut self, by: ToolExecutionToken) -> Self {
        self.thawed().origin = Some(by);
        self
    }

    /// What it holds of a success, to be changed.
    #[inline]
    pub(super) fn success_mut(&mut self) -> Option<&mut ToolSuccess> {
        self.thawed().outcome.as_mut().ok()
    }

    #[inline]
    fn frozen(
        outcome: Result<ToolSuccess, ToolFailure>,
        origin: Option<ToolExecutionToken>,
    ) -> Self {
        Self(Arc::new(Frozen { outcome, origin, said_instead: false }))
    }

    /// Whether this success was made by that execution's own output contract.
    pub(crate) fn is_produced_by(&self, token: ToolExecutionToken) -> bool {
        self.0.origin == Some(token)
    }

    /// What it holds; a copy of it where others hold it, too.
    fn thaw(self) -> Frozen {
        Arc::try_unwrap(self.0).unwrap_or_else(|shared| Frozen::clone(&shared))
    }

    /// What it holds, to be changed in its place; a copy of it where others hold it, too.
    #[inline]
    fn thawed(&mut self) -> &mut Frozen {
        Arc::make_mut(&mut self.0)
    }

    /// The same with other content. Of a failure it stays; of a success a hook authors, the tool's output
    /// contract makes the content again from the value.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// let result = ToolExecutionResult::failure(ToolError::msg("no")).with_content("No such page. Ask for 1 to 3.");
    /// assert_eq!(result.text(), "No such page. Ask for 1 to 3.");
    /// ```
    #[must_use]
    pub fn with_content(mut self, content: impl IntoContent) -> Self {
        let frozen = self.thawed();
        match &mut frozen.outcome {
            Ok(success) => success.show(content.into_content().into()),
            Err(failure) => failure.content = content.into_content().into(),
        }
        frozen.origin = None;
        self
    }

    /// The same with other metadata, by the rule of [`with_content`](Self::with_content).
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult, json::FrozenJson};
    /// let result = ToolExecutionResult::failure(ToolError::msg("no")).with_meta(FrozenJson::null());
    /// assert!(result.meta().is_some());
    /// ```
    #[must_use]
    pub fn with_meta(mut self, meta: FrozenJson) -> Self {
        let frozen = self.thawed();
        match &mut frozen.outcome {
            Ok(success) => success.meta = Some(meta),
            Err(failure) => failure.meta = Some(meta),
        }
        frozen.origin = None;
        self
    }

    /// The same with one more message beside it.
    ///
    /// ```
    /// use dsh_tools::{AdditionalContext, ToolError, ToolExecutionResult};
    /// let result = ToolExecutionResult::failure(ToolError::msg("no"))
    ///     .with_context(AdditionalContext::new("quota", "2 calls are left."));
    /// assert_eq!(result.additional_contexts().len(), 1);
    /// ```
    #[must_use]
    pub fn with_context(mut self, context: AdditionalContext) -> Self {
        let frozen = self.thawed();
        match &mut frozen.outcome {
            Ok(success) => success.contexts.push(context),
            Err(failure) => failure.contexts.push(context),
        }
        self
    }

    /// The same with what the bodies said beside it: their contexts first, and their word on the turn.
    #[inline]
    pub(crate) fn settled(mut self, mut deferred: Vec<AdditionalContext>, concludes: bool) -> Self {
        if deferred.is_empty() && concludes == self.concludes_turn() {
            return self;
        }
        let frozen = self.thawed();
        let contexts = match &mut frozen.outcome {
            Ok(success) => {
                success.concludes_turn = concludes;
                &mut success.contexts
            }
            Err(failure) => &mut failure.contexts,
        };
        deferred.append(contexts);
        *contexts = deferred;
        self
    }

    /// The same with the finalizer's content.
    pub(crate) fn finalized(mut self, content: Vec<ContentBlock>) -> Self {
        let frozen = self.thawed();
        match &mut frozen.outcome {
            Ok(success) => success.show(content.into()),
            Err(failure) => failure.content = content.into(),
        }
        self
    }

    /// The same, said in other words by somebody who left the value.
    pub(crate) fn said_instead(self, content: Vec<ContentBlock>) -> Self {
        let mut result = self.finalized(content);
        result.thawed().said_instead = true;
        result
    }

    /// Whether a hook replaced what it says, and not the value and what was made of it.
    #[cfg(feature = "acp")]
    pub(crate) fn is_said_instead(&self) -> bool {
        self.0.said_instead
    }

    /// A success that a hook authored, as the tool's output contract made it anew; contexts stay.
    pub(crate) fn reproduced(
        self,
        by: ToolExecutionToken,
        value: FrozenJson,
        content: Vec<ContentBlock>,
        meta: Option<FrozenJson>,
    ) -> Self {
        let contexts = match self.thaw().outcome {
            Ok(success) => success.contexts,
            Err(failure) => failure.contexts,
        };
        let content = content.into();
        let value = value.into();
        let success = ToolSuccess { content, value, meta, contexts, concludes_turn: false };
        Self::frozen(Ok(success), Some(by))
    }

    /// The same success with another value, by the tool's own output contract; all that stands beside it stays.
    pub(crate) fn revalued(
        mut self,
        value: FrozenJson,
        content: Vec<ContentBlock>,
        meta: Option<FrozenJson>,
    ) -> Self {
        if let Some(success) = self.success_mut() {
            (success.value, success.content, success.meta) = (value.into(), content.into(), meta);
        }
        self
    }

    /// A failure in its place: what was gathered beside the result stays.
    pub(crate) fn replaced_by(self, error: ToolError) -> Self {
        let contexts = match self.thaw().outcome {
            Ok(success) => success.contexts,
            Err(failure) => failure.contexts,
        };
        let mut failure = ToolFailure::new(error);
        failure.contexts = contexts;
        Self::frozen(Err(failure), None)
    }

    /// The success or the failure.
    ///
    /// # Errors
    /// The failure.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// let result = ToolExecutionResult::failure(ToolError::msg("no"));
    /// assert_eq!(result.outcome().unwrap_err().message(), "no");
    /// ```
    pub fn outcome(&self) -> Result<&ToolSuccess, &ToolFailure> {
        self.0.outcome.as_ref()
    }

    /// Whether it is a failure.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// assert!(ToolExecutionResult::failure(ToolError::msg("no")).is_error());
    /// ```
    #[inline]
    pub fn is_error(&self) -> bool {
        self.0.outcome.is_err()
    }

    /// What the model sees.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// assert_eq!(ToolExecutionResult::failure(ToolError::msg("no")).content().len(), 1);
    /// ```
    pub fn content(&self) -> &[ContentBlock] {
        match &self.0.outcome {
            Ok(success) => &success.content,
            Err(failure) => &failure.content,
        }
    }

    /// The text blocks of the content, a line break between them.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// assert_eq!(ToolExecutionResult::failure(ToolError::msg("no")).text(), "Error: no");
    /// ```
    pub fn text(&self) -> Cow<'_, str> {
        super::presentation::text(self.content())
    }

    /// A success's value.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// assert!(ToolExecutionResult::failure(ToolError::msg("no")).value().is_none());
    /// ```
    pub fn value(&self) -> Option<&FrozenJson> {
        self.outcome().ok().map(ToolSuccess::value)
    }

    /// A failure.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// let result = ToolExecutionResult::failure(ToolError::new("BUSY", "later"));
    /// assert_eq!(result.error().unwrap().code(), "BUSY");
    /// ```
    pub fn error(&self) -> Option<&ToolFailure> {
        self.outcome().err()
    }

    /// What presenters get beside the content.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// assert!(ToolExecutionResult::failure(ToolError::msg("no")).meta().is_none());
    /// ```
    pub fn meta(&self) -> Option<&FrozenJson> {
        match &self.0.outcome {
            Ok(success) => success.meta.as_ref(),
            Err(failure) => failure.meta.as_ref(),
        }
    }

    /// Messages for the model that stand beside the result.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// assert!(ToolExecutionResult::failure(ToolError::msg("no")).additional_contexts().is_empty());
    /// ```
    pub fn additional_contexts(&self) -> &[AdditionalContext] {
        match &self.0.outcome {
            Ok(success) => &success.contexts,
            Err(failure) => &failure.contexts,
        }
    }

    /// Whether the tool says that nothing is left to do for the model in this turn.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// assert!(!ToolExecutionResult::failure(ToolError::msg("no")).concludes_turn());
    /// ```
    #[inline]
    pub fn concludes_turn(&self) -> bool {
        self.outcome().is_ok_and(|success| success.concludes_turn)
    }

    /// What presenters get: nothing else of a result outlives a log.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    /// assert!(ToolExecutionResult::failure(ToolError::msg("no")).data().is_error);
    /// ```
    pub fn data(&self) -> ToolResultData<'_> {
        ToolResultData { content: self.content(), is_error: self.is_error(), meta: self.meta() }
    }

    /// The result as a log keeps it, under the call's id.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    ///
    /// let record = ToolExecutionResult::failure(ToolError::new("BUSY", "later")).record("call_1");
    /// assert_eq!(
    ///     serde_json::to_string(&record)?,
    ///     r#"{"callId":"call_1","content":[{"type":"text","text":"Error: later"}],"isError":true,"error":{"name":"ToolError","code":"BUSY"}}"#,
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn record(&self, call_id: impl Into<String>) -> ToolResultRecord {
        ToolResultRecord {
            call_id: call_id.into(),
            content: self.content().to_vec(),
            is_error: self.is_error(),
            error: self.error().and_then(|failure| failure.info.clone()),
            meta: self.meta().cloned(),
        }
    }
}

impl Serialize for ToolExecutionResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Wire<'a> {
            content: &'a [ContentBlock],
            is_error: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            error: Option<&'a ErrorInfo>,
            #[serde(skip_serializing_if = "Option::is_none")]
            meta: Option<&'a FrozenJson>,
        }
        Wire {
            content: self.content(),
            is_error: self.is_error(),
            error: self.error().and_then(ToolFailure::info),
            meta: self.meta(),
        }
        .serialize(serializer)
    }
}

impl fmt::Debug for ToolExecutionResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0.outcome, f)
    }
}
