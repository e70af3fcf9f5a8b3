//! Runs rows in this process.

use dsh_tools_benches::parts;
use dsh_tools_benches_frame::program;
use dsh_tools_benches_frame::window::Allocated;
use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(&parts::rows(), Allocated::unknown)
}
