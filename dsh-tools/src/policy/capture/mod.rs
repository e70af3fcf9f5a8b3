//! The capture of a structured output: a tool by which a model gives its final value.

mod error;
mod handle;
mod ledger;
mod options;
mod run_end;
mod shared;

pub use error::{CaptureError, NotCaptured};
pub use handle::StructuredCapture;
pub use options::CaptureOptions;
pub use run_end::RunEnd;
