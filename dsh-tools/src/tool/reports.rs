//! Failures that the library itself finds, as typed errors for programs.

use crate::json::visible;
use crate::schema::{CANDIDATES, Violations, ranked};
use std::fmt::{self, Write};
use std::sync::Arc;

/// The arguments do not fit the tool's schema: all that is wrong with them (`INVALID_ARGS`).
///
/// Its text is what the model reads: a line naming the tool and the count, then a line a violation.
///
/// ```
/// use dsh_tools::{ToolArgsError, ToolExecutionResult};
///
/// fn log(result: &ToolExecutionResult) {
///     let Err(failure) = result.outcome() else { return };
///     if let Some(error) = failure.source().and_then(|e| e.downcast_ref::<ToolArgsError>()) {
///         for violation in error.violations().iter() {
///             eprintln!("{}: {}", error.tool(), violation.pointer());
///         }
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ToolArgsError {
    tool: Arc<str>,
    violations: Violations,
}

impl ToolArgsError {
    pub(crate) const fn new(tool: Arc<str>, violations: Violations) -> Self {
        Self { tool, violations }
    }

    /// The tool's name.
    ///
    /// ```
    /// # use dsh_tools::ToolArgsError;
    /// fn about(error: &ToolArgsError) -> String {
    ///     format!("bad arguments for {}", error.tool())
    /// }
    /// ```
    #[inline]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// What is wrong, in the order of the schema.
    ///
    /// ```
    /// # use dsh_tools::ToolArgsError;
    /// fn pointers(error: &ToolArgsError) -> Vec<String> {
    ///     error.violations().iter().map(|violation| violation.pointer()).collect()
    /// }
    /// ```
    #[inline]
    pub const fn violations(&self) -> &Violations {
        &self.violations
    }
}

impl fmt::Display for ToolArgsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.violations.len();
        let s = if count == 1 { "" } else { "s" };
        write!(
            f,
            "invalid arguments for `{}`: {count} violation{s}\n{}",
            visible(&self.tool),
            self.violations
        )
    }
}

impl std::error::Error for ToolArgsError {}

/// No tool of that name can be called from there (`UNKNOWN_TOOL`).
///
/// ```
/// use dsh_tools::{ToolExecutionResult, ToolNotFoundError};
///
/// fn suggestion(result: &ToolExecutionResult) -> Option<&str> {
///     let failure = result.outcome().err()?;
///     failure.source()?.downcast_ref::<ToolNotFoundError>()?.nearest().first().map(AsRef::as_ref)
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolNotFoundError {
    name: Arc<str>,
    nearest: Vec<Arc<str>>,
    others: Vec<Arc<str>>,
    omitted: usize,
}

/// Names that the text of an unknown tool lists at most.
const MAX_LISTED: usize = 20;
/// Names that count as near at most.
const MAX_NEAREST: usize = 3;
/// Characters of the unknown name that are compared at most.
const MAX_COMPARED: usize = 128;

/// The known names that look most like the unknown one. A ranking takes so many names at once; of more, the
/// best of each lot are ranked again.
#[inline]
fn nearest<'a>(wanted: &str, all: &[&'a Arc<str>]) -> Vec<&'a str> {
    let best = |names: &[&'a str]| {
        ranked(wanted, names.iter().copied()).into_iter().take(MAX_NEAREST).collect::<Vec<_>>()
    };
    let mut names: Vec<&str> = all.iter().map(|name| &***name).collect();
    while names.len() > CANDIDATES {
        names = names.chunks(CANDIDATES).flat_map(best).collect();
    }
    best(&names)
}

impl ToolNotFoundError {
    /// `known` comes in the order in which it is to be listed.
    pub(crate) fn new<'a>(name: Arc<str>, known: impl Iterator<Item = &'a Arc<str>>) -> Self {
        let all: Vec<&Arc<str>> = known.collect();
        let wanted: String = name.chars().take(MAX_COMPARED).collect();
        let nearest = nearest(&wanted, &all);
        let is_near = |name: &str| nearest.contains(&name);
        let room = MAX_LISTED.saturating_sub(nearest.len());
        let mut others: Vec<Arc<str>> = Vec::new();
        let mut omitted = 0;
        for name in all.iter().filter(|name| !is_near(name)) {
            if others.len() < room {
                others.push(Arc::clone(name));
            } else {
                omitted += 1;
            }
        }
        let nearest = nearest.iter().map(|name| Arc::from(*name)).collect();
        Self { name, nearest, others, omitted }
    }

    /// The name that was called.
    ///
    /// ```
    /// # use dsh_tools::ToolNotFoundError;
    /// fn about(error: &ToolNotFoundError) -> String {
    ///     format!("the model made up {}", error.name())
    /// }
    /// ```
    #[inline]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Known names that it may have been meant for, the nearest first.
    ///
    /// ```
    /// # use dsh_tools::ToolNotFoundError;
    /// fn best(error: &ToolNotFoundError) -> Option<&str> {
    ///     error.nearest().first().map(AsRef::as_ref)
    /// }
    /// ```
    #[inline]
    pub fn nearest(&self) -> &[Arc<str>] {
        &self.nearest
    }
}

impl fmt::Display for ToolNotFoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown tool `{}`", visible(&self.name))?;
        if self.nearest.is_empty() && self.others.is_empty() {
            return f.write_str("; no tools are known here");
        }
        if !self.nearest.is_empty() {
            f.write_str("; did you mean ")?;
            list(f, &self.nearest, " or ")?;
            f.write_char('?')?;
        }
        if !self.others.is_empty() {
            f.write_str(if self.nearest.is_empty() {
                "; known tools: "
            } else {
                " Other tools: "
            })?;
            list(f, &self.others, ", ")?;
            if self.omitted > 0 {
                write!(f, " and {} more", self.omitted)?;
            }
        }
        Ok(())
    }
}

fn list(f: &mut fmt::Formatter<'_>, names: &[Arc<str>], between: &str) -> fmt::Result {
    for (at, name) in names.iter().enumerate() {
        write!(f, "{}`{name}`", if at == 0 { "" } else { between })?;
    }
    Ok(())
}

impl std::error::Error for ToolNotFoundError {}
