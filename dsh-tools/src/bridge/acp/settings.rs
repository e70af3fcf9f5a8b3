//! What holds for a whole session, and text as it leaves it.

use super::escapes::plain;
use super::fence::fenced;
use super::terminals::Terminals;
use super::v1::SessionId;
use crate::bridge::paths::Directory;
use crate::json::FrozenJson;
use crate::tool::{Shielded, contain, contained};
use crate::view::{one_line, shown};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// Characters of a title.
const MOST_OF_TITLE: usize = 1000;
/// Bytes of a command.
const MOST_OF_COMMAND: usize = 16 * 1024;
/// Bytes of one text.
const MOST_OF_TEXT: usize = 1024 * 1024;
/// Bytes of a raw value, as JSON.
const MOST_OF_RAW: usize = 1024 * 1024;
/// Bytes of one text in a raw value: an image has no place there, and a long text stands in the content.
const MOST_OF_RAW_TEXT: usize = 64 * 1024;
/// Levels of a raw value: many readers of JSON give up at 128, and it stands some levels deep in a message.
const MOST_LEVELS: usize = 100;

/// Rewrites texts.
pub(super) type Redact = Box<dyn Fn(&str) -> String + Send + Sync>;

pub(super) struct Settings {
    pub(super) id: SessionId,
    pub(super) directory: Directory,
    pub(super) terminals: Terminals,
    /// Text of others is shown as it is written, not as Markdown: of results that no presenter looked at, why a command
    /// runs, why somebody is asked.
    pub(super) fences_raw_text: bool,
    pub(super) redact: Option<Shielded<Redact>>,
}

impl Settings {
    pub(super) const fn redacts(&self) -> bool {
        self.redact.is_some()
    }

    /// The text without what is not to leave.
    pub(super) fn redacted(&self, text: String) -> String {
        let Some(redact) = &self.redact else { return text };
        let redacted =
            redact.get().and_then(|redact| contained("redactor", "acp", contain(|| redact(&text))));
        // What cannot be judged does not leave.
        redacted.unwrap_or_else(|| "[redacted]".to_owned())
    }

    /// One line, such as a title.
    pub(super) fn line(&self, text: &str) -> String {
        if self.redacts() {
            let line = self.redacted(one_line(text, usize::MAX));
            return one_line(&line, MOST_OF_TITLE);
        }
        one_line(text, MOST_OF_TITLE)
    }

    /// A command, of one or more lines.
    pub(super) fn command(&self, text: &str) -> String {
        let text = self.roughly(text, MOST_OF_COMMAND);
        cut(self.redacted(shown(&text).into_owned()), MOST_OF_COMMAND)
    }

    /// Text of many lines, within Markdown.
    pub(super) fn text(&self, text: &str) -> String {
        cut(self.redacted(plain(&self.roughly(text, MOST_OF_TEXT))), MOST_OF_TEXT)
    }

    /// What is far too long is not looked through as a whole, unless for what must not leave: that could be cut in two.
    fn roughly<'a>(&self, text: &'a str, most: usize) -> Cow<'a, str> {
        let enough = most.saturating_mul(2);
        if self.redacts() || text.len() <= enough {
            return Cow::Borrowed(text);
        }
        Cow::Owned(cut(text.to_owned(), enough))
    }

    /// Text for a terminal that the client draws.
    pub(super) fn terminal(&self, text: String) -> String {
        cut(self.redacted(text), MOST_OF_TEXT)
    }

    /// Text of many lines, in a fence.
    pub(super) fn fenced(&self, info: &str, text: &str) -> String {
        fenced(info, &self.text(text))
    }

    /// Text of others that no presenter of the tool wrote for people: as it is, where that was asked for.
    pub(super) fn words(&self, text: &str) -> String {
        let text = self.text(text);
        if self.fences_raw_text && !text.is_empty() { fenced("", &text) } else { text }
    }

    /// Text that goes into a file, or is in one: as it is.
    pub(super) fn verbatim(&self, text: &str) -> String {
        self.redacted(text.to_owned())
    }

    /// A value as it is, unless it is too much for a message; `None` for `null`, which says nothing there.
    pub(super) fn raw(&self, document: &FrozenJson) -> Option<Value> {
        if document.root().is_null() {
            return None;
        }
        let length = document.text().map_or_else(|| document.to_string().len(), str::len);
        let left_out =
            || Some(Value::String(format!("[{length} bytes of JSON are left out here]")));
        if !document.is_within_depth(MOST_LEVELS) {
            return left_out();
        }
        let mut value = document.to_value();
        if self.redacts() || length > MOST_OF_RAW_TEXT {
            self.trim_value(&mut value);
        }
        let is_long = |value: &Value| {
            serde_json::to_string(value).map_or(usize::MAX, |json| json.len()) > MOST_OF_RAW
        };
        if length > MOST_OF_RAW && is_long(&value) { left_out() } else { Some(value) }
    }

    /// Every text in what a block says of itself, but for the bytes that it holds.
    pub(super) fn redact_block(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.redacted(std::mem::take(text)),
            Value::Array(items) => items.iter_mut().for_each(|item| self.redact_block(item)),
            Value::Object(entries) => {
                let texts = entries.iter_mut();
                let texts =
                    texts.filter(|(key, _)| !matches!(key.as_str(), "type" | "data" | "blob"));
                texts.for_each(|(_, value)| self.redact_block(value));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Text as a raw value.
    pub(super) fn raw_text(&self, text: &str) -> Value {
        Value::String(cut(self.redacted(text.to_owned()), MOST_OF_RAW_TEXT))
    }

    /// Every text in it, and every key. It nests no deeper than what may leave.
    fn trim_value(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                *text = cut(self.redacted(std::mem::take(text)), MOST_OF_RAW_TEXT);
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.trim_value(item)),
            Value::Object(entries) => {
                let taken = std::mem::take(entries);
                entries.extend(taken.into_iter().map(|(key, mut value)| {
                    self.trim_value(&mut value);
                    (self.redacted(key), value)
                }));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("id", &self.id)
            .field("directory", &self.directory)
            .field("terminals", &self.terminals)
            .finish_non_exhaustive()
    }
}

/// The text, with its middle left out where it is too long.
pub(super) fn cut(text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    let head = text.floor_char_boundary(most / 4 * 3);
    let tail = text.ceil_char_boundary(text.len() - most / 4);
    let (Some(start), Some(end)) = (text.get(..head), text.get(tail..)) else {
        return text;
    };
    format!("{start}\n[{} bytes are left out here]\n{end}", tail - head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_loses_its_middle() {
        let text = format!("{}{}{}", "a".repeat(900), "ß".repeat(100_000), "z".repeat(900));
        let cut = cut(text, 1001);
        assert!(cut.len() < 1100 && cut.starts_with("aaa") && cut.ends_with("zzz"));
        assert!(cut.contains("\n[200800 bytes are left out here]\n"), "{cut}");
    }
}
