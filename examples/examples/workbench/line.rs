//! What a line means.

use anyhow::bail;
use dsh_tools_examples::written::Written;

/// A line.
#[derive(Debug)]
pub(crate) enum Line {
    Blank,
    Comment,
    /// `help`, or `help TOOL`.
    Help(Option<String>),
    /// What the model sees of the tools.
    Schemas,
    Quit,
    /// `:why CALL`: which rule decides.
    Why(Written),
    Call(Written),
    /// The calls of one step of a model.
    Step(Vec<Written>),
}

impl Line {
    /// Reads a line; in a batch a call that cannot be read is a call that fails.
    pub(crate) fn parse(line: &str, batch: bool) -> anyhow::Result<Self> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Self::Blank);
        }
        if line.starts_with('#') {
            return Ok(Self::Comment);
        }
        if line.starts_with('[') {
            return Ok(Self::Step(Written::step(line)?));
        }
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match (name, rest) {
            ("help", "") => Self::Help(None),
            ("help", tool) => Self::Help(Some(tool.to_owned())),
            ("schemas", "") => Self::Schemas,
            ("quit" | "exit", "") => Self::Quit,
            (":why", "") => bail!("`:why` wants a call after it, as in `:why read path=a.txt`"),
            (":why", call) => Self::Why(Written::parse(call, batch)?),
            (command, _) if command.starts_with(':') => {
                bail!("there is no command `{command}`; `help` has them")
            }
            _ => Self::Call(Written::parse(line, batch)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_is_asked_about_a_call() {
        assert!(matches!(Line::parse(":why ls path=a", false), Ok(Line::Why(_))));
        let made = r#":why {"id":"a","name":"ls","arguments":""}"#;
        assert!(matches!(Line::parse(made, false), Ok(Line::Why(_))));
        for wrong in [":why", ":why ls a", ":who ls"] {
            assert!(Line::parse(wrong, false).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_array_is_a_step() {
        assert!(matches!(Line::parse("[5]", false), Ok(Line::Step(calls)) if calls.len() == 1));
        assert!(Line::parse("[5", true).is_err());
    }
}
