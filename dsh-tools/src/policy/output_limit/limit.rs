//! So many bytes of text for the model, and no more.

use super::cut::cut;
use super::marker::Full;
use super::store::{Keep, SpillStore};
use crate::json::{ContentBlock, FrozenJson};
use crate::pipeline::{Hooks, Policy, Trim, Trimmed, within};
use crate::policy::wait::unless_cancelled;
use crate::tool::{
    Contained, Panicked, Shielded, ToolError, ToolExecution, ToolExecutionResult, contained,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Cuts the text of results that are too long for a model: head and tail stay, and a marker between them says what was
/// left out, by whom, of how much, and where all of it is.
///
/// The limit is in bytes of UTF-8 (English has about four to a token), and is for all text blocks of a result together;
/// the marker counts. Cuts are made between characters, marks and line breaks of two characters included. The same result
/// is cut the same way each time.
///
/// **What is cut** is the content, of successes and of failures, and nothing else. The value, an error's message and the
/// metadata stay whole for programs, presenters and observers. JSON that is cut is none: a text that is a JSON document
/// stays whole, and does not count, where the value that it stands for is no string. So do pictures, sounds and
/// resources. Additional contexts are not cut. Results of nested calls are for tools, not for models, and stay whole.
///
/// **It stands last**, after all post-execute hooks and the tool's finalizer, whatever the order of registration: what
/// they withhold or replace reaches neither the model nor the [`SpillStore`]. Of several limits that mean a call the
/// tightest counts, and the others do nothing.
///
/// ```
/// use dsh_tools::{FileSpillStore, OutputLimit, ToolRegistry};
///
/// let limit = OutputLimit::new(20_000)
///     .for_tool("read_file", 50_000)
///     .spill(FileSpillStore::new("target/spill"));
/// let registry = ToolRegistry::builder().policy(limit).build()?;
/// # let _ = registry;
/// # Ok::<(), dsh_tools::RegisterError>(())
/// ```
pub struct OutputLimit {
    most: usize,
    only: Option<BTreeSet<Box<str>>>,
    tools: BTreeMap<Box<str>, usize>,
    store: Option<Shielded<Box<dyn Keep>>>,
}

/// Keeps a text, whatever the store does.
#[inline]
fn stored(
    store: &dyn Keep,
    call: ToolExecution,
    text: Arc<str>,
) -> impl Future<Output = Result<Result<String, ToolError>, Panicked>> + Send {
    Contained::new(move || Ok(store.keep(call, text)))
}

impl OutputLimit {
    /// So many bytes of text.
    ///
    /// Where a limit is too small for the marker, the marker says less: below some 60 bytes it is `[cut]`, and below 7
    /// nothing is left of a text that is too long.
    ///
    /// ```
    /// use dsh_tools::{OutputLimit, ToolRegistry};
    /// ToolRegistry::new().policy(OutputLimit::new(20_000));
    /// ```
    #[inline]
    pub const fn new(bytes: usize) -> Self {
        Self { most: bytes, only: None, tools: BTreeMap::new(), store: None }
    }

    /// Another limit for this tool, tighter or wider.
    ///
    /// ```
    /// use dsh_tools::OutputLimit;
    /// let limit = OutputLimit::new(20_000).for_tool("read_file", 50_000);
    /// # let _ = limit;
    /// ```
    #[must_use]
    #[inline]
    pub fn for_tool(mut self, tool: impl Into<String>, bytes: usize) -> Self {
        self.tools.insert(tool.into().into_boxed_str(), bytes);
        self
    }

    /// Limits only these tools, and those with a limit of their own; said again, these as well.
    ///
    /// ```
    /// use dsh_tools::OutputLimit;
    /// let limit = OutputLimit::new(20_000).only(["bash", "web_fetch"]);
    /// # let _ = limit;
    /// ```
    #[must_use]
    #[inline]
    pub fn only(mut self, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let names = tools.into_iter().map(|name| name.into().into_boxed_str());
        self.only.get_or_insert_default().extend(names);
        self
    }

    /// Keeps the full text of what is cut, and tells the model where.
    ///
    /// ```
    /// use dsh_tools::{FileSpillStore, OutputLimit};
    /// let limit = OutputLimit::new(20_000).spill(FileSpillStore::new("target/spill"));
    /// # let _ = limit;
    /// ```
    #[must_use]
    #[inline]
    pub fn spill(mut self, store: impl SpillStore) -> Self {
        self.store = Some(Shielded::new(Box::new(store)));
        self
    }

    /// Has the full text kept.
    #[inline]
    async fn keep(&self, call: &ToolExecution, texts: &[&str], deadline: Option<Duration>) -> Full {
        let Some(store) = self.store.as_ref().and_then(Shielded::get) else {
            return Full::Nowhere;
        };
        let text = texts.join("\n").into();
        let kept = within(deadline, stored(&**store, call.clone(), text));
        let Some(Ok(kept)) = unless_cancelled(call, kept).await else {
            // Too late, or nobody waits for it any more.
            return Full::Lost;
        };
        match contained("spill store", call, kept) {
            Some(Ok(locator)) => Full::At(locator),
            Some(Err(error)) => {
                not_kept(error.message());
                Full::Lost
            }
            None => Full::Lost,
        }
    }

    #[inline]
    async fn trimmed(
        &self,
        call: ToolExecution,
        result: ToolExecutionResult,
        most: usize,
        deadline: Option<Duration>,
    ) -> Option<Vec<ContentBlock>> {
        let content = result.content();
        let is_short = |texts: &[&str]| texts.iter().map(|text| text.len()).sum::<usize>() <= most;
        let texts: Vec<_> = content.iter().filter_map(ContentBlock::as_text).collect();
        if is_short(&texts) {
            return None;
        }
        // A string's own text is no document, whatever it looks like; neither is what an error says.
        let may_be_json = result.value().is_some_and(|value| value.root().as_str().is_none());
        let is_cut: Vec<_> = content
            .iter()
            .map(|block| {
                block.as_text().is_some_and(|text| !may_be_json || FrozenJson::parse(text).is_err())
            })
            .collect();
        let texts: Vec<_> = content
            .iter()
            .zip(&is_cut)
            .filter_map(|(block, is_cut)| block.as_text().filter(|_| *is_cut))
            .collect();
        if is_short(&texts) {
            return None;
        }
        let full = self.keep(&call, &texts, deadline).await;
        let mut parts = cut(&texts, most, &full).into_iter();
        let blocks = content.iter().zip(is_cut).filter_map(|(block, is_cut)| {
            let mut block = block.clone();
            if let ContentBlock::Text { text, .. } = &mut block
                && is_cut
            {
                *text = parts.next()??;
            }
            Some(block)
        });
        Some(blocks.collect())
    }
}

/// Why a store kept nothing is for the log: it may name what is no business of a model.
#[cfg_attr(not(feature = "tracing"), allow(unused_variables, reason = "nobody listens"))]
#[inline]
fn not_kept(error: &str) {
    #[cfg(feature = "tracing")]
    let _nobody_is_left_to_tell = crate::tool::contain(|| {
        tracing::warn!(target: "dsh_tools", error, "the full text of a result could not be kept");
    });
}

impl Trim for Arc<OutputLimit> {
    #[inline]
    fn most(&self, call: &ToolExecution) -> Option<usize> {
        if call.parent().is_some() {
            return None;
        }
        let default = || {
            let is_meant = self.only.as_ref().is_none_or(|only| only.contains(call.name()));
            is_meant.then_some(self.most)
        };
        self.tools.get(call.name()).copied().or_else(default)
    }

    #[inline]
    fn trim(
        &self,
        call: ToolExecution,
        result: ToolExecutionResult,
        most: usize,
        deadline: Option<Duration>,
    ) -> Trimmed<'_> {
        Box::pin(self.trimmed(call, result, most, deadline))
    }
}

impl Policy for OutputLimit {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        hooks.add_trim(self);
    }
}

impl fmt::Debug for OutputLimit {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutputLimit")
            .field("most", &self.most)
            .field("only", &self.only)
            .field("tools", &self.tools)
            .field("spills", &self.store.is_some())
            .finish()
    }
}
