//! Asking somebody: requests, answers, and who is asked.

mod decision;
mod digest;
mod key;
mod request;

pub use decision::{ApprovalDecision, Approver};
pub use digest::ArgumentsDigest;
pub use key::{ApprovalKey, ParseKeyError};
pub use request::ApprovalRequest;

pub(super) use decision::{Approve, Ask};
