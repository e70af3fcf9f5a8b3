//! Handles of what is registered.

use super::layer::{EntryId, LayerCell};
use std::sync::{Arc, Weak};

/// What was registered by one call: tools or hooks. Dropping it does nothing.
///
/// ```
/// use dsh_tools::{ToolDefinition, ToolRegistry};
///
/// let registry = ToolRegistry::new();
/// let tool = ToolDefinition::builder("now").description("The time.")
///     .no_args()
///     .body(|_, _| async { "12:00" })
///     .build();
/// let registration = registry.register(tool)?;
/// assert!(registry.get("now").is_some());
/// assert!(registration.unregister());
/// assert!(registry.get("now").is_none());
/// # Ok::<(), dsh_tools::RegisterError>(())
/// ```
#[derive(Debug)]
pub struct Registration {
    layer: Weak<LayerCell>,
    ids: Box<[EntryId]>,
}

impl Registration {
    pub(super) fn new(layer: &Arc<LayerCell>, ids: impl Into<Box<[EntryId]>>) -> Self {
        Self { layer: Arc::downgrade(layer), ids: ids.into() }
    }

    /// Of what was registered in a closed scope: nothing.
    pub(super) fn dead() -> Self {
        Self { layer: Weak::new(), ids: Box::default() }
    }

    /// Removes exactly what was registered, and says whether anything was left to remove.
    ///
    /// Calls that have started keep the tool and the states that they started with. Hooks are read when their stage comes:
    /// one that is removed meanwhile is not asked any more.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let registry = ToolRegistry::new();
    /// let registration = registry.observe_fn(|call, result| println!("{}: {}", call.name(), result.text()));
    /// assert!(registration.unregister());
    /// ```
    #[allow(clippy::must_use_candidate, reason = "most do not ask")]
    #[inline]
    pub fn unregister(self) -> bool {
        self.remove()
    }

    /// Makes it a guard that unregisters when it is dropped.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let registry = ToolRegistry::new();
    /// {
    ///     let _guard = registry.observe_fn(|call, _| println!("{}", call.name())).into_guard();
    ///     // calls are printed here, and no longer than here
    /// }
    /// ```
    #[must_use = "a guard that is dropped at once removes at once"]
    #[inline]
    pub fn into_guard(self) -> RegistrationGuard {
        RegistrationGuard(self)
    }

    #[inline]
    fn remove(&self) -> bool {
        self.layer.upgrade().is_some_and(|layer| layer.remove(&self.ids))
    }
}

/// Unregisters when it is dropped.
///
/// ```
/// use dsh_tools::{RegistrationGuard, ToolRegistry};
///
/// fn count(registry: &ToolRegistry) -> RegistrationGuard {
///     registry.observe_fn(|call, _| println!("{}", call.name())).into_guard()
/// }
/// ```
#[derive(Debug)]
#[must_use = "a guard that is dropped at once removes at once"]
pub struct RegistrationGuard(Registration);

impl Drop for RegistrationGuard {
    #[inline]
    fn drop(&mut self) {
        self.0.remove();
    }
}
