//! The constraints of one field: each by itself, and together.

use super::{ChoiceValues, Choices, Constraints, Pattern};
use crate::attr::{Attrs, Length, Literal, Number, Range};
use crate::ctxt::{At, Blame, Ctxt};
use crate::pattern;
use std::cmp::Ordering;

pub(super) fn check(cx: &Ctxt, attrs: &mut Attrs) -> Constraints {
    let constraints = Constraints {
        range: attrs.range.take(),
        length: attrs.length.take(),
        pattern: attrs.pattern.take().and_then(|source| checked_pattern(cx, source)),
        choices: attrs.choices.take().and_then(checked_choices),
        unique: attrs.unique_items.as_ref().filter(|flag| flag.value).map(|flag| flag.blame),
        format: attrs.format.take(),
        inner: attrs.inner.take().map(|inner| nested(cx, inner)),
        keys: attrs.keys.take().map(|keys| nested(cx, keys)),
        custom: attrs.custom.take(),
    };
    if let Some(range) = &constraints.range {
        check_range(cx, range);
    }
    if let Some(length) = &constraints.length {
        check_length(cx, length);
    }
    check_together(cx, &constraints);
    constraints
}

fn nested(cx: &Ctxt, attrs: At<Box<Attrs>>) -> At<Box<Constraints>> {
    attrs.map(|mut attrs| Box::new(check(cx, &mut attrs)))
}

fn checked_pattern(cx: &Ctxt, source: At<String>) -> Option<Pattern> {
    match pattern::compile(&source.value) {
        Ok(program) => Some(Pattern { source: source.value, program, blame: source.blame }),
        Err(problems) => {
            for problem in problems {
                cx.error(source.blame, format!("`pattern`: {problem}"));
            }
            None
        }
    }
}

/// All of one kind, as they were read.
fn checked_choices(choices: At<Vec<At<Literal>>>) -> Option<Choices> {
    let (mut strings, mut integers) = (Vec::new(), Vec::new());
    for At { value, blame } in choices.value {
        match value {
            Literal::Str(value) => strings.push(At { value, blame }),
            Literal::Int(value) => integers.push(At { value, blame }),
            _ => {}
        }
    }
    let values = match (strings.is_empty(), integers.is_empty()) {
        (false, _) => ChoiceValues::Strings(strings),
        (true, false) => ChoiceValues::Integers(integers),
        (true, true) => return None,
    };
    Some(Choices { values, blame: choices.blame })
}

fn check_range(cx: &Ctxt, range: &Range) {
    if let (Some(_), Some(exclusive)) = (&range.min, &range.exclusive_min) {
        cx.error(exclusive.blame, "`min` and `exclusive_min` are both lower bounds: keep one");
    }
    if let (Some(_), Some(exclusive)) = (&range.max, &range.exclusive_max) {
        cx.error(exclusive.blame, "`max` and `exclusive_max` are both upper bounds: keep one");
    }
    if let Some(step) = &range.multiple_of
        && step.value.compare(Number::Int(0)) != Ordering::Greater
    {
        cx.error(
            step.blame,
            format!(
                "`multiple_of = {}` is not over 0: write a number over 0, or leave it out",
                step.value
            ),
        );
        return;
    }
    if let (Some((min, no_min)), Some((max, no_max))) = (range.lower(), range.upper()) {
        let problem = match min.value.compare(max.value) {
            Ordering::Greater => {
                Some(format!("the range is empty: {} is over {}", min.value, max.value))
            }
            Ordering::Equal if no_min || no_max => {
                Some(format!("the range is empty: it excludes {} itself", max.value))
            }
            _ => None,
        };
        if let Some(problem) = problem {
            cx.error(max.blame, format!("{problem}; swap or widen the bounds"));
            return;
        }
        if let (Number::Int(min), Number::Int(max), Some(At { value: Number::Int(step), blame })) =
            (min.value, max.value, &range.multiple_of)
        {
            let (min, max) =
                (min.saturating_add(i128::from(no_min)), max.saturating_sub(i128::from(no_max)));
            // The first multiple at or over the lower bound.
            let rest = min.rem_euclid(*step);
            let first = if rest == 0 { Some(min) } else { min.checked_add(step - rest) };
            if min <= max && first.is_none_or(|first| first > max) {
                cx.error(
                    *blame,
                    format!("no multiple of {step} lies from {min} to {max}; widen the bounds"),
                );
            }
        }
    }
}

fn check_length(cx: &Ctxt, length: &Length) {
    match (&length.min, &length.max) {
        (Some(min), Some(max)) if min.value > max.value => {
            cx.error(
                max.blame,
                format!(
                    "no length is legal: {} is over {}; swap or widen the bounds",
                    min.value, max.value
                ),
            );
        }
        _ => {}
    }
}

/// Constraints of which no type can have both, and those that say the same twice.
fn check_together(cx: &Ctxt, constraints: &Constraints) {
    let Constraints { range, length, pattern, choices, unique, format, inner, keys, custom: _ } =
        constraints;
    let format = format.as_ref().map(|format| ("format", format.blame));
    let inner = inner.as_ref().map(|inner| ("inner", inner.blame));
    let keys = keys.as_ref().map(|keys| ("keys", keys.blame));
    let range = range.as_ref().map(|range| ("range", range.blame));
    let length = length.as_ref().map(|length| ("length", length.blame));
    let pattern = pattern.as_ref().map(|pattern| ("pattern", pattern.blame));
    let unique = unique.map(|blame| ("unique_items", blame));
    if choices.is_some() {
        for (key, blame) in
            [range, length, pattern, unique, format, inner, keys].into_iter().flatten()
        {
            cx.error(blame, format!("`{key}` beside `enum` says nothing more: the list is all there is, so leave one of them out"));
        }
        return;
    }
    let clash = |first: Option<(&str, Blame)>, second: Option<(&str, Blame)>, why: &str| {
        if let (Some((first, _)), Some((second, blame))) = (first, second) {
            cx.error(
                blame,
                format!(
                    "no type takes both `{first}` and `{second}`: {why}; leave one of them out"
                ),
            );
            return true;
        }
        false
    };
    let _ = clash(range, length, "one limits numbers, the other strings, lists and maps")
        || clash(range, pattern, "one is for numbers, the other for strings")
        || clash(range, unique, "one is for numbers, the other for lists")
        || clash(pattern, unique, "one is for strings, the other for lists")
        || clash(range, format, "one is for numbers, the other for strings")
        || clash(unique, format, "one is for lists, the other for strings")
        || clash(range, inner, "one is for numbers, the other for lists and maps")
        || clash(pattern, inner, "one is for strings, the other for lists and maps")
        || clash(format, inner, "one is for strings, the other for lists and maps")
        || clash(range, keys, "one is for numbers, the other for maps")
        || clash(pattern, keys, "one is for strings, the other for maps")
        || clash(format, keys, "one is for strings, the other for maps")
        || clash(unique, keys, "one is for lists, the other for maps");
}
