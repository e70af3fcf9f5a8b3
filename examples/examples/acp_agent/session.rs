//! A session: a directory, its tools, and whoever is asked about their calls.

use crate::options::Options;
use agent_client_protocol::v1::{ConnectionTo, schema};
use agent_client_protocol::{Client, Error};
use dsh_tools::bridge::acp::AcpSession;
use dsh_tools::prelude::*;
use dsh_tools_examples::{
    Jobs, Workspace, bash, bash_kill, bash_output, edit, glob, grep, ls, read, write,
};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What is asked about where no rules say otherwise.
const ASKED: [&str; 3] = ["write", "edit", "bash"];

/// A session. When it goes, the commands that run in it end.
pub(crate) struct Session {
    pub(crate) id: schema::SessionId,
    pub(crate) registry: ToolRegistry,
    pub(crate) scope: ToolScope,
    pub(crate) bridge: AcpSession,
    /// There is one turn at a time.
    turns: Arc<Semaphore>,
    /// What ends the turn that is going on, or the last one.
    token: Mutex<CancellationToken>,
    calls: AtomicU64,
}

impl Session {
    /// Opens a session in a directory; calls are shown to a client, and asked about.
    pub(crate) fn open(
        id: schema::SessionId,
        cwd: &Path,
        capabilities: &schema::ClientCapabilities,
        client: &ConnectionTo<Client>,
        options: &Options,
    ) -> Result<Self, Error> {
        let wrong = |text: String| Error::invalid_params().data(serde_json::Value::from(text));
        if !cwd.is_absolute() {
            return Err(wrong(format!("`cwd` is not absolute: {}", cwd.display())));
        }
        let workspace = Workspace::open(cwd).map_err(|error| {
            wrong(format!("`cwd` cannot be opened: {}: {error}", cwd.display()))
        })?;
        let registry = ToolRegistry::builder()
            .state(workspace)
            .state(Jobs::default())
            .tools(tools![read, write, edit, ls, glob, grep, bash, bash_output, bash_kill])
            .build()
            .map_err(Error::into_internal_error)?;
        let scope = registry.scope("acp");
        if let Some(rules) = &options.rules {
            scope.policy(rules.clone());
        } else if !options.yes {
            scope.pre_execute_fn(|call, next| async move {
                match next.run().await? {
                    PreToolDecision::Allow if ASKED.contains(&call.name()) => {
                        Ok(PreToolDecision::Ask(None))
                    }
                    decision => Ok(decision),
                }
            });
        }
        let (asked, told) = (client.clone(), client.clone());
        let bridge = AcpSession::builder(id.clone(), cwd)
            .client(capabilities)
            .ask(move |request| {
                let asked = asked.clone();
                async move { Ok(asked.send_request(request).block_task().await?) }
            })
            // A client that is gone misses nothing.
            .build(move |notification| drop(told.send_notification(notification)));
        scope.policy(bridge.clone());
        Ok(Self {
            id,
            registry,
            scope,
            bridge,
            turns: Arc::new(Semaphore::new(1)),
            token: Mutex::default(),
            calls: AtomicU64::new(0),
        })
    }

    fn token(&self) -> MutexGuard<'_, CancellationToken> {
        self.token.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a turn, if none is going on; it lasts as long as the permit.
    pub(crate) fn begin(&self) -> Option<(OwnedSemaphorePermit, CancellationToken)> {
        let permit = Arc::clone(&self.turns).try_acquire_owned().ok()?;
        let token = CancellationToken::new();
        *self.token() = token.clone();
        Some((permit, token))
    }

    /// Ends what is going on, if something is.
    pub(crate) fn cancel(&self) {
        self.token().cancel();
    }

    /// Ends what is going on, and waits until the client has been told of it.
    pub(crate) async fn close(&self) {
        self.cancel();
        let _over = self.turns.acquire().await;
        self.bridge.close();
    }

    /// The client is gone, and is told nothing.
    pub(crate) fn leave(&self) {
        self.bridge.close();
        self.cancel();
    }

    /// An id for a call that came without one.
    pub(crate) fn call_id(&self) -> String {
        format!("call_{}", self.calls.fetch_add(1, Ordering::Relaxed) + 1)
    }
}
