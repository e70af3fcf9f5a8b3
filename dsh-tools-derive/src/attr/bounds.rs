//! `range` and `length`: two ways to write each.

use super::entry::nested;
use super::literal::{NoLiteral, float, integer};
use super::value::{found, wrong};
use super::{Entry, Given, Literal, unknown};
use crate::ctxt::{At, Blame, Ctxt};
use crate::suggest;
use proc_macro2::TokenStream;
use quote::quote;
use std::cmp::Ordering;
use syn::{Expr, RangeLimits};

/// A bound of a `range`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    /// Exact where both are integers, else as doubles.
    #[allow(clippy::cast_precision_loss, reason = "a bound of a float is a double in the end")]
    pub(crate) fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a.cmp(&b),
            (a, b) => a.double().total_cmp(&b.double()),
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "a bound of a float is a double in the end")]
    pub(crate) const fn double(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    /// The runtime's constant.
    pub(crate) fn constant(self, private: &TokenStream) -> TokenStream {
        match self {
            Self::Int(value) => {
                let value = integer(value);
                quote!(#private::Bound::Int(#value))
            }
            Self::Float(value) => {
                let value = float(value);
                quote!(#private::Bound::Float(#value))
            }
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
        }
    }
}

/// `range(..)` or `range = ..`.
#[derive(Clone)]
pub(crate) struct Range {
    pub(crate) min: Option<At<Number>>,
    pub(crate) max: Option<At<Number>>,
    pub(crate) exclusive_min: Option<At<Number>>,
    pub(crate) exclusive_max: Option<At<Number>>,
    pub(crate) multiple_of: Option<At<Number>>,
    pub(crate) blame: Blame,
}

/// `length(..)` or `length = ..`.
#[derive(Clone)]
pub(crate) struct Length {
    pub(crate) min: Option<At<u32>>,
    pub(crate) max: Option<At<u32>>,
    pub(crate) blame: Blame,
}

const RANGE: &str = "range(min = 1, max = 10)";
const LENGTH: &str = "length(min = 1, max = 10)";

impl Range {
    const KEYS: [&str; 5] = ["min", "max", "exclusive_min", "exclusive_max", "multiple_of"];

    pub(crate) fn parse(cx: &Ctxt, entry: &Entry) -> Option<Self> {
        let mut range = Self {
            min: None,
            max: None,
            exclusive_min: None,
            exclusive_max: None,
            multiple_of: None,
            blame: entry.key.span().into(),
        };
        match &entry.given {
            Given::List(_, tokens) => {
                limits_nothing(cx, entry, tokens.is_empty());
                for part in nested(cx, tokens, "range(min = 1)` or `range = 1..=10") {
                    let name = part.name();
                    let slot = match name.as_str() {
                        "min" => &mut range.min,
                        "max" => &mut range.max,
                        "exclusive_min" => &mut range.exclusive_min,
                        "exclusive_max" => &mut range.exclusive_max,
                        "multiple_of" => &mut range.multiple_of,
                        _ => {
                            unknown_part(cx, &part, &name, "range(..)", &Self::KEYS);
                            continue;
                        }
                    };
                    fill(cx, slot, &part, &name, number);
                }
            }
            Given::Value(expr) => {
                let Some(written) = ends(expr) else {
                    return complain(cx, entry, RANGE, "range = 1..=10");
                };
                limits_nothing(cx, entry, written.start.is_none() && written.end.is_none());
                range.min = written.start.and_then(|expr| number(cx, expr, "range"));
                match (written.end, written.closed) {
                    (Some(expr), true) => range.max = number(cx, expr, "range"),
                    (Some(expr), false) => range.exclusive_max = number(cx, expr, "range"),
                    (None, _) => {}
                }
            }
            Given::Nothing => return complain(cx, entry, RANGE, "range = 1..=10"),
        }
        Some(range)
    }

    /// The lower bound, and whether it is excluded.
    pub(crate) fn lower(&self) -> Option<(&At<Number>, bool)> {
        self.min
            .as_ref()
            .map(|min| (min, false))
            .or_else(|| self.exclusive_min.as_ref().map(|min| (min, true)))
    }

    /// The upper bound, and whether it is excluded.
    pub(crate) fn upper(&self) -> Option<(&At<Number>, bool)> {
        self.max
            .as_ref()
            .map(|max| (max, false))
            .or_else(|| self.exclusive_max.as_ref().map(|max| (max, true)))
    }
}

impl Length {
    const KEYS: [&str; 2] = ["min", "max"];

    pub(crate) fn parse(cx: &Ctxt, entry: &Entry) -> Option<Self> {
        let mut length = Self { min: None, max: None, blame: entry.key.span().into() };
        match &entry.given {
            Given::List(_, tokens) => {
                limits_nothing(cx, entry, tokens.is_empty());
                for part in nested(cx, tokens, "length(min = 1)` or `length = 1..=10") {
                    let name = part.name();
                    let slot = match name.as_str() {
                        "min" => &mut length.min,
                        "max" => &mut length.max,
                        _ => {
                            unknown_part(cx, &part, &name, "length(..)", &Self::KEYS);
                            continue;
                        }
                    };
                    fill(cx, slot, &part, &name, count);
                }
            }
            Given::Value(expr) => {
                let Some(written) = ends(expr) else {
                    return complain(cx, entry, LENGTH, "length = 1..=10");
                };
                limits_nothing(cx, entry, written.start.is_none() && written.end.is_none());
                length.min = written.start.and_then(|expr| count(cx, expr, "length"));
                length.max = written.end.and_then(|expr| count(cx, expr, "length"));
                if !written.closed
                    && let Some(max) = &mut length.max
                {
                    let Some(last) = max.value.checked_sub(1) else {
                        cx.error(
                            max.blame,
                            "no length is below 0: `length` counts characters or items",
                        );
                        return None;
                    };
                    max.value = last;
                }
            }
            Given::Nothing => return complain(cx, entry, LENGTH, "length = 1..=10"),
        }
        Some(length)
    }
}

struct Ends<'a> {
    start: Option<&'a Expr>,
    end: Option<&'a Expr>,
    closed: bool,
}

/// The ends of a range expression.
fn ends(expr: &Expr) -> Option<Ends<'_>> {
    match expr {
        Expr::Range(range) => Some(Ends {
            start: range.start.as_deref(),
            end: range.end.as_deref(),
            closed: matches!(range.limits, RangeLimits::Closed(_)),
        }),
        Expr::Group(group) => ends(&group.expr),
        Expr::Paren(paren) => ends(&paren.expr),
        _ => None,
    }
}

fn limits_nothing(cx: &Ctxt, entry: &Entry, is_empty: bool) {
    if is_empty {
        let key = entry.name();
        cx.error(
            entry.key.span(),
            format!(
                "`{key}` limits nothing: give it a bound, as in `{key}(min = 1)`, or leave it out"
            ),
        );
    }
}

fn complain<T>(cx: &Ctxt, entry: &Entry, list: &str, range: &str) -> Option<T> {
    let key = entry.name();
    cx.error(
        wrong(entry),
        format!("`{key}` takes bounds, as in `{list}` or `{range}`{}", found(entry)),
    );
    None
}

fn unknown_part(cx: &Ctxt, part: &Entry, name: &str, attribute: &str, keys: &[&str]) {
    let near = match name {
        "minimum" | "ge" | "gte" | "from" | "start" => Some("min"),
        "maximum" | "le" | "lte" | "to" | "end" => Some("max"),
        "gt" if keys.contains(&"exclusive_min") => Some("exclusive_min"),
        "lt" if keys.contains(&"exclusive_max") => Some("exclusive_max"),
        _ => suggest::nearest(name, keys.iter().copied()),
    };
    cx.error(part.key.span(), unknown(name, attribute, near, "it", keys.iter().copied()));
}

/// `key = value`, once.
fn fill<T>(
    cx: &Ctxt,
    slot: &mut Option<At<T>>,
    part: &Entry,
    name: &str,
    read: fn(&Ctxt, &Expr, &str) -> Option<At<T>>,
) {
    if slot.is_some() {
        cx.error(part.key.span(), format!("`{name}` is written twice: keep one"));
        return;
    }
    match &part.given {
        Given::Value(expr) => *slot = read(cx, expr, name),
        _ => cx.error(part.key.span(), format!("`{name}` takes a value, as in `{name} = 1`")),
    }
}

fn number(cx: &Ctxt, expr: &Expr, name: &str) -> Option<At<Number>> {
    match Literal::parse(expr) {
        Ok(Literal::Int(value)) => Some(At::new(Number::Int(value), expr)),
        Ok(Literal::Float(value)) => Some(At::new(Number::Float(value), expr)),
        Ok(other) => {
            cx.error_on(expr, format!("`{name}` takes a number, found {}", other.kind()));
            None
        }
        Err(error) => {
            no_literal(cx, name, "a number", &error);
            None
        }
    }
}

fn count(cx: &Ctxt, expr: &Expr, name: &str) -> Option<At<u32>> {
    match Literal::parse(expr) {
        Ok(Literal::Int(value)) => {
            if let Ok(value) = u32::try_from(value) {
                Some(At::new(value, expr))
            } else {
                cx.error_on(expr, format!("`{name} = {value}` is no length: it counts characters or items, from 0 to {}", u32::MAX));
                None
            }
        }
        Ok(other) => {
            cx.error_on(expr, format!("`{name}` takes an integer, found {}", other.kind()));
            None
        }
        Err(error) => {
            no_literal(cx, name, "an integer", &error);
            None
        }
    }
}

fn no_literal(cx: &Ctxt, name: &str, what: &str, error: &At<NoLiteral>) {
    let NoLiteral { reason, is_code } = &error.value;
    let message = if *is_code {
        format!("`{name}` takes {what} that is written out: {reason}")
    } else {
        reason.clone()
    };
    cx.error(error.blame, message);
}
