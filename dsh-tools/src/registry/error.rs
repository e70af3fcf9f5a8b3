//! What is wrong with what was to be registered.

use crate::json::visible;
use crate::schema::{OutputSchemaError, RawSchemaError};
use crate::tool::{ErrorCode, SourceLocation};
use std::fmt;
use std::sync::Arc;

/// Nothing was registered: all that is wrong, in the order in which the tools were given.
///
/// ```
/// use dsh_tools::{RegisterProblem, ToolDefinition, ToolRegistry};
///
/// let tool = |name: &str| ToolDefinition::builder(name).description("..")
///     .no_args()
///     .body(|_, _| async { ".." })
///     .build();
/// let error = ToolRegistry::builder().tools([tool("two words"), tool("run_code")]).build().unwrap_err();
/// assert!(matches!(error.problems(), [RegisterProblem::Name { .. }, RegisterProblem::Reserved { .. }]));
/// ```
/// Its `Debug` is its `Display`: that is what `main() -> Result<..>` prints.
#[derive(Clone, PartialEq, Eq)]
pub struct RegisterError {
    problems: Vec<RegisterProblem>,
}

/// One thing that is wrong.
///
/// ```
/// use dsh_tools::{RegisterError, RegisterProblem};
///
/// fn duplicates(error: &RegisterError) -> usize {
///     error.problems().iter().filter(|problem| matches!(problem, RegisterProblem::Duplicate { .. })).count()
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegisterProblem {
    /// A name that protocols do not carry.
    #[error(
        "`{tool}` ({location}) is no name of a tool: names are made of `A-Z`, `a-z`, `0-9`, `_`, `-`, `.` and `/`, 1 to 128 of them; {why}", tool = visible(tool)
    )]
    #[non_exhaustive]
    Name {
        /// The name.
        tool: Arc<str>,
        /// Where it is defined.
        location: SourceLocation,
        /// What is wrong with it.
        why: String,
    },
    /// The name that is kept for programs that call tools.
    #[error("`{tool}` ({location}) is a reserved name: rename the tool", tool = visible(tool))]
    #[non_exhaustive]
    Reserved {
        /// The name.
        tool: Arc<str>,
        /// Where it is defined.
        location: SourceLocation,
    },
    /// A name that is taken.
    #[error("{}", taken(tool, first, second, scope.as_deref()))]
    #[non_exhaustive]
    Duplicate {
        /// The name.
        tool: Arc<str>,
        /// Where the tool is defined that has it.
        first: SourceLocation,
        /// Where the other one is defined.
        second: SourceLocation,
        /// The scope that both would be in; none for the registry's own tools.
        scope: Option<Arc<str>>,
    },
    /// The scope was closed.
    #[error("scope `{scope}` was closed; `registry.scope(id)` opens a new one", scope = visible(scope))]
    #[non_exhaustive]
    ScopeClosed {
        /// The scope.
        scope: Arc<str>,
    },
    /// A timeout of zero.
    #[error("`{tool}` ({location}) has a timeout of zero: leave it out, or give it time", tool = visible(tool))]
    #[non_exhaustive]
    ZeroTimeout {
        /// The name.
        tool: Arc<str>,
        /// Where it is defined.
        location: SourceLocation,
    },
    /// A timeout that no hook enforces.
    #[error(
        "`{tool}` ({location}) declares a timeout that nothing honours: register a `TimeoutPolicy` first, or leave the timeout out", tool = visible(tool)
    )]
    #[non_exhaustive]
    UnhonouredTimeout {
        /// The name.
        tool: Arc<str>,
        /// Where it is defined.
        location: SourceLocation,
    },
    /// States that the tool takes by reference and nothing supplies.
    #[error("`{}` ({location}) {}", visible(tool), lacking(types))]
    #[non_exhaustive]
    MissingState {
        /// The name.
        tool: Arc<str>,
        /// Where it is defined.
        location: SourceLocation,
        /// The types, as the compiler names them.
        types: Vec<&'static str>,
    },
    /// A schema of arguments that came as text and cannot be enforced (`UNSUPPORTED_SCHEMA`).
    #[error("`{tool}` ({location}): its schema cannot be enforced:\n{error}", tool = visible(tool))]
    #[non_exhaustive]
    Parameters {
        /// The name.
        tool: Arc<str>,
        /// Where it is defined.
        location: SourceLocation,
        /// Every reason.
        error: RawSchemaError,
    },
    /// An output schema that came as text and cannot be enforced (`UNSUPPORTED_SCHEMA`).
    #[error("`{tool}` ({location}): {error}", tool = visible(tool))]
    #[non_exhaustive]
    OutputSchema {
        /// The name.
        tool: Arc<str>,
        /// Where it is defined.
        location: SourceLocation,
        /// Every reason.
        error: OutputSchemaError,
    },
    /// Something that was found while the definition was built.
    #[error("`{tool}` ({location}): {what}", tool = visible(tool))]
    #[non_exhaustive]
    Definition {
        /// The name.
        tool: Arc<str>,
        /// Where it is defined.
        location: SourceLocation,
        /// What was found.
        what: String,
    },
}

impl RegisterProblem {
    /// The stable code of a schema that cannot be enforced, [`ErrorCode::UnsupportedSchema`]; other problems are the
    /// host's own and have none.
    ///
    /// ```
    /// use dsh_tools::{ErrorCode, ToolDefinition, ToolRegistry};
    ///
    /// let tool = ToolDefinition::builder("t").validated(r#"{"type": "objekt"}"#).body(|_, _| async {}).build();
    /// let error = ToolRegistry::new().register(tool).unwrap_err();
    /// assert_eq!(error.problems()[0].code(), Some(ErrorCode::UnsupportedSchema));
    /// ```
    #[inline]
    pub const fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Parameters { .. } | Self::OutputSchema { .. } => {
                Some(ErrorCode::UnsupportedSchema)
            }
            _ => None,
        }
    }
}

fn taken(
    tool: &str,
    first: &SourceLocation,
    second: &SourceLocation,
    scope: Option<&str>,
) -> String {
    let tool = visible(tool);
    // What is meant for one agent is at home in its scope, where names are its own.
    let (place, elsewhere) = match scope {
        None => (String::new(), "; one that is for one agent only goes into `registry.scope(id)`"),
        Some(scope) => (format!(" in scope `{}`", visible(scope)), ""),
    };
    if first == second {
        return format!(
            "`{tool}` ({first}) is registered already{place}, or is in the list a second time: leave it out, unregister the first, or rename one{elsewhere}"
        );
    }
    format!(
        "`{tool}` is defined twice{place}: at {first} and at {second}; unregister the first, or rename one{elsewhere}"
    )
}

fn lacking(types: &[&'static str]) -> String {
    let list = types.iter().map(|name| format!("`&{name}`")).collect::<Vec<_>>().join(", ");
    let rest = if types.len() == 1 {
        "nothing supplies it: hand it over with `.state(..)`, or take it by value to make it an argument; where each scope brings its own, declare it with `.scoped_state::<T>()`"
    } else {
        "nothing supplies them: hand them over with `.state(..)`, or take them by value to make them arguments; where each scope brings its own, declare them with `.scoped_state::<T>()`"
    };
    format!("takes {list} by reference, and {rest}")
}

impl RegisterError {
    /// `None` when nothing is wrong.
    pub(super) fn of(problems: Vec<RegisterProblem>) -> Option<Self> {
        (!problems.is_empty()).then_some(Self { problems })
    }

    pub(super) fn one(problem: RegisterProblem) -> Self {
        Self { problems: vec![problem] }
    }

    /// All that is wrong.
    ///
    /// ```
    /// # use dsh_tools::RegisterError;
    /// fn count(error: &RegisterError) -> usize { error.problems().len() }
    /// ```
    #[inline]
    pub fn problems(&self) -> &[RegisterProblem] {
        &self.problems
    }
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.as_slice() {
            [one] => write!(f, "cannot register: {one}"),
            all => {
                write!(f, "cannot register, {} problems:", all.len())?;
                all.iter().try_for_each(|problem| write!(f, "\n- {problem}"))
            }
        }
    }
}

impl fmt::Debug for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for RegisterError {}
