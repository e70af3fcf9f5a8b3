//! Definitions made by hand: their arguments, their body, and what goes with these.

use super::arguments::Input;
use super::body::{Function, Runs};
use super::builder::ToolDefinitionBuilder;
use super::contract::OutputContract;
use super::defect::Defect;
use super::into_output::{Declared, PromisedOutput, Undeclared};
use super::source::{ArgumentSource, NoArguments, Typed, Unvalidated, Validated};
use super::{IntoContent, IntoToolOutput, ToolContext, ToolDefinition, ToolResultData};
use crate::json::{FrozenJson, JsonError, JsonKind};
use crate::schema::{IntoOutputSchema, IntoRawSchema, ToolArgs};
use crate::view::{ToolCallView, ToolResultView};
use serde::Serialize;
use std::sync::Arc;

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
        self.parts.input = Input::typed(A::NODE);
        self.into_state()
    }

    /// Takes no arguments: the body gets `()`. What a model gives all the same is ignored, if it is an object.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    ///
    /// let tool = ToolDefinition::builder("now").description("The time.")
    ///     .no_args()
    ///     .body(|(), _cx| async { "12:00" })
    ///     .build();
    /// assert_eq!(tool.schema().parameters.to_string(), r#"{"type":"object","properties":{}}"#);
    /// ```
    #[must_use]
    #[inline]
    pub fn no_args(mut self) -> ToolDefinitionBuilder<NoArguments> {
        self.parts.input = Input::typed(NoArguments::NODE);
        self.into_state()
    }

    /// Takes arguments that fit a JSON Schema, and advertises that schema as it came, byte for byte. The body gets the
    /// arguments as they came, after every keyword was checked.
    ///
    /// The schema is a document, a text, or a [`RawSchema`](crate::schema::RawSchema) that was read by the host. What is
    /// not understood of it is told when the tool is registered: all of it.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    ///
    /// let schema = r#"{"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}"#;
    /// let tool = ToolDefinition::builder("ls").description("Lists a directory.")
    ///     .validated(schema)
    ///     .body(|arguments, _cx| async move {
    ///         arguments.get("path").and_then(|path| path.as_str()).map(|path| path.into_owned()).ok_or("never")
    ///     })
    ///     .build();
    /// assert!(tool.is_enforced());
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// assert_eq!(
    ///     tool.call(r#"{"path": 7}"#).await.text(),
    ///     "Error: invalid arguments for `ls`: 1 violation\n`path`: expected a string, got the number 7",
    /// );
    /// # });
    /// ```
    #[must_use]
    pub fn validated(mut self, schema: impl IntoRawSchema) -> ToolDefinitionBuilder<Validated> {
        self.parts.input = Input::broken();
        match schema.into_raw_schema() {
            Ok(schema) => {
                if schema.admits_objects() {
                    self.parts.input = Input::validated(schema);
                } else {
                    let what = "its schema admits no object, and arguments are one: say `\"type\": \"object\"` at its root";
                    self.parts.defects.push(Defect::Other(what.to_owned()));
                }
            }
            Err(error) => self.parts.defects.push(Defect::Parameters(error)),
        }
        self.into_state()
    }

    /// Advertises a JSON Schema and does not check arguments: the body does that for itself. For schemas that come
    /// from elsewhere and that nobody but their server reads right; [`validated`](Self::validated) checks what it
    /// advertises, and so does [`args`](Self::args).
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    ///
    /// let schema = serde_json::json!({"type": "object", "properties": {"path": {"type": "string"}}});
    /// let tool = ToolDefinition::builder("ls").description("Lists a directory.")
    ///     .unvalidated(schema)
    ///     .body(|arguments, _cx| async move {
    ///         arguments.get("path").and_then(|path| path.as_str()).map(|path| path.into_owned()).ok_or("no path")
    ///     })
    ///     .build();
    /// assert!(!tool.is_enforced());
    /// ```
    #[must_use]
    pub fn unvalidated(mut self, schema: impl Serialize) -> ToolDefinitionBuilder<Unvalidated> {
        match FrozenJson::from_serialize(&schema) {
            Ok(schema) => {
                if schema.kind() != JsonKind::Object {
                    let kind = schema.kind();
                    self.parts.defects.push(Defect::Other(format!(
                        "its schema is an object of JSON Schema, this one is {kind}"
                    )));
                }
                self.parts.input = Input::unvalidated(schema);
            }
            Err(error) => {
                let what = format!("its schema cannot be written as JSON: {error}");
                self.parts.defects.push(Defect::Other(what));
                // What is too deep to be written may be too deep for its own destructor.
                std::mem::forget(schema);
            }
        }
        self.into_state()
    }
}

impl<I> ToolDefinitionBuilder<I> {
    /// What runs. It returns what any body may, see [`IntoToolOutput`].
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, ToolError};
    /// let builder = ToolDefinition::builder("ls").no_args()
    ///     .body(|(), cx| async move {
    ///         cx.check_cancelled()?;
    ///         Ok::<_, ToolError>(format!("call {}", cx.call_id()))
    ///     });
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn body<R, F, Fut>(mut self, body: F) -> ToolDefinitionBuilder<I, R::Declared>
    where
        I: ArgumentSource,
        R: IntoToolOutput + 'static,
        F: Fn(I::Args, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
    {
        self.parts.output = OutputContract::of::<R>();
        self.parts.body = Some(Runs::Body(Arc::new(Function::<I, _>::new(move |args, cx| {
            let run = body(args, cx);
            async move { run.await.into_tool_output() }
        }))));
        self.into_state()
    }
}

impl<I: ArgumentSource, O> ToolDefinitionBuilder<I, O> {
    /// Makes the card of a call from its arguments; see [`ToolDefinition::present_call`].
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, view::ToolCallView};
    /// let builder = ToolDefinition::builder("ls").no_args()
    ///     .present_call(|()| ToolCallView::terminal("ls"));
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
    /// let builder = ToolDefinition::builder("ls").no_args()
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
    /// let builder = ToolDefinition::builder("ls").no_args().parallel();
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn parallel(self) -> Self {
        self.parallel_when(|_| true)
    }

    /// Says which calls may run beside others.
    ///
    /// ```
    /// use dsh_tools::{ToolArgs, ToolDefinition};
    ///
    /// #[derive(ToolArgs)]
    /// struct FindArgs {
    ///     delete: Option<bool>,
    /// }
    /// let builder = ToolDefinition::builder("find").args::<FindArgs>()
    ///     .parallel_when(|args| args.delete != Some(true));
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
    /// Promises of a body that builds its [`ToolOutput`](super::ToolOutput) itself that its value fits a schema, and
    /// makes the content that a model sees from the value.
    ///
    /// A schema that came as text keeps to the subset of
    /// [`StructuredOutputSchema`](crate::StructuredOutputSchema): what is outside of it is told when the tool is
    /// registered. A compiled [`RawSchema`](crate::schema::RawSchema) may say more.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    /// use dsh_tools::{ToolDefinition, ToolOutput};
    ///
    /// let rows = serde_json::json!({"type": "object", "properties": {"rows": {"type": "integer"}}, "required": ["rows"]});
    /// let tool = ToolDefinition::builder("count").description("Counts rows.").no_args()
    ///     .body(|_, _| async { ToolOutput::document(FrozenJson::parse(r#"{"rows": 3}"#).unwrap()) })
    ///     .output(rows, |value| format!("{} rows", value.get("rows").map_or(0, |rows| rows.as_u64().unwrap_or(0))))
    ///     .build();
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// assert_eq!(tool.call("{}").await.text(), "3 rows");
    /// # });
    /// ```
    #[must_use]
    pub fn output<C: IntoContent>(
        mut self,
        schema: impl IntoOutputSchema,
        render: impl Fn(&FrozenJson) -> C + Send + Sync + 'static,
    ) -> ToolDefinitionBuilder<I, Declared<FrozenJson>> {
        match schema.into_output_schema() {
            Ok(schema) => self.parts.output = OutputContract::structured(&schema),
            Err(error) => self.parts.defects.push(Defect::Output(error)),
        }
        self.parts.output.render(render);
        self.into_state()
    }

    /// Promises of a body that builds its [`ToolOutput`](super::ToolOutput) itself that its value is a string.
    ///
    /// Without a promise there is no definition:
    ///
    /// ```compile_fail
    /// use dsh_tools::{ToolDefinition, ToolOutput};
    /// let tool = ToolDefinition::builder("ls").no_args()
    ///     .body(|_, _| async { ToolOutput::text("a.rs") })
    ///     .build();
    /// ```
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, ToolOutput};
    /// let tool = ToolDefinition::builder("ls").no_args()
    ///     .body(|_, _| async { ToolOutput::text("a.rs").with_meta(serde_json::json!({"files": 1})) })
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
    /// let tool = ToolDefinition::builder("count").no_args()
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
    /// let tool = ToolDefinition::builder("count").no_args()
    ///     .body(|_, _| async { Json(7_u32) })
    ///     .meta(|count| serde_json::json!({"count": count}))
    ///     .build();
    /// # let _ = tool;
    /// ```
    #[must_use]
    pub fn meta<M: TryInto<FrozenJson, Error: Into<JsonError>>>(
        mut self,
        meta: impl Fn(&V) -> M + Send + Sync + 'static,
    ) -> Self {
        self.parts.output.meta(meta);
        self
    }
}

impl<I: ArgumentSource, O> ToolDefinitionBuilder<I, O> {
    /// The definition.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let tool = ToolDefinition::builder("ls").no_args()
    ///     .body(|_, _| async { "a.rs" })
    ///     .build();
    /// assert_eq!(tool.name(), "ls");
    /// ```
    pub fn build(self) -> ToolDefinition
    where
        O: PromisedOutput,
    {
        self.parts.build()
    }
}
