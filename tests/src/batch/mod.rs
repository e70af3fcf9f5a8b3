//! The calls of a step, run together.

mod dropped;
mod ended;
mod order;
mod pool;
mod refused;

use crate::support::free;
use dsh_tools::ToolBatch;
use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use tokio::sync::Notify;

pub(super) type Handed = (ToolExecution, ToolExecutionResult);

/// Tools whose bodies say when they start and end when they are let.
#[derive(Clone, Default)]
pub(super) struct Bench {
    notes: Arc<Mutex<Vec<String>>>,
    gates: Arc<Mutex<BTreeMap<String, Arc<Notify>>>>,
}

impl Bench {
    pub(super) fn note(&self, what: impl Into<String>) {
        self.notes.lock().unwrap().push(what.into());
    }

    /// What happened since this was asked last.
    pub(super) fn news(&self) -> Vec<String> {
        std::mem::take(&mut self.notes.lock().unwrap())
    }

    fn gate(&self, id: &str) -> Arc<Notify> {
        Arc::clone(self.gates.lock().unwrap().entry(id.to_owned()).or_default())
    }

    /// Lets the body of this call end.
    pub(super) fn release(&self, id: &str) {
        self.gate(id).notify_one();
    }

    /// A tool whose bodies wait to be released. It runs beside others where the arguments say `"p": true`, or all do.
    pub(super) fn tool(&self, name: &'static str, parallel: Option<bool>) -> ToolDefinition {
        let bench = self.clone();
        free(name)
            .parallel_when(move |arguments| {
                parallel
                    .unwrap_or_else(|| arguments.get("p").and_then(Cursor::as_bool) == Some(true))
            })
            .body(move |_, cx| {
                let (bench, id) = (bench.clone(), cx.execution().call_id().to_owned());
                async move {
                    bench.note(format!("+{id}"));
                    bench.gate(&id).notified().await;
                    bench.note(format!("-{id}"));
                    id
                }
            })
            .build()
    }

    /// A registry with the tools `side` (beside others), `alone` and `either`; outcomes are noted.
    pub(super) fn registry(&self) -> ToolRegistry {
        let tools = [("side", Some(true)), ("alone", Some(false)), ("either", None)]
            .map(|(name, mode)| self.tool(name, mode));
        let registry = ToolRegistry::builder().tools(tools).build().unwrap();
        let bench = self.clone();
        registry.observe_fn(move |call: &ToolExecution, result: &ToolExecutionResult| {
            let outcome = result
                .outcome()
                .map_or_else(|failure| failure.code().to_string(), |_| "ok".to_owned());
            bench.note(format!("{}={outcome}", call.call_id()));
        });
        registry
    }
}

/// Calls by tool, with the ids `1`, `2`, ...
pub(super) fn calls(tools: &[&'static str]) -> Vec<ToolExecutionInput> {
    let input = |(at, name): (usize, &&'static str)| {
        ToolExecutionInput::new((at + 1).to_string(), *name, "{}")
    };
    tools.iter().enumerate().map(input).collect()
}

/// A batch that is polled by hand.
pub(super) struct Stepped(pub(super) ToolBatch);

impl Stepped {
    /// Polls until nothing more happens; the ids that were handed out, and whether that is all.
    pub(super) fn step(&mut self) -> (Vec<String>, bool) {
        let mut ids = Vec::new();
        loop {
            let mut cx = Context::from_waker(Waker::noop());
            let mut next = std::pin::pin!(self.0.next());
            match next.as_mut().poll(&mut cx) {
                Poll::Ready(Some((call, _))) => ids.push(call.call_id().to_owned()),
                Poll::Ready(None) => return (ids, true),
                Poll::Pending => return (ids, false),
            }
        }
    }
}

/// Ids and codes of what was handed out; `ok` for a success.
pub(super) fn outcomes(handed: &[Handed]) -> Vec<String> {
    let brief = |(call, result): &Handed| {
        let outcome =
            result.outcome().map_or_else(|failure| failure.code().to_string(), |_| "ok".to_owned());
        format!("{}={outcome}", call.call_id())
    };
    handed.iter().map(brief).collect()
}
