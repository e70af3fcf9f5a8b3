//! The stages around a body, one by one.

mod approval;
mod around;
mod beside;
mod broker;
mod cancelled;
mod closing;
mod deadlines;
mod guards;
mod nested;
mod panicked;
mod panicking;
mod post;
mod pre;

use crate::support::free;
use dsh_tools::prelude::*;
use std::sync::{Arc, Mutex};

/// What happened, in order.
#[derive(Clone, Default)]
pub(crate) struct Diary(Arc<Mutex<Vec<String>>>);

impl Diary {
    pub(crate) fn note(&self, what: impl Into<String>) {
        self.0.lock().unwrap().push(what.into());
    }

    #[track_caller]
    pub(crate) fn reads(&self, expected: &[&str]) {
        assert_eq!(*self.0.lock().unwrap(), expected);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    /// A tool that notes its run.
    pub(crate) fn tool(&self, name: &'static str) -> ToolDefinition {
        let diary = self.clone();
        free(name)
            .body(move |_, _| {
                diary.note(format!("body of {name}"));
                async move { name }
            })
            .build()
    }

    /// A registry with the tool `t`, whose every outcome is noted.
    pub(crate) fn registry(&self) -> ToolRegistry {
        let registry = ToolRegistry::builder().tool(self.tool("t")).build().unwrap();
        let diary = self.clone();
        registry.observe_fn(move |_, result| diary.note(format!("observed {}", brief(result))));
        registry
    }
}

/// A result in a word.
pub(crate) fn brief(result: &ToolExecutionResult) -> String {
    match result.outcome() {
        Ok(_) => format!("ok {}", result.text()),
        Err(failure) => format!("{} {}", failure.code(), failure.message()),
    }
}

pub(crate) fn run(scope: &ToolScope) -> impl Future<Output = ToolExecutionResult> + Send + use<> {
    scope.execute(crate::support::call("t", "{}"))
}

/// What the messages beside a result say.
pub(crate) fn words(result: &ToolExecutionResult) -> Vec<String> {
    let word = |context: &dsh_tools::AdditionalContext| {
        context.content[0].as_text().unwrap_or_default().to_owned()
    };
    result.additional_contexts().iter().map(word).collect()
}
