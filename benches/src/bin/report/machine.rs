//! The heading: when and on what was measured.

use std::fs;
use std::process::Command;

/// The heading of the report.
pub fn heading() -> String {
    let said = |program: &str, words: &[&str]| {
        let output = Command::new(program).args(words).output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        text.unwrap_or_default()
    };
    let here = ["-C", env!("CARGO_MANIFEST_DIR")];
    let commit = said("git", &[&here[..], &["describe", "--always", "--dirty"]].concat());
    let memory = of("/proc/meminfo", "MemTotal", ':');
    let memory = memory.trim_end_matches(" kB").parse::<f64>().map_or(0.0, |kb| kb / 1_048_576.0);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "# Benchmarks\n\n\
         Made by `cargo run --release --manifest-path benches/Cargo.toml -- --write`; `benches/README.md` says how to read it.\n\n\
         | | |\n|---|---|\n\
         | date | {} |\n| commit | {commit} |\n| processor | {}, {cores} cores |\n| memory | {memory:.0} GB |\n\
         | system | {}, Linux {} |\n| compiler | {} |\n| instructions | {} |\n",
        said("date", &["-u", "+%F"]),
        of("/proc/cpuinfo", "model name", ':'),
        of("/etc/os-release", "PRETTY_NAME", '=').trim_matches('"'),
        said("uname", &["-r"]),
        said("rustc", &["--version"]),
        said("valgrind", &["--version"]),
    )
}

/// The value of the first line of a file that has this key.
fn of(path: &str, key: &str, separator: char) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    let pairs = text.lines().filter_map(|line| line.split_once(separator));
    let found = pairs.into_iter().find(|(name, _)| name.trim() == key);
    found.map_or(String::from("unknown"), |(_, value)| value.trim().to_owned())
}
