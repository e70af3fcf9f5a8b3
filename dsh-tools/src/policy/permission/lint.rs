//! What whoever wrote rules had better know.

use super::calls::Calls;
use super::{PermissionRule, RuleEffect};
use crate::json::visible;
use crate::tool::ToolDefinition;
use std::fmt;

/// Something about a rule that whoever wrote it had better know: it never decides, or it means nothing that there is.
///
/// Of rules by themselves ([`PermissionRules::lints`](super::PermissionRules::lints)): a stricter rule means all of its
/// calls. Strictness decides and nothing else: that a rule is more special than another, or stands before it, changes
/// nothing. Held against tools ([`lints_for`](super::PermissionRules::lints_for)), also: no tool has such a name, or none
/// of those that it means has such an argument.
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
    found: Found,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    Covered(usize, Box<PermissionRule>),
    /// The nearest name, if one is near.
    NoTool(Option<String>),
    NoArgument(String),
}

impl RuleLint {
    /// The place of the rule, from 0.
    ///
    /// ```
    /// # use dsh_tools::RuleLint;
    /// fn line(lint: &RuleLint) -> usize { lint.at() + 1 }
    /// ```
    #[inline]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// All rules that can be told to never decide.
    #[inline]
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
            let (other, covered_by) = stricter(at, rule)?;
            let found = Found::Covered(other, Box::new(covered_by.clone()));
            Some(Self { at, rule: rule.clone(), found })
        });
        lints.collect()
    }

    /// All rules that mean nothing that these tools have.
    #[inline]
    pub(super) fn unheard_of(rules: &[PermissionRule], tools: &[ToolDefinition]) -> Vec<Self> {
        let found = |rule: &PermissionRule| match rule.calls.meant(tools) {
            meant if meant.is_empty() => {
                let near = rule.calls.tool_text().and_then(|name| nearest(name, tools));
                vec![Found::NoTool(near)]
            }
            meant => rule
                .calls
                .pointers()
                .filter(|pointer| !meant.iter().any(|tool| tool.parts().input.may_have(pointer)))
                .map(|pointer| Found::NoArgument(pointer.to_owned()))
                .collect(),
        };
        let named = rules.iter().enumerate().filter(|(_, rule)| rule.calls != Calls::all());
        let lints = named.flat_map(|(at, rule)| {
            found(rule).into_iter().map(move |found| Self { at, rule: rule.clone(), found })
        });
        lints.collect()
    }

    /// Whether it is about a rule to allow: what was meant to be allowed is denied or asked about.
    ///
    /// ```
    /// # use dsh_tools::RuleLint;
    /// fn is_serious(lint: &RuleLint) -> bool { !lint.is_allow() }
    /// ```
    #[inline]
    pub fn is_allow(&self) -> bool {
        self.rule.effect == RuleEffect::Allow
    }
}

#[inline]
fn nearest(name: &str, tools: &[ToolDefinition]) -> Option<String> {
    let names = tools.iter().map(ToolDefinition::name);
    crate::schema::ranked(name, names).into_iter().next().map(str::to_owned)
}

impl fmt::Display for RuleLint {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, rule) = (self.at.saturating_add(1), &self.rule);
        match &self.found {
            Found::Covered(other, covered_by) => write!(
                f,
                "rule {number} never decides: {rule} is all within rule {}, {covered_by}",
                other.saturating_add(1),
            ),
            Found::NoTool(near) => {
                write!(f, "rule {number} means no tool that there is: {rule}")?;
                match near {
                    Some(near) => write!(f, "; did you mean `{}`?", visible(near)),
                    None => Ok(()),
                }
            }
            Found::NoArgument(pointer) => write!(
                f,
                "rule {number} means no argument that its tools have: {rule}; no `{}`",
                visible(pointer)
            ),
        }
    }
}
