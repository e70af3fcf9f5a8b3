//! The tools of a layer.

use super::layer::EntryId;
use crate::tool::{ToolDefinition, ToolSchema};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Tools by name, in the order of their names.
#[derive(Debug, Default)]
pub(crate) struct ToolSet {
    tools: BTreeMap<Name, Entry>,
    schemas: OnceLock<Arc<[ToolSchema]>>,
}

/// A name that is found by its bytes. Texts have the order of their bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name(Arc<str>);

impl Borrow<[u8]> for Name {
    fn borrow(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

#[derive(Clone, Debug)]
struct Entry {
    id: EntryId,
    tool: ToolDefinition,
}

impl ToolSet {
    pub(crate) fn get(&self, name: impl AsRef<[u8]>) -> Option<&ToolDefinition> {
        self.tools.get(name.as_ref()).map(|entry| &entry.tool)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &ToolDefinition)> {
        self.tools.iter().map(|(name, entry)| (&name.0, &entry.tool))
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.tools.keys().map(|name| &name.0)
    }

    /// What a model sees of them; made once.
    pub(crate) fn schemas(&self) -> Arc<[ToolSchema]> {
        let schemas = || self.tools.values().map(|entry| entry.tool.schema().clone()).collect();
        Arc::clone(self.schemas.get_or_init(schemas))
    }

    pub(super) fn with(&self, tools: impl IntoIterator<Item = (EntryId, ToolDefinition)>) -> Self {
        let mut all = self.tools.clone();
        all.extend(
            tools
                .into_iter()
                .map(|(id, tool)| (Name(Arc::clone(tool.shared_name())), Entry { id, tool })),
        );
        Self { tools: all, schemas: OnceLock::new() }
    }

    pub(super) fn without(&self, ids: &[EntryId]) -> Option<Self> {
        let is_kept = |entry: &Entry| !ids.contains(&entry.id);
        if self.tools.values().all(is_kept) {
            return None;
        }
        let kept = self.tools.iter().filter(|(_, entry)| is_kept(entry));
        Some(Self {
            tools: kept.map(|(name, entry)| (name.clone(), entry.clone())).collect(),
            schemas: OnceLock::new(),
        })
    }
}
