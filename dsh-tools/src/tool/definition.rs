//! A tool.

use super::contain::contain;
use super::defect::Defect;
use super::log::contained;
use super::parts::{Parts, SourceLocation};
use super::state::Requirement;
use super::{RawArguments, ToolExecutionMode, ToolSchema};
use crate::json::FrozenJson;
use crate::schema::{Direction, Root, defects, render_arguments, render_root};
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A tool: what a model sees of it, what runs, and what the host knows about it. A cheap handle.
///
/// `#[tool]` makes one of a function; [`ToolDefinition::builder`] makes one by hand.
///
/// ```
/// use dsh_tools::{ToolArgs, ToolDefinition};
///
/// #[derive(ToolArgs)]
/// struct AddArgs {
///     a: i64,
///     b: i64,
/// }
/// let tool = ToolDefinition::builder("add")
///     .description("Adds two numbers.")
///     .args::<AddArgs>()
///     .body(|args, _cx| async move { args.a.checked_add(args.b).map(|sum| sum.to_string()).ok_or("too big") })
///     .build();
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// assert_eq!(tool.call(serde_json::json!({"a": 1, "b": 2})).await.text(), "3");
/// # });
/// ```
#[doc(alias = "defineTool")]
#[derive(Clone)]
pub struct ToolDefinition(Arc<Inner>);

/// What is counted is written by every call, on any thread: it is not to lie in a line of memory with what they read.
#[repr(align(128))]
struct Inner {
    parts: Parts,
    rendered: OnceLock<Rendered>,
}

/// The texts of the schemas, and what was found wrong on the way.
struct Rendered {
    schema: ToolSchema,
    output: Option<FrozenJson>,
    defects: Vec<Defect>,
}

/// What an author says of a tool's effects; hints for people and policies, not promises.
///
/// ```
/// use dsh_tools::ToolHints;
/// assert_eq!(ToolHints::default().read_only, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ToolHints {
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy what was there.
    pub destructive: Option<bool>,
    /// Called again with the same arguments it changes nothing more.
    pub idempotent: Option<bool>,
    /// It deals with the world outside.
    pub open_world: Option<bool>,
}

impl ToolDefinition {
    pub(crate) fn from_parts(parts: Parts) -> Self {
        Self(Arc::new(Inner { parts, rendered: OnceLock::new() }))
    }

    /// The arguments as the body gets them.
    pub(crate) fn effective(&self, arguments: &FrozenJson) -> FrozenJson {
        // What types ask of a value is their authors' code.
        contain(|| self.parts().input.effective(arguments))
            .unwrap_or_else(|_panicked| arguments.clone())
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.0.parts
    }

    /// The name a model calls it by.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn is_shell(tool: &ToolDefinition) -> bool { tool.name() == "bash" }
    /// ```
    pub fn name(&self) -> &str {
        &self.parts().name
    }

    pub(crate) fn shared_name(&self) -> &Arc<str> {
        &self.parts().name
    }

    /// A name for people.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn label(tool: &ToolDefinition) -> &str { tool.title().unwrap_or(tool.name()) }
    /// ```
    #[inline]
    pub fn title(&self) -> Option<&str> {
        self.parts().title.as_deref()
    }

    /// What it does, for the model.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn help(tool: &ToolDefinition) -> String { format!("{}: {}", tool.name(), tool.description()) }
    /// ```
    #[inline]
    pub fn description(&self) -> &str {
        &self.parts().description
    }

    /// What its author says of its effects.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn asks_first(tool: &ToolDefinition) -> bool { tool.hints().read_only != Some(true) }
    /// ```
    #[inline]
    pub fn hints(&self) -> ToolHints {
        self.parts().hints
    }

    /// How long a run may take, until the body is told to stop.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn seconds(tool: &ToolDefinition) -> Option<u64> { Some(tool.timeout()?.as_secs()) }
    /// ```
    pub fn timeout(&self) -> Option<Duration> {
        self.parts().timeout
    }

    /// Where it is written.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn at(tool: &ToolDefinition) -> String { tool.location().to_string() }
    /// ```
    pub fn location(&self) -> SourceLocation {
        self.parts().location
    }

    /// Whether arguments are checked by the schema that a model sees. Only `.unvalidated(..)` says no.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn trusts_the_model(tool: &ToolDefinition) -> bool { !tool.is_enforced() }
    /// ```
    #[inline]
    pub fn is_enforced(&self) -> bool {
        self.parts().input.is_enforced()
    }

    /// What a model sees of it; the text is made once, when it is first asked for.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn parameters(tool: &ToolDefinition) -> String { tool.schema().parameters.to_string() }
    /// ```
    pub fn schema(&self) -> &ToolSchema {
        &self.rendered().schema
    }

    /// The JSON Schema of its value, for a body that returns [`Json`](super::Json) or that says one by hand.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn is_structured(tool: &ToolDefinition) -> bool { tool.output_schema().is_some() }
    /// ```
    #[inline]
    pub fn output_schema(&self) -> Option<&FrozenJson> {
        self.rendered().output.as_ref()
    }

    /// Whether a call with these arguments may run beside others: only if the tool says so of exactly these.
    ///
    /// Takes a call's input, its text, or the document.
    ///
    /// ```
    /// # use dsh_tools::{ToolDefinition, ToolExecutionInput, ToolExecutionMode};
    /// fn alone(tool: &ToolDefinition, call: &ToolExecutionInput) -> bool {
    ///     tool.execution_mode(call) == ToolExecutionMode::Exclusive
    /// }
    /// ```
    pub fn execution_mode(&self, arguments: impl Into<RawArguments>) -> ToolExecutionMode {
        let classify = self.parts().classify.as_ref().and_then(|classify| classify.get());
        match (classify, arguments.into().materialize().document) {
            (Some(classify), Ok(arguments))
                if contained(
                    "classifier",
                    self,
                    contain(|| self.admits(&arguments) && classify(&arguments)),
                ) == Some(true) =>
            {
                ToolExecutionMode::Parallel
            }
            _ => ToolExecutionMode::Exclusive,
        }
    }

    /// Whether scopes below do not inherit it.
    pub(crate) fn is_confined(&self) -> bool {
        self.parts().confined
    }

    /// The states it takes by reference.
    pub(crate) fn requirements(&self) -> &[Requirement] {
        &self.parts().requirements
    }

    /// What was found wrong with it while it was built, and in its schema.
    pub(crate) fn defects(&self) -> impl Iterator<Item = &Defect> {
        self.parts().defects.iter().chain(&self.rendered().defects)
    }

    /// Whether callbacks may read the arguments.
    #[inline]
    pub(super) fn admits(&self, arguments: &FrozenJson) -> bool {
        self.parts().input.admits(arguments)
    }

    fn rendered(&self) -> &Rendered {
        self.0.rendered.get_or_init(|| {
            let parts = self.parts();
            let mut defects = Vec::new();
            let own = parts.input.own.as_ref();
            let written = own.and_then(|own| write(own, Direction::Input, "schema", &mut defects));
            let parameters = parts.input.advertised.clone().or(written);
            let promised = parts.output.text_of_schema().cloned();
            let output = promised.or_else(|| {
                let root = parts.output.schema()?;
                write(root, Direction::Output, "output schema", &mut defects)
            });
            let schema = ToolSchema {
                name: Arc::clone(&parts.name),
                description: Arc::clone(&parts.description),
                parameters: parameters.unwrap_or_else(FrozenJson::empty_object),
            };
            Rendered { schema, output, defects }
        })
    }
}

/// A schema's text, and what only a run can tell of a table. Defaults and examples may be an author's code.
fn write(
    root: &Root,
    direction: Direction,
    which: &str,
    found: &mut Vec<Defect>,
) -> Option<FrozenJson> {
    let render = || match direction {
        Direction::Input => render_arguments(root),
        Direction::Output => render_root(root, direction),
    };
    match contain(|| (render(), defects(root, direction))) {
        Ok((written, defects)) => {
            found.extend(defects.into_iter().map(Defect::Other));
            let mut report = |error| {
                found.push(Defect::Other(format!("its {which} cannot be written: {error}")));
            };
            written.map_err(&mut report).ok()
        }
        Err(panicked) => {
            found.push(Defect::Other(format!("writing its {which} panicked: {panicked}")));
            None
        }
    }
}

/// All code of an author's runs where its panics are contained.
impl UnwindSafe for ToolDefinition {}
impl RefUnwindSafe for ToolDefinition {}

impl fmt::Debug for ToolDefinition {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDefinition")
            .field("name", &self.parts().name)
            .field("location", &format_args!("{}", self.location()))
            .finish_non_exhaustive()
    }
}
