//! One rule.

use super::Calls;
use super::file::{object, some};
use super::readings::{Asked, Certainty};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::sync::Arc;

/// What a rule does to the calls that it means.
///
/// ```
/// use dsh_tools::RuleEffect;
/// assert!(RuleEffect::Deny > RuleEffect::Ask && RuleEffect::Ask > RuleEffect::Allow);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RuleEffect {
    /// They may run, unless another rule, hook or guard says otherwise.
    Allow,
    /// Somebody is asked, whatever hooks allow.
    Ask,
    /// They do not run, whatever is allowed or granted.
    Deny,
}

/// One rule: calls, and what is done with them.
///
/// ```
/// use dsh_tools::{Calls, PermissionRule};
///
/// let rule = PermissionRule::deny(Calls::of("read")?.argument("/path", "*/keys/*")?).because("keys stay here");
/// assert_eq!(rule.to_string(), "deny `read`, `/path` like `*/keys/*`");
/// # Ok::<(), dsh_tools::CallsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PermissionRule {
    /// What is done.
    pub(super) effect: RuleEffect,
    /// With which calls.
    pub(super) calls: Calls,
    /// What the model reads, or whoever is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Arc<str>>,
}

impl PermissionRule {
    #[inline]
    const fn new(effect: RuleEffect, calls: Calls) -> Self {
        Self { effect, calls, reason: None }
    }

    /// These calls do not run.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule};
    /// let rule = PermissionRule::deny(Calls::all().destructive(true));
    /// # let _ = rule;
    /// ```
    #[inline]
    pub const fn deny(calls: Calls) -> Self {
        Self::new(RuleEffect::Deny, calls)
    }

    /// Somebody is asked about these calls.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule};
    /// let rule = PermissionRule::ask(Calls::all().read_only(false));
    /// # let _ = rule;
    /// ```
    #[inline]
    pub const fn ask(calls: Calls) -> Self {
        Self::new(RuleEffect::Ask, calls)
    }

    /// These calls may run where no other rule says otherwise.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule};
    /// let rule = PermissionRule::allow(Calls::all().read_only(true));
    /// # let _ = rule;
    /// ```
    #[inline]
    pub const fn allow(calls: Calls) -> Self {
        Self::new(RuleEffect::Allow, calls)
    }

    /// Why: what the model reads of a denial, or whoever is asked.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule};
    /// let rule = PermissionRule::deny(Calls::all()).because("the house is closed");
    /// # let _ = rule;
    /// ```
    #[must_use]
    #[inline]
    pub fn because(mut self, reason: impl Into<Arc<str>>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// What is done.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule, RuleEffect};
    /// assert_eq!(PermissionRule::deny(Calls::all()).effect(), RuleEffect::Deny);
    /// ```
    #[inline]
    pub const fn effect(&self) -> RuleEffect {
        self.effect
    }

    /// With which calls.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule};
    /// assert_eq!(*PermissionRule::deny(Calls::all()).calls(), Calls::all());
    /// ```
    #[inline]
    pub const fn calls(&self) -> &Calls {
        &self.calls
    }

    /// Why, in the words that were given with it.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule};
    /// let rule = PermissionRule::deny(Calls::all()).because("the house is closed");
    /// assert_eq!(rule.reason(), Some("the house is closed"));
    /// ```
    #[inline]
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// Whether it is about this call: to be denied or asked about it is enough that the call may be meant.
    #[inline]
    pub(super) fn means(&self, call: Asked<'_>) -> bool {
        let certainty = match self.effect {
            RuleEffect::Allow => Certainty::Sure,
            RuleEffect::Ask | RuleEffect::Deny => Certainty::Possible,
        };
        self.calls.means(call, certainty)
    }

    #[inline]
    pub(super) fn said(&self) -> Arc<str> {
        self.reason.clone().unwrap_or_else(|| format!("a rule says: {self}").into())
    }
}

/// The word that is followed by what it is done with.
impl fmt::Display for RuleEffect {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Allow => "allow",
            Self::Ask => "ask about",
            Self::Deny => "deny",
        })
    }
}

impl fmt::Display for PermissionRule {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.effect, self.calls)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Members {
    effect: RuleEffect,
    #[serde(default, deserialize_with = "some")]
    calls: Option<Calls>,
    #[serde(default, deserialize_with = "some")]
    reason: Option<Arc<str>>,
}

impl<'de> Deserialize<'de> for PermissionRule {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Members { effect, calls, reason } = object(from)?;
        let calls = calls.ok_or_else(|| {
            D::Error::custom(
                "a rule says which calls it means: `calls` is missing; all are \"all\"",
            )
        })?;
        Ok(Self { effect, calls, reason })
    }
}
