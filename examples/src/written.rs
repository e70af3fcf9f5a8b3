//! Calls as they are written on a line: as a model makes them, or as one types them.

use crate::script::Call;
use anyhow::Context as _;
use dsh_tools::ToolDefinition;
use serde::{Deserialize, Serializer as _};
use serde_json::Value;
use serde_json::value::RawValue;

/// A call on a line: `read path=a.txt limit=5`, `read {"path":"a.txt"}`, or
/// `{"id": "call_1", "name": "read", "arguments": "{\"path\":\"a.txt\"}"}`.
///
/// ```
/// use dsh_tools_examples::{read, written::Written};
///
/// let written = Written::parse("read path=7 limit=5", false)?;
/// let call = written.call(|| "line_1".to_owned(), |name| {
///     (name == "read").then(read::definition)
/// });
/// assert_eq!(call.arguments, r#"{"path":"7","limit":5}"#);
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Written(One);

#[derive(Debug, PartialEq, Eq)]
enum One {
    /// As a model makes it.
    Made(Entry),
    /// As one types it.
    Typed(Typed),
}

/// A call as a model made it, which may have forgotten anything: the call fails by what is left of it, and the others of
/// its step go on.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
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
#[derive(Debug, PartialEq, Eq)]
struct Typed {
    name: String,
    arguments: Arguments,
}

#[derive(Debug, PartialEq, Eq)]
enum Arguments {
    Json(String),
    Pairs(Vec<(String, String)>),
}

impl Written {
    /// Reads a call; where it is one of several, one that a model made wrong is a call that fails.
    ///
    /// # Errors
    /// What is no call, and why.
    ///
    /// ```
    /// use dsh_tools_examples::written::Written;
    /// assert!(Written::parse("read a.txt", false).is_err());
    /// ```
    pub fn parse(text: &str, one_of_several: bool) -> anyhow::Result<Self> {
        if text.starts_with('{') {
            if one_of_several {
                return Ok(Self(One::Made(Entry::of(text))));
            }
            let Call { id, name, arguments } = serde_json::from_str(text).context(
                "a line that starts with `{` is `{\"id\": .., \"name\": .., \"arguments\": \"..\"}`",
            )?;
            return Ok(Self(One::Made(Entry { id: Some(id), name, arguments })));
        }
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let arguments = Arguments::parse(rest.trim())?;
        Ok(Self(One::Typed(Typed { name: name.to_owned(), arguments })))
    }

    /// Reads the calls of one step of a model, whatever they are.
    ///
    /// # Errors
    /// When it is no JSON array.
    ///
    /// ```
    /// use dsh_tools_examples::written::Written;
    /// assert_eq!(Written::step(r#"[{"name":"ls"}, 5]"#)?.len(), 2);
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    pub fn step(text: &str) -> anyhow::Result<Vec<Self>> {
        let entries: Vec<Box<RawValue>> = serde_json::from_str(text)
            .context("a line that starts with `[` is a JSON array of calls")?;
        Ok(entries.iter().map(|entry| Self(One::Made(Entry::of(entry.get())))).collect())
    }

    /// The call, with an id where it came without one, and with the definition at hand of a tool that it names.
    ///
    /// ```
    /// use dsh_tools_examples::written::Written;
    /// let call = Written::parse("ls", false)?.call(|| "line_1".to_owned(), |_| None);
    /// assert_eq!((call.id.as_str(), call.arguments.as_str()), ("line_1", "{}"));
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    pub fn call(
        self,
        id: impl FnOnce() -> String,
        tool: impl FnOnce(&str) -> Option<ToolDefinition>,
    ) -> Call {
        match self.0 {
            One::Made(Entry { id: own, name, arguments }) => {
                Call { id: own.unwrap_or_else(id), name, arguments }
            }
            One::Typed(Typed { name, arguments }) => {
                let tool = tool(&name);
                Call { id: id(), name, arguments: arguments.text(tool.as_ref()) }
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

    /// As JSON, in the order in which they were typed: a value is text where the tool wants text, and otherwise what JSON
    /// it is.
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
        let arguments = pairs.into_iter().map(|(key, text)| {
            let json = match wants_text(&key) {
                Some(true) => None,
                _ => serde_json::from_str(&text).ok(),
            };
            (key, json.unwrap_or(Value::String(text)))
        });
        let mut json = Vec::new();
        // Text and values of JSON can always be written.
        let _written = serde_json::Serializer::new(&mut json).collect_map(arguments);
        String::from_utf8(json).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bash, read};

    fn arguments(line: &str, tool: &ToolDefinition) -> String {
        let written = Written::parse(line, false).unwrap();
        written.call(|| "an id".into(), |_| Some(tool.clone())).arguments
    }

    #[test]
    fn values_are_what_the_schema_wants() {
        let read = read::definition();
        assert_eq!(arguments("read path=5 limit=5", &read), r#"{"path":"5","limit":5}"#);
        assert_eq!(arguments("read limit=five path=a", &read), r#"{"limit":"five","path":"a"}"#);
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
        let error = Written::parse("read a.txt", false).unwrap_err().to_string();
        assert_eq!(error, "`a.txt` is no argument: write `name=value`, or all of them as JSON");
        assert!(Written::parse("read path='a", false).is_err());
    }

    #[test]
    fn an_array_is_a_step_whatever_its_entries_are() {
        let line = r#"[{"id":"a","name":"ls","arguments":"{}"},{"name":"ls","arguments":{"path":"b"}},{"id":3},5]"#;
        let calls: Vec<_> = Written::step(line)
            .unwrap()
            .into_iter()
            .map(|written| written.call(|| "made up".into(), |_| None))
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
        assert!(Written::step(r#"[{"id":"a"}"#).is_err());
    }

    #[test]
    fn a_call_that_was_cut_off_is_one_among_others_only() {
        let line = r#"{"id":"a","name":"wri"#;
        assert!(Written::parse(line, false).is_err());
        assert!(Written::parse(r#"{"id":"a","name":"ls"}"#, false).is_err());
        let call = Written::parse(line, true).unwrap().call(|| "made up".into(), |_| None);
        assert_eq!([&*call.id, &*call.name, &*call.arguments], ["made up", "", line]);
    }
}
