//! Messages for the model that stand beside a result.

use super::IntoContent;
use crate::json::{ContentBlock, FrozenJson, present};
use serde::{Deserialize, Serialize};

/// A message for the model that stands beside a result: a reminder, a finding of policy.
///
/// ```
/// use dsh_tools::AdditionalContext;
///
/// let context = AdditionalContext::new("notes", "The file has unsaved changes.");
/// assert_eq!(
///     serde_json::to_string(&context)?,
///     r#"{"content":[{"type":"text","text":"The file has unsaved changes."}],"source":{"kind":"plugin","plugin":"notes"}}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AdditionalContext {
    /// What it says.
    pub content: Vec<ContentBlock>,
    /// Who says it.
    pub source: ContextSource,
    /// What programs keep with it.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub meta: Option<FrozenJson>,
}

/// Who says an [`AdditionalContext`].
///
/// ```
/// use dsh_tools::{AdditionalContext, ContextSource};
/// let ContextSource::Plugin { plugin } = AdditionalContext::new("notes", "..").source else { return };
/// assert_eq!(plugin, "notes");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[non_exhaustive]
pub enum ContextSource {
    /// A part of the host: a tool, a policy.
    Plugin {
        /// Its name.
        plugin: String,
    },
}

impl AdditionalContext {
    /// A message of the named part of the host.
    ///
    /// ```
    /// use dsh_tools::AdditionalContext;
    /// assert_eq!(AdditionalContext::new("notes", "..").content.len(), 1);
    /// ```
    pub fn new(plugin: impl Into<String>, content: impl IntoContent) -> Self {
        Self {
            content: content.into_content(),
            source: ContextSource::Plugin { plugin: plugin.into() },
            meta: None,
        }
    }

    /// Keeps something with it, for programs.
    ///
    /// ```
    /// use dsh_tools::{AdditionalContext, json::FrozenJson};
    /// let context = AdditionalContext::new("notes", "..").with_meta(FrozenJson::parse("{\"n\":1}")?);
    /// assert!(context.meta.is_some());
    /// # Ok::<(), dsh_tools::json::JsonError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn with_meta(mut self, meta: FrozenJson) -> Self {
        self.meta = Some(meta);
        self
    }
}
