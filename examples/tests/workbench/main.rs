//! The workbench: its tools, its scripts, and what becomes of what they start.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected fails"
)]

mod batch;
mod bounds;
mod definitions;
mod escapes;
#[path = "../support/mod.rs"]
mod examples;
mod groups;
mod journal;
mod program;
mod rules;
mod scripts;
mod search;
mod support;
mod terminal;
mod trace;
