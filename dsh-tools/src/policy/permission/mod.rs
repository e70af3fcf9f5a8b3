//! Who may call what: rules, and what somebody allowed once and for all.

mod calls;
mod explain;
mod grants;
mod lint;
mod rule;
mod rules;

pub use calls::{Calls, CallsError};
pub use explain::Explanation;
pub use grants::{Grant, GrantError, GrantStore, StandingGrants};
pub use lint::RuleLint;
pub use rule::{PermissionRule, RuleEffect};
pub use rules::{PermissionRules, RulesError};
