//! Who may call what: rules, and what somebody allowed once and for all.

mod at_hand;
mod calls;
mod explain;
mod file;
mod grant;
mod grant_file;
mod grants;
mod ledger;
mod lint;
mod pattern;
mod readings;
mod rule;
mod rules;

pub use at_hand::ToolsAtHand;
pub use calls::{Calls, CallsError};
pub use explain::Explanation;
pub use grant::Grant;
pub use grant_file::{FileGrantStore, GrantFault, KeptGrants};
pub use grants::StandingGrants;
pub use ledger::{GrantError, GrantLedger, GrantStore};
pub use lint::RuleLint;
pub use rule::{PermissionRule, RuleEffect};
pub use rules::{PermissionRules, RulesError};
