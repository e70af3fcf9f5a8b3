//! Patterns: the text that is advertised and the program that is run.

use super::Shared;
use super::ecma::{self, Engine, PatternError, TooCostly};
use regex::Regex;
use std::sync::Arc;

/// A pattern as the schema spells it, with the program that checks it.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: Shared<str>,
    engine: Option<Engine>,
}

impl Pattern {
    /// `source` is ECMA-262, as advertised; `program` says the same in the syntax of the `regex` crate.
    ///
    /// A program that does not compile matches nothing: it fails closed.
    #[must_use]
    pub fn new(source: &'static str, program: &str) -> Self {
        Self { source: Shared::Const(source), engine: Regex::new(program).ok().map(Engine::from) }
    }

    /// A pattern of ECMA-262 that comes at run time, as JSON Schema means it: with the `u` flag, found anywhere.
    ///
    /// ```
    /// use dsh_tools::schema::Pattern;
    ///
    /// let pattern = Pattern::ecma(r"^(?!\.)[\w.]+$")?;
    /// assert!(pattern.is_match("lib.rs"));
    /// assert!(!pattern.is_match(".git"));
    /// # Ok::<(), dsh_tools::schema::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// Where and why the text is no pattern, or is over a bound: 32 KiB of text, 250 levels of groups, 20,000
    /// characters once repetitions are unrolled, 10 MiB of program.
    pub fn ecma(source: &str) -> Result<Self, PatternError> {
        let engine = ecma::compile(source)?;
        Ok(Self { source: Shared::Owned(Arc::from(source)), engine: Some(engine) })
    }

    /// The pattern as advertised.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the pattern is found anywhere in the text. A search that takes too much has found nothing.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.try_match(text) == Ok(true)
    }

    /// As [`is_match`](Self::is_match), but says when the search was given up.
    pub(crate) fn try_match(&self, text: &str) -> Result<bool, TooCostly> {
        self.engine.as_ref().map_or(Ok(false), |engine| engine.is_match(text))
    }
}

/// A constant cannot hold a lazy cell: it holds the function with the cell inside.
#[derive(Clone, Debug)]
pub(crate) enum PatternLink {
    Const(fn() -> &'static Pattern),
    Owned(Arc<Pattern>),
}

impl PatternLink {
    pub(crate) fn get(&self) -> &Pattern {
        match self {
            Self::Const(pattern) => pattern(),
            Self::Owned(pattern) => pattern,
        }
    }
}
