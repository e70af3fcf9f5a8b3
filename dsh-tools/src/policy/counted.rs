//! Which calls a limit counts, and which of them together.

use crate::tool::ToolExecution;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Which calls a limit counts, and which of them together.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    /// Only these tools; `None` is all.
    pub(super) only: Option<BTreeSet<Box<str>>>,
    pub(super) per_tool: bool,
    pub(super) per_scope: bool,
}

/// Calls of one key are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    tool: Option<Arc<str>>,
    scope: Option<Arc<str>>,
}

impl Counted {
    #[inline]
    pub(super) fn add(&mut self, tools: impl IntoIterator<Item = impl Into<String>>) {
        let names = tools.into_iter().map(|name| name.into().into_boxed_str());
        self.only.get_or_insert_default().extend(names);
    }

    /// `None` for calls that are not counted: of other tools, and of names that are no tool, which a model makes up
    /// without end.
    #[inline]
    pub(super) fn key(&self, call: &ToolExecution) -> Option<Key> {
        call.definition()?;
        if self.only.as_ref().is_some_and(|only| !only.contains(call.name())) {
            return None;
        }
        Some(Key {
            tool: self.per_tool.then(|| call.shared_name()),
            scope: if self.per_scope { call.scope().map(Arc::from) } else { None },
        })
    }
}

/// The ways to say it, of a limit with a field `counted`. `$new` is an expression that makes one, for the examples.
macro_rules! counting {
    ($limit:ident, $new:literal) => {
        impl $limit {
            /// So many calls of each tool.
            ///
            /// ```
            #[doc = concat!("use dsh_tools::", stringify!($limit), ";")]
            #[doc = concat!("let limit = ", $new, ".per_tool();")]
            /// # let _ = limit;
            /// ```
            #[must_use]
            #[inline]
            pub const fn per_tool(mut self) -> Self {
                self.counted.per_tool = true;
                self
            }

            /// So many calls in each scope; those made without a scope count together. With
            /// [`per_tool`](Self::per_tool): of each tool in each scope.
            ///
            /// A scope within another one is a scope of its own: what an agent and its helpers may do together is said by
            /// a limit without this in the agent's scope. And a scope is its path: one that is closed and opened again
            /// goes on where it was.
            ///
            /// ```
            #[doc = concat!("use dsh_tools::", stringify!($limit), ";")]
            #[doc = concat!("let limit = ", $new, ".per_scope();")]
            /// # let _ = limit;
            /// ```
            #[must_use]
            #[inline]
            pub const fn per_scope(mut self) -> Self {
                self.counted.per_scope = true;
                self
            }

            /// Counts only calls of these tools; said again, of those as well.
            ///
            /// ```
            #[doc = concat!("use dsh_tools::", stringify!($limit), ";")]
            #[doc = concat!("let limit = ", $new, ".only([\"bash\", \"web_search\"]);")]
            /// # let _ = limit;
            /// ```
            #[must_use]
            #[inline]
            pub fn only(mut self, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
                self.counted.add(tools);
                self
            }
        }
    };
}
pub(super) use counting;
