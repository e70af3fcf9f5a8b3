//! Schemas of which one is to fit: `anyOf` and `oneOf`.

use super::change::ChangeEffect::{Breaking, Compatible};
use super::compare::Comparison;
use crate::json::{Cursor, same_value};
use crate::testing::fail::{Counted, shown};
use std::borrow::Cow;

/// Compares the forms that there were with those that there are: by what tells them apart, where something does.
#[inline]
pub(super) fn forms(
    all: &mut Comparison,
    keyword: &str,
    before: Option<Cursor<'_>>,
    now: Option<Cursor<'_>>,
    path: &str,
    depth: usize,
) {
    let (before, now) = match (before, now) {
        (Some(before), Some(now)) => (before, now),
        (None, Some(now)) => {
            let forms = Counted(now.len(), "form");
            return all.note(path, Breaking, format!("takes only {forms} now, by `{keyword}`"));
        }
        (Some(_), None) => {
            let what = format!("takes more than the forms of `{keyword}` now");
            return all.note(path, Compatible, what);
        }
        (None, None) => return,
    };
    let (was, is) = (labels(before), labels(now));
    for (at, (label, form)) in was.iter().enumerate() {
        let same = match label {
            Some(label) => is.iter().position(|(other, _)| other.as_ref() == Some(label)),
            // What nothing tells apart is told by what it is, and then by where it stands.
            None => is
                .iter()
                .position(|(_, other)| same_value(*form, *other))
                .or_else(|| is.get(at).filter(|(other, _)| other.is_none()).map(|_| at)),
        };
        let name = label.clone().unwrap_or_else(|| (at + 1).to_string());
        match same.and_then(|at| is.get(at)) {
            Some((_, now)) => all.schemas(*form, *now, &format!("{path}<{name}>"), depth),
            None => all.note(path, Breaking, format!("has no form <{name}> any more")),
        }
    }
    for (at, (label, form)) in is.iter().enumerate() {
        let is_known = match label {
            Some(label) => was.iter().any(|(other, _)| other.as_ref() == Some(label)),
            None => at < was.len() || was.iter().any(|(_, other)| same_value(*form, *other)),
        };
        if !is_known {
            let name = label.clone().unwrap_or_else(|| (at + 1).to_string());
            // Of these only one may fit, and what had one form may have two now.
            let others = || is.iter().enumerate().filter(|(other, _)| *other != at);
            if keyword == "oneOf" && others().any(|(_, (_, other))| !are_apart(*form, *other)) {
                let what = "which may be that of calls that have another: they would not fit";
                all.note(path, Breaking, format!("takes a new form, <{name}>, {what}"));
            } else {
                all.note(path, Compatible, format!("takes a new form, <{name}>"));
            }
        }
    }
}

/// What tells each form from the others; of two that are told by the same, neither is.
#[inline]
fn labels(forms: Cursor<'_>) -> Vec<(Option<String>, Cursor<'_>)> {
    let all: Vec<(Option<String>, Cursor<'_>)> =
        forms.items().map(|form| (label(form), form)).collect();
    let is_unique =
        |label: &Option<String>| all.iter().filter(|(other, _)| other == label).count() == 1;
    all.iter().map(|(label, form)| (label.clone().filter(|_| is_unique(label)), *form)).collect()
}

/// Whether nothing can have both forms, as far as that is plain to see.
#[inline]
fn are_apart(one: Cursor<'_>, other: Cursor<'_>) -> bool {
    let values = one.get("const").zip(other.get("const"));
    let types = one.get("type").zip(other.get("type"));
    let types = types.and_then(|(one, other)| Some((one.as_str()?, other.as_str()?)));
    values.is_some_and(|(one, other)| !same_value(one, other))
        || types.is_some_and(|(one, other)| {
            one != other
                && !matches!((&*one, &*other), ("integer", "number") | ("number", "integer"))
        })
        || tags(one).any(|(key, of)| {
            tags(other).any(|(known, other)| known == key && !same_value(of, other))
        })
}

/// The properties that have one value.
#[inline]
fn tags(form: Cursor<'_>) -> impl Iterator<Item = (Cow<'_, str>, Cursor<'_>)> {
    let properties = form.get("properties").into_iter().flat_map(Cursor::entries);
    properties.filter_map(|(key, of)| Some((key, of.get("const")?)))
}

/// A constant, a property that is one, a reference, or a type.
#[inline]
fn label(form: Cursor<'_>) -> Option<String> {
    if let Some(value) = form.get("const") {
        return Some(shown(value));
    }
    let tag = form
        .get("properties")
        .into_iter()
        .flat_map(Cursor::entries)
        .find_map(|(key, of)| Some(format!("{key}: {}", shown(of.get("const")?))));
    tag.or_else(|| form.get("$ref").map(shown)).or_else(|| form.get("type").map(shown))
}
