//! A pattern over calls.

use super::pattern::{Pattern, Pointer, why_no_pointer};
use super::readings::{Asked, Certainty, is_like};
use crate::json::visible;
use crate::tool::{ToolDefinition, ToolExecution};
use std::collections::BTreeMap;
use std::fmt;

/// Which calls are meant: by the tool's name, its hints, and its arguments. What is not said does not matter.
///
/// Names and arguments are patterns: `*` stands for any characters, none of them included, `?` for one, everything else
/// for itself. An argument is named by its JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)), in which a
/// step `*` is every element of an array and every member of an object: `/files/*/path`. What is no text is compared as
/// the JSON that it is. An argument that is not there, and has no default, matches nothing.
///
/// # What is meant by a pattern, and what may be meant
///
/// A model can write one thing in many ways, so a call that [may be meant](Self::matches) is denied or asked about, and
/// only one that [is meant for sure](Self::surely_matches) is allowed or granted:
///
/// - An argument has all the names that its type takes, whichever of them the call or the pattern uses, and a left out
///   one is its default. The same is true of names of variants.
/// - `1`, `1.0` and `1e0` are one number; spaces and escapes are no part of a value.
/// - `src/../keys` is both itself and `keys`; so it may be meant by `keys*`, and is not surely meant by `src/*`. Where a
///   denial is concerned `\` and `//` are `/`, too.
/// - Of the elements that a step `*` stands for one may be like the pattern, or all are for sure.
///
/// That is all. Text is not interpreted otherwise: links on a disk, upper and lower case, composed and decomposed
/// characters, percent signs in addresses and what a shell makes of a command are the tool's business. `cargo check*`
/// means `cargo check; rm -r *`, too: deny and ask by the beginning of a command, but do not allow or grant by it. What a body reads from arguments that
/// no type of this library reads for it is not known here.
///
/// As JSON it is `{"tool": "write*", "readOnly": false, "arguments": {"/path": "src/*"}}`, each member optional but one
/// of them there; all calls are the text `"all"`, so that nobody says it by leaving something out.
///
/// ```
/// use dsh_tools::Calls;
///
/// let in_source = Calls::of("write")?.argument("/path", "src/*")?;
/// let written: Calls = serde_json::from_str(r#"{"tool":"write","arguments":{"/path":"src/*"}}"#)?;
/// assert_eq!(in_source, written);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    pub(super) tool: Option<Pattern>,
    pub(super) read_only: Option<bool>,
    pub(super) destructive: Option<bool>,
    pub(super) arguments: BTreeMap<Pointer, Pattern>,
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
    #[error("`{pointer}` is no JSON Pointer: {}", why_no_pointer(pointer), pointer = visible(pointer))]
    #[non_exhaustive]
    Pointer {
        /// What was given.
        pointer: String,
    },
    /// The argument has a pattern already: of two neither is dropped in silence.
    #[error("`{pointer}` is there already, like `{like}`: write a rule for each, or one pattern", pointer = visible(pointer), like = visible(like))]
    #[non_exhaustive]
    Twice {
        /// The argument.
        pointer: String,
        /// The pattern that it has.
        like: String,
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
    #[inline]
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
    #[inline]
    pub fn of(tool: &str) -> Result<Self, CallsError> {
        Ok(Self { tool: Some(Pattern::new(tool)?), ..Self::default() })
    }

    /// And with an argument like this.
    ///
    /// # Errors
    /// The argument is not named by a JSON Pointer or has a pattern already, or the pattern is too long.
    ///
    /// ```
    /// use dsh_tools::Calls;
    /// let checks = Calls::of("bash")?.argument("/command", "cargo check --workspace")?;
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    #[inline]
    pub fn argument(mut self, pointer: &str, like: &str) -> Result<Self, CallsError> {
        let (pointer, like) = (Pointer::new(pointer)?, Pattern::new(like)?);
        if let Some(known) = self.arguments.get(&pointer) {
            return Err(CallsError::Twice { pointer: pointer.0, like: known.text.clone() });
        }
        self.arguments.insert(pointer, like);
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
    #[inline]
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
    #[inline]
    pub const fn destructive(mut self, destructive: bool) -> Self {
        self.destructive = Some(destructive);
        self
    }

    /// Whether this call may be meant: what a rule to deny or to ask needs to know.
    ///
    /// ```
    /// use dsh_tools::{Calls, ToolExecution};
    /// fn is_suspect(calls: &Calls, call: &ToolExecution) -> bool { calls.matches(call) }
    /// ```
    #[inline]
    pub fn matches(&self, call: &ToolExecution) -> bool {
        self.means(Asked::Made(call), Certainty::Possible)
    }

    /// Whether this call is meant, however it is read: what has to be known of a call before it is allowed.
    ///
    /// ```
    /// use dsh_tools::{Calls, ToolExecution};
    /// fn is_harmless(calls: &Calls, call: &ToolExecution) -> bool { calls.surely_matches(call) }
    /// ```
    #[inline]
    pub fn surely_matches(&self, call: &ToolExecution) -> bool {
        self.means(Asked::Made(call), Certainty::Sure)
    }

    #[inline]
    pub(super) fn means(&self, call: Asked<'_>, certainty: Certainty) -> bool {
        let hints = call.tool().map(ToolDefinition::hints);
        let reads = hints.is_some_and(|hints| hints.read_only == Some(true));
        let destroys = hints.is_none_or(|hints| hints.destructive.unwrap_or(!reads));
        self.tool.as_ref().is_none_or(|tool| tool.matches(call.name()))
            && self.read_only.is_none_or(|wanted| wanted == reads)
            && self.destructive.is_none_or(|wanted| wanted == destroys)
            && self.arguments.iter().all(|(pointer, like)| {
                is_like(call, &pointer.0, certainty, |text| like.matches(text))
            })
    }

    /// The tools that it may be about.
    #[inline]
    pub(super) fn meant<'a>(&self, tools: &'a [ToolDefinition]) -> Vec<&'a ToolDefinition> {
        let is_meant = |name: &str| self.tool.as_ref().is_none_or(|tool| tool.matches(name));
        tools.iter().filter(|tool| is_meant(tool.name())).collect()
    }

    #[inline]
    pub(super) fn tool_text(&self) -> Option<&str> {
        self.tool.as_ref().map(|tool| &*tool.text)
    }

    #[inline]
    pub(super) fn pointers(&self) -> impl Iterator<Item = &str> {
        self.arguments.keys().map(|pointer| &*pointer.0)
    }

    /// Whether every call that `other` means is meant by this: as far as can be told without trying.
    #[inline]
    pub(super) fn covers(&self, other: &Self) -> bool {
        #[inline]
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
    #[inline]
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
