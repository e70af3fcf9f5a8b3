//! Rules of permission.

use super::{Explanation, PermissionRule, RuleEffect, RuleLint};
use crate::pipeline::{Denial, Hooks, Policy, PreToolDecision};
use crate::tool::ToolExecution;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Rules of permission, in their order of strictness: deny before ask before allow, whatever the order in which they are
/// written and whatever other hooks are registered.
///
/// The strictest rule that means a call decides, and among rules of one kind the first. What no rule means is allowed,
/// or what [`otherwise`](Self::otherwise) says. Denials are a guard's, which nothing lifts; to ask is decided further out
/// than all other hooks, so that none of them lifts that either. A rule to allow lifts nothing but `otherwise`: where
/// another hook asks or denies, that stands.
///
/// As JSON: `{"otherwise": "ask", "rules": [{"effect": "allow", "calls": {"readOnly": true}, "reason": ".."}]}`. It
/// implements `Deserialize`, so a TOML file is read by the crate `toml` in the same words.
///
/// ```
/// use dsh_tools::{Calls, PermissionRule, PermissionRules, RuleEffect, ToolRegistry};
///
/// let rules = PermissionRules::new([
///     PermissionRule::allow(Calls::all().read_only(true)),
///     PermissionRule::deny(Calls::all().argument("/path", "*/keys/*")?).because("keys stay where they are"),
/// ])
/// .otherwise(RuleEffect::Ask);
/// let registry = ToolRegistry::builder().policy(rules).build()?;
/// # let _ = registry;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PermissionRules {
    #[serde(default = "allow")]
    otherwise: RuleEffect,
    rules: Vec<PermissionRule>,
}

const fn allow() -> RuleEffect {
    RuleEffect::Allow
}

/// Why a text holds no rules.
///
/// ```
/// use dsh_tools::PermissionRules;
/// let error = PermissionRules::from_json(r#"{"rules":[{"effect":"forbid"}]}"#).unwrap_err();
/// assert!(error.to_string().contains("unknown variant `forbid`"));
/// ```
#[derive(Debug)]
pub struct RulesError(serde_json::Error);

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these are no rules of permission: {}", self.0)
    }
}

impl std::error::Error for RulesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

impl PermissionRules {
    /// These rules, and everything else is allowed.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule, PermissionRules};
    /// let rules = PermissionRules::new([PermissionRule::ask(Calls::all().read_only(false))]);
    /// # let _ = rules;
    /// ```
    pub fn new(rules: impl IntoIterator<Item = PermissionRule>) -> Self {
        Self { otherwise: RuleEffect::Allow, rules: rules.into_iter().collect() }
    }

    /// Only what says that it reads may run.
    ///
    /// ```
    /// use dsh_tools::{PermissionRules, ToolRegistry};
    /// ToolRegistry::new().scope("reviewer").policy(PermissionRules::read_only());
    /// ```
    pub fn read_only() -> Self {
        let writes = super::Calls::all().read_only(false);
        Self::new([PermissionRule::deny(writes).because("only tools that read may run here")])
    }

    /// Whatever does not say that it reads is asked about.
    ///
    /// ```
    /// use dsh_tools::{PermissionRules, ToolRegistry};
    /// ToolRegistry::new().scope("agent").policy(PermissionRules::ask_on_write());
    /// ```
    pub fn ask_on_write() -> Self {
        let writes = super::Calls::all().read_only(false);
        Self::new([PermissionRule::ask(writes).because("it may change something")])
    }

    /// Reads rules.
    ///
    /// # Errors
    /// What is wrong, with its line and column.
    ///
    /// ```
    /// use dsh_tools::PermissionRules;
    /// let rules = PermissionRules::from_json(r#"{"rules":[{"effect":"deny","calls":{"tool":"bash*"}}]}"#)?;
    /// assert_eq!(rules.rules().len(), 1);
    /// # Ok::<(), dsh_tools::RulesError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, RulesError> {
        serde_json::from_str(text).map_err(RulesError)
    }

    /// What is done with calls that no rule means.
    ///
    /// ```
    /// use dsh_tools::{PermissionRules, RuleEffect};
    /// let nothing = PermissionRules::new([]).otherwise(RuleEffect::Deny);
    /// # let _ = nothing;
    /// ```
    #[must_use]
    pub const fn otherwise(mut self, effect: RuleEffect) -> Self {
        self.otherwise = effect;
        self
    }

    /// The rules, in the order in which they were given.
    ///
    /// ```
    /// use dsh_tools::PermissionRules;
    /// assert!(PermissionRules::new([]).rules().is_empty());
    /// ```
    pub fn rules(&self) -> &[PermissionRule] {
        &self.rules
    }

    /// Rules that can never decide: what whoever wrote them had better know.
    ///
    /// ```
    /// use dsh_tools::PermissionRules;
    /// for lint in PermissionRules::read_only().lints() {
    ///     eprintln!("{lint}");
    /// }
    /// ```
    pub fn lints(&self) -> Vec<RuleLint> {
        RuleLint::all(&self.rules)
    }

    /// What these rules say of a call, and which of them decides.
    ///
    /// ```
    /// use dsh_tools::{PermissionRules, ToolExecution};
    /// fn why(rules: &PermissionRules, call: &ToolExecution) -> String { rules.explain(call).to_string() }
    /// ```
    pub fn explain(&self, call: &ToolExecution) -> Explanation {
        let meant = self.rules.iter().enumerate().filter(|(_, rule)| rule.calls.matches(call));
        // The first of the strictest: `max_by_key` alone would give the last.
        let decides = meant.rev().max_by_key(|(_, rule)| rule.effect);
        match decides {
            Some((at, rule)) => Explanation { effect: rule.effect, rule: Some((at, rule.clone())) },
            None => Explanation { effect: self.otherwise, rule: None },
        }
    }

    fn reason(&self, call: &ToolExecution, wanted: RuleEffect) -> Option<Arc<str>> {
        let explained = self.explain(call);
        (explained.effect == wanted).then(|| match explained.rule {
            Some((_, rule)) => rule.said(),
            None => format!("no rule allows `{}`", crate::json::visible(call.name())).into(),
        })
    }
}

impl Policy for PermissionRules {
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        let rules = Arc::clone(&self);
        hooks.guard_fn(move |call| rules.reason(call, RuleEffect::Deny).map(Denial::new));
        hooks.outermost().pre_execute_fn(move |call, next| {
            let asks = self.reason(&call, RuleEffect::Ask);
            async move {
                match (next.run().await?, asks) {
                    (PreToolDecision::Allow, Some(reason)) => {
                        Ok(PreToolDecision::Ask(Some(reason)))
                    }
                    (decision, _) => Ok(decision),
                }
            }
        });
    }
}
