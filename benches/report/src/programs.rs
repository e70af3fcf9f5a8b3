//! The programs that hold rows: built once a run, each run in a process of its own.

use dsh_tools_benches_frame::record::{Record, from_lines};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A program that holds rows, and the one with the same rows that counts allocations.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    package: &'static str,
    pub measure: &'static str,
    pub allocations: &'static str,
}

/// All of them.
pub const ALL: [Program; 2] = [
    Program { package: "dsh-tools-benches", measure: "measure", allocations: "allocations" },
    Program {
        package: "dsh-tools-benches-rig",
        measure: "rig-measure",
        allocations: "rig-allocations",
    },
];

/// Programs that measure in their own way, and print records for `--lines`.
pub const ALONE: [&str; 3] = ["concurrent", "dsh-tools-compile-bench", "dsh-tools-tokens-bench"];

/// Where the programs of this build are.
pub fn folder() -> Result<PathBuf, String> {
    let this = std::env::current_exe().map_err(|why| why.to_string())?;
    this.parent().map(PathBuf::from).ok_or_else(|| String::from("a program lies in a folder"))
}

/// `cargo` in the folder of the benchmarks.
pub fn cargo(words: &[&str], passed_on: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).args(words);
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    if !passed_on.is_empty() {
        command.arg("--").args(passed_on);
    }
    command
}

/// Builds all of them, as this program was built.
///
/// What is measured is built package by package, since features of one are not those of another; what only has to run,
/// all at once, since that is less to build.
pub fn build() -> Result<(), String> {
    if cfg!(debug_assertions) {
        return passes(cargo(&["build", "-q", "--locked", "--workspace", "--bins"], &[]));
    }
    for program in ALL {
        passes(cargo(&["build", "-q", "--locked", "--bins", "-p", program.package], &[]))?;
    }
    Ok(())
}

/// Runs a command that has to succeed.
pub fn passes(mut command: Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(why) => Err(format!("{command:?}: {why}")),
    }
}

/// One of them.
pub fn command(name: &str) -> Result<Command, String> {
    Ok(Command::new(folder()?.join(name)))
}

/// The records that a command prints; what else it says is passed on.
pub fn records(command: &mut Command) -> Result<Vec<Record>, String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|why| format!("{command:?}: {why}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", output.status));
    }
    from_lines(&String::from_utf8_lossy(&output.stdout))
}

/// The records of a program that measures in its own way; it is the only one of its package.
pub fn lines(package: &str) -> Result<Vec<Record>, String> {
    records(&mut cargo(&["run", "-q", "--locked", "-p", package], &["--lines"]))
}
