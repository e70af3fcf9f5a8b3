//! What is wrong with a definition: kept while it is built, told when it is registered.

use crate::schema::{OutputSchemaError, RawSchemaError};
use std::fmt;

/// One thing that is wrong with a definition.
#[derive(Clone, Debug)]
pub(crate) enum Defect {
    /// The schema of its arguments cannot be enforced.
    Parameters(RawSchemaError),
    /// Its output schema cannot be enforced.
    Output(OutputSchemaError),
    /// Anything else, in words.
    Other(String),
}

impl fmt::Display for Defect {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameters(error) => error.fmt(f),
            Self::Output(error) => error.fmt(f),
            Self::Other(what) => f.write_str(what),
        }
    }
}
