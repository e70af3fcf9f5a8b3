//! What a client can ask of the agent.

use crate::options::Options;
use crate::planner::first_sentence;
use crate::session::Session;
use crate::turn::Turn;
use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v1::schema::{
    AgentCapabilities, AvailableCommand, AvailableCommandInput, AvailableCommandsUpdate,
    CancelNotification, ClientCapabilities, CloseSessionRequest, CloseSessionResponse,
    Error as Wrong, Implementation, InitializeRequest, InitializeResponse, NewSessionRequest,
    NewSessionResponse, PromptRequest, PromptResponse, SessionCapabilities,
    SessionCloseCapabilities, SessionId, SessionNotification, SessionUpdate,
    UnstructuredCommandInput,
};
use agent_client_protocol::v1::{ConnectionTo, Responder};
use agent_client_protocol::{
    Agent, Client, ConnectTo, Error, on_receive_notification, on_receive_request,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The agent: the sessions of a client.
pub(crate) struct Workbench {
    options: Options,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What the client can show.
    client: ClientCapabilities,
    sessions: HashMap<SessionId, Arc<Session>>,
    opened: u64,
}

/// Serves a client until it goes.
///
/// Handlers hold up everything that comes after them, so each of them is done at once; turns run beside them.
pub(crate) async fn serve(
    workbench: &Arc<Workbench>,
    transport: impl ConnectTo<Agent> + 'static,
) -> Result<(), Error> {
    let [initialize, open, prompt, cancel, close] = [(); 5].map(|()| Arc::clone(workbench));
    Agent
        .v1()
        .name("dsh-tools-workbench")
        .on_receive_request(
            async move |request: InitializeRequest, responder, _| {
                responder.respond(initialize.initialize(request))
            },
            on_receive_request!(),
        )
        .on_receive_request(
            async move |request: NewSessionRequest,
                        responder: Responder<NewSessionResponse>,
                        client| {
                let session = match open.open(&request, &client) {
                    Ok(session) => session,
                    Err(error) => return responder.respond_with_error(error),
                };
                responder.respond(NewSessionResponse::new(session.id.clone()))?;
                client.send_notification(commands(&session))
            },
            on_receive_request!(),
        )
        .on_receive_request(
            async move |request: PromptRequest, responder, client| {
                prompt.prompt(request, responder, &client)
            },
            on_receive_request!(),
        )
        .on_receive_notification(
            async move |cancelled: CancelNotification, _| {
                if let Some(session) = cancel.session(&cancelled.session_id) {
                    session.cancel();
                }
                Ok(())
            },
            on_receive_notification!(),
        )
        .on_receive_request(
            async move |request: CloseSessionRequest,
                        responder: Responder<CloseSessionResponse>,
                        client: ConnectionTo<Client>| {
                let session = close.state().sessions.remove(&request.session_id);
                let Some(session) = session else {
                    let wrong = Wrong::session_not_found(request.session_id);
                    return responder.respond_with_error(wrong.into());
                };
                client.spawn(async move {
                    session.close().await;
                    // It waits for the commands that run in the background.
                    let _gone = tokio::task::spawn_blocking(move || drop(session)).await;
                    responder.respond(CloseSessionResponse::new())
                })
            },
            on_receive_request!(),
        )
        .connect_to(transport)
        .await
}

impl Workbench {
    pub(crate) fn new(options: Options) -> Self {
        Self { options, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self, id: &SessionId) -> Option<Arc<Session>> {
        self.state().sessions.get(id).cloned()
    }

    /// The only version is the first, whichever the client would like.
    fn initialize(&self, request: InitializeRequest) -> InitializeResponse {
        self.state().client = request.client_capabilities;
        let close = SessionCapabilities::new().close(SessionCloseCapabilities::new());
        InitializeResponse::new(ProtocolVersion::V1)
            .agent_capabilities(AgentCapabilities::new().session_capabilities(close))
            .agent_info(
                Implementation::new("dsh-tools-workbench", env!("CARGO_PKG_VERSION"))
                    .title("Workbench of dsh-tools".to_owned()),
            )
    }

    fn open(
        &self,
        request: &NewSessionRequest,
        client: &ConnectionTo<Client>,
    ) -> Result<Arc<Session>, Error> {
        let mut state = self.state();
        state.opened += 1;
        let id = SessionId::new(format!("session_{}", state.opened));
        let session =
            Session::open(id.clone(), &request.cwd, &state.client, client, &self.options)?;
        let session = Arc::new(session);
        state.sessions.insert(id, Arc::clone(&session));
        Ok(session)
    }

    fn prompt(
        &self,
        request: PromptRequest,
        responder: Responder<PromptResponse>,
        client: &ConnectionTo<Client>,
    ) -> Result<(), Error> {
        let Some(session) = self.session(&request.session_id) else {
            return responder
                .respond_with_error(Wrong::session_not_found(request.session_id).into());
        };
        let Some((permit, token)) = session.begin() else {
            let busy = "a turn is going on in this session: cancel it, or wait for its end";
            return responder
                .respond_with_error(Error::invalid_request().data(serde_json::Value::from(busy)));
        };
        let task = {
            let client = client.clone();
            async move {
                let given_up = responder.cancellation();
                let turn = Turn::run(&session, &client, &token, &request.prompt);
                let mut turn = std::pin::pin!(turn);
                let reason = tokio::select! {
                    biased;
                    reason = &mut turn => reason,
                    () = given_up.cancelled() => {
                        token.cancel();
                        turn.await
                    }
                };
                drop(permit);
                responder.respond(PromptResponse::new(reason))
            }
        };
        client.spawn(task)
    }

    /// The client is gone, or has to be left: what still runs ends.
    pub(crate) fn end(&self) {
        let sessions = std::mem::take(&mut self.state().sessions);
        for session in sessions.values() {
            session.leave();
        }
    }
}

/// The tools, as commands that an editor offers.
fn commands(session: &Session) -> SessionNotification {
    let schemas = session.registry.schemas();
    let commands = schemas.iter().map(|schema| {
        let hint = UnstructuredCommandInput::new("name=value ..");
        AvailableCommand::new(&*schema.name, first_sentence(&schema.description))
            .input(AvailableCommandInput::Unstructured(hint))
    });
    let update = AvailableCommandsUpdate::new(commands.collect());
    SessionNotification::new(session.id.clone(), SessionUpdate::AvailableCommandsUpdate(update))
}
