//! The pipeline: what happens between a model's call and its one result.
//!
//! 1. The call gets its identity, its arguments are read once, and its name is looked up once.
//! 2. [`PreExecute`] hooks decide: allow, deny, or ask. They nest, and the outermost has the last word.
//! 3. Where somebody is to be asked, an [`Approver`] answers: a person in a terminal ([`TerminalApprover`]), or in an
//!    editor or a browser ([`ApprovalBroker`]). Only [`ApprovalDecision::AllowedOnce`] lets the call on.
//! 4. Guards ([`ToolGuard`]) can still deny, and nobody can lift that.
//! 5. Wrappers ([`AroundDispatch`]) stand around the dispatch, the first registered outermost; the innermost is the
//!    [`TimeoutPolicy`].
//! 6. The arguments are decoded and checked, state is looked up, the body runs.
//! 7. Its output is held to what the tool promises, and rendered.
//! 8. [`PostExecute`] hooks accept what came of a call that was dispatched or denied, or block it.
//! 9. The tool's own finalizer has the last word on the content. What is left is cut where an
//!    [`OutputLimit`](crate::policy::OutputLimit) finds it too long.
//! 10. Observers ([`ToolObserver`]) are told of the frozen outcome, once.
//!
//! Hooks of the registry are for all calls, those of a scope for calls in it and below it. Those that nest do so in the
//! order in which they were registered, whatever the layer; [`Hooks::prepend`] goes further out.

mod alone;
mod approval;
mod approve;
mod around;
mod authored;
mod batch;
mod call;
mod deadline;
mod dispatch;
mod fail_open;
mod guard;
mod hooks;
mod install;
mod kinds;
mod listen;
mod methods;
mod observe;
mod post;
mod post_decision;
mod pre;
mod run;
mod runner;
mod slot;
mod timeout;
mod trim;
mod witness;

pub use alone::ToolCall;
pub use approval::{
    AnswerError, ApprovalBroker, ApprovalDecision, ApprovalEnd, ApprovalKey, ApprovalRequest,
    Approver, ArgumentsDigest, BrokerEvent, BrokerEvents, ParseKeyError, PendingApproval,
    TerminalApprover,
};
pub use around::{AroundDispatch, AroundNext};
pub use batch::{BatchOptions, NoRoomError, ToolBatch};
pub use fail_open::{FailOpen, pre_execute_fn};
pub use guard::{Denial, ToolGuard};
pub use hooks::{Hooks, Policy, Prepend};
pub use observe::ToolObserver;
pub use post::{PostExecute, PostNext};
pub use post_decision::{PostToolDecision, Replacement};
pub use pre::{PreExecute, PreNext, PreToolDecision};
pub use timeout::TimeoutPolicy;

pub(crate) use deadline::within;
pub(crate) use trim::{Trim, Trimmed};
pub(crate) use witness::Witness;
