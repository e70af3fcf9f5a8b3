//! Schemas of which one is to fit: `anyOf` and `oneOf`.

use super::change::ChangeEffect::{Breaking, Compatible};
use super::compare::Comparison;
use crate::json::{Cursor, same_value};
use crate::testing::fail::{Counted, shown};

/// Compares the forms that there were with those that there are: by what tells them apart, where something does.
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
            all.note(path, Compatible, format!("takes a new form, <{name}>"));
        }
    }
}

/// What tells each form from the others; of two that are told by the same, neither is.
fn labels(forms: Cursor<'_>) -> Vec<(Option<String>, Cursor<'_>)> {
    let all: Vec<(Option<String>, Cursor<'_>)> =
        forms.items().map(|form| (label(form), form)).collect();
    let is_unique =
        |label: &Option<String>| all.iter().filter(|(other, _)| other == label).count() == 1;
    all.iter().map(|(label, form)| (label.clone().filter(|_| is_unique(label)), *form)).collect()
}

/// A constant, a property that is one, a reference, or a type.
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
