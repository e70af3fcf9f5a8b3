//! One text for each JSON value, however it was written.

use super::decimal::Decimal;
use super::scan::quote;
use super::{Cursor, Integer, JsonKind, Num};
use std::cmp::Ordering;

/// The value without spaces, keys in the order of their bytes, texts and numbers each in one way of many. Equal values
/// have equal texts. Recursion is bounded by the depth limit.
pub(crate) fn canonical(value: Cursor<'_>) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: Cursor<'_>, out: &mut String) {
    match value.kind() {
        JsonKind::Array => {
            out.push('[');
            for (at, item) in value.items().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                write(item, out);
            }
            out.push(']');
        }
        JsonKind::Object => {
            let mut entries: Vec<_> = value.entries().collect();
            entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            out.push('{');
            for (at, (key, value)) in entries.into_iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                quote(&key, out);
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
        _ => match (value.as_str(), value.number()) {
            (Some(text), _) => quote(&text, out),
            (None, Some(number)) => out.push_str(&number.plain()),
            (None, None) => out.push_str(&value.to_string()),
        },
    }
}

impl Num<'_> {
    /// The number in one way of many: an integer with all its digits, else as its shortest double where that is the
    /// number exactly, else by its digits and the power of ten.
    pub(crate) fn plain(self) -> String {
        match self.integer() {
            Integer::Fits { magnitude: 0, .. } => String::from("0"),
            Integer::Fits { negative, magnitude } => {
                format!("{}{magnitude}", if negative { "-" } else { "" })
            }
            Integer::Huge { .. } | Integer::Fraction => match self.exact_double() {
                Some(double) => double.to_string(),
                None => Decimal::new(&self.text()).normal(),
            },
        }
    }

    /// The double that is the number exactly, in its shortest text.
    pub(crate) fn exact_double(self) -> Option<serde_json::Number> {
        let double = self.f64();
        let is_exact = double.is_finite() && self.order(double) == Ordering::Equal;
        serde_json::Number::from_f64(double).filter(|_| is_exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::FrozenJson;

    #[test]
    fn equal_values_have_one_text() {
        for (one, other, text) in [
            (r#"{ "b" : 1, "a": [ ] }"#, r#"{"\u0061":[],"b":1.0}"#, r#"{"a":[],"b":1}"#),
            ("[1e2, -0, 0.50]", "[100.0,0,5e-1]", "[100,0,0.5]"),
            (r#"["\u0061\/", true, null, {}]"#, r#"["a/",true,null,{}]"#, r#"["a/",true,null,{}]"#),
            (
                "340282366920938463463374607431768211455.0",
                "340282366920938463463374607431768211455",
                "340282366920938463463374607431768211455",
            ),
            ("0.10000000000000000001", "1.0000000000000000001e-1", "10000000000000000001e-20"),
            ("-1e400", "-10e399", "-1e400"),
            ("1e300", "10E299", "1e+300"),
        ] {
            let texts = [one, other].map(|text| canonical(FrozenJson::parse(text).unwrap().root()));
            assert_eq!(texts, [text, text]);
        }
    }

    #[test]
    fn different_values_have_different_texts() {
        let texts = ["1", "1.0000000000000000001", "\"1\"", "10", "-1", "[1]", "1e400", "1e401"];
        let texts = texts.map(|text| canonical(FrozenJson::parse(text).unwrap().root()));
        let different: std::collections::HashSet<_> = texts.iter().collect();
        assert_eq!(different.len(), texts.len(), "{texts:?}");
    }
}
