//! A program that is given words, and says why it could do nothing with them.

use std::process::ExitCode;

/// Runs it on the words of the command line.
pub fn run(program: impl FnOnce(&[&str]) -> Result<(), String>) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match program(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
