//! What a conversation is begun with.

use super::ask::{Ask, AskError, asking};
use super::desk::Desk;
use super::session::AcpSession;
use super::settings::Settings;
use super::terminals::Terminals;
use super::v1::{
    ClientCapabilities, RequestPermissionRequest, RequestPermissionResponse, SessionId,
    SessionNotification,
};
use crate::bridge::paths::Directory;
use crate::tool::Shielded;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// What an [`AcpSession`] is begun with.
///
/// ```
/// use dsh_tools::bridge::acp::{AcpSession, v1};
/// let session = AcpSession::builder("sess_1", "/srv/app")
///     .client(&v1::ClientCapabilities::new())
///     .build(|update: v1::SessionNotification| println!("{update:?}"));
/// # drop(session);
/// ```
#[must_use = "a session begins with `build`"]
pub struct AcpSessionBuilder {
    settings: Settings,
    ask: Option<Arc<Ask>>,
}

impl AcpSessionBuilder {
    pub(super) fn new(id: SessionId, directory: &Path) -> Self {
        let settings = Settings {
            id,
            directory: Directory::new(directory),
            terminals: Terminals::None,
            fences_raw_text: false,
            redact: None,
        };
        Self { settings, ask: None }
    }

    /// What the client said that it can do, when the connection was initialized. Without it, it can do nothing.
    ///
    /// What is looked at: whether it draws terminals (`terminal_output`, `terminal_output_delta` in `_meta`). One that does
    /// not gets what commands write as text.
    ///
    /// ```
    /// use dsh_tools::bridge::acp::{AcpSession, v1};
    /// let client: v1::ClientCapabilities = serde_json::from_str(r#"{"_meta":{"terminal_output":true}}"#)?;
    /// let builder = AcpSession::builder("sess_1", "/srv/app").client(&client);
    /// # drop(builder);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn client(mut self, client: &ClientCapabilities) -> Self {
        self.settings.terminals = Terminals::of(client);
        self
    }

    /// How the client is asked whether a call may run: the policy is then an [`Approver`](crate::Approver) as well.
    ///
    /// The function sends the request and gives the response; an error means that nobody can be asked. A client that takes
    /// long is waited for, up to the registry's
    /// [`approval_deadline`](crate::registry::ToolRegistryBuilder::approval_deadline). Where answers are kept for further
    /// calls, wrap an [`AcpApprover`](super::AcpApprover) instead.
    ///
    /// ```
    /// use dsh_tools::bridge::acp::{AcpSession, v1};
    ///
    /// struct Connection;
    /// impl Connection {
    ///     async fn request(&self, _: v1::RequestPermissionRequest) -> std::io::Result<v1::RequestPermissionResponse> {
    ///         Ok(v1::RequestPermissionResponse::new(v1::RequestPermissionOutcome::Cancelled))
    ///     }
    /// }
    ///
    /// let session = AcpSession::builder("sess_1", "/srv/app")
    ///     .ask(|request| async move { Ok(Connection.request(request).await?) })
    ///     .build(|update: v1::SessionNotification| println!("{update:?}"));
    /// # drop(session);
    /// ```
    pub fn ask<F, Fut>(mut self, ask: F) -> Self
    where
        F: Fn(RequestPermissionRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<RequestPermissionResponse, AskError>> + Send + 'static,
    {
        self.ask = Some(asking(ask));
        self
    }

    /// Rewrites every text before it leaves: titles, content, output, paths, and the texts and keys in raw values. A text
    /// that it panics on is replaced as a whole.
    ///
    /// Results need it less than what is shown before: a [`PostExecute`](crate::PostExecute) hook that replaces a result is
    /// honoured here, but it comes too late for arguments and for what a body writes while it runs. Of that, whole lines
    /// are handed to the function.
    ///
    /// ```
    /// use dsh_tools::bridge::acp::AcpSession;
    /// let builder = AcpSession::builder("sess_1", "/srv/app").redact(|text| text.replace("hunter2", "***"));
    /// # drop(builder);
    /// ```
    pub fn redact(mut self, redact: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        self.settings.redact = Some(Shielded::new(Box::new(redact)));
        self
    }

    /// Shows the text of others in a fence, as it is written: of results that no presenter of the tool looked at, what a
    /// command says that it is for, and why somebody is asked.
    ///
    /// Clients read texts as Markdown: tools that give what others wrote, such as files, look better so, and what others
    /// wrote is not obeyed.
    ///
    /// ```
    /// use dsh_tools::bridge::acp::AcpSession;
    /// let builder = AcpSession::builder("sess_1", "/srv/app").fence_raw_text(true);
    /// # drop(builder);
    /// ```
    pub const fn fence_raw_text(mut self, fence: bool) -> Self {
        self.settings.fences_raw_text = fence;
        self
    }

    /// Begins the session: the sink is handed what is to be sent, one after the other; it should be quick, as calls wait
    /// for it.
    ///
    /// ```
    /// use dsh_tools::bridge::acp::{AcpSession, v1};
    /// let session = AcpSession::builder("sess_1", "/srv/app").build(|update: v1::SessionNotification| drop(update));
    /// assert_eq!(session.directory(), "/srv/app");
    /// ```
    pub fn build(self, sink: impl Fn(SessionNotification) + Send + Sync + 'static) -> AcpSession {
        AcpSession::start(Desk::new(self.settings, Box::new(sink)), self.ask)
    }
}

impl fmt::Debug for AcpSessionBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AcpSessionBuilder")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}
