//! The same call again and again.

use crate::json::{ContentBlock, FrozenJson, visible};
use crate::pipeline::{Hooks, Policy, PostToolDecision};
use crate::tool::{AdditionalContext, ContextSource, ToolExecution, ToolExecutionResult};
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

/// Tells a model that it makes the same call again and again: the same tool with the same arguments, several times in a
/// row in one scope. It never blocks a call and never changes a result; advice rides on the result as an additional
/// context of the plugin `repeat-reminder`, and its metadata has the number for programs: `{"calls": 3}`.
///
/// The third, the fifth and the eighth such call bring advice, each time more pressing; [`at`](Self::at) says otherwise.
/// Arguments are the same when they are equal as JSON values. Any other call in between begins a new row, so that to
/// edit and test again and again is no repetition. Calls that were denied or failed count like others; those whose
/// arguments were no JSON, and those that a tool makes, do not.
///
/// Where the results of the row differ the advice says so, and reads as for something that is waited for. Tools that are
/// made to be asked again are [`ignore`](Self::ignore)d, or a row ends where the result changes:
/// [`unless_changed`](Self::unless_changed).
///
/// Each scope has a row of its own, and so have all calls without one; of more than 1,024 scopes the one that was quiet
/// for the longest is forgotten.
///
/// ```
/// use dsh_tools::{RepeatReminder, ToolRegistry};
/// ToolRegistry::new().policy(RepeatReminder::new().ignore(["job_status"]));
/// ```
#[derive(Clone, Debug)]
pub struct RepeatReminder {
    at: BTreeSet<u32>,
    ignored: BTreeSet<Box<str>>,
    unless_changed: bool,
}

impl RepeatReminder {
    /// The name under which the advice stands beside a result: `repeat-reminder`.
    ///
    /// ```
    /// assert_eq!(dsh_tools::RepeatReminder::PLUGIN, "repeat-reminder");
    /// ```
    pub const PLUGIN: &str = "repeat-reminder";

    /// Advice at the third, the fifth and the eighth call.
    ///
    /// ```
    /// use dsh_tools::{RepeatReminder, ToolRegistry};
    /// ToolRegistry::new().policy(RepeatReminder::new());
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self { at: BTreeSet::from([3, 5, 8]), ignored: BTreeSet::new(), unless_changed: false }
    }

    /// Advice at these calls of a row, the last of them in the strongest words. The first call of a row is no repetition
    /// and brings none.
    ///
    /// ```
    /// use dsh_tools::RepeatReminder;
    /// let patient = RepeatReminder::new().at([10, 20, 40]);
    /// # let _ = patient;
    /// ```
    #[must_use]
    #[inline]
    pub fn at(mut self, calls: impl IntoIterator<Item = u32>) -> Self {
        self.at = calls.into_iter().filter(|number| *number > 1).collect();
        self
    }

    /// Calls of these tools neither count nor end a row; said again, these as well.
    ///
    /// ```
    /// use dsh_tools::RepeatReminder;
    /// let reminder = RepeatReminder::new().ignore(["job_status", "now"]);
    /// # let _ = reminder;
    /// ```
    #[must_use]
    #[inline]
    pub fn ignore(mut self, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.ignored.extend(tools.into_iter().map(|name| name.into().into_boxed_str()));
        self
    }

    /// A result that differs from the one before begins a new row.
    ///
    /// ```
    /// use dsh_tools::RepeatReminder;
    /// let reminder = RepeatReminder::new().unless_changed();
    /// # let _ = reminder;
    /// ```
    #[must_use]
    #[inline]
    pub const fn unless_changed(mut self) -> Self {
        self.unless_changed = true;
        self
    }

    #[inline]
    fn advice(&self, call: &ToolExecution, row: Row) -> Option<AdditionalContext> {
        if !self.at.contains(&row.calls) {
            return None;
        }
        let (name, calls) = (visible(call.name()), row.calls);
        let text = if row.is_changing {
            format!(
                "`{name}` was called {calls} times in a row with the same arguments, and its results differ. If you wait for something, leave more time between calls; if not, go on with what it has said."
            )
        } else if self.at.first() == Some(&calls) {
            format!(
                "`{name}` was called {calls} times in a row with the same arguments, with the same result each time. Calling it once more will tell nothing new: use the result, or change the arguments."
            )
        } else if self.at.last() != Some(&calls) {
            format!(
                "`{name}` was called {calls} times in a row with the same arguments and the same result. Stop repeating this call. Ask yourself what the result is missing, and try another way: other arguments or another tool."
            )
        } else {
            format!(
                "`{name}` was called {calls} times in a row with the same arguments and the same result: this leads nowhere. Do not make this call again. Say what you know and what stands in the way, and go on without it or ask for help."
            )
        };
        let mut context = AdditionalContext::new(Self::PLUGIN, text);
        context.meta = FrozenJson::parse(format!("{{\"calls\":{calls}}}")).ok();
        Some(context)
    }
}

impl Default for RepeatReminder {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

/// Scopes that are remembered.
const SCOPES: usize = 1024;

/// How often what was called last was called, by scope.
#[derive(Default)]
struct Rows {
    last: HashMap<Option<Arc<str>>, Row>,
    /// Keyed, so that nobody can write two calls that look the same.
    keys: RandomState,
    calls: u64,
}

#[derive(Clone, Copy)]
struct Row {
    call: u64,
    result: u64,
    calls: u32,
    /// Not all results were the same.
    is_changing: bool,
    /// When it was last added to, in calls.
    used: u64,
}

impl Rows {
    #[inline]
    fn add(
        &mut self,
        call: &ToolExecution,
        arguments: &FrozenJson,
        result: &ToolExecutionResult,
        unless_changed: bool,
    ) -> Row {
        let mut hash = self.keys.build_hasher();
        call.name().hash(&mut hash);
        arguments.root().hash_value(&mut hash);
        let (id, result) = (hash.finish(), self.hash(result));
        self.calls += 1;
        let mut row = Row { call: id, result, calls: 1, is_changing: false, used: self.calls };
        let scope = call.scope().map(Arc::from);
        if let Some(before) = self.last.get(&scope).filter(|before| before.call == id) {
            let is_other = before.result != result;
            if !(is_other && unless_changed) {
                row.calls = before.calls.saturating_add(1);
                row.is_changing = before.is_changing || is_other;
            }
        } else if self.last.len() >= SCOPES && !self.last.contains_key(&scope) {
            let quietest = self.last.iter().min_by_key(|(_, row)| row.used);
            if let Some(quietest) = quietest.map(|(scope, _)| scope.clone()) {
                self.last.remove(&quietest);
            }
        }
        self.last.insert(scope, row);
        row
    }

    #[inline]
    fn hash(&self, result: &ToolExecutionResult) -> u64 {
        let mut hash = self.keys.build_hasher();
        result.is_error().hash(&mut hash);
        for block in result.content() {
            match block {
                ContentBlock::Text { text, .. } => text.hash(&mut hash),
                other => serde_json::to_string(other).unwrap_or_default().hash(&mut hash),
            }
        }
        hash.finish()
    }
}

impl Policy for RepeatReminder {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        let rows = Mutex::new(Rows::default());
        // Outside of all others, so that what they decide keeps no call from being counted.
        hooks.outermost().post_execute_fn(move |call, result, next| {
            let counts = call.parent().is_none() && !self.ignored.contains(call.name());
            let advice = call.arguments().filter(|_| counts).and_then(|arguments| {
                let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
                let row = rows.add(&call, arguments, &result, self.unless_changed);
                drop(rows);
                self.advice(&call, row)
            });
            async move {
                let decision = next.run().await?;
                Ok(match advice {
                    Some(advice) if !is_advised(&decision) => decision.with_context(advice),
                    _ => decision,
                })
            }
        });
    }
}

/// Whether another reminder, of another layer, has said it already.
#[inline]
fn is_advised(decision: &PostToolDecision) -> bool {
    let (PostToolDecision::Accept { contexts, .. } | PostToolDecision::Block { contexts, .. }) =
        decision;
    let is_ours = |context: &AdditionalContext| matches!(&context.source, ContextSource::Plugin { plugin } if plugin == RepeatReminder::PLUGIN);
    contexts.iter().any(is_ours)
}
