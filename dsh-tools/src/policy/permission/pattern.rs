//! Patterns of texts, and pointers at arguments.

use super::CallsError;
use crate::schema::Automaton;
use serde::{Deserialize, Serialize};

/// Names an argument. A step `*` is every element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Pointer(pub(super) String);

impl Pointer {
    #[inline]
    pub(super) fn new(pointer: &str) -> Result<Self, CallsError> {
        if has_root(pointer) && has_escapes(pointer) {
            Ok(Self(pointer.to_owned()))
        } else {
            Err(CallsError::Pointer { pointer: pointer.to_owned() })
        }
    }
}

#[inline]
fn has_root(pointer: &str) -> bool {
    pointer.is_empty() || pointer.starts_with('/')
}

/// Another escape is in no key, so the pattern would match nothing.
#[inline]
fn has_escapes(pointer: &str) -> bool {
    pointer.split('~').skip(1).all(|after| after.starts_with(['0', '1']))
}

#[inline]
pub(super) fn why_no_pointer(pointer: &str) -> &'static str {
    if has_root(pointer) {
        "`~` is written `~0` in it, and `/` in a key `~1`"
    } else {
        "it starts with `/`, as in `/path`"
    }
}

impl TryFrom<String> for Pointer {
    type Error = CallsError;

    #[inline]
    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text)
    }
}

/// `*` for any characters, `?` for one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Pattern {
    pub(super) text: String,
    /// The `regex` crate's, so that what a model writes costs no more than its length.
    like: Automaton,
}

/// Bytes that a pattern may have.
const LONGEST: usize = 4096;

impl Pattern {
    #[inline]
    pub(super) fn new(text: &str) -> Result<Self, CallsError> {
        let too_long = || CallsError::Length { length: text.len() };
        if text.len() > LONGEST {
            return Err(too_long());
        }
        let mut like = String::from("(?s)^");
        for c in text.chars() {
            match c {
                '*' => like.push_str(".*"),
                '?' => like.push('.'),
                c => like.push_str(&regex_syntax::escape(c.encode_utf8(&mut [0; 4]))),
            }
        }
        like.push('$');
        let like = Automaton::new(&like).map_err(|_too_large| too_long())?;
        Ok(Self { text: text.to_owned(), like })
    }

    #[inline]
    pub(super) fn matches(&self, text: &str) -> bool {
        self.like.is_match(text)
    }

    #[inline]
    pub(super) fn is_everything(&self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|byte| byte == b'*')
    }

    /// Whether it matches the one text that another pattern stands for.
    #[inline]
    pub(super) fn covers_text(&self, other: &Self) -> bool {
        !other.text.contains(['*', '?']) && self.matches(&other.text)
    }
}

impl PartialEq for Pattern {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl TryFrom<String> for Pattern {
    type Error = CallsError;

    #[inline]
    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text)
    }
}

impl From<Pattern> for String {
    #[inline]
    fn from(pattern: Pattern) -> Self {
        pattern.text
    }
}
