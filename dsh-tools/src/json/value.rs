//! Documents made from, and turned into, `serde_json::Value`.

use super::cursor::decode;
use super::frozen::Doc;
use super::token::{Kind, NEGATIVE, SMALL, Token};
use serde_json::{Map, Number, Value};

/// Whether `value` is nested no deeper than `limit`; recursion ends there, too.
#[inline]
pub(super) fn fits(value: &Value, limit: usize) -> bool {
    match value {
        Value::Array(items) => limit > 0 && items.iter().all(|item| fits(item, limit - 1)),
        Value::Object(entries) => limit > 0 && entries.values().all(|item| fits(item, limit - 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

/// Drops a value of any depth. Its own `drop` recurses.
#[inline]
pub(super) fn take_apart(value: Value) {
    let mut pile = vec![value];
    while let Some(value) = pile.pop() {
        match value {
            Value::Array(items) => pile.extend(items),
            Value::Object(entries) => pile.extend(entries.into_iter().map(|(_, value)| value)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

/// The subtree at `at` as a `Value`, made without recursion.
pub(super) fn from_text(document: &Doc, at: u32) -> Value {
    let mut open: Vec<Open> = Vec::new();
    let mut at = at;
    loop {
        let token = document.token(at);
        at += 1;
        let mut done = match token.kind {
            Kind::Array => {
                open.push(Open {
                    left: token.len,
                    key: String::new(),
                    value: Value::Array(Vec::with_capacity(token.len as usize)),
                });
                None
            }
            Kind::Object => {
                open.push(Open {
                    left: token.len,
                    key: String::new(),
                    value: Value::Object(Map::with_capacity(token.len as usize)),
                });
                None
            }
            Kind::Key => {
                if let Some(parent) = open.last_mut() {
                    parent.key = decode(document, token).into_owned();
                }
                continue;
            }
            Kind::Null => Some(Value::Null),
            Kind::False => Some(Value::Bool(false)),
            Kind::True => Some(Value::Bool(true)),
            Kind::String => Some(Value::String(decode(document, token).into_owned())),
            Kind::Number => Some(Value::Number(number(document, token))),
        };
        // A finished value goes into its parent, which may then be finished itself.
        loop {
            if let Some(value) = done.take() {
                match open.last_mut() {
                    Some(parent) => parent.add(value),
                    None => return value,
                }
            }
            match open.pop_if(|parent| parent.left == 0) {
                Some(parent) => done = Some(parent.value),
                None => break,
            }
        }
    }
}

/// A container that children are still missing from.
struct Open {
    left: u32,
    key: String,
    value: Value,
}

impl Open {
    #[inline]
    fn add(&mut self, child: Value) {
        self.left -= 1;
        match &mut self.value {
            Value::Array(items) => items.push(child),
            Value::Object(entries) => drop(entries.insert(std::mem::take(&mut self.key), child)),
            _ => {}
        }
    }
}

/// Integers by how they are written, not by their value: `5.0` and `5e0` are doubles to a `Value`.
#[inline]
fn number(document: &Doc, token: Token) -> Number {
    let text = document.raw(token);
    let is_integer = token.flags & SMALL != 0 && !text.contains(['.', 'e', 'E']);
    match (is_integer, token.flags & NEGATIVE != 0, token.aux) {
        (true, false, magnitude) => return Number::from(magnitude),
        (true, true, magnitude @ 1..) => return Number::from(-i64::from(magnitude)),
        // `-0` is a double, too.
        _ => {}
    }
    // `Number` refuses only what is beyond the range of doubles.
    let greatest = if text.starts_with('-') { f64::MIN } else { f64::MAX };
    text.parse().unwrap_or_else(|_| Number::from_f64(greatest).unwrap_or_else(|| Number::from(0)))
}
