//! Answers by what somebody allowed for more than once.

use super::{Grant, GrantError, GrantLedger, GrantStore};
use crate::pipeline::{ApprovalDecision, ApprovalRequest, Approver};
use crate::tool::ToolError;
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

/// Answers what was allowed before, and asks somebody else about the rest. A cheap handle.
///
/// Questions that wait while something is granted are looked at again: one answer settles all that it is about. Whoever
/// asks a person shows what would be granted ([`Grant`]'s `Display`) and calls [`grant`](Self::grant) when the person
/// says so; [`ApprovalDecision::AllowedOnce`] by itself grants nothing. Where that is the approver itself it holds the
/// [`GrantLedger`], which is made before both.
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
    ledger: GrantLedger,
    otherwise: Arc<A>,
}

impl<A> Clone for StandingGrants<A> {
    #[inline]
    fn clone(&self) -> Self {
        Self { ledger: self.ledger.clone(), otherwise: Arc::clone(&self.otherwise) }
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
    #[inline]
    pub fn before(otherwise: A) -> Self {
        Self::of(GrantLedger::new(), otherwise)
    }

    /// These grants, which were kept before, and a store that keeps what is changed.
    ///
    /// ```
    /// use dsh_tools::{Approver, Grant, GrantStore, StandingGrants};
    /// fn resumed<A: Approver>(asked: A, store: impl GrantStore, kept: Vec<Grant>) -> StandingGrants<A> {
    ///     StandingGrants::resume(asked, store, kept)
    /// }
    /// ```
    #[inline]
    pub fn resume(
        otherwise: A,
        store: impl GrantStore,
        kept: impl IntoIterator<Item = Grant>,
    ) -> Self {
        Self::of(GrantLedger::resume(store, kept), otherwise)
    }

    /// What this ledger says, and whoever is asked about the rest: he may hold the ledger as well.
    ///
    /// ```
    /// use dsh_tools::{Approver, GrantLedger, StandingGrants};
    /// fn answering<A: Approver>(ledger: &GrantLedger, person: A) -> StandingGrants<A> {
    ///     StandingGrants::of(ledger.clone(), person)
    /// }
    /// ```
    #[inline]
    pub fn of(ledger: GrantLedger, otherwise: A) -> Self {
        Self { ledger, otherwise: Arc::new(otherwise) }
    }

    /// What is granted, apart from who is asked.
    ///
    /// ```
    /// use dsh_tools::{Approver, GrantLedger, StandingGrants};
    /// fn shared<A: Approver>(grants: &StandingGrants<A>) -> GrantLedger { grants.ledger().clone() }
    /// ```
    #[inline]
    pub const fn ledger(&self) -> &GrantLedger {
        &self.ledger
    }

    /// What is granted, in the order in which it was.
    ///
    /// ```
    /// # use dsh_tools::{Approver, StandingGrants};
    /// fn list<A: Approver>(grants: &StandingGrants<A>) -> Vec<String> {
    ///     grants.grants().iter().map(ToString::to_string).collect()
    /// }
    /// ```
    #[inline]
    pub fn grants(&self) -> Vec<Grant> {
        self.ledger.grants()
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
    #[inline]
    pub fn grant(&self, grant: Grant) -> Result<(), GrantError> {
        self.ledger.grant(grant)
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
    #[inline]
    pub fn revoke(&self, grant: &Grant) -> Result<(), GrantError> {
        self.ledger.revoke(grant)
    }
}

impl<A: Approver> Approver for StandingGrants<A> {
    #[inline]
    async fn approve(&self, request: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
        let mut grants = self.ledger.subscribe();
        let is_granted = |grants: &[Grant]| grants.iter().any(|grant| grant.allows(&request));
        if is_granted(&grants.borrow_and_update()) {
            return Ok(ApprovalDecision::AllowedOnce);
        }
        let mut asked = pin!(self.otherwise.approve(request.clone()));
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
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StandingGrants").field("ledger", &self.ledger).finish_non_exhaustive()
    }
}
