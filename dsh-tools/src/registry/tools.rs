//! The tools of a layer.

use super::layer::EntryId;
use crate::tool::{ToolDefinition, ToolSchema};
use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Up to so many tools, looking through the ordered ones is as quick as hashing a name.
const FEW: usize = 12;

/// Tools by name, in the order of their names.
#[derive(Debug, Default)]
pub(crate) struct ToolSet {
    tools: BTreeMap<Name, Entry>,
    /// The same once more, when they are many: a call is to find its tool in no more steps than among few.
    found: Option<HashMap<Name, ToolDefinition>>,
    schemas: OnceLock<Arc<[ToolSchema]>>,
}

/// A name that is found by its bytes. Texts have the order of their bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name(Arc<str>);

/// As bytes are hashed.
impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_bytes().hash(state);
    }
}

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
        let name = name.as_ref();
        match &self.found {
            Some(found) => found.get(name),
            None => self.tools.get(name).map(|entry| &entry.tool),
        }
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
        let (mut all, mut found) = (self.tools.clone(), self.found.clone());
        for (id, tool) in tools {
            let name = Name(Arc::clone(tool.shared_name()));
            if let Some(found) = &mut found {
                found.insert(name.clone(), tool.clone());
            }
            all.insert(name, Entry { id, tool });
        }
        Self::of(all, found)
    }

    fn of(tools: BTreeMap<Name, Entry>, found: Option<HashMap<Name, ToolDefinition>>) -> Self {
        let found = found.or_else(|| {
            let named = |(name, entry): (&Name, &Entry)| (name.clone(), entry.tool.clone());
            (tools.len() > FEW).then(|| tools.iter().map(named).collect())
        });
        Self { tools, found, schemas: OnceLock::new() }
    }

    #[inline]
    pub(super) fn without(&self, ids: &[EntryId]) -> Option<Self> {
        let is_kept = |entry: &Entry| !ids.contains(&entry.id);
        if self.tools.values().all(is_kept) {
            return None;
        }
        let mut kept = self.tools.clone();
        kept.retain(|_, entry| is_kept(entry));
        Some(Self::of(kept, None))
    }
}

#[cfg(test)]
mod tests {
    use crate::registry::{Registration, ToolRegistry};
    use crate::tool::ToolDefinition;

    fn tool(name: &str, description: &str) -> ToolDefinition {
        let tool = ToolDefinition::builder(name).description(description);
        tool.no_args().body(|(), _| async { "done" }).build()
    }

    /// Each name is found when it is listed, and only then.
    fn agrees(registry: &ToolRegistry, names: &[String]) {
        let schemas = registry.schemas();
        for name in names {
            let listed = schemas.iter().find(|schema| *schema.name == **name);
            let found = registry.get(name);
            assert_eq!(
                found.as_ref().map(|tool| (tool.name(), tool.description())),
                listed.map(|schema| (&*schema.name, &*schema.description)),
                "of {}",
                schemas.len()
            );
        }
    }

    #[test]
    fn what_is_listed_is_found_however_many_there_are() {
        let names: Vec<_> = (0..40).map(|number| format!("tool_{number}")).collect();
        let registry = ToolRegistry::new();
        let mut handles: Vec<Option<Registration>> = Vec::new();
        for name in &names {
            handles.push(Some(registry.register(tool(name, "first")).unwrap()));
            agrees(&registry, &names);
        }
        // Every third goes, and comes again as another.
        for (name, handle) in names.iter().zip(&mut handles).step_by(3) {
            assert!(registry.register(tool(name, "second")).is_err(), "the name is taken");
            assert!(handle.take().unwrap().unregister());
            agrees(&registry, &names);
            *handle = Some(registry.register(tool(name, "second")).unwrap());
            agrees(&registry, &names);
        }
        assert_eq!(registry.get("tool_3").unwrap().description(), "second");
        for handle in handles.into_iter().flatten() {
            assert!(handle.unregister());
            agrees(&registry, &names);
        }
        assert!(registry.schemas().is_empty());
    }
}
