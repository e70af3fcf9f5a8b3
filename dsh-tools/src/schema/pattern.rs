//! Patterns: the text that is advertised and the program that is run.

use regex::Regex;
use std::sync::Arc;

/// A pattern as the schema spells it, with the program that checks it.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    regex: Option<Regex>,
}

impl Pattern {
    /// `source` is ECMA-262, as advertised; `program` says the same in the syntax of the `regex` crate.
    ///
    /// A program that does not compile matches nothing: it fails closed.
    #[must_use]
    pub fn new(source: &'static str, program: &str) -> Self {
        Self { source, regex: Regex::new(program).ok() }
    }

    /// The pattern as advertised.
    #[must_use]
    pub fn source(&self) -> &str {
        self.source
    }

    /// Whether the pattern is found anywhere in the text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.as_ref().is_some_and(|regex| regex.is_match(text))
    }
}

/// A constant cannot hold a lazy cell: it holds the function with the cell inside.
#[derive(Clone, Debug)]
pub(crate) enum PatternLink {
    Const(fn() -> &'static Pattern),
    #[allow(dead_code, reason = "tables built at run time")]
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
