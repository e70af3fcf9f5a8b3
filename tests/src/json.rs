//! JSON documents.

mod content;
mod differential;
mod generate;
mod hostile;
mod lossless;
mod serde_formats;
mod strict;
