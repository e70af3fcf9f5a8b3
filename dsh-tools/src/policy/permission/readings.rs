//! What an argument may be taken for: one value can be written in many ways, and one file has many paths.

use crate::json::{Cursor, FrozenJson, Integer, JsonKind};
use crate::schema::{Spellings, spellings};
use crate::tool::{ToolDefinition, ToolExecution};
use std::borrow::Cow;

/// How sure a rule has to be of what a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// It is meant if it may be: of rules that deny and ask.
    Possible,
    /// It is meant only if it can be nothing else: of what allows.
    Sure,
}

/// Whether an argument is like this. One that is not there, and that nothing stands for, is like nothing.
///
/// Looked at are the arguments as they are written, under all names, and as the body gets them.
#[inline]
pub(super) fn is_like(
    call: Asked<'_>,
    pointer: &str,
    certainty: Certainty,
    like: impl Fn(&str) -> bool,
) -> bool {
    let Some((written, effective)) = call.arguments() else {
        return false;
    };
    let table = call.tool().and_then(|tool| tool.parts().input.own.as_ref());
    let Spellings { found, has_gaps } = spellings(table, written.root(), pointer);
    let is_like = |value: Cursor<'_>| match certainty {
        Certainty::Possible => texts(value).iter().any(|text| like(text)) || is_near(value, &like),
        Certainty::Sure => texts(value).iter().all(|text| like(text)),
    };
    let mut in_effect =
        spellings(None, effective.root(), pointer).found.into_iter().map(|found| found.value);
    match certainty {
        Certainty::Possible => {
            found.iter().any(|found| is_like(found.value) || found.means.is_some_and(&like))
                || in_effect.any(is_like)
        }
        Certainty::Sure => {
            !found.is_empty()
                && !has_gaps
                && found.iter().all(|found| found.means.map_or_else(|| is_like(found.value), &like))
                && in_effect.all(is_like)
        }
    }
}

/// A call that is made, or that somebody only asks about.
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    Made(&'a ToolExecution),
    Supposed(&'a Supposed<'a>),
}

/// A call that nobody makes.
pub(super) struct Supposed<'a> {
    pub(super) name: &'a str,
    pub(super) tool: Option<ToolDefinition>,
    pub(super) written: FrozenJson,
    /// The arguments as the body would get them.
    pub(super) effective: FrozenJson,
}

impl<'a> Asked<'a> {
    #[inline]
    pub(super) fn name(self) -> &'a str {
        match self {
            Self::Made(call) => call.name(),
            Self::Supposed(call) => call.name,
        }
    }

    #[inline]
    pub(super) fn tool(self) -> Option<&'a ToolDefinition> {
        match self {
            Self::Made(call) => call.definition(),
            Self::Supposed(call) => call.tool.as_ref(),
        }
    }

    /// The arguments as they are written, and as the body gets them.
    #[inline]
    fn arguments(self) -> Option<(&'a FrozenJson, &'a FrozenJson)> {
        match self {
            Self::Made(call) => Some((call.arguments()?, call.effective_arguments()?)),
            Self::Supposed(call) => Some((&call.written, &call.effective)),
        }
    }
}

/// The texts that a value may be told by.
#[inline]
fn texts(value: Cursor<'_>) -> Vec<Cow<'_, str>> {
    if let Some(text) = value.as_str() {
        let direct = without_detours(&text).map(Cow::Owned);
        return std::iter::once(text).chain(direct).collect();
    }
    let written = value.to_string();
    let mut plain = String::with_capacity(written.len());
    write_plainly(value, &mut plain);
    let plain = (plain != written).then_some(plain);
    std::iter::once(written).chain(plain).map(Cow::Owned).collect()
}

/// Whether the path without anything that is left out on some systems is like this.
#[inline]
fn is_near(value: Cursor<'_>, like: &impl Fn(&str) -> bool) -> bool {
    value.as_str().is_some_and(|text| {
        let text = without_detours(&text).map_or(text, Cow::Owned);
        let steps: Vec<_> = text.split(is_separator).filter(|step| !step.is_empty()).collect();
        let root = if text.starts_with(is_separator) { "/" } else { "" };
        like(&format!("{root}{}", steps.join("/")))
    })
}

#[inline]
const fn is_separator(c: char) -> bool {
    matches!(c, '/' | '\\')
}

/// The path with `.` and `..` taken out, as far as they can be without a look at the disk; `None` when it has none.
#[inline]
fn without_detours(path: &str) -> Option<String> {
    if !path.split(is_separator).any(|step| matches!(step, "." | "..")) {
        return None;
    }
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split(is_separator) {
        match (step, steps.last().copied()) {
            (".", _) => {}
            // Above the root there is the root.
            ("..", Some("")) if steps.len() == 1 => {}
            ("..", Some(last)) if last != ".." => {
                steps.pop();
            }
            (step, _) => steps.push(step),
        }
    }
    Some(if steps == [""] { "/".to_owned() } else { steps.join("/") })
}

/// The value without spaces, with texts and numbers in one way of many. It is as deep as a document may be.
#[inline]
fn write_plainly(value: Cursor<'_>, out: &mut String) {
    match value.kind() {
        JsonKind::Array => {
            let mut before = "[";
            for item in value.items() {
                out.push_str(before);
                write_plainly(item, out);
                before = ",";
            }
            out.push_str(if before == "[" { "[]" } else { "]" });
        }
        JsonKind::Object => {
            let mut before = "{";
            for (key, value) in value.entries() {
                out.push_str(before);
                write_text(&key, out);
                out.push(':');
                write_plainly(value, out);
                before = ",";
            }
            out.push_str(if before == "{" { "{}" } else { "}" });
        }
        _ => match (value.as_str(), value.number()) {
            (Some(text), _) => write_text(&text, out),
            (None, Some(number)) => match number.integer() {
                Integer::Fits { magnitude: 0, .. } => out.push('0'),
                Integer::Fits { negative, magnitude } => {
                    out.push_str(if negative { "-" } else { "" });
                    out.push_str(&magnitude.to_string());
                }
                _ => out.push_str(&number.f64().to_string()),
            },
            (None, None) => out.push_str(&value.to_string()),
        },
    }
}

#[inline]
fn write_text(text: &str, out: &mut String) {
    // A string is written whatever is in it.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::FrozenJson;

    #[test]
    fn detours_are_taken_out_and_nothing_else() {
        for (path, direct) in [
            ("a/../b", "b"),
            ("./a", "a"),
            ("a/.", "a"),
            ("..", ".."),
            ("../../a", "../../a"),
            ("a/../../b", "../b"),
            ("/../a", "/a"),
            ("/a/..", "/"),
            ("/..", "/"),
            ("a/..", ""),
            (r"a\..\b", "b"),
            ("a/./b//c/../d", "a/b//d"),
        ] {
            assert_eq!(without_detours(path).as_deref(), Some(direct), "{path}");
        }
        for path in ["", "/", "a//b", "..a/b..", "...", "https://docs.rs/a", "cargo check"] {
            assert_eq!(without_detours(path), None, "{path}");
        }
    }

    #[test]
    fn values_are_written_in_one_way() {
        for (text, plain) in [
            (r#"{ "a" : [ 1.0 , 1e2, -0, 0.50 ] }"#, r#"{"a":[1,100,0,0.5]}"#),
            (r#"["\u0061\/", true, null, {}, []]"#, r#"["a/",true,null,{},[]]"#),
            (
                "340282366920938463463374607431768211455.0",
                "340282366920938463463374607431768211455",
            ),
            ("0.10000000000000000001", "0.1"),
        ] {
            let document = FrozenJson::parse(text).unwrap();
            let mut out = String::new();
            write_plainly(document.root(), &mut out);
            assert_eq!(out, plain);
        }
    }
}
