//! Whether a literal is a value that the field's own attributes allow. A literal of another kind than they are for is
//! none of the type's values, or they are not for the type: that is asserted where the type is known.

use super::{ChoiceValues, Constraints, Pattern};
use crate::attr::{Length, Literal, Number, Range, quote_json};
use crate::suggest;
use std::cmp::Ordering;

/// Why the literal is none of the field's values.
pub(super) fn misfit(value: &Literal, constraints: &Constraints) -> Option<String> {
    let Constraints { range, length, pattern, choices, unique, inner, keys, .. } = constraints;
    let range = range.as_ref().and_then(|range| range_misfit(value, range));
    let length = || length.as_ref().and_then(|length| length_misfit(value, length));
    let pattern = || pattern.as_ref().and_then(|pattern| pattern_misfit(value, pattern));
    let choices = || choices.as_ref().and_then(|choices| choice_misfit(value, &choices.values));
    let unique = || unique.and_then(|_| unique_misfit(value));
    let inner = || inner.as_ref().and_then(|inner| inner_misfit(value, &inner.value));
    let keys = || keys.as_ref().and_then(|keys| keys_misfit(value, &keys.value));
    range
        .or_else(length)
        .or_else(pattern)
        .or_else(choices)
        .or_else(unique)
        .or_else(inner)
        .or_else(keys)
}

/// `null` is what an `Option` has in place of a value.
fn inner_misfit(value: &Literal, inner: &Constraints) -> Option<String> {
    let values: Vec<&Literal> = match value {
        Literal::List(values) => values.iter().collect(),
        Literal::Object(entries) => entries.iter().map(|(_, value)| value).collect(),
        _ => return None,
    };
    values.into_iter().find_map(|value| {
        misfit(value, inner).map(|why| format!("of its `{}`, {why}", value.json()))
    })
}

fn keys_misfit(value: &Literal, keys: &Constraints) -> Option<String> {
    let Literal::Object(entries) = value else { return None };
    entries.iter().find_map(|(key, _)| {
        let key = Literal::Str(key.clone());
        misfit(&key, keys).map(|why| format!("of its key `{}`, {why}", key.json()))
    })
}

fn range_misfit(value: &Literal, range: &Range) -> Option<String> {
    let number = match value {
        Literal::Int(value) => Number::Int(*value),
        Literal::Float(value) => Number::Float(*value),
        _ => return None,
    };
    if let Some((min, excluded)) = range.lower() {
        match number.compare(min.value) {
            Ordering::Less => return Some(format!("it is below {}", min.value)),
            Ordering::Equal if excluded => {
                return Some(format!("{} itself is excluded", min.value));
            }
            _ => {}
        }
    }
    if let Some((max, excluded)) = range.upper() {
        match number.compare(max.value) {
            Ordering::Greater => return Some(format!("it is over {}", max.value)),
            Ordering::Equal if excluded => {
                return Some(format!("{} itself is excluded", max.value));
            }
            _ => {}
        }
    }
    match (number, range.multiple_of.as_ref().map(|step| step.value)) {
        (Number::Int(value), Some(Number::Int(step))) if step > 0 && value % step != 0 => {
            Some(format!("it is no multiple of {step}"))
        }
        (value, Some(step)) if surely_between(value.double(), step.double()) => {
            Some(format!("it is no multiple of {step}"))
        }
        _ => None,
    }
}

/// Whether the value is no multiple, by more than what the runtime forgives for rounding. What is left for it to tell
/// is told at registration.
fn surely_between(value: f64, step: f64) -> bool {
    let quotient = value / step;
    let off = (quotient - quotient.round()).abs();
    quotient.abs() < 1e12 && off > quotient.abs() * 8.0 * f64::EPSILON
}

fn pattern_misfit(value: &Literal, pattern: &Pattern) -> Option<String> {
    let Literal::Str(text) = value else { return None };
    (!pattern.program.finds(text)).then(|| format!("it does not match `{}`", pattern.source))
}

fn length_misfit(value: &Literal, length: &Length) -> Option<String> {
    let (count, unit) = match value {
        Literal::Str(text) => (text.chars().count(), "characters"),
        Literal::List(values) => (values.len(), "items"),
        Literal::Object(entries) => (entries.len(), "entries"),
        _ => return None,
    };
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    match (&length.min, &length.max) {
        (Some(min), _) if count < min.value => {
            Some(format!("it has {count} {unit}, fewer than {}", min.value))
        }
        (_, Some(max)) if count > max.value => {
            Some(format!("it has {count} {unit}, more than {}", max.value))
        }
        _ => None,
    }
}

fn choice_misfit(value: &Literal, choices: &ChoiceValues) -> Option<String> {
    let known: Vec<String> = match (choices, value) {
        (ChoiceValues::Strings(strings), Literal::Str(value))
            if strings.iter().all(|string| string.value != *value) =>
        {
            strings.iter().map(|string| quote_json(&string.value)).collect()
        }
        (ChoiceValues::Integers(integers), Literal::Int(value))
            if integers.iter().all(|integer| integer.value != *value) =>
        {
            integers.iter().map(|integer| integer.value.to_string()).collect()
        }
        _ => return None,
    };
    Some(format!("`enum` lists {}", suggest::list(known.iter().map(String::as_str))))
}

fn unique_misfit(value: &Literal) -> Option<String> {
    let Literal::List(values) = value else { return None };
    let twice = values
        .iter()
        .enumerate()
        .find(|(at, value)| values.iter().take(*at).any(|other| other.equals(value)));
    twice.map(|(_, value)| {
        format!("it holds `{}` twice, and `unique_items` forbids that", value.json())
    })
}
