//! Questions that are answered from elsewhere: an editor, a browser.

mod after;
mod approver;
mod asking;
mod cell;
mod desk;
mod error;
mod events;
mod settled;

pub use approver::ApprovalBroker;
pub use error::AnswerError;
pub use events::{BrokerEvent, BrokerEvents};
