//! What generated code names; no part of the public interface.

use super::arguments::Input;
use super::body::{BodyFuture, Function, NotStarted, Runs};
use super::contract::OutputContract;
use super::parts::{Parts, SourceLocation};
use super::source::Typed;
use super::{
    IntoContent, IntoToolOutput, ToolContext, ToolDefinition, ToolError, ToolExecution,
    ToolExecutionResult, ToolHints, ToolOutput, ToolResultData,
};
use crate::json::{ContentBlock, FrozenJson, JsonError};
use crate::schema::{Node, ToolArgs, ToolValue, same_text};
use crate::view::{ToolCallView, ToolResultView};
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::AbortHandle;

/// What the attributes of `#[tool]` say.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "named as the attributes are")]
pub struct Spec {
    pub name: &'static str,
    pub title: Option<&'static str>,
    pub description: &'static str,
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    pub idempotent: Option<bool>,
    pub open_world: Option<bool>,
    pub timeout: Option<Duration>,
    pub file: &'static str,
    pub line: u32,
    pub column: u32,
}

/// A definition on its way from a function.
pub struct Define {
    parts: Parts,
}

/// What a function's body starts with.
pub type Started = Result<BodyFuture, NotStarted>;

/// Starts the definition of a function: of its arguments only the node is left, of its output the type.
pub fn define_function<R: IntoToolOutput>(
    spec: Spec,
    arguments: &'static Node,
    start: fn(&FrozenJson, ToolContext) -> Started,
) -> Define {
    let output = OutputContract::of::<R>();
    Define { parts: parts(spec, arguments, output, Runs::Function(start)) }
}

/// What [`define_function`] is given, where the arguments could be read.
///
/// # Errors
/// Never.
pub fn started(body: Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send>) -> Started {
    Ok(Box::into_pin(body))
}

/// The same where they could not be read.
///
/// # Errors
/// Always.
pub fn refused() -> Started {
    Err(NotStarted::Invalid)
}

/// Starts the definition of a method, whose body holds the toolbox.
pub fn define<A, R, F, Fut>(spec: Spec, body: F) -> Define
where
    A: ToolArgs,
    R: IntoToolOutput,
    F: Fn(A, ToolContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    let body = Runs::Body(Arc::new(Function::<Typed<A>, F>::new(body)));
    Define { parts: parts(spec, A::NODE, OutputContract::of::<R>(), body) }
}

/// All of it that is the same code for every function.
fn parts(spec: Spec, node: &'static Node, output: OutputContract, body: Runs) -> Parts {
    let location = SourceLocation::new(spec.file, spec.line, spec.column);
    let mut parts = Parts::new(Arc::from(spec.name), location, Input::typed(node));
    parts.title = spec.title.map(Arc::from);
    parts.description = Arc::from(spec.description);
    parts.hints = ToolHints {
        read_only: spec.read_only,
        destructive: spec.destructive,
        idempotent: spec.idempotent,
        open_world: spec.open_world,
    };
    parts.timeout = spec.timeout;
    parts.output = output;
    parts.body = Some(body);
    parts
}

impl Define {
    /// The body takes `&T`.
    #[must_use]
    pub fn inject<T: Any + Send + Sync>(mut self) -> Self {
        self.parts.require::<T>();
        self
    }

    /// The body takes `Option<&T>`.
    #[must_use]
    pub fn inject_optional<T: Any + Send + Sync>(self) -> Self {
        self
    }

    /// `finalize = ..`
    #[must_use]
    pub fn finalize<C: Into<Option<Vec<ContentBlock>>>>(
        mut self,
        finalize: impl Fn(&ToolExecutionResult) -> C + Send + Sync + 'static,
    ) -> Self {
        self.parts.finalize(finalize);
        self
    }

    /// The definition.
    #[must_use]
    pub fn build(self) -> ToolDefinition {
        self.parts.build()
    }
}

impl Define {
    /// `present_call = ..`
    #[must_use]
    pub fn present_call<A: ToolArgs, V: Into<Option<ToolCallView>>>(
        mut self,
        present: impl Fn(&A) -> V + Send + Sync + 'static,
    ) -> Self {
        self.parts.present_call::<Typed<A>, V>(present);
        self
    }

    /// `present_result = ..`
    #[must_use]
    pub fn present_result<A: ToolArgs, V: Into<Option<ToolResultView>>>(
        mut self,
        present: impl Fn(&A, &ToolResultData<'_>) -> V + Send + Sync + 'static,
    ) -> Self {
        self.parts.present_result::<Typed<A>, V>(present);
        self
    }

    /// `parallel`
    #[must_use]
    pub fn parallel<A: ToolArgs>(self) -> Self {
        self.parallel_when(|_: &A| true)
    }

    /// `parallel = ..`
    #[must_use]
    pub fn parallel_when<A: ToolArgs>(
        mut self,
        parallel: impl Fn(&A) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.parts.classify::<Typed<A>>(parallel);
        self
    }

    /// `render = ..`
    #[must_use]
    pub fn render<V: ToolValue, C: IntoContent>(
        mut self,
        render: impl Fn(&V) -> C + Send + Sync + 'static,
    ) -> Self {
        self.parts.output.render(render);
        self
    }

    /// `meta = ..`
    #[must_use]
    pub fn meta<V: ToolValue, M: TryInto<FrozenJson, Error: Into<JsonError>>>(
        mut self,
        meta: impl Fn(&V) -> M + Send + Sync + 'static,
    ) -> Self {
        self.parts.output.meta(meta);
        self
    }
}

impl fmt::Debug for Define {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.parts, f)
    }
}

/// Whether no name before the one with this number is the same: `tools![..]` lists no two tools of one name.
///
/// The numbers are those of the entries as written; `cfg` may have left some out.
#[must_use]
#[allow(clippy::indexing_slicing, reason = "both indices are below the length")]
#[inline]
pub const fn is_first_name(names: &[(usize, &str)], number: usize) -> bool {
    let mut this = 0;
    while this < names.len() && names[this].0 != number {
        this += 1;
    }
    let mut other = 0;
    while this < names.len() && other < this {
        if same_text(names[other].1, names[this].1) {
            return false;
        }
        other += 1;
    }
    true
}

/// Runs a synchronous body where it may block: its thread cannot be stopped, only told.
pub async fn blocking<F>(cx: ToolContext, body: F) -> Result<ToolOutput, ToolError>
where
    F: FnOnce(&ToolContext) -> Result<ToolOutput, ToolError> + Send + 'static,
{
    let Ok(runtime) = tokio::runtime::Handle::try_current() else {
        return Err(ToolError::msg("a blocking tool runs within a tokio runtime only"));
    };
    let cx = cx.seen_in_a_run();
    let run = cx.execution().clone();
    let thread = runtime.spawn_blocking(move || body(&cx));
    let mut given_up = GivenUp { run, thread: Some(thread.abort_handle()) };
    let output = thread.await;
    given_up.thread = None;
    match output {
        Ok(output) => output,
        Err(error) => match error.try_into_panic() {
            // The panic goes on where every body's panic is dealt with.
            Ok(payload) => std::panic::resume_unwind(payload),
            Err(_stopped) => Err(ToolError::aborted()),
        },
    }
}

/// Tells a thread that nobody waits for it any more, and keeps one that has not started from it.
struct GivenUp {
    run: ToolExecution,
    thread: Option<AbortHandle>,
}

impl Drop for GivenUp {
    #[inline]
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.abort();
            if let Some(token) = self.run.end() {
                token.cancel();
            }
        }
    }
}
