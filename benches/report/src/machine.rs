//! The heading: when and on what was measured.

use std::fs;
use std::process::Command;

/// Which sources were measured, and on which day.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    pub commit: String,
    pub date: String,
}

impl Origin {
    /// The sources as they are now.
    pub fn now() -> Self {
        let git =
            |words: &[&str]| said("git", &[&["-C", env!("CARGO_MANIFEST_DIR")], words].concat());
        let head = git(&["rev-parse", "--short", "HEAD"]);
        let changed = git(&["status", "--porcelain", "--untracked-files=no"]);
        Self { commit: commit(&head, &changed), date: said("date", &["-u", "+%F"]) }
    }

    /// Whether the commit says everything about the sources.
    pub fn is_clean(&self) -> bool {
        !self.commit.is_empty() && !self.commit.ends_with(DIRTY)
    }
}

/// At the end of a commit to which something was changed.
const DIRTY: &str = "-dirty";

/// A commit, and whether files differ from it. The report itself is none of what is measured.
fn commit(head: &str, changed: &str) -> String {
    let is_dirty = changed.lines().any(|line| !line.ends_with("benches/REPORT.md"));
    format!("{head}{}", if is_dirty { DIRTY } else { "" })
}

/// The heading of the report.
pub fn heading(origin: &Origin) -> String {
    let memory = of("/proc/meminfo", "MemTotal", ':');
    let memory = memory.trim_end_matches(" kB").parse::<f64>().map_or(0.0, |kb| kb / 1_048_576.0);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let note = if origin.is_clean() { "" } else { ", with changes that are in no commit" };
    format!(
        "# Benchmarks\n\n\
         Made by `cargo run --release --manifest-path benches/Cargo.toml -- --write`; `benches/README.md` says how to read it.\n\n\
         | | |\n|---|---|\n\
         | date | {} |\n| commit | {}{note} |\n| processor | {}, {cores} cores |\n| memory | {memory:.0} GB |\n\
         | system | {}, Linux {} |\n| compiler | {} |\n| instructions | {} |\n",
        origin.date,
        origin.commit,
        of("/proc/cpuinfo", "model name", ':'),
        of("/etc/os-release", "PRETTY_NAME", '=').trim_matches('"'),
        said("uname", &["-r"]),
        said("rustc", &["--version"]),
        said("valgrind", &["--version"]),
    )
}

/// What a part says of itself where it was not measured of the sources that the heading names.
pub fn elsewhere(heading: &Origin, part: Option<&Origin>) -> String {
    match part {
        Some(part) if part.commit == heading.commit && part.date == heading.date => String::new(),
        Some(part) => format!("Measured on {} of {}.\n\n", part.date, part.commit),
        None => String::from("Measured before, of sources that nobody noted.\n\n"),
    }
}

/// What a program says; nothing where it is not there.
fn said(program: &str, words: &[&str]) -> String {
    let output = Command::new(program).args(words).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_default()
}

/// The value of the first line of a file that has this key.
fn of(path: &str, key: &str, separator: char) -> String {
    value(&fs::read_to_string(path).unwrap_or_default(), key, separator)
}

fn value(text: &str, key: &str, separator: char) -> String {
    let pairs = text.lines().filter_map(|line| line.split_once(separator));
    let found = pairs.into_iter().find(|(name, _)| name.trim() == key);
    found.map_or(String::from("unknown"), |(_, value)| value.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_sources_are_told_and_the_report_is_none() {
        assert_eq!(commit("abc1234", ""), "abc1234");
        assert_eq!(commit("abc1234", " M benches/REPORT.md"), "abc1234");
        assert_eq!(commit("abc1234", " M benches/REPORT.md\n M README.md"), "abc1234-dirty");
        let clean = |commit: &str| Origin { commit: commit.into(), ..Origin::default() }.is_clean();
        assert_eq!([clean("abc1234"), clean("abc1234-dirty"), clean("")], [true, false, false]);
    }

    #[test]
    fn parts_of_other_sources_say_so() {
        let at = |commit: &str| Origin { commit: commit.into(), date: String::from("2026-11-30") };
        assert_eq!(elsewhere(&at("abc"), Some(&at("abc"))), "");
        let other = elsewhere(&at("abc"), Some(&at("def")));
        assert!(other.contains("2026-11-30 of def"), "{other}");
        assert!(elsewhere(&at("abc"), None).contains("nobody noted"));
    }

    #[test]
    fn values_are_found_by_their_whole_key() {
        let text = "model\t\t: 17\nmodel name\t: AMD EPYC: Rome\nmodel name\t: other\n";
        assert_eq!(value(text, "model name", ':'), "AMD EPYC: Rome");
        assert_eq!(value(text, "name", ':'), "unknown");
    }
}
