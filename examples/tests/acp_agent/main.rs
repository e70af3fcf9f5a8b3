//! The agent for editors, in conversation with a client of the protocol's own library.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected fails"
)]

#[path = "../support/mod.rs"]
mod support;

mod changes;
mod commands;
mod refusals;
mod talk;
mod turn;
mod wire;
