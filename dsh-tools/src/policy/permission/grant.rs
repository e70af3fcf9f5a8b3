//! One thing that somebody allowed for more than once.

use super::Calls;
use super::file::{object, some};
use crate::json::{canonical, visible};
use crate::pipeline::{ApprovalRequest, ArgumentsDigest};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::sync::Arc;

/// Characters of the arguments that are kept for people.
const SHOWN: usize = 200;

/// What somebody allowed for more than once: one exact call, or all calls of a kind; everywhere, or in a scope and those
/// in it.
///
/// As JSON it is `{"granted": {"calls": {"tool": "fetch"}}}`, with the words of [`Calls`], or, of one exact call,
/// `{"granted": {"exactly": {"tool": "write", "digest": "9f86..", "shown": "{\"path\":\"a\"}"}}}`, and beside `granted`
/// it may have a `"scope": "agent/helper"`.
///
/// ```
/// use dsh_tools::{ApprovalRequest, Calls, Grant};
///
/// fn offered(request: &ApprovalRequest) -> Vec<Grant> {
///     vec![Grant::exactly(request), Grant::calls(Calls::of("fetch").unwrap())]
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Grant {
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<Arc<str>>,
    granted: Granted,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Granted {
    #[serde(deserialize_with = "object")]
    Exactly(Exactly),
    Calls(Calls),
}

/// A call of this tool with these arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Exactly {
    tool: Arc<str>,
    digest: ArgumentsDigest,
    /// The arguments for people, cut where they are long: it is the digest that tells.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    shown: Option<Arc<str>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Members {
    #[serde(default, deserialize_with = "some")]
    scope: Option<Arc<str>>,
    granted: Granted,
}

impl<'de> Deserialize<'de> for Grant {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Members { scope, granted } = object(from)?;
        Ok(Self { scope, granted })
    }
}

impl Grant {
    /// This call with these arguments, whenever it is made: with those that the body [gets](crate::ToolExecution::effective_arguments),
    /// however they are written.
    ///
    /// Its first arguments are kept as text, so that a person can be shown what was granted.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalRequest, Grant};
    /// fn narrowest(request: &ApprovalRequest) -> Grant { Grant::exactly(request) }
    /// ```
    #[inline]
    pub fn exactly(request: &ApprovalRequest) -> Self {
        let shown = request.execution().effective_arguments().map(|arguments| {
            let text = canonical(arguments.root());
            match text.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("{}..", text.get(..end).unwrap_or_default()).into(),
                None => text.into(),
            }
        });
        let granted = Granted::Exactly(Exactly {
            tool: request.tool().into(),
            digest: request.digest(),
            shown,
        });
        Self { scope: None, granted }
    }

    /// All calls of a kind.
    ///
    /// ```
    /// use dsh_tools::{Calls, Grant};
    /// let docs = Grant::calls(Calls::of("fetch")?.argument("/url", "https://docs.rs/*")?);
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    #[inline]
    pub const fn calls(calls: Calls) -> Self {
        Self { scope: None, granted: Granted::Calls(calls) }
    }

    /// Only in this scope and those in it, named by its [path](crate::ToolScope::path).
    ///
    /// ```
    /// use dsh_tools::{Calls, Grant};
    /// let grant = Grant::calls(Calls::of("fetch")?).within("agent");
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn within(mut self, scope: impl Into<Arc<str>>) -> Self {
        self.scope = Some(scope.into());
        self
    }

    /// Whether it allows what is asked.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalRequest, Grant};
    /// fn is_allowed(grants: &[Grant], request: &ApprovalRequest) -> bool {
    ///     grants.iter().any(|grant| grant.allows(request))
    /// }
    /// ```
    #[inline]
    pub fn allows(&self, request: &ApprovalRequest) -> bool {
        let is_there = self.scope.as_deref().is_none_or(|scope| {
            request
                .scope()
                .strip_prefix(scope)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        is_there
            && match &self.granted {
                Granted::Exactly(exactly) => {
                    *exactly.tool == *request.tool() && exactly.digest == request.digest()
                }
                Granted::Calls(calls) => calls.surely_matches(request.execution()),
            }
    }
}

impl fmt::Display for Grant {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.granted {
            Granted::Exactly(Exactly { tool, shown, .. }) => {
                write!(f, "this very call of `{}`", visible(tool))?;
                if let Some(shown) = shown {
                    write!(f, " with `{}`", visible(shown))?;
                }
            }
            Granted::Calls(calls) => write!(f, "calls of {calls}")?,
        }
        match &self.scope {
            Some(scope) => write!(f, " in `{}`", visible(scope)),
            None => Ok(()),
        }
    }
}
