//! Calls that can be cancelled from elsewhere, by the ids of their requests.

mod calls;
mod request;
mod session;

pub use calls::{InFlightCall, InFlightCalls};
pub use request::{RequestId, RequestInUseError};
pub use session::SessionCalls;
