//! What is taken by value is the model's to give; state is taken by reference.

#![allow(unused_variables)]

use dsh_tools::{ToolContext, tool};
use std::sync::{Arc, Mutex};

struct State;

/// State.
#[tool]
async fn state(path: String, state: State) {}

/// Shared state.
#[tool]
async fn shared(path: String, state: Arc<State>, count: Mutex<u8>) {}

/// The context.
#[tool]
async fn context(path: String, cx: ToolContext) {}

fn main() {}
