//! Asking somebody: requests, answers, and who is asked.

mod broker;
mod decision;
mod digest;
mod end;
mod key;
mod pending;
mod request;
mod terminal;

#[cfg(test)]
mod tests;

pub use broker::{AnswerError, ApprovalBroker, BrokerEvent, BrokerEvents};
pub use decision::{ApprovalDecision, Approver};
pub use digest::ArgumentsDigest;
pub use end::ApprovalEnd;
pub use key::{ApprovalKey, ParseKeyError};
pub use pending::PendingApproval;
pub use request::ApprovalRequest;
pub use terminal::TerminalApprover;

pub(super) use decision::{Approve, Ask};
