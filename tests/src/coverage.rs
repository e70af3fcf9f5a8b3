//! Which numbered behaviours of the reference are pinned by which test, and why the others are by none.
//!
//! Tests carry the numbers in their names. The table `docs/behaviours.md` is made of them: `DSH_BLESS=1 cargo test -p
//! dsh-tools-tests --test all coverage::` writes it, and without that it must be what it would write.

mod reasons;

use reasons::{LINES, REASONS};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                sources(&path, out);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// The numbers that stand first in a test's name: `s115_s116_one_denial_..`.
fn numbers(name: &str) -> impl Iterator<Item = u32> {
    name.split('_').map_while(|part| {
        let digits = part.strip_prefix('s')?;
        (digits.len() == 3).then(|| digits.parse().ok())?
    })
}

/// Tests by line.
fn pinned() -> BTreeMap<u32, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for part in ["tests", "dsh-tools/src", "examples", "ui-tests/src"] {
        sources(&root.join(part), &mut files);
    }
    let mut pinned: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                is_test = true;
            } else if let Some(rest) = line.split("fn ").nth(1).filter(|_| is_test) {
                is_test = false;
                let name = rest.split('(').next().unwrap();
                for number in numbers(name) {
                    pinned.entry(number).or_default().insert(name.to_owned());
                }
            } else if !line.starts_with("#[") && !line.starts_with("//") {
                is_test = false;
            }
        }
    }
    pinned
}

/// Line to reason, where no test is.
fn reasons() -> BTreeMap<u32, &'static str> {
    let mut reasons = BTreeMap::new();
    for (lines, reason) in REASONS {
        for line in *lines {
            assert!(reasons.insert(*line, *reason).is_none(), "S{line:03} has two reasons");
        }
    }
    reasons
}

#[test]
fn every_line_has_a_test_or_a_reason() {
    let (pinned, reasons) = (pinned(), reasons());
    let mut table = String::from(
        "# The reference's behaviours and our tests\n\n\
         The reference's observable behaviours are numbered; a test that pins one carries the number in its name. Made by a\n\
         test (`DSH_BLESS=1 cargo test -p dsh-tools-tests --test all coverage::`), which fails where a line has neither a test\n\
         nor a reason, or both.\n\n| Line | Test, or why there is none |\n|---|---|\n",
    );
    let mut wrong = Vec::new();
    let (mut tested, mut explained) = (0, 0);
    for (first, last, missing) in LINES {
        for line in *first..=*last {
            if missing.contains(&line) {
                continue;
            }
            match (pinned.get(&line), reasons.get(&line)) {
                (Some(_), Some(_)) => wrong.push(format!("S{line:03} has a test and a reason")),
                (None, None) => wrong.push(format!("S{line:03} has neither a test nor a reason")),
                (Some(tests), None) => {
                    tested += 1;
                    let tests: Vec<_> = tests.iter().map(|name| format!("`{name}`")).collect();
                    writeln!(table, "| S{line:03} | {} |", tests.join(", ")).unwrap();
                }
                (None, Some(reason)) => {
                    explained += 1;
                    writeln!(table, "| S{line:03} | *{reason}* |").unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    writeln!(table, "\n{tested} lines have a test, {explained} have none.").unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/behaviours.md");
    if std::env::var_os("DSH_BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == table,
        "`docs/behaviours.md` is not what it would be: run with `DSH_BLESS=1`"
    );
}
