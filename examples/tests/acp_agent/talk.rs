//! A client, and an agent of its own in a directory of its own.

use crate::support::example;
use crate::turn::Turn;
use crate::wire::{Recorded, Wire};
use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v1::schema::{
    CancelNotification, ClientCapabilities, InitializeRequest, InitializeResponse, Meta,
    NewSessionRequest, PermissionOptionKind, PromptRequest, RequestPermissionOutcome,
    RequestPermissionRequest, RequestPermissionResponse, SelectedPermissionOutcome, SessionId,
    SessionNotification, SessionUpdate,
};
use agent_client_protocol::v1::{ConnectionTo, Responder};
use agent_client_protocol::{
    Agent, ByteStreams, Client, Error, on_receive_notification, on_receive_request,
};
use serde_json::json;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::Notify;
use tokio_util::compat::{TokioAsyncReadCompatExt as _, TokioAsyncWriteCompatExt as _};

/// Longer than anything takes that works.
pub(crate) const LIMIT: Duration = Duration::from_mins(1);

/// What the client says when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Allow,
    Reject,
    /// Nothing is chosen: it cancels the turn.
    Cancel,
    /// It cancels the turn, and does not answer at all.
    Silence,
    /// A choice that was not offered.
    Nonsense,
}

/// What the client was told and asked.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) told: Vec<SessionNotification>,
    /// Questions, each with how much had been told before.
    pub(crate) asked: Vec<(usize, RequestPermissionRequest)>,
    answers: VecDeque<Answer>,
    /// What was never answered.
    open: Vec<Responder<RequestPermissionResponse>>,
}

/// A conversation.
pub(crate) struct Talk {
    pub(crate) agent: ConnectionTo<Agent>,
    pub(crate) initialized: InitializeResponse,
    pub(crate) session: SessionId,
    directory: TempDir,
    heard: Arc<Mutex<Heard>>,
    /// Something was told.
    came: Arc<Notify>,
}

/// Talks to an agent that was started with these options, by a client that shows terminals or does not. Looks at all that
/// the agent wrote afterwards, and that it ends well.
pub(crate) async fn talk(
    shows_terminals: bool,
    options: &[&str],
    talk: impl AsyncFnOnce(&Talk) -> Result<(), Error>,
) {
    let (wire, end) = converse(shows_terminals, options, Stdio::inherit(), talk).await;
    assert!(end.success(), "{end}");
    wire.check();
}

/// The same, whatever comes of it: the client is gone as soon as `talk` is done.
pub(crate) async fn converse(
    shows_terminals: bool,
    options: &[&str],
    complaints: Stdio,
    talk: impl AsyncFnOnce(&Talk) -> Result<(), Error>,
) -> (Wire, ExitStatus) {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("src")).unwrap();
    let text = "//! A library.\npub fn one() -> u32 { 1 }\n";
    std::fs::write(directory.path().join("src/lib.rs"), text).unwrap();

    let mut agent = tokio::process::Command::from(example("acp_agent"));
    agent.args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(complaints);
    agent.kill_on_drop(true);
    let mut agent = agent.spawn().unwrap();
    let wire = Wire::default();
    let incoming = Recorded::new(agent.stdout.take().unwrap(), Arc::clone(&wire.received));
    let outgoing = Recorded::new(agent.stdin.take().unwrap(), Arc::clone(&wire.sent));

    let heard = Arc::new(Mutex::new(Heard::default()));
    let (told, asked) = (Arc::clone(&heard), Arc::clone(&heard));
    let came = Arc::new(Notify::new());
    let comes = Arc::clone(&came);
    let conversation = Client
        .v1()
        .on_receive_notification(
            async move |notification: SessionNotification, _| {
                lock(&told).told.push(notification);
                comes.notify_waiters();
                Ok(())
            },
            on_receive_notification!(),
        )
        .on_receive_request(
            async move |request: RequestPermissionRequest,
                        responder: Responder<RequestPermissionResponse>,
                        agent: ConnectionTo<Agent>| {
                let answer = {
                    let mut heard = lock(&asked);
                    let before = heard.told.len();
                    heard.asked.push((before, request.clone()));
                    heard.answers.pop_front()
                };
                if matches!(answer, Some(Answer::Cancel | Answer::Silence)) {
                    agent.send_notification(CancelNotification::new(request.session_id.clone()))?;
                }
                if answer == Some(Answer::Silence) {
                    lock(&asked).open.push(responder);
                    return Ok(());
                }
                responder.respond(RequestPermissionResponse::new(outcome(answer, &request)))
            },
            on_receive_request!(),
        )
        .connect_with(
            ByteStreams::new(outgoing.compat_write(), incoming.compat()),
            async move |agent: ConnectionTo<Agent>| {
                let mut capabilities = ClientCapabilities::new();
                if shows_terminals {
                    let meta = Meta::from_iter([("terminal_output".to_owned(), json!(true))]);
                    capabilities = capabilities.meta(meta);
                }
                let request =
                    InitializeRequest::new(ProtocolVersion::V1).client_capabilities(capabilities);
                let initialized = agent.send_request(request).block_task().await?;
                let request = NewSessionRequest::new(directory.path());
                let session = agent.send_request(request).block_task().await?.session_id;
                talk(&Talk { agent, initialized, session, directory, heard, came }).await
            },
        );
    tokio::time::timeout(LIMIT, conversation).await.unwrap().unwrap();
    let end = tokio::time::timeout(LIMIT, agent.wait()).await.unwrap().unwrap();
    (wire, end)
}

fn lock(heard: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

fn outcome(answer: Option<Answer>, request: &RequestPermissionRequest) -> RequestPermissionOutcome {
    let kind = match answer {
        Some(Answer::Allow) => PermissionOptionKind::AllowOnce,
        Some(Answer::Reject) => PermissionOptionKind::RejectOnce,
        Some(Answer::Nonsense) => {
            return RequestPermissionOutcome::Selected(SelectedPermissionOutcome::new("sudo"));
        }
        _ => return RequestPermissionOutcome::Cancelled,
    };
    let option = request.options.iter().find(|option| option.kind == kind).unwrap();
    RequestPermissionOutcome::Selected(SelectedPermissionOutcome::new(option.option_id.clone()))
}

impl Talk {
    /// A path in the agent's directory.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// What is prompted, to be sent.
    pub(crate) fn prompt(&self, text: &str) -> PromptRequest {
        PromptRequest::new(self.session.clone(), vec![text.into()])
    }

    /// A turn, with the answers to its questions: there are as many.
    pub(crate) async fn turn(&self, text: &str, answers: &[Answer]) -> Result<Turn, Error> {
        let (told, asked) = {
            let mut heard = lock(&self.heard);
            heard.answers = answers.iter().copied().collect();
            (heard.told.len(), heard.asked.len())
        };
        let response = self.agent.send_request(self.prompt(text)).block_task().await?;
        let heard = lock(&self.heard);
        let updates = heard.told.iter().skip(told).map(|told| told.update.clone()).collect();
        let asked: Vec<_> = heard.asked.iter().skip(asked).cloned().collect();
        assert_eq!(asked.len(), answers.len(), "{asked:?}");
        let asked = asked.into_iter().map(|(before, asked)| (before - told, asked)).collect();
        Ok(Turn { reason: response.stop_reason, updates, asked })
    }

    pub(crate) fn cancel(&self) -> Result<(), Error> {
        self.agent.send_notification(CancelNotification::new(self.session.clone()))
    }

    /// Waits for an update, unless it came already.
    pub(crate) async fn heard(&self, wanted: impl Fn(&SessionUpdate) -> bool) {
        loop {
            let mut next = pin!(self.came.notified());
            // From here on nothing is missed.
            next.as_mut().enable();
            if lock(&self.heard).told.iter().any(|told| wanted(&told.update)) {
                return;
            }
            next.await;
        }
    }

    /// How many questions were not answered, and how many of those the agent took back.
    pub(crate) fn open(&self) -> (usize, usize) {
        let heard = lock(&self.heard);
        let taken = heard.open.iter().filter(|responder| responder.cancellation().is_cancelled());
        (heard.open.len(), taken.count())
    }

    /// All updates of sessions by now.
    pub(crate) fn told(&self) -> Vec<SessionNotification> {
        lock(&self.heard).told.clone()
    }
}
