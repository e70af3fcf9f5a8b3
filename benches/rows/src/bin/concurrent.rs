//! Callers at the same time: calls of the small shape a second, on one worker and on two. `--lines` prints a record each.
//!
//! On the wall clock, so only a quiet machine tells anything. What does the same without a registry shows how much of two
//! cores this machine gives to anybody.

use dsh_tools_benches::parts::concurrent;
use dsh_tools_benches_frame::record::to_lines;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["--lines"] => print!("{}", to_lines(&concurrent::measured())),
        ["--smoke"] => {
            concurrent::smoke();
            println!("concurrent callers ran once");
        }
        _ => {
            eprintln!("usage: concurrent --lines | --smoke");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
