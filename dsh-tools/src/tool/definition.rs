//! A tool.

use super::contain::contain;
use super::parts::{Input, Parts, SourceLocation};
use super::state::Requirement;
use super::{ToolExecutionMode, ToolSchema};
use crate::json::FrozenJson;
use crate::schema::{Direction, Link, defects, render};
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A tool: what a model sees of it, what runs, and what the host knows about it. A cheap handle.
///
/// `#[tool]` makes one of a function; [`ToolDefinition::builder`] makes one by hand.
///
/// ```
/// use dsh_tools::ToolDefinition;
///
/// let tool = ToolDefinition::builder("add")
///     .description("Adds two numbers.")
///     .unvalidated(serde_json::json!({"type": "object", "properties": {"a": {}, "b": {}}}))
///     .body(|arguments, _cx| async move {
///         let number = |key| arguments.get(key).and_then(|n| n.as_i64());
///         number("a").zip(number("b")).map(|(a, b)| (a + b).to_string()).ok_or("`a` and `b` are integers")
///     })
///     .build();
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// assert_eq!(tool.call(serde_json::json!({"a": 1, "b": 2})).await.text(), "3");
/// # });
/// ```
#[doc(alias = "defineTool")]
#[derive(Clone)]
pub struct ToolDefinition(Arc<Inner>);

struct Inner {
    parts: Parts,
    schema: OnceLock<Rendered>,
    output_schema: OnceLock<Option<FrozenJson>>,
}

struct Rendered {
    schema: ToolSchema,
    defects: Vec<String>,
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
        Self(Arc::new(Inner { parts, schema: OnceLock::new(), output_schema: OnceLock::new() }))
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
    pub fn title(&self) -> Option<&str> {
        self.parts().title.as_deref()
    }

    /// What it does, for the model.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn help(tool: &ToolDefinition) -> String { format!("{}: {}", tool.name(), tool.description()) }
    /// ```
    pub fn description(&self) -> &str {
        &self.parts().description
    }

    /// What its author says of its effects.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn asks_first(tool: &ToolDefinition) -> bool { tool.hints().read_only != Some(true) }
    /// ```
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
    pub fn is_enforced(&self) -> bool {
        matches!(self.parts().input, Input::Enforced(_))
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

    /// The JSON Schema of its value, for a body that returns [`Json`](super::Json).
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn is_structured(tool: &ToolDefinition) -> bool { tool.output_schema().is_some() }
    /// ```
    pub fn output_schema(&self) -> Option<&FrozenJson> {
        self.0
            .output_schema
            .get_or_init(|| render(self.parts().output.schema()?, Direction::Output).ok())
            .as_ref()
    }

    /// Whether a call with these arguments may run beside others: only if the tool says so of exactly these.
    ///
    /// ```
    /// # use dsh_tools::{ToolDefinition, ToolExecutionMode, json::FrozenJson};
    /// fn alone(tool: &ToolDefinition, arguments: &FrozenJson) -> bool {
    ///     tool.execution_mode(arguments) == ToolExecutionMode::Exclusive
    /// }
    /// ```
    pub fn execution_mode(&self, arguments: &FrozenJson) -> ToolExecutionMode {
        let Some(classify) = self.parts().classify.as_ref().and_then(|classify| classify.get())
        else {
            return ToolExecutionMode::Exclusive;
        };
        match super::log::contained("classifier", "", contain(|| classify(arguments))) {
            Some(true) => ToolExecutionMode::Parallel,
            _ => ToolExecutionMode::Exclusive,
        }
    }

    /// The states it takes by reference.
    pub(crate) fn requirements(&self) -> &[Requirement] {
        &self.parts().requirements
    }

    /// What was found wrong with it while it was built, and in its schema.
    pub(crate) fn defects(&self) -> impl Iterator<Item = &str> {
        self.parts().defects.iter().chain(&self.rendered().defects).map(String::as_str)
    }

    fn rendered(&self) -> &Rendered {
        self.0.schema.get_or_init(|| {
            let parts = self.parts();
            let (parameters, defects) = match &parts.input {
                Input::Unvalidated(schema) => (schema.clone(), Vec::new()),
                Input::Enforced(node) => enforced(node),
            };
            let schema = ToolSchema {
                name: Arc::clone(&parts.name),
                description: Arc::clone(&parts.description),
                parameters,
            };
            Rendered { schema, defects }
        })
    }
}

/// The schema's text, and what only a run can tell of a table. Defaults and examples may be an author's code.
fn enforced(node: &Link) -> (FrozenJson, Vec<String>) {
    let written = contain(|| (render(node.get(), Direction::Input), defects(node)));
    match written {
        Ok((Ok(schema), defects)) => (schema, defects),
        Ok((Err(error), mut defects)) => {
            defects.push(format!("its schema cannot be written: {error}"));
            (FrozenJson::empty_object(), defects)
        }
        Err(panicked) => {
            (FrozenJson::empty_object(), vec![format!("writing its schema panicked: {panicked}")])
        }
    }
}

impl fmt::Debug for ToolDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDefinition")
            .field("name", &self.parts().name)
            .field("location", &format_args!("{}", self.location()))
            .finish_non_exhaustive()
    }
}
