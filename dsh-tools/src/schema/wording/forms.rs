//! The words of values that may have several forms, and of keywords that stand side by side.

use super::{LISTED, counted, expected_within, one_of, plural};
use crate::json::visible;
use crate::schema::rules::{Limit, Number, Rules};
use crate::schema::shape::{Kind, Wide};
use crate::schema::union::{Data, Tagging};
use crate::schema::{Kinds, Nodes, Union};
use std::fmt::Write as _;

/// Forms that a message lists.
const FORMS: usize = 4;

pub(super) fn expected(union: &Union, nodes: Nodes<'_>, levels: u32) -> String {
    match &union.tagging {
        Tagging::Key(_) => String::from("an object"),
        Tagging::Outer => outer(union),
        Tagging::Untagged => untagged(union, nodes, levels),
    }
}

/// `"none", or an object whose only key is one of "some", "all"`.
fn outer(union: &Union) -> String {
    let names = |bare: bool| -> Vec<String> {
        let forms = union.forms.iter();
        forms
            .filter(|form| (form.data == Data::Bare) == bare)
            .map(|form| serde_json::Value::from(&*form.name).to_string())
            .collect()
    };
    let (bare, full) = (names(true), names(false));
    let object = format!("an object whose only key is {}", one_of(&full));
    match (bare.is_empty(), full.is_empty()) {
        (true, _) => object,
        (false, true) => one_of(&bare),
        (false, false) => format!("{}, or {object}", one_of(&bare)),
    }
}

fn untagged(union: &Union, nodes: Nodes<'_>, levels: u32) -> String {
    let Some(levels) = levels.checked_sub(1) else {
        return format!("one of {} forms", union.forms.len());
    };
    let mut words: Vec<String> = Vec::new();
    for form in union.forms.iter() {
        let word = expected_within(nodes.get(form.node), nodes, levels);
        if !words.contains(&word) {
            words.push(word);
        }
        if words.len() > FORMS {
            return format!("one of {} forms", union.forms.len());
        }
    }
    either(&words)
}

/// `a, b or c`.
pub(super) fn either<S: AsRef<str>>(words: &[S]) -> String {
    let mut out = String::new();
    for (at, word) in words.iter().enumerate() {
        let between = match at {
            0 => "",
            at if at + 1 == words.len() => " or ",
            _ => ", ",
        };
        _ = write!(out, "{between}{}", word.as_ref());
    }
    out
}

pub(super) fn expected_wide(wide: &Wide, nodes: Nodes<'_>, levels: u32) -> String {
    match &wide.0 {
        Kind::Number(limits) => number(limits),
        Kind::Values(values) => {
            let texts: Vec<String> =
                values.iter().take(LISTED + 1).map(|value| value.to_frozen().to_string()).collect();
            match values.len().checked_sub(texts.len()) {
                None | Some(0) => one_of(&texts),
                Some(_) => format!("one of {} {}", values.len(), plural("value")),
            }
        }
        Kind::Sequence(sequence) => match &sequence.contains {
            Some(contains) if levels > 0 => {
                let node = nodes.get(contains.node);
                let what = expected_within(node, nodes, levels - 1);
                let count = counted(contains.min, contains.max, "item");
                format!("an array that contains, as items, {what}{count}")
            }
            _ => String::from("an array"),
        },
        Kind::Rules(rules) => all(rules, nodes, levels),
        Kind::Not(node) => match levels.checked_sub(1) {
            Some(levels) => {
                format!("anything but {}", expected_within(nodes.get(*node), nodes, levels))
            }
            None => String::from("something else"),
        },
        Kind::Choose(_) => String::from("a value that keeps to its condition"),
        #[cfg(feature = "jsonschema")]
        Kind::Foreign(foreign) => match levels.checked_sub(1) {
            Some(levels) => expected_within(nodes.get(foreign.plain), nodes, levels),
            None => String::from("a value that keeps to its schema"),
        },
    }
}

/// What is said of one kind in the words for it; of several kinds their names.
fn all(rules: &Rules, nodes: Nodes<'_>, levels: u32) -> String {
    let said = match (rules.kinds, &*rules.parts) {
        (_, [(_, node)]) => Some(*node),
        (kinds, parts) => {
            let mut of_kind = parts.iter().filter(|(of, _)| *of == kinds && kinds != Kinds::ALL);
            match (of_kind.next(), of_kind.next()) {
                (Some((_, node)), None) => Some(*node),
                _ => None,
            }
        }
    };
    // Words for other kinds as well would say too much.
    let is_of_kind = |node| Kinds::of(node, nodes).without(rules.kinds) == Kinds::NONE;
    match (said.map(|node| nodes.get(node)), levels.checked_sub(1)) {
        (Some(node), Some(levels)) if is_of_kind(node) => expected_within(node, nodes, levels),
        _ if rules.kinds == Kinds::ALL => String::from("a value that keeps to its schema"),
        _ => either(&rules.kinds.words().collect::<Vec<_>>()),
    }
}

fn number(limits: &Number) -> String {
    let mut out = String::from(if limits.integer { "an integer" } else { "a number" });
    let text = |limit| visible(Limit::text(limit));
    match (&limits.min, &limits.max) {
        (Some(min), Some(max)) if min.text() == max.text() => {
            _ = write!(out, " equal to {}", text(min));
        }
        (Some(min), Some(max)) => _ = write!(out, " from {} to {}", text(min), text(max)),
        (Some(min), None) => _ = write!(out, " of at least {}", text(min)),
        (None, Some(max)) => _ = write!(out, " of at most {}", text(max)),
        (None, None) => {}
    }
    let mut and = if limits.min.is_some() || limits.max.is_some() { " and" } else { "" };
    if let Some(above) = &limits.above {
        _ = write!(out, "{and} greater than {}", text(above));
        and = " and";
    }
    if let Some(below) = &limits.below {
        _ = write!(out, "{and} less than {}", text(below));
    }
    for step in &limits.steps {
        _ = write!(out, ", a multiple of {}", text(step));
    }
    out
}
