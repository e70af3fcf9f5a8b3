//! Definitions made by hand.

use super::body::Function;
use super::contract::OutputContract;
use super::into_output::{Declared, Undeclared};
use super::parts::{Input, Parts, SourceLocation};
use super::source::{ArgumentSource, Typed, Unvalidated};
use super::{
    IntoContent, IntoToolOutput, ToolContext, ToolDefinition, ToolExecutionResult, ToolResultData,
};
use crate::json::{ContentBlock, FrozenJson, JsonKind};
use crate::schema::{Link, ToolArgs};
use crate::view::{ToolCallView, ToolResultView};
use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// Makes a [`ToolDefinition`] by hand: first the arguments, then the body, then what goes with them.
///
/// What is wrong with it (a name that no protocol carries, a timeout of zero) is kept and reported when it is
/// registered, with all the rest.
///
/// ```
/// use dsh_tools::{ToolContext, ToolDefinition, json::FrozenJson};
/// use std::time::Duration;
///
/// let tool = ToolDefinition::builder("fs/list")
///     .description("Lists a directory.")
///     .read_only(true)
///     .timeout(Duration::from_secs(5))
///     .unvalidated(serde_json::json!({"type": "object", "properties": {"path": {"type": "string"}}}))
///     .body(|arguments: FrozenJson, cx: ToolContext| async move {
///         format!("{} asked for {}", cx.call_id(), arguments)
///     })
///     .parallel()
///     .build();
/// assert!(!tool.is_enforced());
/// ```
pub struct ToolDefinitionBuilder<I = NoArguments, O = NoBody> {
    parts: Parts,
    state: PhantomData<fn() -> (I, O)>,
}

/// Nothing said about arguments yet.
///
/// ```
/// use dsh_tools::tool::{NoArguments, ToolDefinitionBuilder};
/// let builder: ToolDefinitionBuilder<NoArguments> = dsh_tools::ToolDefinition::builder("ls");
/// # let _ = builder;
/// ```
#[derive(Debug)]
pub struct NoArguments(());

/// No body yet.
///
/// ```
/// use dsh_tools::tool::{NoArguments, NoBody, ToolDefinitionBuilder};
/// let builder: ToolDefinitionBuilder<NoArguments, NoBody> = dsh_tools::ToolDefinition::builder("ls");
/// # let _ = builder;
/// ```
#[derive(Debug)]
pub struct NoBody(());

impl ToolDefinition {
    /// Starts a definition by hand. The name is made of `[A-Za-z0-9_./-]`, 1 to 128 of them.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("server/list").description("Lists.");
    /// # let _ = builder;
    /// ```
    #[track_caller]
    pub fn builder(name: impl Into<Arc<str>>) -> ToolDefinitionBuilder {
        let input = Input::Unvalidated(FrozenJson::empty_object());
        ToolDefinitionBuilder {
            parts: Parts::new(name.into(), SourceLocation::caller(), input),
            state: PhantomData,
        }
    }
}

impl<I, O> ToolDefinitionBuilder<I, O> {
    fn into_state<J, P>(self) -> ToolDefinitionBuilder<J, P> {
        ToolDefinitionBuilder { parts: self.parts, state: PhantomData }
    }

    /// A name for people.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").title("List files");
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn title(mut self, title: impl Into<Arc<str>>) -> Self {
        self.parts.title = Some(title.into());
        self
    }

    /// What it does, for the model.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").description("Lists files.");
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn description(mut self, description: impl Into<Arc<str>>) -> Self {
        self.parts.description = description.into();
        self
    }

    /// Says that it changes nothing, or that it does.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").read_only(true);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn read_only(mut self, read_only: bool) -> Self {
        self.parts.hints.read_only = Some(read_only);
        self
    }

    /// Says whether it may destroy what was there.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("rm").destructive(true);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn destructive(mut self, destructive: bool) -> Self {
        self.parts.hints.destructive = Some(destructive);
        self
    }

    /// Says whether another call with the same arguments changes nothing more.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("touch").idempotent(true);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.parts.hints.idempotent = Some(idempotent);
        self
    }

    /// Says whether it deals with the world outside.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("fetch").open_world(true);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn open_world(mut self, open_world: bool) -> Self {
        self.parts.hints.open_world = Some(open_world);
        self
    }

    /// How long a run may take, until the body is told to stop.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").timeout(std::time::Duration::from_secs(5));
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.parts.timeout = Some(timeout);
        self
    }

    /// Says that the body injects a state, so that registration can tell when nothing supplies it.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// struct Workspace;
    /// let builder = ToolDefinition::builder("ls").requires::<Workspace>();
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn requires<T: Any + Send + Sync>(mut self) -> Self {
        self.parts.require::<T>();
        self
    }

    /// Makes the content of every outcome, failures included; `None` leaves it.
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, json::ContentBlock};
    /// let builder = ToolDefinition::builder("ls")
    ///     .finalize(|result| Some(vec![ContentBlock::text(format!("[{}]", result.text()))]));
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn finalize<C: Into<Option<Vec<ContentBlock>>>>(
        mut self,
        finalize: impl Fn(&ToolExecutionResult) -> C + Send + Sync + 'static,
    ) -> Self {
        self.parts.finalize(finalize);
        self
    }
}

impl ToolDefinitionBuilder {
    /// Takes arguments of a type, checked by its schema.
    ///
    /// ```
    /// use dsh_tools::{ToolArgs, ToolDefinition};
    ///
    /// #[derive(ToolArgs)]
    /// struct GreetArgs {
    ///     name: String,
    /// }
    /// let tool = ToolDefinition::builder("greet").description("Greets.")
    ///     .args::<GreetArgs>()
    ///     .body(|args, _cx| async move { format!("hello {}", args.name) })
    ///     .build();
    /// assert!(tool.is_enforced());
    /// ```
    #[must_use]
    pub fn args<A: ToolArgs>(mut self) -> ToolDefinitionBuilder<Typed<A>> {
        self.parts.input = Input::Enforced(Link::Const(A::NODE));
        self.into_state()
    }

    /// Advertises a JSON Schema and does not check arguments: the body does that for itself.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").unvalidated(serde_json::json!({"type": "object"}));
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn unvalidated(mut self, schema: impl Serialize) -> ToolDefinitionBuilder<Unvalidated> {
        match FrozenJson::from_serialize(&schema) {
            Ok(schema) => {
                if schema.kind() != JsonKind::Object {
                    let kind = schema.kind();
                    self.parts.defects.push(format!(
                        "its schema is an object of JSON Schema, this one is {kind}"
                    ));
                }
                self.parts.input = Input::Unvalidated(schema);
            }
            Err(error) => {
                self.parts.defects.push(format!("its schema cannot be written as JSON: {error}"));
            }
        }
        self.into_state()
    }
}

impl<I: ArgumentSource> ToolDefinitionBuilder<I> {
    /// What runs. It returns what any body may, see [`IntoToolOutput`].
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, ToolError};
    /// let builder = ToolDefinition::builder("ls").unvalidated(serde_json::json!({"type": "object"}))
    ///     .body(|arguments, cx| async move {
    ///         cx.check_cancelled()?;
    ///         Ok::<_, ToolError>(arguments.to_string())
    ///     });
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn body<R, F, Fut>(mut self, body: F) -> ToolDefinitionBuilder<I, R::Declared>
    where
        R: IntoToolOutput + 'static,
        F: Fn(I::Args, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
    {
        self.parts.output = OutputContract::of::<R>();
        self.parts.body = Some(Arc::new(Function::<I, _>::new(move |args, cx| {
            let run = body(args, cx);
            async move { run.await.into_tool_output() }
        })));
        self.into_state()
    }
}

impl<I: ArgumentSource, O> ToolDefinitionBuilder<I, O> {
    /// Makes the card of a call from its arguments; see [`ToolDefinition::present_call`].
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, view::ToolCallView};
    /// let builder = ToolDefinition::builder("ls").unvalidated(serde_json::json!({"type": "object"}))
    ///     .present_call(|arguments| ToolCallView::terminal(format!("ls {arguments}")));
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn present_call<V: Into<Option<ToolCallView>>>(
        mut self,
        present: impl Fn(&I::Args) -> V + Send + Sync + 'static,
    ) -> Self {
        self.parts.present_call::<I, V>(present);
        self
    }

    /// Makes the card of a result from arguments and result; see [`ToolDefinition::present_result`].
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, view::ToolResultView};
    /// let builder = ToolDefinition::builder("ls").unvalidated(serde_json::json!({"type": "object"}))
    ///     .present_result(|_arguments, result| ToolResultView::terminal(result.text()));
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn present_result<V: Into<Option<ToolResultView>>>(
        mut self,
        present: impl Fn(&I::Args, &ToolResultData<'_>) -> V + Send + Sync + 'static,
    ) -> Self {
        self.parts.present_result::<I, V>(present);
        self
    }

    /// Says that calls may run beside others.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").unvalidated(serde_json::json!({"type": "object"})).parallel();
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn parallel(self) -> Self {
        self.parallel_when(|_| true)
    }

    /// Says which calls may run beside others.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").unvalidated(serde_json::json!({"type": "object"}))
    ///     .parallel_when(|arguments| arguments.get("delete").is_none());
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn parallel_when(
        mut self,
        parallel: impl Fn(&I::Args) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.parts.classify::<I>(parallel);
        self
    }
}

impl<I: ArgumentSource> ToolDefinitionBuilder<I, Undeclared> {
    /// Promises of a body that builds its [`ToolOutput`](super::ToolOutput) itself that its value is a string.
    ///
    /// Without a promise there is no definition:
    ///
    /// ```compile_fail
    /// use dsh_tools::{ToolDefinition, ToolOutput};
    /// let tool = ToolDefinition::builder("ls").unvalidated(serde_json::json!({"type": "object"}))
    ///     .body(|_, _| async { ToolOutput::text("a.rs") })
    ///     .build();
    /// ```
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, ToolOutput};
    /// let tool = ToolDefinition::builder("ls").unvalidated(serde_json::json!({"type": "object"}))
    ///     .body(|_, _| async { ToolOutput::text("a.rs").meta(serde_json::json!({"files": 1})) })
    ///     .text_output()
    ///     .build();
    /// # let _ = tool;
    /// ```
    #[must_use]
    pub fn text_output(mut self) -> ToolDefinitionBuilder<I, Declared<String>> {
        self.parts.output = OutputContract::text();
        self.into_state()
    }
}

impl<I: ArgumentSource, V: crate::schema::ToolValue> ToolDefinitionBuilder<I, Declared<V>> {
    /// Makes the content that a model sees from the value.
    ///
    /// ```
    /// use dsh_tools::{Json, ToolDefinition};
    /// let tool = ToolDefinition::builder("count").unvalidated(serde_json::json!({"type": "object"}))
    ///     .body(|_, _| async { Json(7_u32) })
    ///     .render(|count| format!("{count} files"))
    ///     .build();
    /// # let _ = tool;
    /// ```
    #[must_use]
    pub fn render<C: IntoContent>(
        mut self,
        render: impl Fn(&V) -> C + Send + Sync + 'static,
    ) -> Self {
        self.parts.output.render(render);
        self
    }

    /// Makes what presenters get from the value; not asked for calls that other tools make.
    ///
    /// ```
    /// use dsh_tools::{Json, ToolDefinition};
    /// let tool = ToolDefinition::builder("count").unvalidated(serde_json::json!({"type": "object"}))
    ///     .body(|_, _| async { Json(7_u32) })
    ///     .meta(|count| serde_json::json!({"count": count}))
    ///     .build();
    /// # let _ = tool;
    /// ```
    #[must_use]
    pub fn meta<M: Into<Value>>(mut self, meta: impl Fn(&V) -> M + Send + Sync + 'static) -> Self {
        self.parts.output.meta(meta);
        self
    }

    /// The definition.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let tool = ToolDefinition::builder("ls").unvalidated(serde_json::json!({"type": "object"}))
    ///     .body(|_, _| async { "a.rs" })
    ///     .build();
    /// assert_eq!(tool.name(), "ls");
    /// ```
    pub fn build(self) -> ToolDefinition {
        self.parts.build()
    }
}

impl<I, O> fmt::Debug for ToolDefinitionBuilder<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.parts, f)
    }
}
