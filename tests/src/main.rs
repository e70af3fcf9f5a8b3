//! Integration tests: one binary, a module a topic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected fails"
)]

mod json;
mod layering;
