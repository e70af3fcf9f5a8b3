//! Whether anybody is asked.

use crate::pipeline::{Hooks, Policy};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Whether anybody is asked about calls, in a registry or a scope and all that is in it.
///
/// [`Never`](Self::Never) is for agents that nobody watches. Whatever decides to ask, a hook or a rule, denies instead:
/// the call does not wait, no approver hears of it, and the model reads why, and that it is to go on without. It holds
/// below the place where it is installed whatever is installed there: an inner [`Ask`](Self::Ask) or an inner approver
/// lifts nothing. Standing grants are an approver's, too; what shall run unasked is allowed by the rules, or the
/// hook, that ask otherwise.
///
/// [`Ask`](Self::Ask) is what holds without a policy: who is there is asked.
///
/// ```
/// use dsh_tools::{ApprovalPolicy, PermissionRules, ToolRegistry};
///
/// let registry = ToolRegistry::builder().policy(PermissionRules::ask_on_write()).build()?;
/// let nightly = registry.scope("nightly");
/// let silence = nightly.policy(ApprovalPolicy::Never);
/// // In the morning somebody is there again.
/// silence.unregister();
/// # Ok::<(), dsh_tools::RegisterError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ApprovalPolicy {
    /// Who is there is asked.
    #[default]
    Ask,
    /// Nobody is asked: what needs approval does not run.
    Never,
}

impl Policy for ApprovalPolicy {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        match *self {
            Self::Ask => {}
            Self::Never => hooks.add_silence(),
        }
    }
}
