//! What the program is started with.

use anyhow::{Context as _, bail, ensure};
use dsh_tools::PermissionRules;
use std::ffi::OsString;
use std::path::Path;

pub(crate) const USAGE: &str = "usage: acp_agent [OPTIONS]
  --yes            ask nothing; without it `write`, `edit` and `bash` are asked about
  --rules FILE     rules of permission, as `.toml`: they say what is denied and what is asked about, in place of the three
An editor starts it, and speaks the Agent Client Protocol to it over standard input and output.";

/// What is wanted.
#[derive(Debug)]
pub(crate) enum Wanted {
    Help,
    Run(Options),
}

#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) yes: bool,
    pub(crate) rules: Option<PermissionRules>,
}

impl Options {
    /// Reads the words that follow the program's name.
    pub(crate) fn read(words: impl IntoIterator<Item = OsString>) -> anyhow::Result<Wanted> {
        let mut options = Self::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            match word.to_str() {
                Some("--help" | "-h") => return Ok(Wanted::Help),
                Some("--yes") => options.yes = true,
                Some("--rules") => {
                    ensure!(options.rules.is_none(), "--rules is there twice\n{USAGE}");
                    let file = words.next().context("--rules wants a name after it")?;
                    options.rules = Some(rules(Path::new(&file))?);
                }
                _ => bail!("{} is unknown\n{USAGE}", word.display()),
            }
        }
        ensure!(!(options.yes && options.rules.is_some()), "--yes or --rules, not both\n{USAGE}");
        Ok(Wanted::Run(options))
    }
}

fn rules(file: &Path) -> anyhow::Result<PermissionRules> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    toml::from_str(&text).with_context(|| file.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> anyhow::Result<Wanted> {
        Options::read(words.iter().map(OsString::from))
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/rules.toml");
        for (words, part) in [
            (&["--rules"][..], "--rules wants a name after it"),
            (&["--rules", rules, "--rules", rules], "--rules is there twice"),
            (&["--rules", rules, "--yes"], "--yes or --rules, not both"),
            (&["--rules", "nowhere.toml"], "nowhere.toml"),
            (&["calls.jsonl"], "calls.jsonl is unknown"),
        ] {
            let error = read(words).unwrap_err().to_string();
            assert!(error.starts_with(part), "{words:?}: {error}");
        }
        assert!(matches!(
            read(&["--rules", rules]),
            Ok(Wanted::Run(Options { rules: Some(_), .. }))
        ));
    }
}
