//! Bodies, whatever their types.

use super::contain::Shielded;
use super::source::ArgumentSource;
use super::{ToolContext, ToolError, ToolOutput};
use crate::json::FrozenJson;
use std::marker::PhantomData;
use std::pin::Pin;

/// A body that runs.
pub(crate) type BodyFuture = Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send>>;

/// A body.
pub(crate) trait Body: Send + Sync {
    /// Reads the arguments and makes the future that runs on them.
    fn start(&self, arguments: &FrozenJson, cx: ToolContext) -> Result<BodyFuture, NotStarted>;
}

/// Why there is no future.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotStarted {
    /// The arguments do not fit.
    Invalid,
    /// The definition is being dropped.
    Gone,
}

pub(crate) struct Function<I, F> {
    run: Shielded<F>,
    source: PhantomData<fn() -> I>,
}

impl<I, F> Function<I, F> {
    pub(crate) const fn new(run: F) -> Self {
        Self { run: Shielded::new(run), source: PhantomData }
    }
}

impl<I, F, Fut> Body for Function<I, F>
where
    I: ArgumentSource,
    F: Fn(I::Args, ToolContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    fn start(&self, arguments: &FrozenJson, cx: ToolContext) -> Result<BodyFuture, NotStarted> {
        // Generated once for each tool: nothing but matches and calls.
        let Ok(args) = I::read(arguments) else { return Err(NotStarted::Invalid) };
        let Some(run) = self.run.get() else { return Err(NotStarted::Gone) };
        Ok(Box::pin(run(args, cx)))
    }
}
