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
    pub(super) fn add(&mut self, tools: impl IntoIterator<Item = impl Into<String>>) {
        let names = tools.into_iter().map(|name| name.into().into_boxed_str());
        self.only.get_or_insert_default().extend(names);
    }

    /// `None` for calls that are not counted: of other tools, and of names that are no tool, which a model makes up
    /// without end.
    pub(super) fn key(&self, call: &ToolExecution) -> Option<Key> {
        call.definition()?;
        if self.only.as_ref().is_some_and(|only| !only.contains(call.name())) {
            return None;
        }
        Some(Key {
            tool: self.per_tool.then(|| Arc::clone(call.shared_name())),
            scope: if self.per_scope { call.scope().map(Arc::from) } else { None },
        })
    }
}
