//! A span for each call.

use crate::json::{FrozenJson, visible};
use crate::pipeline::{
    AroundDispatch, AroundNext, Hooks, Policy, PreExecute, PreNext, PreToolDecision, ToolObserver,
};
use crate::tool::{
    ToolDefinition, ToolError, ToolExecution, ToolExecutionResult, ToolExecutionToken, contain,
    contained,
};
use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tracing::Span;
use tracing::field::Empty;

/// Makes a span of each call, with the attributes of OpenTelemetry's conventions for generative AI (in development
/// there: `execute_tool` spans, as of 2026-05).
///
/// The span begins with the first hook and ends with the call's outcome: it holds the hooks that decide, waiting for
/// approval, all attempts, and the body. It is a child of the span in which the call is made, so a nested call's is a
/// child of its caller's. Every call has one, those that are denied, unreadable or dropped included.
///
/// | attribute | value |
/// |---|---|
/// | `otel.name` | `execute_tool` and the tool's name; the name is left out when it is no tool's |
/// | `otel.kind` | `internal` |
/// | `gen_ai.operation.name` | `execute_tool` |
/// | `gen_ai.tool.name` | the name; one that is no tool's is cut at 128 characters, and what is hidden in it escaped |
/// | `gen_ai.tool.type` | `function` |
/// | `gen_ai.tool.description` | the tool's description |
/// | `gen_ai.tool.call.id` | the call's id, likewise cut and escaped |
/// | `error.type` | of a failure, its code |
/// | `otel.status_code` | of a failure `ERROR` |
/// | `gen_ai.tool.call.arguments` | the arguments as JSON text, only [where asked for](Self::with_arguments) |
/// | `gen_ai.tool.call.result` | of a success the value as JSON text, only [where asked for](Self::with_result) |
///
/// Names of spans are static in `tracing`: it is `execute_tool` there, at level `INFO` of the target `dsh_tools`.
/// `tracing-opentelemetry` takes the name, kind and status from the `otel.` fields.
///
/// ```
/// use dsh_tools::{ToolRegistry, TracingPolicy};
/// let registry = ToolRegistry::builder().policy(TracingPolicy::new()).build()?;
/// # let _ = registry;
/// # Ok::<(), dsh_tools::RegisterError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TracingPolicy {
    arguments: bool,
    result: bool,
}

impl TracingPolicy {
    /// Without arguments and results.
    ///
    /// ```
    /// use dsh_tools::{ToolRegistry, TracingPolicy};
    /// ToolRegistry::new().policy(TracingPolicy::new());
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { arguments: false, result: false }
    }

    /// Writes down the arguments of calls. They may hold what nobody else should read.
    ///
    /// ```
    /// use dsh_tools::TracingPolicy;
    /// let policy = TracingPolicy::new().with_arguments();
    /// # let _ = policy;
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_arguments(mut self) -> Self {
        self.arguments = true;
        self
    }

    /// Writes down the values of results. They may hold what nobody else should read.
    ///
    /// ```
    /// use dsh_tools::TracingPolicy;
    /// let policy = TracingPolicy::new().with_result();
    /// # let _ = policy;
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_result(mut self) -> Self {
        self.result = true;
        self
    }

    #[inline]
    fn span(self, call: &ToolExecution) -> Span {
        let tool = call.definition();
        // What is written here is made only when somebody listens.
        tracing::info_span!(
            target: "dsh_tools",
            "execute_tool",
            "otel.name" = span_name(tool),
            "otel.kind" = "internal",
            "otel.status_code" = Empty,
            "gen_ai.operation.name" = "execute_tool",
            "gen_ai.tool.name" = tool_name(call),
            "gen_ai.tool.type" = "function",
            "gen_ai.tool.description" = tool.map(ToolDefinition::description),
            "gen_ai.tool.call.id" = visible(call.call_id()).to_string(),
            "gen_ai.tool.call.arguments" = self.arguments_of(call),
            "gen_ai.tool.call.result" = Empty,
            "error.type" = Empty,
        )
    }

    #[inline]
    fn arguments_of(self, call: &ToolExecution) -> Option<String> {
        self.arguments.then(|| call.arguments().map(FrozenJson::to_string)).flatten()
    }

    #[inline]
    fn end(self, span: &Span, result: &ToolExecutionResult) {
        match result.outcome() {
            Ok(success) if self.result => {
                span.record("gen_ai.tool.call.result", success.value().to_string());
            }
            Ok(_) => {}
            Err(failure) => {
                span.record("error.type", failure.code().as_str());
                span.record("otel.status_code", "ERROR");
            }
        }
    }
}

/// Few names: those that a model makes up are left out.
#[inline]
fn span_name(tool: Option<&ToolDefinition>) -> String {
    tool.map_or_else(|| "execute_tool".to_owned(), |tool| format!("execute_tool {}", tool.name()))
}

#[inline]
fn tool_name(call: &ToolExecution) -> String {
    call.definition()
        .map_or_else(|| visible(call.name()).to_string(), |tool| tool.name().to_owned())
}

/// The spans of calls that have no outcome yet. Whoever listens to spans is somebody's code, and no harm to a call: they
/// are shared, as to clone one or to drop it runs that code, which is not to run under the lock.
struct Spans {
    policy: TracingPolicy,
    open: Mutex<HashMap<ToolExecutionToken, Arc<Span>>>,
}

impl Spans {
    #[inline]
    fn open(&self) -> MutexGuard<'_, HashMap<ToolExecutionToken, Arc<Span>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The call's span, begun where it was not yet; `None` when nobody listens.
    #[inline]
    fn of(&self, call: &ToolExecution) -> Option<Arc<Span>> {
        contained("subscriber", call, contain(|| self.find_or_begin(call))).flatten()
    }

    #[inline]
    fn find_or_begin(&self, call: &ToolExecution) -> Option<Arc<Span>> {
        if let Some(span) = self.open().get(&call.token()) {
            return Some(Arc::clone(span));
        }
        let span = Arc::new(self.policy.span(call));
        if span.is_disabled() {
            return None;
        }
        let replaced = self.open().insert(call.token(), Arc::clone(&span));
        drop(replaced);
        Some(span)
    }
}

/// Polls inside a span.
#[inline]
async fn inside<F: Future>(call: &ToolExecution, span: Option<Arc<Span>>, future: F) -> F::Output {
    let Some(span) = span else {
        return future.await;
    };
    let mut future = pin!(future);
    let polled = poll_fn(|cx| {
        let entered = contained("subscriber", call, contain(|| span.enter()));
        let polled = future.as_mut().poll(cx);
        contained("subscriber", call, contain(|| drop(entered)));
        polled
    });
    let output = polled.await;
    contained("subscriber", call, contain(|| drop(span)));
    output
}

struct Begin(Arc<Spans>);

impl PreExecute for Begin {
    #[inline]
    async fn pre_execute(
        &self,
        call: ToolExecution,
        next: PreNext,
    ) -> Result<PreToolDecision, ToolError> {
        inside(&call, self.0.of(&call), next.run()).await
    }
}

struct Around(Arc<Spans>);

impl AroundDispatch for Around {
    #[inline]
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        inside(&call, self.0.of(&call), next.run()).await
    }
}

struct End(Arc<Spans>);

impl ToolObserver for End {
    #[inline]
    fn observe(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        // A call that no hook was asked about begins and ends here.
        let span = self.0.of(call);
        let kept = self.0.open().remove(&call.token());
        if let Some(span) = &span {
            contained("subscriber", call, contain(|| self.0.policy.end(span, result)));
        }
        contained("subscriber", call, contain(|| drop(span)));
        contained("subscriber", call, contain(|| drop(kept)));
    }
}

impl Policy for TracingPolicy {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        let spans = Arc::new(Spans { policy: *self, open: Mutex::default() });
        let mut outermost = hooks.prepend();
        outermost.pre_execute(Begin(Arc::clone(&spans)));
        outermost.around_dispatch(Around(Arc::clone(&spans)));
        hooks.observe(End(spans));
    }
}
