//! What somebody allowed for more than once.

use super::Calls;
use crate::json::visible;
use crate::pipeline::{ApprovalDecision, ApprovalRequest, Approver, ArgumentsDigest};
use crate::sync::{Mutex, PoisonError};
use crate::tool::ToolError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use tokio::sync::watch;

/// What somebody allowed for more than once: one exact call, or all calls of a kind; everywhere, or in a scope and those
/// in it.
///
/// ```
/// use dsh_tools::{ApprovalRequest, Calls, Grant};
///
/// fn offered(request: &ApprovalRequest) -> Vec<Grant> {
///     vec![Grant::exactly(request), Grant::calls(Calls::of("fetch").unwrap())]
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Grant {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scope: Option<Arc<str>>,
    granted: Granted,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Granted {
    /// A call of this tool with these arguments.
    Exactly {
        tool: Arc<str>,
        digest: ArgumentsDigest,
    },
    Calls(Calls),
}

impl Grant {
    /// This call with these arguments, whenever it is made.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalRequest, Grant};
    /// fn narrowest(request: &ApprovalRequest) -> Grant { Grant::exactly(request) }
    /// ```
    pub fn exactly(request: &ApprovalRequest) -> Self {
        let granted = Granted::Exactly { tool: request.tool().into(), digest: request.digest() };
        Self { scope: None, granted }
    }

    /// All calls of a kind.
    ///
    /// ```
    /// use dsh_tools::{Calls, Grant};
    /// let docs = Grant::calls(Calls::of("fetch")?.argument("/url", "https://docs.rs/*")?);
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    pub const fn calls(calls: Calls) -> Self {
        Self { scope: None, granted: Granted::Calls(calls) }
    }

    /// Only in this scope and those in it, named by its path.
    ///
    /// ```
    /// use dsh_tools::{Calls, Grant};
    /// let grant = Grant::calls(Calls::of("fetch")?).within("agent");
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    #[must_use]
    pub fn within(mut self, scope: impl Into<Arc<str>>) -> Self {
        self.scope = Some(scope.into());
        self
    }

    /// Whether it allows what is asked.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalRequest, Grant};
    /// fn is_allowed(grants: &[Grant], request: &ApprovalRequest) -> bool {
    ///     grants.iter().any(|grant| grant.allows(request))
    /// }
    /// ```
    pub fn allows(&self, request: &ApprovalRequest) -> bool {
        let is_there = self.scope.as_deref().is_none_or(|scope| {
            request
                .scope()
                .strip_prefix(scope)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        is_there
            && match &self.granted {
                Granted::Exactly { digest, .. } => *digest == request.digest(),
                Granted::Calls(calls) => calls.matches(request.execution()),
            }
    }
}

impl fmt::Display for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.granted {
            Granted::Exactly { tool, .. } => write!(f, "this very call of `{}`", visible(tool))?,
            Granted::Calls(calls) => write!(f, "calls of {calls}")?,
        }
        match &self.scope {
            Some(scope) => write!(f, " in `{}`", visible(scope)),
            None => Ok(()),
        }
    }
}

/// Where grants are kept beyond the process.
///
/// ```
/// use dsh_tools::{Grant, GrantStore, ToolError};
///
/// struct File(std::path::PathBuf);
///
/// impl GrantStore for File {
///     fn save(&self, grants: &[Grant]) -> Result<(), ToolError> {
///         let text = serde_json::to_string(grants).map_err(ToolError::msg)?;
///         std::fs::write(&self.0, text).map_err(ToolError::msg)
///     }
/// }
/// ```
pub trait GrantStore: Send + Sync + 'static {
    /// Keeps all of these, and none of what was kept before.
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

/// Answers what was allowed before, and asks somebody else about the rest. A cheap handle.
///
/// Questions that wait while something is granted are looked at again: one answer settles all that it is about. Whoever
/// asks a person shows what would be granted ([`Grant`]'s `Display`) and calls [`grant`](Self::grant) when the person
/// says so; [`ApprovalDecision::AllowedOnce`] by itself grants nothing.
///
/// ```
/// use dsh_tools::{ApprovalDecision, ApprovalRequest, Calls, Grant, StandingGrants, ToolError, ToolRegistry};
///
/// async fn ask_a_person(_: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
///     Ok(ApprovalDecision::Unavailable)
/// }
///
/// let grants = StandingGrants::before(ask_a_person);
/// let agent = ToolRegistry::new().scope("agent");
/// agent.approver(grants.clone());
/// let docs = Grant::calls(Calls::of("fetch")?.argument("/url", "https://docs.rs/*")?);
/// grants.grant(docs.clone())?;
/// assert_eq!(grants.grants(), [docs.clone()]);
/// grants.revoke(&docs)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StandingGrants<A> {
    shared: Arc<Shared<A>>,
}

struct Shared<A> {
    otherwise: A,
    store: Option<Box<dyn GrantStore>>,
    /// Held while the store is written: what is kept is what is there.
    write: Mutex<()>,
    grants: watch::Sender<Arc<[Grant]>>,
}

impl<A> Clone for StandingGrants<A> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<A: Approver> StandingGrants<A> {
    /// No grants yet, none of which is kept; whoever is asked about the rest.
    ///
    /// ```
    /// use dsh_tools::{ApprovalDecision, ApprovalRequest, StandingGrants, ToolError};
    /// async fn nobody(_: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
    ///     Ok(ApprovalDecision::Unavailable)
    /// }
    /// assert!(StandingGrants::before(nobody).grants().is_empty());
    /// ```
    pub fn before(otherwise: A) -> Self {
        Self::with(otherwise, None, Arc::default())
    }

    /// These grants, which were kept before, and a store that keeps what is changed.
    ///
    /// ```
    /// use dsh_tools::{Approver, Grant, GrantStore, StandingGrants};
    /// fn resumed<A: Approver>(asked: A, store: impl GrantStore, kept: Vec<Grant>) -> StandingGrants<A> {
    ///     StandingGrants::resume(asked, store, kept)
    /// }
    /// ```
    pub fn resume(
        otherwise: A,
        store: impl GrantStore,
        kept: impl IntoIterator<Item = Grant>,
    ) -> Self {
        Self::with(otherwise, Some(Box::new(store)), kept.into_iter().collect())
    }

    fn with(otherwise: A, store: Option<Box<dyn GrantStore>>, grants: Arc<[Grant]>) -> Self {
        let (grants, write) = (watch::Sender::new(grants), Mutex::new(()));
        Self { shared: Arc::new(Shared { otherwise, store, write, grants }) }
    }

    /// What is granted, in the order in which it was.
    ///
    /// ```
    /// # use dsh_tools::{Approver, StandingGrants};
    /// fn list<A: Approver>(grants: &StandingGrants<A>) -> Vec<String> {
    ///     grants.grants().iter().map(ToString::to_string).collect()
    /// }
    /// ```
    pub fn grants(&self) -> Vec<Grant> {
        self.shared.grants.borrow().to_vec()
    }

    /// Grants it, for calls that wait now and those to come.
    ///
    /// # Errors
    /// It could not be kept: then it is not granted.
    ///
    /// ```
    /// # use dsh_tools::{Approver, Calls, Grant, GrantError, StandingGrants};
    /// fn all_reading<A: Approver>(grants: &StandingGrants<A>) -> Result<(), GrantError> {
    ///     grants.grant(Grant::calls(Calls::all().read_only(true)))
    /// }
    /// ```
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
    /// # use dsh_tools::{Approver, Grant, GrantError, StandingGrants};
    /// fn take_back<A: Approver>(grants: &StandingGrants<A>, grant: &Grant) -> Result<(), GrantError> {
    ///     grants.revoke(grant)
    /// }
    /// ```
    pub fn revoke(&self, grant: &Grant) -> Result<(), GrantError> {
        self.change(|grants| {
            let at = grants.iter().position(|known| known == grant).ok_or(GrantError::Unknown)?;
            grants.remove(at);
            Ok(())
        })
    }

    fn change(
        &self,
        change: impl FnOnce(&mut Vec<Grant>) -> Result<(), GrantError>,
    ) -> Result<(), GrantError> {
        let _one_at_a_time = self.shared.write.lock().unwrap_or_else(PoisonError::into_inner);
        let mut grants = self.grants();
        change(&mut grants)?;
        if let Some(store) = &self.shared.store {
            store
                .save(&grants)
                .map_err(|error| GrantError::Store { why: error.message().to_owned() })?;
        }
        self.shared.grants.send_replace(grants.into());
        Ok(())
    }
}

impl<A: Approver> Approver for StandingGrants<A> {
    async fn approve(&self, request: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
        let mut grants = self.shared.grants.subscribe();
        let is_granted = |grants: &[Grant]| grants.iter().any(|grant| grant.allows(&request));
        if is_granted(&grants.borrow_and_update()) {
            return Ok(ApprovalDecision::AllowedOnce);
        }
        let mut asked = pin!(self.shared.otherwise.approve(request.clone()));
        loop {
            let changed = {
                let mut changed = pin!(grants.changed());
                poll_fn(|cx| {
                    if let Poll::Ready(answer) = asked.as_mut().poll(cx) {
                        return Poll::Ready(Some(answer));
                    }
                    changed.as_mut().poll(cx).map(|_sender_is_ours| None)
                })
                .await
            };
            match changed {
                Some(answer) => return answer,
                None if is_granted(&grants.borrow_and_update()) => {
                    return Ok(ApprovalDecision::AllowedOnce);
                }
                None => {}
            }
        }
    }
}

impl<A> fmt::Debug for StandingGrants<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StandingGrants")
            .field("grants", &*self.shared.grants.borrow())
            .finish_non_exhaustive()
    }
}
