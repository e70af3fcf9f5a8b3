//! Rules of permission.

use super::file::object;
use super::readings::{Asked, Supposed};
use super::{Explanation, PermissionRule, RuleEffect, RuleLint, ToolsAtHand};
use crate::pipeline::{Denial, Hooks, Policy, PreToolDecision};
use crate::tool::{RawArguments, ToolError, ToolExecution};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::sync::Arc;

/// Rules of permission, in their order of strictness: deny before ask before allow, whatever the order in which they are
/// written and whatever other hooks are registered.
///
/// The strictest rule that means a call decides, and among rules of one kind the first. What no rule means is allowed,
/// or what [`otherwise`](Self::otherwise) says. Denials are decided before all other hooks, so that nobody is asked about
/// what is denied anyway, also by the rules of another scope; and again by a guard, which nothing lifts. To ask is decided
/// further out than all other hooks, so that none of them lifts that either. A rule to allow lifts nothing but
/// `otherwise`: where another hook asks or denies, that stands. Guards of others are asked after a person was.
///
/// What rules look at are the arguments that the body gets, whichever way the model writes them; [`Calls`](super::Calls)
/// says how.
///
/// As JSON: `{"otherwise": "ask", "otherwiseReason": "..", "rules": [{"effect": "allow", "calls": {"readOnly": true}, "reason": ".."}]}`; a rule for
/// all calls has `"calls": "all"`. It implements `Deserialize`, so a TOML file is read by the crate `toml` in the same
/// words. What a file says twice, or leaves open, is an error with its place. Names that no tool has are no error, as tools
/// come and go: hold the rules against the tools once these are there ([`lints_for`](Self::lints_for)).
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PermissionRules {
    otherwise: RuleEffect,
    /// Why, where a call is not allowed by that.
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise_reason: Option<Arc<str>>,
    rules: Vec<PermissionRule>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Members {
    #[serde(default = "allow")]
    otherwise: RuleEffect,
    #[serde(default)]
    otherwise_reason: Option<Arc<str>>,
    rules: Vec<PermissionRule>,
}

impl<'de> Deserialize<'de> for PermissionRules {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Members { otherwise, otherwise_reason, rules } = object(from)?;
        Ok(Self { otherwise, otherwise_reason, rules })
    }
}

#[inline]
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
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these are no rules of permission: {}", self.0)
    }
}

impl std::error::Error for RulesError {
    #[inline]
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
    #[inline]
    pub fn new(rules: impl IntoIterator<Item = PermissionRule>) -> Self {
        Self {
            otherwise: RuleEffect::Allow,
            otherwise_reason: None,
            rules: rules.into_iter().collect(),
        }
    }

    /// Only what says that it reads may run, and what rules to allow add [`with`](Self::with).
    ///
    /// ```
    /// use dsh_tools::{PermissionRules, ToolRegistry};
    /// ToolRegistry::new().scope("reviewer").policy(PermissionRules::read_only());
    /// ```
    #[inline]
    pub fn read_only() -> Self {
        Self::reads()
            .otherwise(RuleEffect::Deny)
            .otherwise_because("only tools that read may run here")
    }

    /// Whatever does not say that it reads is asked about, but for what rules to allow add [`with`](Self::with). Where
    /// nobody can be asked, without an [`Approver`](crate::Approver) or without a scope, that is a denial.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule, PermissionRules, ToolRegistry};
    ///
    /// let notes = Calls::of("write")?.argument("/path", "notes/*")?;
    /// let rules = PermissionRules::ask_on_write().with([PermissionRule::allow(notes)]);
    /// ToolRegistry::new().scope("agent").policy(rules);
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    #[inline]
    pub fn ask_on_write() -> Self {
        Self::reads().otherwise(RuleEffect::Ask).otherwise_because("it may change something")
    }

    /// Everything may run, and these rules ask nobody: for an agent that may do what it likes, but for what further rules
    /// ([`with`](Self::with)) deny. Hooks and guards of others still deny and ask.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule, PermissionRules, ToolRegistry};
    ///
    /// let push = Calls::of("bash")?.argument("/command", "git push*")?;
    /// let rules = PermissionRules::trusted().with([PermissionRule::deny(push).because("a person pushes")]);
    /// ToolRegistry::new().scope("builder").policy(rules);
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    #[inline]
    pub fn trusted() -> Self {
        Self::new([])
    }

    /// What says that it reads may run.
    #[inline]
    fn reads() -> Self {
        let reads = super::Calls::all().read_only(true);
        Self::new([PermissionRule::allow(reads).because("it only reads")])
    }

    /// These rules as well.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule, PermissionRules};
    /// let keys = Calls::all().argument("/path", "*/keys/*")?;
    /// let rules = PermissionRules::ask_on_write().with([PermissionRule::deny(keys)]);
    /// assert_eq!(rules.rules().len(), 2);
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn with(mut self, rules: impl IntoIterator<Item = PermissionRule>) -> Self {
        self.rules.extend(rules);
        self
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
    #[inline]
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
    #[inline]
    pub const fn otherwise(mut self, effect: RuleEffect) -> Self {
        self.otherwise = effect;
        self
    }

    /// Why that holds for calls that no rule is about: for whoever is asked, and for the model. Unless it is said it is
    /// that no rule allows the tool.
    ///
    /// ```
    /// use dsh_tools::{PermissionRules, RuleEffect};
    /// let rules = PermissionRules::new([]).otherwise(RuleEffect::Deny).otherwise_because("nothing runs at night");
    /// # let _ = rules;
    /// ```
    #[must_use]
    #[inline]
    pub fn otherwise_because(mut self, reason: impl Into<Arc<str>>) -> Self {
        self.otherwise_reason = Some(reason.into());
        self
    }

    /// The rules, in the order in which they were given.
    ///
    /// ```
    /// use dsh_tools::PermissionRules;
    /// assert!(PermissionRules::new([]).rules().is_empty());
    /// ```
    #[inline]
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
    #[inline]
    pub fn lints(&self) -> Vec<RuleLint> {
        RuleLint::all(&self.rules)
    }

    /// The same, and rules that mean nothing that these tools have: a name that none has, an argument that none of those
    /// takes which the rule is about. A rule to deny with a name misspelt denies nothing.
    ///
    /// ```
    /// use dsh_tools::{Calls, PermissionRule, PermissionRules, ToolDefinition};
    ///
    /// let bash = ToolDefinition::builder("bash").description("Run a command.")
    ///     .no_args()
    ///     .body(|_, _| async { "" })
    ///     .build();
    /// let rules = PermissionRules::new([PermissionRule::deny(Calls::of("bahs")?)]);
    /// assert_eq!(
    ///     rules.lints_for(&bash)[0].to_string(),
    ///     "rule 1 means no tool that there is: deny `bahs`; did you mean `bash`?",
    /// );
    /// # Ok::<(), dsh_tools::CallsError>(())
    /// ```
    #[inline]
    pub fn lints_for<T: ToolsAtHand + ?Sized>(&self, tools: &T) -> Vec<RuleLint> {
        let tools = tools.at_hand();
        let mut lints = self.lints();
        if !tools.is_empty() {
            lints.extend(RuleLint::unheard_of(&self.rules, &tools));
        }
        lints
    }

    /// What these rules say of a call, and which of them decides.
    ///
    /// ```
    /// use dsh_tools::{PermissionRules, ToolExecution};
    /// fn why(rules: &PermissionRules, call: &ToolExecution) -> String { rules.explain(call).to_string() }
    /// ```
    #[inline]
    pub fn explain(&self, call: &ToolExecution) -> Explanation {
        self.explain_asked(Asked::Made(call))
    }

    /// What these rules would say of a call that nobody has made: for a page of settings, or a test of rules.
    ///
    /// # Errors
    /// The arguments are no JSON document.
    ///
    /// ```
    /// use dsh_tools::{PermissionRules, ToolRegistry};
    ///
    /// let registry = ToolRegistry::new();
    /// let rules = PermissionRules::ask_on_write();
    /// let said = rules.explain_call(&registry.scope("agent"), "write", r#"{"path":"a"}"#)?;
    /// assert_eq!(said.to_string(), "no rule is about it: ask about");
    /// # Ok::<(), dsh_tools::ToolError>(())
    /// ```
    #[inline]
    pub fn explain_call<T: ToolsAtHand + ?Sized>(
        &self,
        tools: &T,
        name: &str,
        arguments: impl Into<RawArguments>,
    ) -> Result<Explanation, ToolError> {
        let written = arguments.into().materialize().document?;
        let tool = tools.at_hand().into_iter().find(|tool| tool.name() == name);
        let effective = match &tool {
            Some(tool) => tool.effective(&written),
            None => written.clone(),
        };
        Ok(self.explain_asked(Asked::Supposed(&Supposed { name, tool, written, effective })))
    }

    #[inline]
    fn explain_asked(&self, call: Asked<'_>) -> Explanation {
        let meant = self.rules.iter().enumerate().filter(|(_, rule)| rule.means(call));
        // The first of the strictest: `max_by_key` alone would give the last.
        let decides = meant.rev().max_by_key(|(_, rule)| rule.effect);
        match decides {
            Some((at, rule)) => Explanation { effect: rule.effect, rule: Some((at, rule.clone())) },
            None => Explanation { effect: self.otherwise, rule: None },
        }
    }

    /// What is decided, and what the model or a person reads of it.
    #[inline]
    fn decide(&self, call: &ToolExecution) -> (RuleEffect, Arc<str>) {
        let explained = self.explain(call);
        let reason = match explained.rule {
            Some((_, rule)) => rule.said(),
            None => match &self.otherwise_reason {
                Some(reason) => Arc::clone(reason),
                None => format!("no rule allows `{}`", crate::json::visible(call.name())).into(),
            },
        };
        (explained.effect, reason)
    }
}

impl Policy for PermissionRules {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        let rules = Arc::clone(&self);
        hooks.guard_fn(move |call| match rules.decide(call) {
            (RuleEffect::Deny, reason) => Some(Denial::new(reason)),
            _ => None,
        });
        hooks.outermost().pre_execute_fn(move |call, next| {
            let (effect, reason) = self.decide(&call);
            async move {
                if effect == RuleEffect::Deny {
                    return Ok(PreToolDecision::deny(reason));
                }
                match next.run().await? {
                    PreToolDecision::Allow if effect == RuleEffect::Ask => {
                        Ok(PreToolDecision::Ask(Some(reason)))
                    }
                    decision => Ok(decision),
                }
            }
        });
    }
}
