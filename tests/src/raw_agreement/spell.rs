//! Other texts of the same JSON value: keys in another order, numbers and strings written differently.

use super::random::Random;
use serde_json::Value;
use std::fmt::Write as _;

pub(super) fn spelled(random: &mut Random, value: &Value) -> String {
    let mut out = String::new();
    write(random, value, &mut out);
    out
}

fn write(random: &mut Random, value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                write(random, item, out);
            }
            out.push(']');
        }
        Value::Object(entries) => {
            let mut entries: Vec<_> = entries.iter().collect();
            random.shuffle(&mut entries);
            out.push('{');
            for (at, (key, value)) in entries.into_iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                string(random, key, out);
                out.push(':');
                write(random, value, out);
            }
            out.push('}');
        }
        Value::String(text) => string(random, text, out),
        Value::Number(number) => {
            let plain = number.to_string();
            // What a double does not hold exactly would be another number to a reader of doubles.
            let small = number.as_f64().is_some_and(|number| number.abs() < 1e9);
            match random.below(8) {
                0 if small && !plain.contains(['.', 'e']) => write!(out, "{plain}.0").unwrap(),
                1 if small && plain != "0" && !plain.contains(['.', 'e']) => {
                    write!(out, "{plain}0e-1").unwrap();
                }
                2 if small && plain.contains('.') && !plain.contains('e') => {
                    write!(out, "{plain}0").unwrap();
                }
                _ => out.push_str(&plain),
            }
        }
        _ => out.push_str(&value.to_string()),
    }
}

fn string(random: &mut Random, text: &str, out: &mut String) {
    if random.chance(90) {
        out.push_str(&Value::from(text).to_string());
        return;
    }
    out.push('"');
    for unit in text.encode_utf16() {
        write!(out, "\\u{unit:04x}").unwrap();
    }
    out.push('"');
}
