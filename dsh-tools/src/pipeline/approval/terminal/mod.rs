//! Questions that are asked and answered in a terminal.

mod approver;
mod diff;
mod lines;
mod question;
mod sheet;
mod source;

pub use approver::TerminalApprover;
