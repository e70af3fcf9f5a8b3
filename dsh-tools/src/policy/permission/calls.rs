//! A pattern over calls.

use crate::json::{Cursor, visible};
use crate::tool::ToolExecution;
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// Which calls are meant: by the tool's name, its hints, and its arguments. What is not said does not matter.
///
/// Names and arguments are patterns: `*` stands for any characters, none of them included, `?` for one, everything else
/// for itself. An argument is named by its JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)); what is no
/// text is compared as the JSON that it is. An argument that is not there matches nothing.
///
/// As JSON it is `{"tool": "write*", "readOnly": false, "arguments": {"/path": "src/*"}}`, each member optional.
///
/// ```
/// use dsh_tools::Calls;
///
/// let in_source = Calls::of("write")?.argument("/path", "src/*")?;
/// let written: Calls = serde_json::from_str(r#"{"tool":"write","arguments":{"/path":"src/*"}}"#)?;
/// assert_eq!(in_source, written);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Calls {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool: Option<Pattern>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    read_only: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    destructive: Option<bool>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    arguments: BTreeMap<Pointer, Pattern>,
}

/// Why there is no such pattern.
///
/// ```
/// use dsh_tools::Calls;
/// let error = Calls::all().argument("path", "*").unwrap_err();
/// assert_eq!(error.to_string(), "`path` is no JSON Pointer: it starts with `/`, as in `/path`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallsError {
    /// The argument is not named by a JSON Pointer.
    #[error("`{pointer}` is no JSON Pointer: it starts with `/`, as in `/path`", pointer = visible(pointer))]
    #[non_exhaustive]
    Pointer {
        /// What was given.
        pointer: String,
    },
    /// The pattern is too long.
    #[error("a pattern of {length} bytes is too long: 4096 are the most")]
    #[non_exhaustive]
    Length {
        /// Its length in bytes.
        length: usize,
    },
}

impl Calls {
    /// All calls.
    ///
    /// ```
    /// use dsh_tools::Calls;
    /// assert_eq!(Calls::all(), Calls::default());
    /// ```
    pub fn all() -> Self {
        Self::default()
    }

    /// Calls of tools of this name.
    ///
    /// # Errors
    /// The pattern is too long.
    ///
    /// ```
    /// use dsh_tools::Calls;
    /// let commands = Calls::of("bash*")?;
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    pub fn of(tool: &str) -> Result<Self, CallsError> {
        Ok(Self { tool: Some(Pattern::new(tool)?), ..Self::default() })
    }

    /// And with an argument like this.
    ///
    /// # Errors
    /// The argument is not named by a JSON Pointer, or the pattern is too long.
    ///
    /// ```
    /// use dsh_tools::Calls;
    /// let checks = Calls::of("bash")?.argument("/command", "cargo check*")?;
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    pub fn argument(mut self, pointer: &str, like: &str) -> Result<Self, CallsError> {
        self.arguments.insert(Pointer::new(pointer)?, Pattern::new(like)?);
        Ok(self)
    }

    /// And of a tool that says so of itself; a tool that says nothing is not known to only read.
    ///
    /// ```
    /// use dsh_tools::Calls;
    /// let writers = Calls::all().read_only(false);
    /// # let _ = writers;
    /// ```
    #[must_use]
    pub const fn read_only(mut self, read_only: bool) -> Self {
        self.read_only = Some(read_only);
        self
    }

    /// And of a tool that says so of itself; a tool that says nothing may destroy, unless it only reads.
    ///
    /// ```
    /// use dsh_tools::Calls;
    /// let harmless = Calls::all().destructive(false);
    /// # let _ = harmless;
    /// ```
    #[must_use]
    pub const fn destructive(mut self, destructive: bool) -> Self {
        self.destructive = Some(destructive);
        self
    }

    /// Whether this call is meant.
    ///
    /// ```
    /// use dsh_tools::{Calls, ToolExecution};
    /// fn is_meant(calls: &Calls, call: &ToolExecution) -> bool { calls.matches(call) }
    /// ```
    pub fn matches(&self, call: &ToolExecution) -> bool {
        let hints = call.definition().map(|tool| tool.hints());
        let reads = hints.is_some_and(|hints| hints.read_only == Some(true));
        let destroys = hints.is_none_or(|hints| hints.destructive.unwrap_or(!reads));
        self.tool.as_ref().is_none_or(|tool| tool.matches(call.name()))
            && self.read_only.is_none_or(|wanted| wanted == reads)
            && self.destructive.is_none_or(|wanted| wanted == destroys)
            && self.arguments.iter().all(|(pointer, like)| {
                let found = call.arguments().and_then(|arguments| arguments.pointer(&pointer.0));
                found.is_some_and(|found| like.matches(&said(found)))
            })
    }

    /// Whether every call that `other` means is meant by this: as far as can be told without trying.
    pub(super) fn covers(&self, other: &Self) -> bool {
        fn wider<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
            one.is_none_or(|one| other == Some(one))
        }
        let covers = |one: &Pattern, other: &Pattern| {
            one.is_everything() || one == other || one.covers_text(other)
        };
        self.tool.as_ref().is_none_or(|tool| match &other.tool {
            Some(other) => covers(tool, other),
            None => tool.is_everything(),
        }) && wider(self.read_only.as_ref(), other.read_only.as_ref())
            && wider(self.destructive.as_ref(), other.destructive.as_ref())
            && self.arguments.iter().all(|(pointer, like)| {
                other.arguments.get(pointer).is_some_and(|other| covers(like, other))
            })
    }
}

impl fmt::Display for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tool {
            Some(tool) => write!(f, "`{}`", visible(&tool.text))?,
            None => f.write_str("any tool")?,
        }
        match self.read_only {
            Some(true) => f.write_str(", read only")?,
            Some(false) => f.write_str(", not read only")?,
            None => {}
        }
        match self.destructive {
            Some(true) => f.write_str(", destructive")?,
            Some(false) => f.write_str(", not destructive")?,
            None => {}
        }
        for (pointer, like) in &self.arguments {
            write!(f, ", `{}` like `{}`", visible(&pointer.0), visible(&like.text))?;
        }
        Ok(())
    }
}

/// An argument as text.
fn said(value: Cursor<'_>) -> Cow<'_, str> {
    value.as_str().unwrap_or_else(|| Cow::Owned(value.to_string()))
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
struct Pointer(String);

impl Pointer {
    fn new(pointer: &str) -> Result<Self, CallsError> {
        if pointer.is_empty() || pointer.starts_with('/') {
            Ok(Self(pointer.to_owned()))
        } else {
            Err(CallsError::Pointer { pointer: pointer.to_owned() })
        }
    }
}

impl TryFrom<String> for Pointer {
    type Error = CallsError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text)
    }
}

/// `*` for any characters, `?` for one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Pattern {
    text: String,
    /// The `regex` crate's, so that what a model writes costs no more than its length.
    like: Regex,
}

/// Bytes that a pattern may have.
const LONGEST: usize = 4096;

impl Pattern {
    fn new(text: &str) -> Result<Self, CallsError> {
        let too_long = || CallsError::Length { length: text.len() };
        if text.len() > LONGEST {
            return Err(too_long());
        }
        let mut like = String::from("(?s)^");
        for c in text.chars() {
            match c {
                '*' => like.push_str(".*"),
                '?' => like.push('.'),
                c => like.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
            }
        }
        like.push('$');
        let like = Regex::new(&like).map_err(|_too_large| too_long())?;
        Ok(Self { text: text.to_owned(), like })
    }

    fn matches(&self, text: &str) -> bool {
        self.like.is_match(text)
    }

    fn is_everything(&self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|byte| byte == b'*')
    }

    /// Whether it matches the one text that another pattern stands for.
    fn covers_text(&self, other: &Self) -> bool {
        !other.text.contains(['*', '?']) && self.matches(&other.text)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl TryFrom<String> for Pattern {
    type Error = CallsError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text)
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.text
    }
}
