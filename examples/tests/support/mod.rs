//! How tests run the examples.
#![allow(clippy::unwrap_used, reason = "a test that meets the unexpected fails")]
#![allow(dead_code, reason = "each binary uses what it needs of it")]

use std::path::PathBuf;
use std::process::Command;

/// Examples are built beside the tests.
pub(crate) fn example(name: &str) -> Command {
    let mut path: PathBuf = std::env::current_exe().unwrap();
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    Command::new(path.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// The example prints this and ends well.
#[allow(dead_code, reason = "some tests look closer at what is printed")]
pub(crate) fn assert_prints(name: &str, expected: &str) {
    let output = example(name).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {}\n{errors}", output.status);
    assert!(text == expected, "{name} printed:\n{text}\nexpected:\n{expected}\n{errors}");
}
