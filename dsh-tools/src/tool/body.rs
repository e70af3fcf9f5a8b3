//! Bodies, whatever their types.

use super::contain::Shielded;
use super::source::ArgumentSource;
use super::{ToolContext, ToolError, ToolOutput};
use crate::json::FrozenJson;
use crate::schema::one_document;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

/// A body that runs.
pub(crate) type BodyFuture = Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send>>;

/// A body that runs, or why there is none.
pub(crate) type Started = Result<BodyFuture, NotStarted>;

/// Reads the arguments and makes the future that runs on them.
pub(crate) type Start = fn(&FrozenJson, ToolContext) -> Started;

/// What a definition runs.
#[derive(Clone)]
pub(crate) enum Runs {
    /// A function, which holds nothing: most tools, so that nothing is generated for it but itself.
    Function(Start),
    /// What holds something, or comes as a closure.
    Body(Arc<dyn Body>),
}

impl Runs {
    #[allow(clippy::inline_always, reason = "the context is moved once less")]
    #[inline(always)]
    pub(crate) fn start(&self, arguments: &FrozenJson, cx: ToolContext) -> Started {
        match self {
            Self::Function(start) => {
                // What it takes to try forms is limited for all that is read.
                let _document = one_document();
                start(arguments, cx)
            }
            Self::Body(body) => body.start(arguments, cx),
        }
    }
}

/// A body.
pub(crate) trait Body: Send + Sync {
    /// Reads the arguments and makes the future that runs on them.
    fn start(&self, arguments: &FrozenJson, cx: ToolContext) -> Started;
}

/// Why there is no future.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotStarted {
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
    fn start(&self, arguments: &FrozenJson, cx: ToolContext) -> Started {
        // Generated once for each tool: nothing but matches and calls.
        let Ok(args) = I::read(arguments) else { return Err(NotStarted::Invalid) };
        let Some(run) = self.run.get() else { return Err(NotStarted::Gone) };
        Ok(Box::pin(run(args, cx)))
    }
}
