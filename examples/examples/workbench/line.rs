//! What a line means.

use anyhow::Context as _;
use dsh_tools::prelude::*;
use dsh_tools_examples::script::Call;
use serde_json::{Map, Value};

/// A line.
#[derive(Debug)]
pub(crate) enum Line {
    /// Nothing, or a comment.
    Blank,
    /// `help`, or `help TOOL`.
    Help(Option<String>),
    /// What the model sees of the tools.
    Schemas,
    Quit,
    /// A call as a model makes it.
    Call(Call),
    /// A call as one types it.
    Typed(Typed),
}

/// A tool and what is said of its arguments.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) name: String,
    arguments: Arguments,
}

#[derive(Debug)]
enum Arguments {
    Json(String),
    Pairs(Vec<(String, String)>),
}

impl Line {
    pub(crate) fn parse(line: &str) -> anyhow::Result<Self> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(Self::Blank);
        }
        if line.starts_with('{') {
            let call = serde_json::from_str(line)
                .context("a line that starts with `{` is `{\"id\": .., \"name\": .., \"arguments\": \"..\"}`")?;
            return Ok(Self::Call(call));
        }
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match (name, rest) {
            ("help", "") => Self::Help(None),
            ("help", tool) => Self::Help(Some(tool.to_owned())),
            ("schemas", "") => Self::Schemas,
            ("quit" | "exit", "") => Self::Quit,
            _ => Self::Typed(Typed { name: name.to_owned(), arguments: Arguments::parse(rest)? }),
        })
    }
}

impl Arguments {
    fn parse(text: &str) -> anyhow::Result<Self> {
        if text.starts_with('{') {
            // Good JSON or not: what is wrong with it is for the tools to say.
            return Ok(Self::Json(text.to_owned()));
        }
        let words = shlex::split(text).context("a quotation mark is missing")?;
        let pairs = words.into_iter().map(|word| {
            let (key, value) = word.split_once('=').with_context(|| {
                format!("`{word}` is no argument: write `name=value`, or all of them as JSON")
            })?;
            Ok((key.to_owned(), value.to_owned()))
        });
        Ok(Self::Pairs(pairs.collect::<anyhow::Result<_>>()?))
    }
}

impl Typed {
    /// The arguments as JSON: a value is text where the tool wants text, and otherwise what JSON it is.
    pub(crate) fn arguments(self, tool: Option<&ToolDefinition>) -> String {
        let pairs = match self.arguments {
            Arguments::Json(text) => return text,
            Arguments::Pairs(pairs) => pairs,
        };
        let schema = tool.map(|tool| tool.schema().parameters.to_value());
        let wants_text = |key: &str| {
            let property = schema.as_ref()?.get("properties")?.get(key)?;
            Some(property.get("type")? == "string")
        };
        let arguments: Map<String, Value> = pairs
            .into_iter()
            .map(|(key, text)| {
                let json = match wants_text(&key) {
                    Some(true) => None,
                    _ => serde_json::from_str(&text).ok(),
                };
                (key, json.unwrap_or(Value::String(text)))
            })
            .collect();
        Value::Object(arguments).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dsh_tools_examples::{bash, read};

    fn arguments(line: &str, tool: &ToolDefinition) -> String {
        match Line::parse(line).unwrap() {
            Line::Typed(typed) => typed.arguments(Some(tool)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_are_what_the_schema_wants() {
        let read = read::definition();
        assert_eq!(arguments("read path=5 limit=5", &read), r#"{"limit":5,"path":"5"}"#);
        assert_eq!(arguments("read path=a limit=five", &read), r#"{"limit":"five","path":"a"}"#);
        assert_eq!(arguments("read", &read), "{}");
        let bash = bash::definition();
        let typed = r#"bash command="echo 'a = b'" run_in_background=true"#;
        assert_eq!(
            arguments(typed, &bash),
            r#"{"command":"echo 'a = b'","run_in_background":true}"#
        );
    }

    #[test]
    fn json_goes_as_it_is() {
        let broken = r#"{"path":"a"#;
        assert_eq!(arguments(&format!("read {broken}"), &read::definition()), broken);
    }

    #[test]
    fn a_word_alone_is_no_argument() {
        let error = Line::parse("read a.txt").unwrap_err().to_string();
        assert_eq!(error, "`a.txt` is no argument: write `name=value`, or all of them as JSON");
        assert!(Line::parse("read path='a").is_err());
    }
}
