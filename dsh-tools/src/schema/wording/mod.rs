//! The words of a violation: short, for a model that has to mend it.

#[cfg(feature = "jsonschema")]
pub(super) mod foreign;
mod forms;

use super::shape::{Kind, Wide};
use super::{Code, Float, Int, Node, Nodes, Shape, Text};
use crate::json::{Cursor, JsonKind, Quoted, visible, visible_text};
use serde_json::Value;
use std::fmt::{self, Write as _};

/// Names and values that a message lists.
pub(super) const LISTED: usize = 20;

/// What would be right, in words.
pub(crate) fn expected(node: &Node, nodes: Nodes<'_>) -> String {
    expected_within(node, nodes, LEVELS)
}

/// Forms within forms that are told.
const LEVELS: u32 = 3;

pub(super) fn expected_within(node: &Node, nodes: Nodes<'_>, levels: u32) -> String {
    let mut out = match &node.shape {
        Shape::Any => String::from("any JSON value"),
        Shape::Null => String::from("null"),
        Shape::Bool => String::from("true or false"),
        Shape::Never => String::from("nothing"),
        Shape::Int(limits) => integer(limits),
        Shape::Float(limits) => float(limits),
        Shape::Text(limits) => text(limits),
        Shape::Choice(_) => {
            let values = choices(node, nodes).map(|text| Value::from(text).to_string());
            listed(values, choices(node, nodes).count())
        }
        Shape::Integers(values, _) => listed(values.iter().map(i128::to_string), values.len()),
        Shape::Array(limits) => {
            let unique = if limits.unique { ", no two equal" } else { "" };
            format!("an array{}{unique}", counted(limits.min, limits.max, "item"))
        }
        Shape::Tuple(items) => {
            let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
            format!("an array{}", counted(count, count, "item"))
        }
        Shape::Map(limits) => {
            format!("an object{}", counted(limits.min, limits.max, "entry"))
        }
        Shape::Object(object) => match object.extra.as_deref() {
            None => String::from("an object"),
            Some(extra) => {
                let max = extra.max.unwrap_or(u32::MAX);
                format!("an object{}", counted(extra.min, max, "entry"))
            }
        },
        Shape::Link(link) => expected_within(nodes.follow(nodes.get(*link)), nodes, levels),
        Shape::Union(union) => forms::expected(union, nodes, levels),
        Shape::Wide(wide) => forms::expected_wide(wide, nodes, levels),
        Shape::Foreign(schema) => {
            let root = schema().root();
            let nodes = root.nodes();
            expected_within(nodes.get(root.link), nodes, levels)
        }
    };
    if node.nullable
        && !matches!(node.shape, Shape::Any | Shape::Null)
        && !out.ends_with(" or null")
    {
        out.push_str(" or null");
    }
    out
}

/// What would be right where a bound is violated: also the bounds of a type that its schema leaves out.
pub(crate) fn expected_range(node: &Node, nodes: Nodes<'_>) -> String {
    match &node.shape {
        Shape::Int(limits) => integer(&Int { show_lo: true, show_hi: !limits.past, ..*limits }),
        Shape::Float(Float { show_lo: false, show_hi: false, step: 0.0, hi, .. }) => {
            format!("a number between -{hi:e} and {hi:e}")
        }
        Shape::Link(link) => expected_range(nodes.get(*link), nodes),
        _ => expected(node, nodes),
    }
}

fn integer(int: &Int) -> String {
    let mut out = String::from("an integer");
    match (int.show_lo, int.show_hi) {
        (true, true) if int.lo == int.hi => _ = write!(out, " equal to {}", int.lo),
        (true, true) => _ = write!(out, " from {} to {}", int.lo, int.hi),
        (true, false) => _ = write!(out, " of at least {}", int.lo),
        (false, true) => _ = write!(out, " of at most {}", int.hi),
        (false, false) => {}
    }
    if int.nonzero && int.lo <= 0 {
        out.push_str(", not 0");
    }
    if int.step > 1 {
        _ = write!(out, ", a multiple of {}", int.step);
    }
    out
}

/// A number as people write it: `0.5`, `1e300`.
fn plain(value: f64) -> String {
    let usual = value == 0.0 || (1e-7..1e15).contains(&value.abs());
    if usual { value.to_string() } else { format!("{value:e}") }
}

fn float(float: &Float) -> String {
    let mut out = String::from("a number");
    match (float.show_lo, float.lo_open) {
        (true, true) => _ = write!(out, " greater than {}", plain(float.lo)),
        (true, false) if float.show_hi && !float.hi_open => {
            _ = write!(out, " from {}", plain(float.lo));
        }
        (true, false) => _ = write!(out, " of at least {}", plain(float.lo)),
        (false, _) => {}
    }
    let and = if float.show_lo { " and" } else { "" };
    match (float.show_hi, float.hi_open) {
        (true, true) => _ = write!(out, "{and} less than {}", plain(float.hi)),
        (true, false) if float.show_lo && !float.lo_open => {
            _ = write!(out, " to {}", plain(float.hi));
        }
        (true, false) => _ = write!(out, "{and} at most {}", plain(float.hi)),
        (false, _) => {}
    }
    if float.step != 0.0 {
        _ = write!(out, ", a multiple of {}", plain(float.step));
    }
    out
}

fn text(text: &Text) -> String {
    let counted = counted(text.min, text.max, "character");
    let mut out = match text.format {
        Some(format) => format!("{}{counted}", format.describe()),
        None if text.base64 => format!("a string{counted} in base64 (RFC 4648)"),
        None => format!("a string{counted}"),
    };
    if let Some(pattern) = &text.pattern {
        _ = write!(out, " that matches `{}`", visible_text(pattern.get().source()));
    }
    out
}

pub(super) fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

fn many(count: u32, noun: &str) -> String {
    if count == 1 { format!("{count} {noun}") } else { format!("{count} {}", plural(noun)) }
}

pub(super) fn counted(min: u32, max: u32, noun: &str) -> String {
    match (min, max) {
        (0, u32::MAX) => String::new(),
        (min, u32::MAX) => format!(" of at least {}", many(min, noun)),
        (0, max) => format!(" of at most {}", many(max, noun)),
        (min, max) if min == max => format!(" of exactly {}", many(min, noun)),
        (min, max) => format!(" of {min} to {}", many(max, noun)),
    }
}

pub(super) fn one_of(values: &[String]) -> String {
    listed(values.iter(), values.len())
}

/// The first of so many values, or the only one.
fn listed(mut values: impl Iterator<Item = impl AsRef<str>>, count: usize) -> String {
    if count == 1 {
        let only = values.next();
        return only.map_or_else(String::new, |only| visible_text(only.as_ref()).to_string());
    }
    let mut out = String::from("one of ");
    for (number, value) in values.take(LISTED).enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        _ = write!(out, "{comma}{}", visible(value.as_ref()));
    }
    match count.saturating_sub(LISTED) {
        0 => {}
        more => _ = write!(out, " and {more} more"),
    }
    out
}

/// The advertised strings of a closed set.
pub(crate) fn choices<'a>(node: &'a Node, nodes: Nodes<'a>) -> impl Iterator<Item = &'a str> {
    let choices = match &nodes.follow(node).shape {
        Shape::Choice(choices) => &**choices,
        _ => &[],
    };
    choices.iter().filter(|choice| !choice.alias).map(|choice| &*choice.text)
}

/// The values of a closed set, as JSON texts.
pub(crate) fn allowed(node: &Node, nodes: Nodes<'_>) -> Vec<String> {
    match &nodes.follow(node).shape {
        Shape::Choice(_) => {
            choices(node, nodes).map(|text| Value::from(text).to_string()).collect()
        }
        Shape::Integers(values, _) => values.iter().map(i128::to_string).collect(),
        Shape::Bool => vec![String::from("true"), String::from("false")],
        Shape::Null => vec![String::from("null")],
        Shape::Union(union) => union.names().map(|name| Value::from(name).to_string()).collect(),
        Shape::Wide(Wide(Kind::Values(values))) => {
            values.iter().map(|value| value.to_frozen().to_string()).collect()
        }
        _ => Vec::new(),
    }
}

/// `; declared fields: ..`, or that there is none.
pub(crate) fn declared<'a>(
    f: &mut fmt::Formatter<'_>,
    names: impl ExactSizeIterator<Item = &'a str>,
) -> fmt::Result {
    let count = names.len();
    if count == 0 {
        return f.write_str("; there is none");
    }
    f.write_str("; declared fields: ")?;
    for (number, name) in names.take(LISTED).enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        write!(f, "{comma}`{}`", visible(name))?;
    }
    match count.saturating_sub(LISTED) {
        0 => Ok(()),
        more => write!(f, " and {more} more"),
    }
}

/// One line about one place.
pub(crate) struct Wording<'a> {
    pub(crate) path: &'a str,
    pub(crate) expected: &'a str,
    /// Whether the document's values may be repeated.
    pub(crate) values: bool,
}

impl Wording<'_> {
    pub(crate) fn missing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: is missing, expected {}", self.path, self.expected)
    }

    pub(crate) fn unmet(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: expected {}", self.path, self.expected)
    }

    pub(crate) fn found(
        &self,
        f: &mut fmt::Formatter<'_>,
        code: Code,
        value: Cursor<'_>,
    ) -> fmt::Result {
        self.unmet(f)?;
        match code {
            Code::Length => write!(f, ", got {}", many_found(value.char_count(), "character")),
            Code::Items if value.kind() == JsonKind::Object => {
                write!(f, ", got {}", many_found(value.len(), "entry"))
            }
            Code::Items => write!(f, ", got {}", many_found(value.len(), "item")),
            Code::Unique => match value.first_repeat() {
                Some((first, again)) => write!(f, ", but items {first} and {again} are equal"),
                None => Ok(()),
            },
            Code::Depth => f.write_str(", nested less deep"),
            Code::Limit => {
                f.write_str("; checking this value against all forms it may have takes too long: make it smaller")
            }
            _ => write!(f, ", got {}", self.echo(value)),
        }
    }

    fn echo(&self, value: Cursor<'_>) -> String {
        match value.kind() {
            JsonKind::Null => String::from("null"),
            JsonKind::Array => format!("an array of {}", many_found(value.len(), "item")),
            JsonKind::Object => format!("an object of {}", many_found(value.len(), "entry")),
            JsonKind::Bool if self.values => format!("{}", value.as_bool() == Some(true)),
            JsonKind::Number if self.values => {
                format!("the number {}", visible(&value.number_text().unwrap_or_default()))
            }
            JsonKind::String if self.values => {
                let text = value.as_str().unwrap_or_default();
                format!("the string {}", Quoted(&text))
            }
            JsonKind::Bool => String::from("a boolean"),
            JsonKind::Number => String::from("a number"),
            JsonKind::String => String::from("a string"),
        }
    }
}

fn many_found(count: usize, noun: &str) -> String {
    match u32::try_from(count) {
        Ok(count) => many(count, noun),
        Err(_) => format!("{count} {}", plural(noun)),
    }
}
