//! What a line means.

use anyhow::{Context as _, bail};
use dsh_tools::prelude::*;
use dsh_tools_examples::script::Call;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

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
    Why(One),
    Call(One),
    /// The calls of one step of a model.
    Step(Vec<Entry>),
}

/// A call.
#[derive(Debug)]
pub(crate) enum One {
    /// As a model makes it.
    Made(Entry),
    /// As one types it.
    Typed(Typed),
}

/// A call as a model made it, which may have forgotten anything: the call fails by what is left of it, and the others of
/// its step go on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    id: Option<String>,
    name: String,
    arguments: String,
}

/// An object that may be a call.
#[derive(Deserialize)]
struct Loose {
    id: Option<Box<RawValue>>,
    name: Option<Box<RawValue>>,
    arguments: Option<Box<RawValue>>,
}

/// A tool and what is said of its arguments.
#[derive(Debug)]
pub(crate) struct Typed {
    name: String,
    arguments: Arguments,
}

#[derive(Debug)]
enum Arguments {
    Json(String),
    Pairs(Vec<(String, String)>),
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
            let entries: Vec<Box<RawValue>> = serde_json::from_str(line)
                .context("a line that starts with `[` is a JSON array of calls")?;
            return Ok(Self::Step(entries.iter().map(|entry| Entry::of(entry.get())).collect()));
        }
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match (name, rest) {
            ("help", "") => Self::Help(None),
            ("help", tool) => Self::Help(Some(tool.to_owned())),
            ("schemas", "") => Self::Schemas,
            ("quit" | "exit", "") => Self::Quit,
            (":why", "") => bail!("`:why` wants a call after it, as in `:why read path=a.txt`"),
            (":why", call) => Self::Why(One::parse(call, batch)?),
            (command, _) if command.starts_with(':') => {
                bail!("there is no command `{command}`; `help` has them")
            }
            _ => Self::Call(One::parse(line, batch)?),
        })
    }
}

impl One {
    fn parse(text: &str, batch: bool) -> anyhow::Result<Self> {
        if text.starts_with('{') {
            if batch {
                return Ok(Self::Made(Entry::of(text)));
            }
            let Call { id, name, arguments } = serde_json::from_str(text).context(
                "a line that starts with `{` is `{\"id\": .., \"name\": .., \"arguments\": \"..\"}`",
            )?;
            return Ok(Self::Made(Entry { id: Some(id), name, arguments }));
        }
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let arguments = Arguments::parse(rest.trim())?;
        Ok(Self::Typed(Typed { name: name.to_owned(), arguments }))
    }

    /// The call, with an id where it came without one.
    pub(crate) fn call(self, id: impl FnOnce() -> String, registry: &ToolRegistry) -> Call {
        match self {
            Self::Made(entry) => entry.call(id),
            Self::Typed(typed) => {
                let tool = registry.get(&typed.name);
                Call { id: id(), name: typed.name, arguments: typed.arguments.text(tool.as_ref()) }
            }
        }
    }
}

impl Entry {
    fn of(text: &str) -> Self {
        let Ok(loose) = serde_json::from_str::<Loose>(text) else {
            // No call at all: it is shown as it is, and fails as a tool that nobody knows or as broken JSON.
            return Self { id: None, name: String::new(), arguments: text.to_owned() };
        };
        // A text, or what stands there instead of one, as it was written.
        let text = |member: Option<Box<RawValue>>| {
            let member = member?;
            Some(serde_json::from_str(member.get()).unwrap_or_else(|_| member.get().to_owned()))
        };
        Self {
            id: text(loose.id),
            name: text(loose.name).unwrap_or_default(),
            arguments: text(loose.arguments).unwrap_or_default(),
        }
    }

    pub(crate) fn call(self, id: impl FnOnce() -> String) -> Call {
        let id = self.id.unwrap_or_else(id);
        Call { id, name: self.name, arguments: self.arguments }
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

    /// As JSON: a value is text where the tool wants text, and otherwise what JSON it is.
    fn text(self, tool: Option<&ToolDefinition>) -> String {
        let pairs = match self {
            Self::Json(text) => return text,
            Self::Pairs(pairs) => pairs,
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
        match Line::parse(line, false).unwrap() {
            Line::Call(One::Typed(typed)) => typed.arguments.text(Some(tool)),
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
        let error = Line::parse("read a.txt", false).unwrap_err().to_string();
        assert_eq!(error, "`a.txt` is no argument: write `name=value`, or all of them as JSON");
        assert!(Line::parse("read path='a", false).is_err());
    }

    #[test]
    fn an_array_is_a_step_whatever_its_entries_are() {
        let line = r#"[{"id":"a","name":"ls","arguments":"{}"},{"name":"ls","arguments":{"path":"b"}},{"id":3},5]"#;
        let Line::Step(entries) = Line::parse(line, false).unwrap() else { panic!("no step") };
        let calls: Vec<_> = entries
            .into_iter()
            .map(|entry| entry.call(|| "made up".into()))
            .map(|call| [call.id, call.name, call.arguments])
            .collect();
        assert_eq!(
            calls,
            [
                ["a", "ls", "{}"],
                ["made up", "ls", r#"{"path":"b"}"#],
                ["3", "", ""],
                ["made up", "", "5"]
            ]
        );
        assert!(Line::parse(r#"[{"id":"a"}"#, true).is_err());
    }

    #[test]
    fn a_call_that_was_cut_off_is_one_in_a_batch_only() {
        let line = r#"{"id":"a","name":"wri"#;
        assert!(Line::parse(line, false).is_err());
        assert!(Line::parse(r#"{"id":"a","name":"ls"}"#, false).is_err());
        let Line::Call(One::Made(entry)) = Line::parse(line, true).unwrap() else {
            panic!("no call")
        };
        assert_eq!(entry, Entry { id: None, name: String::new(), arguments: line.into() });
    }

    #[test]
    fn why_is_asked_about_a_call() {
        assert!(matches!(Line::parse(":why ls path=a", false), Ok(Line::Why(One::Typed(_)))));
        let made = r#":why {"id":"a","name":"ls","arguments":""}"#;
        assert!(matches!(Line::parse(made, false), Ok(Line::Why(One::Made(_)))));
        for wrong in [":why", ":why ls a", ":who ls"] {
            assert!(Line::parse(wrong, false).is_err(), "{wrong}");
        }
    }
}
