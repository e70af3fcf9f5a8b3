//! Patterns: the text that is advertised and the program that is run.

use super::Shared;
use super::ecma::{self, Automaton, Engine, PatternError, TooCostly};
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
    #[inline]
    pub fn new(source: &'static str, program: &str) -> Self {
        Self {
            source: Shared::Const(source),
            engine: Automaton::new(program).ok().map(Engine::from),
        }
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
    /// characters once repetitions are unrolled, 100 back-references.
    #[inline]
    pub fn ecma(source: &str) -> Result<Self, PatternError> {
        let engine = ecma::compile(source)?;
        Ok(Self { source: Shared::Owned(Arc::from(source)), engine: Some(engine) })
    }

    /// The pattern as advertised.
    #[must_use]
    #[inline]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the pattern is found anywhere in the text.
    ///
    /// A search that takes over about a second is given up, and has found nothing: 100 million steps, which is
    /// 5,000 ways at once over 20,000 characters, or 20 million where there are back-references.
    #[must_use]
    #[inline]
    pub fn is_match(&self, text: &str) -> bool {
        self.try_match(text) == Ok(true)
    }

    /// Bytes that the program takes, at most or nearly.
    #[inline]
    pub(crate) fn weight(&self) -> usize {
        self.engine.as_ref().map_or(0, Engine::weight)
    }

    /// As [`is_match`](Self::is_match), but says when the search was given up.
    #[inline]
    pub(crate) fn try_match(&self, text: &str) -> Result<bool, TooCostly> {
        self.try_match_within(text, &mut { u64::MAX })
    }

    /// As [`try_match`](Self::try_match), but takes no more steps than are left of `left`, nor than is ever allowed.
    ///
    /// A step takes some ten nanoseconds: one way at one place of the text.
    #[inline]
    pub(crate) fn try_match_within(&self, text: &str, left: &mut u64) -> Result<bool, TooCostly> {
        self.engine.as_ref().map_or(Ok(false), |engine| engine.is_match(text, left))
    }
}

/// A constant cannot hold a lazy cell: it holds the function with the cell inside.
#[derive(Clone, Debug)]
pub(crate) enum PatternLink {
    Const(fn() -> &'static Pattern),
    Owned(Arc<Pattern>),
}

impl PatternLink {
    #[inline]
    pub(crate) fn get(&self) -> &Pattern {
        match self {
            Self::Const(pattern) => pattern(),
            Self::Owned(pattern) => pattern,
        }
    }
}
