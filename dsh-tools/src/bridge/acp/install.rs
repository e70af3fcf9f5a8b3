//! The hooks of a session.

use super::ask::AcpApprover;
use super::event::{Ended, Event};
use super::opening::{Made, Opening};
use super::session::AcpSession;
use super::settings::Settings;
use crate::json::FrozenJson;
use crate::pipeline::{ApprovalEnd, ApprovalRequest, Hooks, Policy, Witness};
use crate::registry::Place;
use crate::tool::{ToolExecution, ToolExecutionResult, ToolExecutionToken, ToolResultData};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A session in a registry or a scope, with the calls that run there.
struct Installed {
    session: AcpSession,
    open: Mutex<HashSet<ToolExecutionToken>>,
}

impl Installed {
    fn open(&self) -> MutexGuard<'_, HashSet<ToolExecutionToken>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn post(&self, event: Event) {
        self.session.desk().post(event);
    }

    fn settings(&self) -> &Settings {
        self.session.desk().settings()
    }

    fn begin(&self, call: &ToolExecution) {
        let is_new = self.open().insert(call.token());
        if is_new && !self.session.is_closed() {
            self.post(Event::Begun(Box::new(Opening::of(self.settings(), Made::of(call), || {
                call.arguments_text().into_owned()
            }))));
        }
    }

    fn end(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        // Arguments that cannot be read reach no other hook, nor does what is denied further out.
        self.begin(call);
        self.open().remove(&call.token());
        if self.session.is_closed() {
            return;
        }
        let settings = self.settings();
        // Who replaced what a result says, and not what it was made of, does not want the latter shown.
        let meta = if result.is_said_instead() { None } else { result.meta() };
        let data = ToolResultData { meta, ..result.data() };
        let view = match (call.definition(), call.arguments()) {
            (Some(tool), Some(arguments)) => tool.present_result(arguments, &data),
            _ => None,
        };
        self.post(Event::Ended(Box::new(Ended {
            call: call.token(),
            is_error: result.is_error(),
            view,
            content: result.content().to_vec(),
            raw_output: raw_output(settings, result),
        })));
    }
}

/// The result as a value: what a success gave, of a failure what is known.
fn raw_output(settings: &Settings, result: &ToolExecutionResult) -> Option<Value> {
    match result.outcome() {
        Ok(_) if result.is_said_instead() => Some(settings.raw_text(&result.text())),
        Ok(success) => settings.raw(success.value()),
        Err(failure) => {
            let code = failure.code().as_str();
            let error = json!({"error": {"code": code, "message": result.text()}});
            settings.raw(&FrozenJson::from_value(error).ok()?)
        }
    }
}

/// Hooks that are lifted while calls run leave no card open.
impl Drop for Installed {
    fn drop(&mut self) {
        let mut left: Vec<_> = self.open().drain().collect();
        left.sort_by_key(|token| token.number());
        for call in left {
            self.post(Event::Ended(Box::new(Ended::without_result(
                call,
                "the call is no longer watched",
            ))));
        }
    }
}

struct Questions(Arc<Installed>);

impl Witness for Questions {
    fn asked(&self, request: &ApprovalRequest) {
        self.0.begin(request.execution());
    }

    fn decided(&self, _: &ApprovalRequest, _: ApprovalEnd, _: Option<&str>) {}
}

impl Policy for AcpSession {
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        let session = Self::clone(&self);
        let ask = session.ask().cloned();
        let installed = Arc::new(Installed { session: session.clone(), open: Mutex::default() });
        let begin = Arc::clone(&installed);
        // Whoever decides about a call without asking those within: the card was begun before.
        hooks.outermost().pre_execute_fn(move |call, next| {
            begin.begin(&call);
            next.run()
        });
        hooks.witness(Questions(Arc::clone(&installed)));
        if let Some(ask) = ask {
            hooks.approver(AcpApprover::asking(session, ask));
        }
        let start = Arc::clone(&installed);
        hooks.within(Place::Innermost, |hooks| {
            hooks.around_dispatch_fn(move |call, next| {
                // A name that is no tool, and a call that is given up, are not run.
                if call.definition().is_some() && !call.is_ended() {
                    start.post(Event::Started(call.token()));
                }
                async move { next.run().await }
            });
        });
        let progress = Arc::clone(&installed);
        hooks.add_listen(move |call: &ToolExecution, told: &crate::tool::Progress| {
            progress.post(Event::Progressed(call.token(), told.clone()));
        });
        hooks.observe_fn(move |call, result| installed.end(call, result));
    }
}
