//! Instruction counts of two commits, side by side: `benches/compare [--part PARTS] [--by PERCENT] [OLD [NEW]]`.
//!
//! Each commit's own benchmarks are built and counted in a worktree of its own, kept below the target folder so that
//! the peers are compiled once; rows are matched by part and name. `.` is the working tree as it is. Without words:
//! the last commit against the one before.

use dsh_tools_benches_frame::command;
use dsh_tools_benches_frame::comparison::{Asked, moved};
use dsh_tools_benches_frame::record::{Record, from_lines};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const USAGE: &str = "usage: compare [--part PART,PART] [--by PERCENT] [OLD [NEW]]";

fn main() -> ExitCode {
    command::run(run)
}

fn run(words: &[&str]) -> Result<(), String> {
    let asked = Asked::of(words.iter().copied()).ok_or(USAGE)?;
    // `HEAD` may move meanwhile.
    let (old, new) = (&resolved(&asked.old)?, &resolved(&asked.new)?);
    if old == new && old != "." {
        return Err(format!("{} and {} are the same commit", asked.old, asked.new));
    }
    if !Command::new("valgrind").arg("--version").output().is_ok_and(|said| said.status.success()) {
        return Err(String::from(
            "instructions are counted by `valgrind`, which is not installed here",
        ));
    }
    let before = counts(old, "old", &asked.parts)?;
    let after = counts(new, "new", &asked.parts)?;
    println!("{} against {}\n", named(new)?, named(old)?);
    print!("{}", moved(&before, &after, asked.percent));
    Ok(())
}

/// The counts of a commit, in one of two places that keep what they built.
fn counts(commit: &str, place: &str, parts: &str) -> Result<Vec<Record>, String> {
    let place = folder()?.join(place);
    let source = if commit == "." { root()? } else { checked_out(commit, &place.join("source"))? };
    eprintln!("{commit}: building and counting");
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "-q", "--release", "--locked", "--manifest-path"])
        .arg(source.join("benches/Cargo.toml"))
        .args(["--", "--lines", parts])
        .env("CARGO_TARGET_DIR", place.join("target"))
        .current_dir(&source)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|why| format!("cargo: {why}"))?;
    if !output.status.success() {
        let said = "its benchmarks did not run to their end, or know no `--lines`";
        return Err(format!("{commit}: {said} ({})", output.status));
    }
    let counted = from_lines(&String::from_utf8_lossy(&output.stdout))?;
    if counted.is_empty() {
        return Err(format!("{commit}: nothing was counted of {parts}"));
    }
    Ok(counted)
}

/// A worktree of a commit. A checkout, and no archive: changed files are to be newer than what was built of them.
fn checked_out(commit: &str, source: &Path) -> Result<PathBuf, String> {
    if source.join(".git").exists()
        && git(source, &["checkout", "-q", "--detach", "-f", commit]).is_ok()
    {
        return Ok(source.to_owned());
    }
    if source.exists() {
        fs::remove_dir_all(source).map_err(|why| format!("{}: {why}", source.display()))?;
    }
    let path = source.display().to_string();
    git(&root()?, &["worktree", "prune"])?;
    git(&root()?, &["worktree", "add", "-q", "-f", "--detach", &path, commit])?;
    Ok(source.to_owned())
}

/// Below the target folder that this program was built in.
fn folder() -> Result<PathBuf, String> {
    let this = std::env::current_exe().map_err(|why| why.to_string())?;
    let target = this.parent().and_then(Path::parent);
    Ok(target.ok_or("a program lies in a folder")?.join("compare"))
}

fn root() -> Result<PathBuf, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    git(here, &["rev-parse", "--show-toplevel"]).map(PathBuf::from)
}

fn resolved(commit: &str) -> Result<String, String> {
    if commit == "." {
        return Ok(commit.to_owned());
    }
    git(&root()?, &["rev-parse", "--verify", &format!("{commit}^{{commit}}")])
}

fn named(commit: &str) -> Result<String, String> {
    if commit == "." {
        let root = root()?;
        let changed = git(&root, &["status", "--porcelain"])?.lines().count();
        let head = git(&root, &["log", "-1", "--format=%h (%s)"])?;
        return Ok(format!("the working tree ({changed} files changed after {head})"));
    }
    git(&root()?, &["log", "-1", "--format=%h (%s)", commit])
}

fn git(place: &Path, words: &[&str]) -> Result<String, String> {
    let output = Command::new("git").arg("-C").arg(place).args(words).output();
    let output = output.map_err(|why| format!("git: {why}"))?;
    if !output.status.success() {
        return Err(format!(
            "git {}: {}",
            words.join(" "),
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
