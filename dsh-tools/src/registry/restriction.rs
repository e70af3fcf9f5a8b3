//! Which of the tools that it inherits a scope sees.

use super::layer::EntryId;
use crate::json::visible;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Which of the tools that it inherits a scope sees. Its own tools it always sees.
///
/// A list to allow hides everything else, also what is registered later; an empty one hides everything. A list to deny
/// hides just that. Of several restrictions each applies: those of one scope, and those of the scopes it stands in.
///
/// ```
/// use dsh_tools::{ToolDefinition, ToolRegistry, ToolRestriction};
///
/// let tool = |name: &str| ToolDefinition::builder(name).description("..")
///     .no_args()
///     .body(|_, _| async { ".." })
///     .build();
/// let registry = ToolRegistry::builder().tools([tool("read"), tool("write"), tool("bash")]).build()?;
///
/// let reviewer = registry.scope("reviewer");
/// reviewer.restrict(ToolRestriction::allow(["read"]))?;
/// assert!(reviewer.get("read").is_some() && reviewer.get("bash").is_none());
/// assert!(registry.get("bash").is_some(), "nobody else is concerned");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolRestriction {
    allow: Option<BTreeSet<Arc<str>>>,
    deny: Option<BTreeSet<Arc<str>>>,
}

impl ToolRestriction {
    /// Only these are seen.
    ///
    /// ```
    /// use dsh_tools::ToolRestriction;
    /// let nothing_but = ToolRestriction::allow(["read", "write"]).deny(["write"]);
    /// # let _ = nothing_but;
    /// ```
    #[inline]
    pub fn allow(names: impl IntoIterator<Item = impl Into<Arc<str>>>) -> Self {
        Self { allow: Some(names.into_iter().map(Into::into).collect()), deny: None }
    }

    /// All are seen, but those that [`deny`](Self::deny) names: by itself it restricts nothing, and is refused.
    ///
    /// ```
    /// use dsh_tools::ToolRestriction;
    /// let no_shell = ToolRestriction::all().deny(["bash"]);
    /// # let _ = no_shell;
    /// ```
    #[inline]
    pub fn all() -> Self {
        Self::default()
    }

    /// These are not seen.
    ///
    /// ```
    /// use dsh_tools::ToolRestriction;
    /// let reads = ToolRestriction::allow(["read", "list"]).deny(["list"]);
    /// # let _ = reads;
    /// ```
    #[must_use]
    #[inline]
    pub fn deny(mut self, names: impl IntoIterator<Item = impl Into<Arc<str>>>) -> Self {
        self.deny.get_or_insert_default().extend(names.into_iter().map(Into::into));
        self
    }

    /// All names that it says.
    #[inline]
    pub(super) fn names(&self) -> BTreeSet<&Arc<str>> {
        self.allow.iter().chain(&self.deny).flatten().collect()
    }

    #[inline]
    pub(super) const fn says_nothing(&self) -> bool {
        self.allow.is_none() && self.deny.is_none()
    }
}

/// A restriction in force.
#[derive(Clone, Debug)]
pub(super) struct Restriction {
    pub(super) id: EntryId,
    pub(super) rule: Arc<ToolRestriction>,
}

impl Restriction {
    #[inline]
    pub(super) fn lets_pass(&self, name: &str) -> bool {
        self.rule.allow.as_ref().is_none_or(|allowed| allowed.contains(name))
            && !self.rule.deny.as_ref().is_some_and(|denied| denied.contains(name))
    }
}

/// Why a scope was not restricted.
///
/// ```
/// use dsh_tools::{RestrictError, ToolRegistry, ToolRestriction};
///
/// let agent = ToolRegistry::new().scope("agent");
/// let error = agent.restrict(ToolRestriction::all().deny(["bsh"])).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot restrict scope `agent`: it inherits no tool `bsh`; what can be restricted: none",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RestrictError {
    /// It names tools that the scope does not inherit.
    #[error("cannot restrict scope `{scope}`: {}", not_inherited(unknown, own, known), scope = visible(scope))]
    #[non_exhaustive]
    NotInherited {
        /// The scope.
        scope: Arc<str>,
        /// Names that are not known there.
        unknown: Vec<Arc<str>>,
        /// Names of the scope's own tools, which no restriction of it concerns.
        own: Vec<Arc<str>>,
        /// What can be restricted, in the order of names.
        known: Vec<Arc<str>>,
    },
    /// It says neither what to allow nor what to deny.
    #[error("cannot restrict scope `{scope}`: the restriction says nothing; name tools to allow or to deny", scope = visible(scope))]
    #[non_exhaustive]
    Empty {
        /// The scope.
        scope: Arc<str>,
    },
    /// The scope was closed.
    #[error("cannot restrict scope `{scope}`: it was closed; `registry.scope(id)` opens a new one", scope = visible(scope))]
    #[non_exhaustive]
    ScopeClosed {
        /// The scope.
        scope: Arc<str>,
    },
}

#[inline]
fn not_inherited(unknown: &[Arc<str>], own: &[Arc<str>], known: &[Arc<str>]) -> String {
    let mut parts = Vec::new();
    if !unknown.is_empty() {
        let tools = if unknown.len() == 1 { "tool" } else { "tools" };
        parts.push(format!("it inherits no {tools} {}", Names(unknown)));
    }
    if !own.is_empty() {
        let is = if own.len() == 1 { "is its own tool" } else { "are its own tools" };
        parts.push(format!("{} {is}, which it always sees", Names(own)));
    }
    parts.push(format!("what can be restricted: {}", Names(known)));
    parts.join("; ")
}

struct Names<'a>(&'a [Arc<str>]);

impl fmt::Display for Names<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (at, name) in self.0.iter().enumerate() {
            write!(f, "{}`{}`", if at == 0 { "" } else { ", " }, visible(name))?;
        }
        Ok(())
    }
}
