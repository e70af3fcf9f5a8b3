//! A definition with another body.

use super::body::{Body, NotStarted, Runs, Started};
use super::contain::Shielded;
use super::parts::SourceLocation;
use super::{Input, ToolContext, ToolDefinition, ToolError, ToolOutput};
use crate::json::FrozenJson;
use std::sync::Arc;

struct Replaced<F> {
    /// What the body that was there checked while it read.
    input: Input,
    run: Shielded<F>,
}

impl<F, Fut> Body for Replaced<F>
where
    F: Fn(FrozenJson, ToolContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    fn start(&self, arguments: &FrozenJson, cx: ToolContext) -> Started {
        if !self.input.fits(arguments) {
            return Err(NotStarted::Invalid);
        }
        let run = self.run.get().ok_or(NotStarted::Gone)?;
        Ok(Box::pin(run(arguments.clone(), cx)))
    }
}

impl ToolDefinition {
    /// The same for models and hosts, with a body that takes the arguments as they came, after all checks, and that
    /// injects nothing. The promise about its output stays.
    pub(crate) fn with_body<F, Fut>(&self, location: SourceLocation, run: F) -> Self
    where
        F: Fn(FrozenJson, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
    {
        let mut parts = self.parts().clone();
        parts.location = location;
        parts.requirements.clear();
        let input = parts.input.clone();
        let body = Arc::new(Replaced { input, run: Shielded::new(run) });
        parts.body = Some(Runs::Body(body));
        parts.build()
    }
}
