//! What is in flight.

use super::request::{RequestId, RequestInUseError};
use super::session::SessionCalls;
use crate::tool::{contain, contained};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// Calls in flight, by session and request id, so that a cancellation reaches its call wherever it comes in.
///
/// A protocol's server often has an object for each connection or request, and a cancellation comes on another one. This
/// belongs to none of them: it is a handle, and its clones are one. An entry lives as long as its call; a cancellation
/// of anything else does nothing.
///
/// ```
/// use dsh_tools::{ErrorCode, InFlightCalls, ToolExecutionInput, ToolRegistry};
/// # use dsh_tools::ToolDefinition;
/// # let wait = ToolDefinition::builder("wait").description("Waits.").no_args().body(|_, cx| async move {
/// #     cx.cancellation().cancelled().await;
/// # }).build();
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let registry = ToolRegistry::builder().tool(wait).build().unwrap();
/// let calls = InFlightCalls::new();
///
/// // Where the request comes in:
/// let request = calls.session("s1").begin(7)?;
/// let input = ToolExecutionInput::new("call_1", "wait", "{}").cancellation(request.token().clone());
/// let running = registry.execute(input);
///
/// // Where the cancellation does, if it ever does:
/// assert!(calls.cancel("s1", 7));
/// assert!(!calls.cancel("s1", "7") && !calls.cancel("s2", 7), "others are not meant");
///
/// let result = running.await;
/// assert_eq!(result.outcome().unwrap_err().code(), &ErrorCode::AbortedBeforeDispatch);
/// drop(request);
/// assert!(calls.is_empty());
/// # Ok::<(), dsh_tools::RequestInUseError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Default)]
pub struct InFlightCalls {
    sessions: Arc<Mutex<Sessions>>,
}

#[derive(Default)]
struct Sessions {
    last: u64,
    calls: HashMap<Arc<str>, HashMap<RequestId, Vec<Entry>>>,
}

struct Entry {
    number: u64,
    token: CancellationToken,
}

impl InFlightCalls {
    /// None yet.
    ///
    /// ```
    /// assert!(dsh_tools::InFlightCalls::new().is_empty());
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    #[inline]
    fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The calls of a session. There is nothing to open or to close: a session is a name.
    ///
    /// ```
    /// use dsh_tools::InFlightCalls;
    /// let session = InFlightCalls::new().session("s1");
    /// # let _ = session;
    /// ```
    #[inline]
    pub fn session(&self, id: impl Into<Arc<str>>) -> SessionCalls {
        SessionCalls::new(self.clone(), id.into())
    }

    /// Cancels a call; whether there was one of this id in flight. It is still in flight until it has ended.
    ///
    /// ```
    /// assert!(!dsh_tools::InFlightCalls::new().cancel("s1", 7), "unknown, or over: nothing to do");
    /// ```
    #[inline]
    pub fn cancel(&self, session: &str, id: impl Into<RequestId>) -> bool {
        let id = id.into();
        let tokens: Vec<_> = {
            let sessions = self.sessions();
            let entries = sessions.calls.get(session).and_then(|calls| calls.get(&id));
            entries.into_iter().flatten().map(|entry| entry.token.clone()).collect()
        };
        cancel_all(&tokens)
    }

    /// Cancels all calls of a session, at its end for one; whether there were any.
    ///
    /// ```
    /// assert!(!dsh_tools::InFlightCalls::new().cancel_session("s1"));
    /// ```
    #[inline]
    pub fn cancel_session(&self, session: &str) -> bool {
        let tokens: Vec<_> = {
            let sessions = self.sessions();
            let entries = sessions.calls.get(session).into_iter().flat_map(HashMap::values);
            entries.flatten().map(|entry| entry.token.clone()).collect()
        };
        cancel_all(&tokens)
    }

    /// How many calls are in flight, in all sessions.
    ///
    /// ```
    /// assert_eq!(dsh_tools::InFlightCalls::new().len(), 0);
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.sessions().calls.values().flat_map(HashMap::values).map(Vec::len).sum()
    }

    /// Whether none is.
    ///
    /// ```
    /// assert!(dsh_tools::InFlightCalls::new().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.sessions().calls.is_empty()
    }

    /// Adds a call that no other has the id of.
    #[inline]
    pub(super) fn begin(
        &self,
        session: &Arc<str>,
        id: RequestId,
    ) -> Result<InFlightCall, RequestInUseError> {
        let mut sessions = self.sessions();
        if sessions.calls.get(session).is_some_and(|calls| calls.contains_key(&id)) {
            return Err(RequestInUseError(id));
        }
        let added = sessions.add(session, id.clone(), CancellationToken::new());
        Ok(self.call(session, id, added))
    }

    /// Adds a call beside those of the same id.
    #[inline]
    pub(super) fn add(
        &self,
        session: &Arc<str>,
        id: RequestId,
        token: CancellationToken,
    ) -> InFlightCall {
        let added = self.sessions().add(session, id.clone(), token);
        self.call(session, id, added)
    }

    #[inline]
    fn call(
        &self,
        session: &Arc<str>,
        id: RequestId,
        (number, token): (u64, CancellationToken),
    ) -> InFlightCall {
        InFlightCall { calls: self.clone(), session: Arc::clone(session), id, number, token }
    }
}

/// Whoever waits for a token is woken by this, and is somebody's code; no lock is held meanwhile.
#[inline]
fn cancel_all(tokens: &[CancellationToken]) -> bool {
    for token in tokens {
        contained("waker", "cancel", contain(|| token.cancel()));
    }
    !tokens.is_empty()
}

impl Sessions {
    #[inline]
    fn add(
        &mut self,
        session: &Arc<str>,
        id: RequestId,
        token: CancellationToken,
    ) -> (u64, CancellationToken) {
        self.last += 1;
        let entry = Entry { number: self.last, token: token.clone() };
        let calls = self.calls.entry(Arc::clone(session)).or_default();
        calls.entry(id).or_default().push(entry);
        (self.last, token)
    }

    #[inline]
    fn remove(&mut self, session: &Arc<str>, id: &RequestId, number: u64) {
        let Some(calls) = self.calls.get_mut(session) else { return };
        if let Some(entries) = calls.get_mut(id) {
            entries.retain(|entry| entry.number != number);
            if entries.is_empty() {
                calls.remove(id);
            }
        }
        if calls.is_empty() {
            self.calls.remove(session);
        }
    }
}

impl fmt::Debug for InFlightCalls {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InFlightCalls").field("len", &self.len()).finish()
    }
}

/// A call in flight: it can be cancelled by its id until this is dropped.
///
/// ```
/// use dsh_tools::InFlightCalls;
///
/// let calls = InFlightCalls::new();
/// let request = calls.session("s1").begin("r-1")?;
/// calls.cancel("s1", "r-1");
/// assert!(request.token().is_cancelled());
/// drop(request);
/// assert!(!calls.cancel("s1", "r-1"));
/// # Ok::<(), dsh_tools::RequestInUseError>(())
/// ```
#[must_use = "the call is in flight until this is dropped"]
pub struct InFlightCall {
    calls: InFlightCalls,
    session: Arc<str>,
    id: RequestId,
    number: u64,
    token: CancellationToken,
}

impl InFlightCall {
    /// What a cancellation cancels, for [`ToolExecutionInput::cancellation`](crate::tool::ToolExecutionInput::cancellation).
    ///
    /// ```
    /// # use dsh_tools::{InFlightCall, ToolExecutionInput};
    /// fn tied(input: ToolExecutionInput, request: &InFlightCall) -> ToolExecutionInput {
    ///     input.cancellation(request.token().clone())
    /// }
    /// ```
    #[inline]
    pub const fn token(&self) -> &CancellationToken {
        &self.token
    }

    /// The request's id.
    ///
    /// ```
    /// # use dsh_tools::InFlightCall;
    /// fn log(request: &InFlightCall) { println!("{} is over", request.id()); }
    /// ```
    #[inline]
    pub const fn id(&self) -> &RequestId {
        &self.id
    }
}

impl Drop for InFlightCall {
    #[inline]
    fn drop(&mut self) {
        self.calls.sessions().remove(&self.session, &self.id, self.number);
    }
}

impl fmt::Debug for InFlightCall {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InFlightCall")
            .field("session", &self.session)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
