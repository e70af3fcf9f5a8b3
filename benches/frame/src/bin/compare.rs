//! Instruction counts of two commits, side by side: `benches/compare [--part PARTS] [--by PERCENT] [OLD [NEW]]`.
//!
//! Each commit's own benchmarks are built and counted in a worktree of its own, kept below the target folder so that
//! the peers are compiled once; rows are matched by part and name. `.` is the working tree as it is. Without words:
//! the last commit against the one before.

use dsh_tools_benches_frame::record::{Record, from_lines};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const USAGE: &str = "usage: compare [--part PART,PART] [--by PERCENT] [OLD [NEW]]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: Vec<String>) -> Result<(), String> {
    let (mut parts, mut percent) = (String::from("calls,pipeline,registry"), 5.0);
    let mut commits = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--part" => parts = words.next().ok_or(USAGE)?,
            "--by" => {
                percent = words.next().and_then(|word| word.parse().ok()).ok_or(USAGE)?;
            }
            word if word.starts_with('-') => return Err(String::from(USAGE)),
            _ => commits.push(word),
        }
    }
    let (old, new) = match commits.as_slice() {
        [] => ("HEAD~1", "HEAD"),
        [old] => (old.as_str(), "."),
        [old, new] => (old.as_str(), new.as_str()),
        _ => return Err(String::from(USAGE)),
    };
    // `HEAD` may move meanwhile.
    let (old, new) = (&resolved(old)?, &resolved(new)?);
    let before = counts(old, "old", &parts)?;
    let after = counts(new, "new", &parts)?;
    println!("{} against {}\n", named(new)?, named(old)?);
    print(&before, &after, percent);
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
        return Err(format!("{commit}: its benchmarks did not run, or know no `--lines`"));
    }
    from_lines(&String::from_utf8_lossy(&output.stdout))
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
        return Ok(String::from("the working tree"));
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

fn print(before: &[Record], after: &[Record], percent: f64) {
    let find = |rows: &[Record], row: &Record| {
        let same = rows.iter().find(|other| other.part == row.part && other.name() == row.name());
        same.and_then(|same| same.get("instructions"))
    };
    let mut moved = Vec::new();
    let mut both = 0;
    for row in after {
        let Some(new) = row.get("instructions") else { continue };
        match find(before, row) {
            Some(old) if old > 0.0 => {
                both += 1;
                let change = (new / old - 1.0) * 100.0;
                if change.abs() > percent {
                    moved.push((change, row.name(), old, new));
                }
            }
            _ => println!("new: {} ({new:.0})", row.name()),
        }
    }
    for row in before.iter().filter(|row| find(after, row).is_none()) {
        println!("gone: {}", row.name());
    }
    println!("{} of {both} rows moved by more than {percent} %", moved.len());
    if moved.is_empty() {
        return;
    }
    moved.sort_by(|one, other| one.0.total_cmp(&other.0));
    println!("\n| row | before | after | change |\n|---|--:|--:|--:|");
    for (change, name, old, new) in moved {
        println!("| {name} | {old:.0} | {new:.0} | {change:+.1} % |");
    }
}
