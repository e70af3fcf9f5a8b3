//! What is granted, and where that is kept.

use super::Grant;
use crate::sync::{Mutex, PoisonError};
use crate::tool::ToolError;
use std::fmt;
use std::sync::Arc;
use tokio::sync::watch;

/// Where grants are kept beyond the process. [`FileGrantStore`](super::FileGrantStore) is a file.
///
/// ```
/// use dsh_tools::{Grant, GrantStore, ToolError};
///
/// struct Table(std::sync::mpsc::Sender<String>);
///
/// impl GrantStore for Table {
///     fn save(&self, grants: &[Grant]) -> Result<(), ToolError> {
///         let rows = serde_json::to_string(grants).map_err(ToolError::msg)?;
///         self.0.send(rows).map_err(ToolError::msg)
///     }
/// }
/// ```
pub trait GrantStore: Send + Sync + 'static {
    /// Keeps all of these, and none of what was kept before.
    ///
    /// It must not grant or revoke. Where several processes keep their grants in one place, the last one that writes has
    /// its way, and brings back what another has revoked.
    ///
    /// # Errors
    /// They could not be kept: then nothing is granted or revoked.
    fn save(&self, grants: &[Grant]) -> Result<(), ToolError>;
}

/// Why nothing was granted or revoked.
///
/// ```
/// use dsh_tools::GrantError;
/// fn text(error: &GrantError) -> String { error.to_string() }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrantError {
    /// It could not be kept.
    #[error("the grant could not be kept, and nothing was changed: {why}")]
    #[non_exhaustive]
    Store {
        /// What the store said.
        why: String,
    },
    /// There is no such grant.
    #[error("there is no such grant: it was revoked before, or never given")]
    Unknown,
}

/// What is granted: to be read and changed by whoever asks a person, by pages of settings, by tests. A cheap handle.
///
/// [`StandingGrants`](super::StandingGrants) answers questions by it. It is made first, so that the one who asks a person
/// can hold it: a person says "always", and the grant is given before the question is answered.
///
/// ```
/// use dsh_tools::{ApprovalDecision, ApprovalRequest, Grant, GrantLedger, StandingGrants, ToolError, ToolRegistry};
///
/// let ledger = GrantLedger::new();
/// let grants = ledger.clone();
/// let person = move |request: ApprovalRequest| {
///     let grants = grants.clone();
///     async move {
///         // A person would be asked here, and says "always".
///         grants.grant(Grant::exactly(&request))?;
///         Ok::<_, ToolError>(ApprovalDecision::AllowedOnce)
///     }
/// };
/// ToolRegistry::new().scope("agent").approver(StandingGrants::of(ledger.clone(), person));
/// assert!(ledger.grants().is_empty());
/// ```
#[derive(Clone)]
pub struct GrantLedger(Arc<Shared>);

struct Shared {
    store: Option<Box<dyn GrantStore>>,
    /// Held while the store is written: what is kept is what is there.
    write: Mutex<()>,
    grants: watch::Sender<Arc<[Grant]>>,
}

impl Default for GrantLedger {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl GrantLedger {
    /// No grants yet, none of which is kept.
    ///
    /// ```
    /// assert!(dsh_tools::GrantLedger::new().grants().is_empty());
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self::with(None, Arc::default())
    }

    /// These grants, which were kept before, and a store that keeps what is changed.
    ///
    /// ```
    /// use dsh_tools::{Grant, GrantLedger, GrantStore};
    /// fn resumed(store: impl GrantStore, kept: Vec<Grant>) -> GrantLedger {
    ///     GrantLedger::resume(store, kept)
    /// }
    /// ```
    #[inline]
    pub fn resume(store: impl GrantStore, kept: impl IntoIterator<Item = Grant>) -> Self {
        Self::with(Some(Box::new(store)), kept.into_iter().collect())
    }

    #[inline]
    fn with(store: Option<Box<dyn GrantStore>>, grants: Arc<[Grant]>) -> Self {
        let (grants, write) = (watch::Sender::new(grants), Mutex::new(()));
        Self(Arc::new(Shared { store, write, grants }))
    }

    /// What is granted, in the order in which it was.
    ///
    /// ```
    /// fn list(ledger: &dsh_tools::GrantLedger) -> Vec<String> {
    ///     ledger.grants().iter().map(ToString::to_string).collect()
    /// }
    /// ```
    #[inline]
    pub fn grants(&self) -> Vec<Grant> {
        self.0.grants.borrow().to_vec()
    }

    /// Grants it, for calls that wait now and those to come.
    ///
    /// # Errors
    /// It could not be kept: then it is not granted.
    ///
    /// ```
    /// # use dsh_tools::{Calls, Grant, GrantError, GrantLedger};
    /// fn all_reading(ledger: &GrantLedger) -> Result<(), GrantError> {
    ///     ledger.grant(Grant::calls(Calls::all().read_only(true)))
    /// }
    /// ```
    #[inline]
    pub fn grant(&self, grant: Grant) -> Result<(), GrantError> {
        self.change(|grants| {
            if !grants.contains(&grant) {
                grants.push(grant);
            }
            Ok(())
        })
    }

    /// Takes it back, for calls to come.
    ///
    /// # Errors
    /// There is no such grant, or that it is gone could not be kept: then it stands.
    ///
    /// ```
    /// # use dsh_tools::{Grant, GrantError, GrantLedger};
    /// fn take_back(ledger: &GrantLedger, grant: &Grant) -> Result<(), GrantError> {
    ///     ledger.revoke(grant)
    /// }
    /// ```
    #[inline]
    pub fn revoke(&self, grant: &Grant) -> Result<(), GrantError> {
        self.change(|grants| {
            let at = grants.iter().position(|known| known == grant).ok_or(GrantError::Unknown)?;
            grants.remove(at);
            Ok(())
        })
    }

    #[inline]
    pub(super) fn subscribe(&self) -> watch::Receiver<Arc<[Grant]>> {
        self.0.grants.subscribe()
    }

    #[inline]
    fn change(
        &self,
        change: impl FnOnce(&mut Vec<Grant>) -> Result<(), GrantError>,
    ) -> Result<(), GrantError> {
        let _one_at_a_time = self.0.write.lock().unwrap_or_else(PoisonError::into_inner);
        let mut grants = self.grants();
        change(&mut grants)?;
        if let Some(store) = &self.0.store {
            store
                .save(&grants)
                .map_err(|error| GrantError::Store { why: error.message().to_owned() })?;
        }
        self.0.grants.send_replace(grants.into());
        Ok(())
    }
}

impl fmt::Debug for GrantLedger {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GrantLedger")
            .field("grants", &*self.0.grants.borrow())
            .finish_non_exhaustive()
    }
}
