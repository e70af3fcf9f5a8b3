//! Narrowing a definition at start-up: what is only known then, and nothing that lets more through.

use super::contain::contain;
use super::defect::Defect;
use super::parts::SourceLocation;
use super::{Input, ToolDefinition};
use crate::json::FrozenJson;
use crate::schema::{Base, Bounds, Change, Lengths, Narrowing, Path, refine};
use serde_json::Value;
use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

/// Makes a narrower [`ToolDefinition`] of one that is there: another name, other texts, fewer values.
///
/// What is only known when a program starts (the skills that are installed, the servers that can be reached) is told to
/// the model, and calls are held to it. Nothing can be made wider: a choice that was never legal, a bound outside of the
/// one that is there, a property that does not exist are kept, and told when the definition is registered, with all the
/// rest. The definition that it came from stays as it is, and what comes out can be refined again.
///
/// Properties are named as they are written, or by a path: `outer.inner`, `list[].inner`, or a JSON Pointer as
/// `/outer/inner`, in which `-` stands for every element of an array.
///
/// Arguments are walked by the narrowed schema, and then read as before. One that is
/// [`unvalidated`](super::ToolDefinitionBuilder::unvalidated) is checked by all of its schema once anything of it is narrowed.
///
/// ```
/// use dsh_tools::{ToolArgs, ToolDefinition, ToolRegistry};
///
/// #[derive(ToolArgs)]
/// struct SkillArgs {
///     /// Which one.
///     skill: String,
///     #[arg(range(min = 1, max = 50))]
///     steps: Option<u32>,
/// }
/// let tool = ToolDefinition::builder("skill").description("Runs a skill.")
///     .args::<SkillArgs>()
///     .body(|args, _cx| async move { args.skill })
///     .build();
///
/// let installed = ["review", "release"];
/// let tool = tool.refine()
///     .prefix("team_")
///     .choices("skill", installed)
///     .range("steps", 1..=10)
///     .build();
/// assert_eq!(
///     tool.schema().parameters.to_string(),
///     r#"{"type":"object","properties":{"skill":{"type":"string","description":"Which one.","enum":["review","release"]},"steps":{"type":"integer","minimum":1,"maximum":10}},"required":["skill"]}"#,
/// );
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// assert_eq!(
///     tool.call(r#"{"skill": "reviews", "steps": 50}"#).await.text(),
///     "Error: invalid arguments for `team_skill`: 2 violations\n\
///      `skill`: expected one of \"review\", \"release\", got the string \"reviews\"; did you mean \"review\"?\n\
///      `steps`: expected an integer from 1 to 10, got the number 50",
/// );
/// # });
/// let error = ToolRegistry::new().register(tool.refine().range("steps", ..=20).build()).unwrap_err();
/// assert!(error.to_string().contains("the upper bound 20 is wider than 10"));
/// ```
#[must_use = "nothing is refined until it is built"]
#[derive(Clone)]
pub struct ToolRefinement {
    tool: ToolDefinition,
    location: SourceLocation,
    name: Option<Arc<str>>,
    prefix: Arc<str>,
    title: Option<Arc<str>>,
    description: Option<Arc<str>>,
    edits: Vec<Narrowing>,
    defects: Vec<Defect>,
}

impl ToolDefinition {
    /// Starts a narrower definition; where this is called is where that one is defined.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn named(tool: &ToolDefinition, server: &str) -> ToolDefinition {
    ///     tool.refine().prefix(format!("{server}_")).build()
    /// }
    /// ```
    #[track_caller]
    #[inline]
    pub fn refine(&self) -> ToolRefinement {
        ToolRefinement {
            tool: self.clone(),
            location: SourceLocation::caller(),
            name: None,
            prefix: Arc::from(""),
            title: None,
            description: None,
            edits: Vec::new(),
            defects: Vec::new(),
        }
    }
}

impl ToolRefinement {
    /// Another name.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn renamed(tool: &ToolDefinition) -> ToolDefinition { tool.refine().name("read").build() }
    /// ```
    #[inline]
    pub fn name(mut self, name: impl Into<Arc<str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// What stands before the name.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn of_server(tool: &ToolDefinition) -> ToolDefinition { tool.refine().prefix("fs_").build() }
    /// ```
    #[inline]
    pub fn prefix(mut self, prefix: impl Into<Arc<str>>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Another name for people.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn titled(tool: &ToolDefinition) -> ToolDefinition { tool.refine().title("Read a file").build() }
    /// ```
    #[inline]
    pub fn title(mut self, title: impl Into<Arc<str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Another description of the tool.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn told(tool: &ToolDefinition) -> ToolDefinition { tool.refine().description("Reads a file.").build() }
    /// ```
    #[inline]
    pub fn description(mut self, description: impl Into<Arc<str>>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// More of a description, on a line of its own.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn told(tool: &ToolDefinition, root: &str) -> ToolDefinition {
    ///     tool.refine().append_description(format!("The workspace is {root}.")).build()
    /// }
    /// ```
    #[inline]
    pub fn append_description(mut self, more: impl AsRef<str>) -> Self {
        let so_far = self.description.as_deref().unwrap_or_else(|| self.tool.description());
        let between = if so_far.is_empty() { "" } else { "\n" };
        self.description = Some(format!("{so_far}{between}{}", more.as_ref()).into());
        self
    }

    /// Another description of a property.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn told(tool: &ToolDefinition) -> ToolDefinition {
    ///     tool.refine().describe("skill", "One of the skills of this project.").build()
    /// }
    /// ```
    #[inline]
    pub fn describe(self, property: impl AsRef<str>, description: impl Into<Arc<str>>) -> Self {
        self.edit(property.as_ref(), Change::Describe(description.into()))
    }

    /// The values that are legal: some of those that were, strings mostly.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn narrowed(tool: &ToolDefinition, skills: &[String]) -> ToolDefinition {
    ///     tool.refine().choices("skill", skills.iter().map(String::as_str)).build()
    /// }
    /// ```
    #[inline]
    pub fn choices<V: Into<Value>>(
        mut self,
        property: impl AsRef<str>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        let values: Vec<Value> = values.into_iter().map(Into::into).collect();
        match FrozenJson::from_value(Value::Array(values)) {
            Ok(values) => self.edit(property.as_ref(), Change::Choices(values)),
            Err(error) => {
                let path = Path::from(property.as_ref());
                let what = format!("cannot be refined: {path}: the choices are no JSON: {error}");
                self.defects.push(Defect::Other(what));
                self
            }
        }
    }

    /// Narrower bounds of a number.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn narrowed(tool: &ToolDefinition) -> ToolDefinition {
    ///     tool.refine().range("limit", ..=500).range("ratio", 0.5..1.0).build()
    /// }
    /// ```
    #[inline]
    pub fn range<N: Clone + Into<Value>>(
        self,
        property: impl AsRef<str>,
        range: impl RangeBounds<N>,
    ) -> Self {
        let number = |bound: Bound<&N>| {
            let (value, excluded) = match bound {
                Bound::Included(value) => (value, false),
                Bound::Excluded(value) => (value, true),
                Bound::Unbounded => return None,
            };
            // NaN and what is too deep are no numbers, which is told later.
            let value = FrozenJson::from_value(value.clone().into());
            Some((value.unwrap_or_default(), excluded))
        };
        let bounds = Bounds { low: number(range.start_bound()), high: number(range.end_bound()) };
        self.edit(property.as_ref(), Change::Range(bounds))
    }

    /// Narrower bounds of a length: Unicode scalar values of a string, elements of an array, entries of an object.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn narrowed(tool: &ToolDefinition) -> ToolDefinition {
    ///     tool.refine().length("query", 1..=200).length("labels", ..=3).build()
    /// }
    /// ```
    #[inline]
    pub fn length(self, property: impl AsRef<str>, range: impl RangeBounds<u32>) -> Self {
        let min = match range.start_bound() {
            Bound::Included(min) => Some(*min),
            Bound::Excluded(min) => Some(min.saturating_add(1)),
            Bound::Unbounded => None,
        };
        let max = match range.end_bound() {
            Bound::Included(max) => Some(*max),
            // Below 0 nothing is left: 1..0 says so.
            Bound::Excluded(0) => return self.edit(property.as_ref(), NO_LENGTH),
            Bound::Excluded(max) => Some(max - 1),
            Bound::Unbounded => None,
        };
        self.edit(property.as_ref(), Change::Length(Lengths { min, max }))
    }

    /// An optional property has to be given.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn narrowed(tool: &ToolDefinition) -> ToolDefinition { tool.refine().require("reason").build() }
    /// ```
    #[inline]
    pub fn require(self, property: impl AsRef<str>) -> Self {
        self.edit(property.as_ref(), Change::Require)
    }

    /// An optional property is not told of, and may not be given; the body finds what its absence stands for.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn narrowed(tool: &ToolDefinition) -> ToolDefinition { tool.refine().without("force").build() }
    /// ```
    #[inline]
    pub fn without(self, property: impl AsRef<str>) -> Self {
        self.edit(property.as_ref(), Change::Without)
    }

    #[inline]
    fn edit(mut self, property: &str, change: Change) -> Self {
        self.edits.push(Narrowing { path: Path::from(property), change });
        self
    }

    /// The narrower definition.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// fn copy(tool: &ToolDefinition) -> ToolDefinition { tool.refine().build() }
    /// ```
    #[inline]
    pub fn build(self) -> ToolDefinition {
        let mut parts = self.tool.parts().clone();
        parts.location = self.location;
        let name = self.name.as_deref().unwrap_or_else(|| self.tool.name());
        parts.name = format!("{}{name}", self.prefix).into();
        parts.title = self.title.or(parts.title);
        parts.description = self.description.unwrap_or(parts.description);
        parts.defects.extend(self.defects);
        if !self.edits.is_empty() && !parts.input.is_broken() {
            let base = Base {
                advertised: &self.tool.schema().parameters,
                schema: parts.input.schema.as_ref(),
                own: parts.input.own.as_ref(),
            };
            // A table may be an author's code.
            let refined = contain(|| refine(&base, &self.edits)).unwrap_or_else(|panicked| {
                Err(vec![format!("writing its schema panicked: {panicked}")])
            });
            match refined {
                Ok(refined) => parts.input = parts.input.narrowed(refined),
                Err(errors) => {
                    let told =
                        errors.into_iter().map(|error| format!("cannot be refined: {error}"));
                    parts.defects.extend(told.map(Defect::Other));
                    parts.input = Input::broken();
                }
            }
        }
        parts.build()
    }
}

/// A length that nothing has.
const NO_LENGTH: Change = Change::Length(Lengths { min: Some(1), max: Some(0) });

impl fmt::Debug for ToolRefinement {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolRefinement")
            .field("tool", &self.tool)
            .field("edits", &self.edits)
            .finish_non_exhaustive()
    }
}
