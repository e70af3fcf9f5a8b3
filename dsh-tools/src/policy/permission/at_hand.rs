//! Tools that rules can be held against.

use crate::registry::{ToolRegistry, ToolScope};
use crate::tool::ToolDefinition;

/// Tools that rules can be held against: those of a registry, of a scope, or definitions themselves.
///
/// ```
/// use dsh_tools::{PermissionRules, ToolRegistry};
///
/// let registry = ToolRegistry::new();
/// let rules = PermissionRules::ask_on_write();
/// assert!(rules.lints_for(&registry).is_empty());
/// assert!(rules.lints_for(&registry.scope("agent")).is_empty());
/// ```
pub trait ToolsAtHand: sealed::Sealed {
    /// The tools that can be called there.
    #[doc(hidden)]
    fn at_hand(&self) -> Vec<ToolDefinition>;
}

impl ToolsAtHand for ToolRegistry {
    #[inline]
    fn at_hand(&self) -> Vec<ToolDefinition> {
        self.schemas().iter().filter_map(|schema| self.get(&schema.name)).collect()
    }
}

impl ToolsAtHand for ToolScope {
    #[inline]
    fn at_hand(&self) -> Vec<ToolDefinition> {
        self.schemas().iter().filter_map(|schema| self.get(&schema.name)).collect()
    }
}

impl ToolsAtHand for ToolDefinition {
    #[inline]
    fn at_hand(&self) -> Vec<ToolDefinition> {
        vec![self.clone()]
    }
}

impl ToolsAtHand for [ToolDefinition] {
    #[inline]
    fn at_hand(&self) -> Vec<ToolDefinition> {
        self.to_vec()
    }
}

impl ToolsAtHand for Vec<ToolDefinition> {
    #[inline]
    fn at_hand(&self) -> Vec<ToolDefinition> {
        self.clone()
    }
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for super::ToolRegistry {}
    impl Sealed for super::ToolScope {}
    impl Sealed for super::ToolDefinition {}
    impl Sealed for [super::ToolDefinition] {}
    impl Sealed for Vec<super::ToolDefinition> {}
}
