//! Which rule decided.

use super::{PermissionRule, RuleEffect};
use std::fmt;

/// What rules say of a call, and which of them decides; see [`PermissionRules::explain`](super::PermissionRules::explain).
///
/// ```
/// use dsh_tools::{PermissionRules, ToolExecution};
/// fn log(rules: &PermissionRules, call: &ToolExecution) -> String { rules.explain(call).to_string() }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub(super) effect: RuleEffect,
    /// Its number, from 0, and the rule.
    pub(super) rule: Option<(usize, PermissionRule)>,
}

impl Explanation {
    /// What is done with the call.
    ///
    /// ```
    /// use dsh_tools::{Explanation, RuleEffect};
    /// fn runs(explanation: &Explanation) -> bool { explanation.effect() == RuleEffect::Allow }
    /// ```
    #[inline]
    pub const fn effect(&self) -> RuleEffect {
        self.effect
    }

    /// The rule that decides and its place in the list, from 0; none when it is what holds otherwise.
    ///
    /// ```
    /// use dsh_tools::Explanation;
    /// fn number(explanation: &Explanation) -> Option<usize> { Some(explanation.rule()?.0) }
    /// ```
    #[inline]
    pub fn rule(&self) -> Option<(usize, &PermissionRule)> {
        self.rule.as_ref().map(|(at, rule)| (*at, rule))
    }
}

impl fmt::Display for Explanation {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Some((at, rule)) => write!(f, "rule {}: {rule}", at.saturating_add(1)),
            None => write!(f, "no rule is about it: {}", self.effect),
        }
    }
}
