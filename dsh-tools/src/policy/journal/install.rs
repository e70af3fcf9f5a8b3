//! The hooks of a journal.

use super::repair::interrupted;
use super::writer::now;
use super::{
    AskedEntry, CallEntry, CallJournal, DecidedEntry, JournalEntry, ResultEntry, StartEntry,
};
use crate::pipeline::{
    ApprovalEnd, ApprovalRequest, AroundDispatch, AroundNext, Hooks, Policy, ToolObserver, Witness,
};
use crate::registry::Place;
use crate::tool::{
    ToolCallRecord, ToolError, ToolExecution, ToolExecutionResult, ToolExecutionToken,
    ToolResultRecord,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A journal in one place, and the calls of that place that have no result yet.
struct Installed {
    journal: Arc<CallJournal>,
    open: Mutex<HashMap<ToolExecutionToken, Open>>,
}

struct Open {
    call_id: String,
    attempts: u32,
}

impl Installed {
    #[inline]
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<ToolExecutionToken, Open>) -> T) -> T {
        act(&mut self.open.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tokens mean something in this process only; together with the journal's own mark they are told apart in a file.
    #[inline]
    fn id(&self, token: ToolExecutionToken) -> String {
        format!("{}-{}", self.journal.run(), token.number())
    }

    /// Writes the call where it is not written yet. Most are written by the outermost hook; some never meet it.
    #[inline]
    fn begin(&self, call: &ToolExecution) {
        let token = call.token();
        let is_new = self.with(|open| {
            let known = open.contains_key(&token);
            if !known {
                let call_id = call.call_id().to_owned();
                open.insert(token, Open { call_id, attempts: 0 });
            }
            !known
        });
        if is_new {
            self.write_call(call);
        }
    }

    #[inline]
    fn write_call(&self, call: &ToolExecution) {
        let root = call.root_call_id();
        let entry = CallEntry {
            time: now(),
            execution: self.id(call.token()),
            parent: call.parent().map(|parent| self.id(parent)),
            root_call_id: (root != call.call_id()).then(|| root.to_owned()),
            scope: call.scope().map(str::to_owned),
            record: ToolCallRecord::from(call),
        };
        self.journal.write(JournalEntry::Call(entry), false);
    }

    #[inline]
    fn start(&self, call: &ToolExecution) {
        self.begin(call);
        let attempt = self.with(|open| {
            open.get_mut(&call.token()).map_or(1, |open| {
                open.attempts = open.attempts.saturating_add(1);
                open.attempts
            })
        });
        let entry = StartEntry { time: now(), execution: self.id(call.token()), attempt };
        self.journal.write(JournalEntry::Start(entry), true);
    }

    #[inline]
    fn end(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        if self.with(|open| open.remove(&call.token())).is_none() {
            self.write_call(call);
        }
        self.write_result(call.token(), result.record(call.call_id()));
    }

    #[inline]
    fn write_result(&self, token: ToolExecutionToken, record: ToolResultRecord) {
        let entry = ResultEntry { time: now(), execution: self.id(token), record };
        self.journal.write(JournalEntry::Outcome(entry), false);
    }
}

/// What was lifted hears of no outcome any more: for the calls under way, that is what there is to say.
impl Drop for Installed {
    #[inline]
    fn drop(&mut self) {
        let mut left: Vec<_> = self.with(|open| open.drain().collect());
        left.sort_by_key(|(token, _)| token.number());
        for (token, Open { call_id, attempts }) in left {
            self.write_result(token, interrupted(&call_id, attempts > 0));
        }
    }
}

/// Stands innermost: each run of a tool comes by here.
struct Start(Arc<Installed>);

impl AroundDispatch for Start {
    #[inline]
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        // A name that is no tool, and a call that is given up, are not run.
        if call.definition().is_some() && !call.is_ended() {
            self.0.start(&call);
        }
        next.run().await
    }
}

struct Questions(Arc<Installed>);

impl Witness for Questions {
    #[inline]
    fn asked(&self, request: &ApprovalRequest) {
        self.0.begin(request.execution());
        let entry = AskedEntry {
            time: now(),
            execution: self.0.id(request.execution().token()),
            key: request.key().clone(),
            tool: request.tool().to_owned(),
            digest: request.digest(),
            reason: request.reason().map(str::to_owned),
        };
        self.0.journal.write(JournalEntry::Asked(entry), false);
    }

    #[inline]
    fn decided(&self, request: &ApprovalRequest, end: ApprovalEnd, words: Option<&str>) {
        let entry = DecidedEntry {
            time: now(),
            execution: self.0.id(request.execution().token()),
            key: request.key().clone(),
            decision: end,
            words: words.map(str::to_owned),
        };
        self.0.journal.write(JournalEntry::Decided(entry), false);
    }
}

struct End(Arc<Installed>);

impl ToolObserver for End {
    #[inline]
    fn observe(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        self.0.end(call, result);
    }
}

impl Policy for CallJournal {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        let installed = Arc::new(Installed { journal: self, open: Mutex::default() });
        let begin = Arc::clone(&installed);
        hooks.outermost().pre_execute_fn(move |call, next| {
            begin.begin(&call);
            next.run()
        });
        hooks.within(Place::Innermost, |hooks| {
            hooks.around_dispatch(Start(Arc::clone(&installed)));
        });
        hooks.witness(Questions(Arc::clone(&installed)));
        hooks.observe(End(installed));
    }
}
