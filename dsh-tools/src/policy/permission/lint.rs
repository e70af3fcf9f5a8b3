//! Rules that can never decide.

use super::{PermissionRule, RuleEffect};
use std::fmt;

/// A rule that can never decide, as a stricter one means all of its calls.
///
/// Strictness decides and nothing else: that a rule is more special than another, or stands before it, changes nothing.
///
/// ```
/// use dsh_tools::{Calls, PermissionRule, PermissionRules};
///
/// let rules = PermissionRules::new([
///     PermissionRule::deny(Calls::of("x*")?),
///     PermissionRule::allow(Calls::of("x_safe")?),
/// ]);
/// assert_eq!(
///     rules.lints()[0].to_string(),
///     "rule 2 never decides: allow `x_safe` is all within rule 1, deny `x*`",
/// );
/// # Ok::<(), dsh_tools::CallsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLint {
    at: usize,
    rule: PermissionRule,
    covered_at: usize,
    covered_by: PermissionRule,
}

impl RuleLint {
    /// The place of the rule that never decides, from 0.
    ///
    /// ```
    /// # use dsh_tools::RuleLint;
    /// fn line(lint: &RuleLint) -> usize { lint.at() + 1 }
    /// ```
    pub const fn at(&self) -> usize {
        self.at
    }

    /// All rules that can be told to never decide.
    pub(super) fn all(rules: &[PermissionRule]) -> Vec<Self> {
        let stricter = |at: usize, rule: &PermissionRule| {
            rules.iter().enumerate().find(|(other, stricter)| {
                let is_stricter = match stricter.effect.cmp(&rule.effect) {
                    std::cmp::Ordering::Greater => true,
                    // The first of two alike decides.
                    std::cmp::Ordering::Equal => *other < at,
                    std::cmp::Ordering::Less => false,
                };
                is_stricter && stricter.calls.covers(&rule.calls)
            })
        };
        let lints = rules.iter().enumerate().filter_map(|(at, rule)| {
            let (covered_at, covered_by) = stricter(at, rule)?;
            Some(Self { at, rule: rule.clone(), covered_at, covered_by: covered_by.clone() })
        });
        lints.collect()
    }

    /// Whether what was meant to be allowed is denied or asked about.
    ///
    /// ```
    /// # use dsh_tools::RuleLint;
    /// fn is_serious(lint: &RuleLint) -> bool { lint.is_allow() }
    /// ```
    pub fn is_allow(&self) -> bool {
        self.rule.effect == RuleEffect::Allow
    }
}

impl fmt::Display for RuleLint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "rule {} never decides: {} is all within rule {}, {}",
            self.at.saturating_add(1),
            self.rule,
            self.covered_at.saturating_add(1),
            self.covered_by
        )
    }
}
