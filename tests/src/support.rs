//! What the tests of registry and pipeline share: a type whose table is written by hand, and ears.

use dsh_tools::__private::{
    Bound, Choice, Constraints, Cursor, Identity, Invalid, JsonWriter, Key, Link, LossyError, Meta,
    Node, Object, Row, Shape, Shared, Spec, Table, constrain, define, field, index, object,
};
use dsh_tools::prelude::*;
use dsh_tools::tool::{NoBody, ToolDefinitionBuilder, Undecided, Unvalidated};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

/// Arguments as the derive reads them, without the derive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReadArgs {
    pub(crate) path: String,
    pub(crate) limit: Option<u32>,
    pub(crate) mode: Option<String>,
}

const STRING: &Node = <String as ToolValue>::PROPERTY;
const LIMIT: &Node = &constrain(
    <Option<u32> as ToolValue>::PROPERTY,
    Constraints { min: Some(Bound::Int(1)), max: Some(Bound::Int(2000)), ..Constraints::NONE },
);
const MODES: &[Choice] = &[Choice::new("fast", 0, None), Choice::new("slow", 1, None)];
const MODE: &Node = &constrain(
    <Option<String> as ToolValue>::PROPERTY,
    Constraints { strings: Some(MODES), ..Constraints::NONE },
);

const fn row(name: &'static str, node: &'static Node) -> Row {
    Row {
        key: Key::new(name),
        aliases: Shared::Const(&[]),
        node: Link::Const(node),
        required: !node.is_optional(),
        default: None,
        meta: Meta::NONE,
    }
}

impl Table for ReadArgs {
    const ROWS: &'static [Row] = &[row("path", STRING), row("limit", LIMIT), row("mode", MODE)];
    const INDEX: &'static [u16] = &index::<8>(Self::ROWS);
}

impl ToolValue for ReadArgs {
    const NODE: &'static Node = &Node::named(
        Shape::Object(Object::new(Self::ROWS, Self::INDEX, false)),
        Meta::NONE,
        Identity::of::<Self>("ReadArgs"),
    );

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        let mut slots = [None; 3];
        object(cursor, node, &mut slots)?;
        Ok(Self {
            path: field(&slots, Self::ROWS, 0)?,
            limit: field(&slots, Self::ROWS, 1)?,
            mode: field(&slots, Self::ROWS, 2)?,
        })
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.begin_object()?;
        out.key("path")?;
        self.path.encode(out)?;
        out.key("limit")?;
        self.limit.encode(out)?;
        out.key("mode")?;
        self.mode.encode(out)?;
        out.end_object()
    }
}

impl ToolArgs for ReadArgs {}

/// What `#[tool]` says with no keys.
pub(crate) const fn spec(name: &'static str) -> Spec {
    Spec {
        name,
        title: None,
        description: "A tool of the tests.",
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        timeout: None,
        file: file!(),
        line: line!(),
        column: column!(),
    }
}

/// As the macro makes it: `#[tool] async fn read(args: ReadArgs) -> String`.
pub(crate) fn read() -> ToolDefinition {
    define::<ReadArgs, String, _, _>(spec("read"), |args, _cx| async move {
        IntoToolOutput::into_tool_output(format!("read {} {:?}", args.path, args.limit))
    })
    .build()
}

/// A tool by hand that takes any arguments.
#[track_caller]
pub(crate) fn free(name: &str) -> ToolDefinitionBuilder<Unvalidated, NoBody> {
    start(name).unvalidated(serde_json::json!({"type": "object"}))
}

#[track_caller]
pub(crate) fn start(name: &str) -> ToolDefinitionBuilder<Undecided, NoBody> {
    ToolDefinition::builder(name).description("A tool of the tests.")
}

pub(crate) fn registry(tools: impl IntoIterator<Item = ToolDefinition>) -> ToolRegistry {
    ToolRegistry::builder().tools(tools).build().unwrap()
}

pub(crate) fn call(name: &str, arguments: &str) -> ToolExecutionInput {
    ToolExecutionInput::new("call_1", name, arguments)
}

/// The code of a failure.
#[track_caller]
pub(crate) fn code(result: &ToolExecutionResult) -> String {
    result.outcome().expect_err("a failure").code().to_string()
}

/// Keeps all it is told.
#[derive(Clone, Default)]
pub(crate) struct Ears(Arc<Mutex<Vec<(ToolExecution, ToolExecutionResult)>>>);

impl ToolObserver for Ears {
    fn observe(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        self.0.lock().unwrap().push((call.clone(), result.clone()));
    }
}

impl Ears {
    pub(crate) fn on(registry: &ToolRegistry) -> Self {
        let ears = Self::default();
        registry.observe(ears.clone());
        ears
    }

    pub(crate) fn heard(&self) -> Vec<(ToolExecution, ToolExecutionResult)> {
        self.0.lock().unwrap().clone()
    }

    /// The one outcome.
    #[track_caller]
    pub(crate) fn one(&self) -> (ToolExecution, ToolExecutionResult) {
        let mut heard = self.heard();
        assert_eq!(heard.len(), 1, "observers are told exactly once");
        heard.remove(0)
    }
}

/// Panics where a string is asked for.
pub(crate) fn boom(message: &'static str) -> String {
    panic!("{message}")
}

/// Panics when it is dropped.
pub(crate) struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        std::panic::panic_any(Fuse);
    }
}

/// The payload of a panic, whose own destructor panics.
pub(crate) struct Fuse;

impl Drop for Fuse {
    fn drop(&mut self) {
        panic!("a payload that panics");
    }
}

/// What happened, in order.
pub(crate) type Log = Arc<Mutex<Vec<&'static str>>>;

/// Runs what is inside it twice.
pub(crate) struct Twice;

impl AroundDispatch for Twice {
    async fn around_dispatch(
        &self,
        _: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        next.run().await?;
        next.run().await
    }
}

/// Polls once, without a runtime's help.
pub(crate) fn poll_once<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// A wrapper that logs when it is entered and left.
pub(crate) fn logging(log: &Log, enter: &'static str, leave: &'static str) -> impl AroundDispatch {
    let log = Arc::clone(log);
    move |_call: ToolExecution, next: AroundNext| {
        let log = Arc::clone(&log);
        async move {
            log.lock().unwrap().push(enter);
            let result = next.run().await;
            log.lock().unwrap().push(leave);
            result
        }
    }
}

pub(crate) fn logged_body(log: &Log) -> ToolDefinition {
    let log = Arc::clone(log);
    free("t")
        .body(move |_, _| {
            log.lock().unwrap().push("body");
            async { "x" }
        })
        .build()
}

pub(crate) fn plain(name: &str) -> ToolDefinition {
    free(name).body(|_, _| async { "done" }).build()
}

/// Runs a body that fails with this.
pub(crate) async fn failing<E>(make: impl Fn() -> E + Send + Sync + 'static) -> ToolExecutionResult
where
    E: Into<Box<dyn std::error::Error + Send + Sync>> + Send + 'static,
{
    let make = Arc::new(make);
    free("fail")
        .body(move |_, _| {
            let make = Arc::clone(&make);
            async move { Err::<String, E>(make()) }
        })
        .build()
        .call("{}")
        .await
}
