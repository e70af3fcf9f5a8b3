//! What the program is started with.

use anyhow::{Context as _, bail, ensure};
use std::ffi::OsString;
use std::path::PathBuf;

pub(crate) const USAGE: &str = "usage: workbench [OPTIONS] [FILE]
       workbench --replay FILE [--text] [--rules FILE]
  --workspace DIR  the directory that the tools work in; otherwise a fresh temporary one
  --text           show what the model reads instead of cards
  --yes            ask nothing; without it `write`, `edit` and `bash` are asked about in a terminal, and
                   denied where nobody can be asked
  --rules FILE     rules of permission, as `.json` or `.toml`: they say what is denied and what is asked
                   about, in place of the three; `:why CALL` tells which rule decides about a call
  --batch          gather calls up to an empty line, and run them together
  --trace          print the OpenTelemetry spans of calls
  --journal FILE   write calls and results to a journal, after what it holds already
  --replay FILE    show the calls of a journal again; nothing is run
  FILE             a script; otherwise, or with `-`, calls are read from standard input";

/// What is shown of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Show {
    #[default]
    Cards,
    /// What the model reads.
    Text,
}

/// What is wanted.
#[derive(Debug)]
pub(crate) enum Wanted {
    Help,
    Run(Options),
}

#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) place: Option<PathBuf>,
    pub(crate) script: Option<PathBuf>,
    pub(crate) show: Show,
    pub(crate) yes: bool,
    pub(crate) batch: bool,
    pub(crate) trace: bool,
    pub(crate) rules: Option<PathBuf>,
    pub(crate) journal: Option<PathBuf>,
    pub(crate) replay: Option<PathBuf>,
}

impl Options {
    /// Reads the words that follow the program's name.
    pub(crate) fn read(words: impl IntoIterator<Item = OsString>) -> anyhow::Result<Wanted> {
        let mut options = Self::default();
        let (mut words, mut from_stdin) = (words.into_iter(), false);
        while let Some(word) = words.next() {
            // A name of a file is whatever the system takes; an option is one of these.
            let named = match word.to_str() {
                Some("--help" | "-h") => return Ok(Wanted::Help),
                Some("--text") => {
                    options.show = Show::Text;
                    continue;
                }
                Some("--yes") => {
                    options.yes = true;
                    continue;
                }
                Some("--batch") => {
                    options.batch = true;
                    continue;
                }
                Some("--trace") => {
                    options.trace = true;
                    continue;
                }
                Some("-") => {
                    from_stdin = true;
                    continue;
                }
                Some("--workspace") => &mut options.place,
                Some("--rules") => &mut options.rules,
                Some("--journal") => &mut options.journal,
                Some("--replay") => &mut options.replay,
                _ if word.as_encoded_bytes().starts_with(b"-") => {
                    bail!("{} is unknown\n{USAGE}", word.display())
                }
                _ => {
                    ensure!(options.script.is_none(), "one script at a time\n{USAGE}");
                    options.script = Some(word.into());
                    continue;
                }
            };
            let option = word.display();
            ensure!(named.is_none(), "{option} is there twice\n{USAGE}");
            let value = words
                .next()
                // Somebody forgot it, and the next option is no name.
                .filter(|value| !value.is_empty() && !value.as_encoded_bytes().starts_with(b"--"))
                .with_context(|| format!("{option} wants a name after it\n{USAGE}"))?;
            *named = Some(value.into());
        }
        ensure!(!(from_stdin && options.script.is_some()), "one script at a time\n{USAGE}");
        if options.replay.is_some() {
            let runs = [
                (options.place.is_some(), "--workspace"),
                (options.yes, "--yes"),
                (options.batch, "--batch"),
                (options.trace, "--trace"),
                (options.journal.is_some(), "--journal"),
                (from_stdin || options.script.is_some(), "a script"),
            ];
            if let Some((_, option)) = runs.into_iter().find(|(given, _)| *given) {
                bail!("--replay runs nothing: {option} has no use beside it\n{USAGE}");
            }
        }
        Ok(Wanted::Run(options))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> anyhow::Result<Wanted> {
        Options::read(line.split_whitespace().map(OsString::from))
    }

    fn options(line: &str) -> Options {
        match read(line).unwrap() {
            Wanted::Run(options) => options,
            Wanted::Help => panic!("help was not asked for"),
        }
    }

    #[test]
    fn options_stand_in_any_order() {
        let read = options("--batch --journal j --rules r.toml --trace --yes --text -");
        assert!(read.batch && read.trace && read.yes && read.script.is_none());
        assert_eq!(read.show, Show::Text);
        assert_eq!(read.journal, Some(PathBuf::from("j")));
        assert_eq!(read.rules, Some(PathBuf::from("r.toml")));
        let read = options("calls.jsonl --workspace -odd");
        assert_eq!(read.script, Some(PathBuf::from("calls.jsonl")));
        assert_eq!(read.place, Some(PathBuf::from("-odd")));
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        for (line, part) in [
            ("--rules", "--rules wants a name after it"),
            ("--rules --yes", "--rules wants a name after it"),
            ("--journal a --journal b", "--journal is there twice"),
            ("--colour", "--colour is unknown"),
            ("a b", "one script at a time"),
            ("a -", "one script at a time"),
            ("--replay j --yes", "--yes has no use beside it"),
            ("--replay j --journal k", "--journal has no use beside it"),
            ("calls.jsonl --replay j", "a script has no use beside it"),
        ] {
            let error = read(line).unwrap_err().to_string();
            assert!(error.starts_with(part) || error.contains(part), "{line}: {error}");
            assert!(error.ends_with(USAGE), "{line}: {error}");
        }
        assert!(read("--replay j --rules r.json --text").is_ok());
        assert!(matches!(read("--trace --help --nonsense"), Ok(Wanted::Help)));
    }
}
