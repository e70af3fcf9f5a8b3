//! Runs rows in this process.

use dsh_tools_benches_frame::program;
use dsh_tools_benches_frame::window::Allocated;
use dsh_tools_benches_rig::rows;
use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(&rows(), Allocated::unknown)
}
