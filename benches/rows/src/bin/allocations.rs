//! Runs rows in this process and counts what they allocate. A program of its own, since counting costs instructions.

use dsh_tools_benches::parts;
use dsh_tools_benches_frame::program;
use dsh_tools_benches_frame::window::Allocated;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    program::run(&parts::rows(), allocated)
}

fn allocated() -> Allocated {
    let stats = ALLOCATOR.stats();
    Allocated {
        times: (stats.allocations + stats.reallocations) as u64,
        bytes: stats.bytes_allocated as u64,
    }
}
