//! A conversation with a client.

use super::ask::Ask;
use super::builder::AcpSessionBuilder;
use super::desk::Desk;
use super::event::Event;
use super::v1::{ClientCapabilities, SessionId, SessionNotification};
use crate::json::ContentBlock;
use crate::tool::{contain, contained};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A conversation with a client that speaks ACP: the cards of its calls. A cheap handle.
///
/// It is a [`Policy`](crate::Policy): installed on a scope, it shows all calls there and below. Updates of one call reach
/// the sink in order, and each call that began gets its end, whatever becomes of it: denied, cancelled, dropped, or its
/// scope closed.
///
/// ```
/// use dsh_tools::ToolRegistry;
/// use dsh_tools::bridge::acp::{AcpSession, v1};
///
/// fn begin(registry: &ToolRegistry, id: v1::SessionId, client: &v1::ClientCapabilities) -> AcpSession {
///     let session = AcpSession::new(id, "/srv/app", client, |update: v1::SessionNotification| {
///         println!("{}", serde_json::to_string(&update).unwrap_or_default());
///     });
///     registry.scope("agent").policy(session.clone());
///     session
/// }
/// # begin(&ToolRegistry::new(), v1::SessionId::new("sess_1"), &v1::ClientCapabilities::new());
/// ```
#[derive(Clone)]
pub struct AcpSession(Arc<Shared>);

struct Shared {
    desk: Desk,
    ask: Option<Arc<Ask>>,
    closed: CancellationToken,
}

impl AcpSession {
    /// A conversation about a directory, with a client that can do this. The sink is handed what is to be sent, one after the
    /// other; it should be quick, as calls wait for it.
    ///
    /// What the client can do is looked at here and never again.
    ///
    /// ```
    /// use dsh_tools::bridge::acp::{AcpSession, v1};
    /// let session = AcpSession::new("sess_1", "/srv/app", &v1::ClientCapabilities::new(), |update| {
    ///     let _: v1::SessionNotification = update;
    /// });
    /// assert_eq!(session.id().to_string(), "sess_1");
    /// ```
    pub fn new(
        id: impl Into<SessionId>,
        directory: impl AsRef<Path>,
        client: &ClientCapabilities,
        sink: impl Fn(SessionNotification) + Send + Sync + 'static,
    ) -> Self {
        Self::builder(id, directory).client(client).build(sink)
    }

    /// A conversation of which more is said: how the client is asked, what must not leave.
    ///
    /// ```
    /// use dsh_tools::bridge::acp::{AcpSession, v1};
    /// let session = AcpSession::builder("sess_1", "/srv/app")
    ///     .redact(|text| text.replace("hunter2", "***"))
    ///     .build(|update: v1::SessionNotification| println!("{update:?}"));
    /// # drop(session);
    /// ```
    pub fn builder(id: impl Into<SessionId>, directory: impl AsRef<Path>) -> AcpSessionBuilder {
        AcpSessionBuilder::new(id.into(), directory.as_ref())
    }

    pub(super) fn start(desk: Desk, ask: Option<Arc<Ask>>) -> Self {
        Self(Arc::new(Shared { desk, ask, closed: CancellationToken::new() }))
    }

    /// The session's id.
    ///
    /// ```
    /// # use dsh_tools::bridge::acp::{AcpSession, v1};
    /// fn is_first(session: &AcpSession) -> bool { *session.id() == v1::SessionId::new("sess_1") }
    /// ```
    pub fn id(&self) -> &SessionId {
        &self.0.desk.settings().id
    }

    /// The working directory, as it was given.
    ///
    /// ```
    /// # use dsh_tools::bridge::acp::AcpSession;
    /// fn about(session: &AcpSession) -> String { format!("work in {}", session.directory()) }
    /// ```
    pub fn directory(&self) -> &str {
        self.0.desk.settings().directory.as_str()
    }

    /// Shows other content in the card of a call that is open, by the id that the model gave it; of another call, nothing
    /// is sent. The rest of the card stays as it is, also a question that is open.
    ///
    /// ```
    /// use dsh_tools::bridge::acp::AcpSession;
    /// use dsh_tools::json::ContentBlock;
    ///
    /// fn step(session: &AcpSession, call_id: &str, done: &str) {
    ///     session.show(call_id, [ContentBlock::text(done)]);
    /// }
    /// ```
    pub fn show(&self, call_id: &str, content: impl IntoIterator<Item = ContentBlock>) {
        let call_id = crate::json::visible(call_id).to_string();
        let content = content.into_iter().collect();
        self.0.desk.post(Event::Shown { call_id, content });
    }

    /// The client is gone: cards that are open get their end, questions that are open are not answered any more, which
    /// denies them, and nothing is sent after that.
    ///
    /// The calls themselves go on; whoever made them cancels them.
    ///
    /// ```
    /// # use dsh_tools::bridge::acp::{AcpSession, v1};
    /// # let session = AcpSession::builder("sess_1", "/").build(|_: v1::SessionNotification| {});
    /// session.close();
    /// assert!(session.is_closed());
    /// ```
    pub fn close(&self) {
        contained("waker", "acp", contain(|| self.0.closed.cancel()));
        self.0.desk.post(Event::Closed);
    }

    /// Whether it was closed.
    ///
    /// ```
    /// # use dsh_tools::bridge::acp::AcpSession;
    /// fn is_open(session: &AcpSession) -> bool { !session.is_closed() }
    /// ```
    pub fn is_closed(&self) -> bool {
        self.0.closed.is_cancelled()
    }

    pub(super) fn desk(&self) -> &Desk {
        &self.0.desk
    }

    pub(super) fn ask(&self) -> Option<&Arc<Ask>> {
        self.0.ask.as_ref()
    }

    pub(super) fn closed(&self) -> &CancellationToken {
        &self.0.closed
    }
}

impl fmt::Debug for AcpSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AcpSession")
            .field("desk", &self.0.desk)
            .field("is_closed", &self.is_closed())
            .finish_non_exhaustive()
    }
}
