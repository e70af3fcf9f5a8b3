//! What an import tells besides the source.

use serde::Serialize;
use std::fmt;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// A keyword that the generated types do not say: they accept more than the original, or tell models less.
    Lost,
    /// Nothing is lost for calls: names that had to change, keywords that have no meaning for validation.
    Note,
}

/// One keyword of a definition, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Whether something is lost.
    pub weight: Weight,
    /// The keyword, such as `not`; of a name, `name`.
    pub keyword: String,
    /// Where it stands: a JSON Pointer into the parameters.
    pub pointer: String,
    /// Why, and what was done in its place.
    pub message: String,
}

impl Finding {
    /// A keyword that is lost.
    #[must_use]
    pub fn lost(keyword: &str, pointer: &str, message: impl Into<String>) -> Self {
        Self::new(Weight::Lost, keyword, pointer, message)
    }

    /// A remark.
    #[must_use]
    pub fn note(keyword: &str, pointer: &str, message: impl Into<String>) -> Self {
        Self::new(Weight::Note, keyword, pointer, message)
    }

    fn new(weight: Weight, keyword: &str, pointer: &str, message: impl Into<String>) -> Self {
        let (keyword, pointer) = (keyword.to_owned(), pointer.to_owned());
        Self { weight, keyword, pointer, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { weight, keyword, pointer, message } = self;
        let weight = match weight {
            Weight::Lost => "lost",
            Weight::Note => "note",
        };
        let place = if pointer.is_empty() { "the root" } else { pointer };
        write!(f, "{weight}: `{keyword}` at {place}: {message}")
    }
}
