//! The calls of one session.

use super::calls::{InFlightCall, InFlightCalls};
use super::request::{RequestId, RequestInUseError};
use crate::pipeline::{Hooks, Policy, ToolObserver};
use crate::tool::{ToolExecution, ToolExecutionResult, ToolExecutionToken};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The calls of a session: where requests are begun, and a policy for hosts that have no requests.
///
/// As a policy it keeps every call of its registry or scope under the call's own id, from before anybody decides about
/// it to its outcome, however that comes. A model may give two calls one id: cancelling it cancels both. What is
/// cancelled so hears of it through its token, and waiting for an approval ends; a body that pays no heed to its token
/// succeeds all the same, while a call that was given a [begun](Self::begin) request's token is `ABORTED` then.
///
/// ```
/// use dsh_tools::{InFlightCalls, ToolRegistry};
///
/// let calls = InFlightCalls::new();
/// let registry = ToolRegistry::builder().build()?;
/// let agent = registry.scope("agent");
/// agent.policy(calls.session("agent"));
/// // When somebody presses "stop" beside a call:
/// calls.cancel("agent", "call_1");
/// // When somebody presses "stop":
/// calls.cancel_session("agent");
/// # Ok::<(), dsh_tools::RegisterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SessionCalls {
    calls: InFlightCalls,
    session: Arc<str>,
}

impl SessionCalls {
    #[inline]
    pub(super) const fn new(calls: InFlightCalls, session: Arc<str>) -> Self {
        Self { calls, session }
    }

    /// Takes a request in: it can be cancelled by its id until what this gives is dropped.
    ///
    /// # Errors
    /// A request of the same id is in flight in this session.
    ///
    /// ```
    /// use dsh_tools::{InFlightCalls, ToolExecutionInput, ToolExecutionResult, ToolRegistry};
    ///
    /// async fn serve(calls: &InFlightCalls, registry: &ToolRegistry, id: i64) -> Option<ToolExecutionResult> {
    ///     let request = calls.session("s1").begin(id).ok()?;
    ///     let input = ToolExecutionInput::new("call_1", "ls", "{}").cancellation(request.token().clone());
    ///     Some(registry.execute(input).await)
    /// }
    /// ```
    #[inline]
    pub fn begin(&self, id: impl Into<RequestId>) -> Result<InFlightCall, RequestInUseError> {
        self.calls.begin(&self.session, id.into())
    }

    /// Cancels a call of the session; whether there was one of this id.
    ///
    /// ```
    /// use dsh_tools::InFlightCalls;
    /// assert!(!InFlightCalls::new().session("s1").cancel(7));
    /// ```
    #[inline]
    pub fn cancel(&self, id: impl Into<RequestId>) -> bool {
        self.calls.cancel(&self.session, id)
    }
}

/// One installation. It lives as long as it is told of outcomes.
struct Installed {
    of: SessionCalls,
    running: Mutex<HashMap<ToolExecutionToken, InFlightCall>>,
}

impl Installed {
    #[inline]
    fn begin(&self, call: &ToolExecution) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.entry(call.token()).or_insert_with(|| {
            let id = RequestId::from(call.call_id());
            self.of.calls.add(&self.of.session, id, call.cancellation().clone())
        });
    }
}

struct End(Arc<Installed>);

impl ToolObserver for End {
    #[inline]
    fn observe(&self, call: &ToolExecution, _: &ToolExecutionResult) {
        let mut running = self.0.running.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = running.remove(&call.token());
        drop(running);
        drop(ended);
    }
}

impl Policy for SessionCalls {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        let of = SessionCalls::clone(&self);
        let installed = Arc::new(Installed { of, running: Mutex::default() });
        // Whoever decides about a call without asking those within, prepended ones too: it was begun before.
        // What is kept for a while is no reason to be told of outcomes, so it holds the installation only for a moment.
        let start = Arc::downgrade(&installed);
        hooks.outermost().pre_execute_fn(move |call, next| {
            if let Some(installed) = start.upgrade() {
                installed.begin(&call);
            }
            next.run()
        });
        hooks.observe(End(installed));
    }
}
