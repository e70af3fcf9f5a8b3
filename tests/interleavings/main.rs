//! Interleavings of registry and pipeline, as a model checker finds them: locks, cells and atomics of the library are
//! its own here, and every step of one thread may come between any two of another.
//!
//! `RUSTFLAGS="--cfg dsh_shuttle" cargo test -p dsh-tools-tests --test interleavings --target-dir target/interleavings`
#![cfg(dsh_shuttle)]

mod broker;
mod calls;
mod capture;
mod layers;
mod scopes;
mod snapshots;

use dsh_tools::prelude::*;
use shuttle::future::block_on;
use shuttle::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

/// Explores it by chance, and by few preemptions at chosen steps.
fn explore(scene: fn()) {
    dsh_tools::panic_hook::install();
    shuttle::check_random(scene, 3_000);
    shuttle::check_pct(scene, 3_000, 3);
}

/// Opens once; whoever waits goes on.
#[derive(Clone, Default)]
struct Gate(Arc<Mutex<(bool, Vec<Waker>)>>);

impl Gate {
    fn open(&self) {
        let wakers = {
            let mut gate = self.0.lock().unwrap();
            gate.0 = true;
            std::mem::take(&mut gate.1)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    async fn wait(&self) {
        std::future::poll_fn(|cx| {
            let mut gate = self.0.lock().unwrap();
            if gate.0 {
                return Poll::Ready(());
            }
            gate.1.push(cx.waker().clone());
            Poll::Pending
        })
        .await;
    }
}

/// A tool that counts its runs and waits, if it is to.
fn tool(name: &str, runs: &Arc<Mutex<u32>>, gate: Option<Gate>) -> ToolDefinition {
    let runs = Arc::clone(runs);
    ToolDefinition::builder(name)
        .description("A tool.")
        .no_args()
        .body(move |_, _| {
            let (runs, gate) = (Arc::clone(&runs), gate.clone());
            async move {
                *runs.lock().unwrap() += 1;
                if let Some(gate) = gate {
                    gate.wait().await;
                }
                "done"
            }
        })
        .build()
}

fn call(name: &str) -> ToolExecutionInput {
    ToolExecutionInput::new("call", name, "{}")
}

fn code(result: &ToolExecutionResult) -> Option<String> {
    result.error().map(|failure| failure.code().to_string())
}

fn run(call: impl Future<Output = ToolExecutionResult>) -> ToolExecutionResult {
    block_on(call)
}
