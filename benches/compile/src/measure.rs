//! Processor time of a command with all that it starts.

use std::path::Path;
use std::process::{Command, Output};

/// Runs it; what it prints is shown only if it fails.
pub fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        Ok(output)
    } else {
        let text = String::from_utf8_lossy(&output.stderr);
        let end: Vec<&str> = text.lines().rev().take(40).collect();
        let end: Vec<&str> = end.into_iter().rev().collect();
        Err(format!("{command:?} failed:\n{}", end.join("\n")))
    }
}

/// Seconds that it took of all processors, in the kernel and outside.
pub fn seconds(command: &mut Command) -> Result<f64, String> {
    let before = children()?;
    run(command)?;
    Ok((children()? - before) as f64 / 100.0)
}

/// What all children that ended took, and all that they waited for, in hundredths of a second: fields 16 and 17 of
/// proc_pid_stat(5), whose unit is the same on every Linux of today.
fn children() -> Result<u64, String> {
    let text = std::fs::read_to_string("/proc/self/stat")
        .map_err(|error| format!("/proc/self/stat is needed to measure: {error}"))?;
    // The name in parentheses may hold anything.
    let rest = text.rsplit(')').next().unwrap_or_default();
    let mut times = rest.split_whitespace().skip(13).take(2).map(str::parse::<u64>);
    match (times.next(), times.next()) {
        (Some(Ok(user)), Some(Ok(system))) => Ok(user + system),
        _ => Err(format!("/proc/self/stat is not as expected: {text}")),
    }
}

/// A build of the crate at `at`, as a user runs it: with no settings of this machine's but the target directory.
pub fn cargo(verb: &str, at: &Path, target: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg(verb).current_dir(at);
    command.env("CARGO_TARGET_DIR", target).env("CARGO_INCREMENTAL", "0");
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WRAPPER"] {
        command.env_remove(name);
    }
    command
}
