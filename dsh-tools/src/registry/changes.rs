//! Notices that the set of tools has changed.

use crate::tool::contain;
use tokio::sync::watch;

/// Counts changes and tells of them.
#[derive(Debug)]
pub(crate) struct Changes(watch::Sender<u64>);

impl Default for Changes {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl Changes {
    pub(crate) fn tell(&self) {
        // Who waits is woken here, and a waker is somebody's code: what was registered stays so, whatever becomes of that.
        drop(contain(|| self.0.send_modify(|count| *count = count.wrapping_add(1))));
    }

    #[inline]
    pub(crate) fn subscribe(&self) -> ToolSetChanges {
        ToolSetChanges(self.0.subscribe())
    }
}

/// Tells when tools were registered or removed, for hosts that show or send the list.
///
/// Subscribers ask; nothing of theirs runs while tools are registered. Changes that come faster than they are
/// asked for count as one. Hooks are not part of the list.
///
/// ```
/// # use dsh_tools::ToolRegistry;
/// async fn announce(registry: ToolRegistry) {
///     let mut changes = registry.subscribe();
///     drop(registry);
///     while changes.changed().await {
///         println!("the list of tools has changed");
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ToolSetChanges(watch::Receiver<u64>);

impl ToolSetChanges {
    /// Waits for a change that was not seen yet; `false` when the registry is gone.
    ///
    /// ```
    /// # use dsh_tools::ToolRegistry;
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let mut changes = ToolRegistry::new().subscribe();
    /// assert!(!changes.changed().await, "the registry is gone");
    /// # });
    /// ```
    #[inline]
    pub async fn changed(&mut self) -> bool {
        self.0.changed().await.is_ok()
    }

    /// How many changes there were since the registry was built; they count as seen.
    ///
    /// ```
    /// # use dsh_tools::ToolRegistry;
    /// assert_eq!(ToolRegistry::new().subscribe().count(), 0);
    /// ```
    #[inline]
    pub fn count(&mut self) -> u64 {
        *self.0.borrow_and_update()
    }
}
