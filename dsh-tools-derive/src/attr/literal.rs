//! Literals as JSON values: defaults, examples, bounds.

use super::Number;
use crate::ctxt::At;
use proc_macro2::{Literal as Token, TokenStream};
use quote::{ToTokens, quote};
use std::fmt::Write as _;
use syn::{Expr, Lit, UnOp};

/// Why an expression is no literal.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug))]
pub(crate) struct NoLiteral {
    pub(crate) reason: String,
    /// It is code that could have a value, only not one that the macro knows.
    pub(crate) is_code: bool,
}

/// A JSON value that can be written as a Rust literal.
#[derive(Clone, PartialEq)]
#[cfg_attr(test, derive(Debug))]
pub(crate) enum Literal {
    Bool(bool),
    Int(i128),
    Float(f64),
    Str(String),
    List(Vec<Literal>),
    /// Of JSON text only.
    Null,
    /// Of JSON text only.
    Object(Vec<(String, Literal)>),
}

impl Literal {
    /// Reads a literal.
    ///
    /// # Errors
    /// At the part that is none, with the reason.
    pub(crate) fn parse(expr: &Expr) -> Result<Self, At<NoLiteral>> {
        let wrong = |reason: String| Err(At::new(NoLiteral { reason, is_code: false }, expr));
        match expr {
            Expr::Group(group) => Self::parse(&group.expr),
            Expr::Paren(paren) => Self::parse(&paren.expr),
            Expr::Lit(lit) => match &lit.lit {
                Lit::Bool(value) => Ok(Self::Bool(value.value)),
                Lit::Str(value) => Ok(Self::Str(value.value())),
                // A `char` is a string of one character on the wire.
                Lit::Char(value) => Ok(Self::Str(value.value().to_string())),
                Lit::Int(value) if !value.suffix().is_empty() => wrong(suffix(value.suffix())),
                Lit::Int(value) => match value.base10_parse() {
                    Ok(value) => Ok(Self::Int(value)),
                    Err(_) => wrong(format!(
                        "`{value}` is over {}, the largest integer that can be written here",
                        i128::MAX
                    )),
                },
                Lit::Float(value) if !value.suffix().is_empty() => wrong(suffix(value.suffix())),
                Lit::Float(value) => match value.base10_parse::<f64>() {
                    Ok(number) if number.is_finite() => Ok(Self::Float(number)),
                    _ => wrong(format!("`{value}` is too large for a 64 bit float")),
                },
                _ => wrong(format!("{} is no JSON value", describe(expr))),
            },
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                match Self::parse(&unary.expr)? {
                    Self::Int(value) => Ok(Self::Int(-value)),
                    Self::Float(value) => Ok(Self::Float(-value)),
                    _ => wrong(String::from("only a number can be negative")),
                }
            }
            Expr::Array(array) => {
                array.elems.iter().map(Self::parse).collect::<Result<_, _>>().map(Self::List)
            }
            _ => Err(At::new(
                NoLiteral { reason: format!("{} is no literal", describe(expr)), is_code: true },
                expr,
            )),
        }
    }

    /// Equal as JSON values: `1` and `1.0` are.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(int), Self::Float(float)) | (Self::Float(float), Self::Int(int)) => {
                int.unsigned_abs() <= 1 << 53
                    && Number::Int(*int).compare(Number::Float(*float)).is_eq()
            }
            (Self::List(a), Self::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b))
            }
            _ => self == other,
        }
    }

    /// As JSON text.
    pub(crate) fn json(&self) -> String {
        match self {
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            // `Debug` keeps the point or the exponent, and with it that it is a float; both are JSON.
            Self::Float(value) => format!("{value:?}"),
            Self::Str(value) => quote_json(value),
            Self::List(values) => {
                let values: Vec<String> = values.iter().map(Self::json).collect();
                format!("[{}]", values.join(","))
            }
            Self::Null => String::from("null"),
            Self::Object(entries) => {
                let entries: Vec<String> = entries
                    .iter()
                    .map(|(key, value)| format!("{}:{}", quote_json(key), value.json()))
                    .collect();
                format!("{{{}}}", entries.join(","))
            }
        }
    }

    /// What kind of literal it is.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a boolean",
            Self::Int(_) => "an integer",
            Self::Float(_) => "a number",
            Self::Str(_) => "a string",
            Self::List(_) => "a list",
            Self::Null => "null",
            Self::Object(_) => "an object",
        }
    }

    /// The runtime's constant; `private` is the path of its module.
    pub(crate) fn constant(&self, private: &TokenStream) -> TokenStream {
        match self {
            Self::Bool(value) => quote!(#private::Literal::Bool(#value)),
            Self::Int(value) => {
                let value = integer(*value);
                quote!(#private::Literal::Int(#value))
            }
            Self::Float(value) => {
                let value = float(*value);
                quote!(#private::Literal::Float(#value))
            }
            Self::Str(value) => quote!(#private::Literal::Str(#value)),
            Self::List(values) => {
                let values = values.iter().map(|value| value.constant(private));
                quote!(#private::Literal::List(&[#(#values),*]))
            }
            Self::Null => quote!(#private::Literal::Null),
            Self::Object(_) => quote!(#private::Literal::Object),
        }
    }
}

/// An integer without a suffix; negative ones need a sign of their own, and the least has no positive counterpart.
pub(crate) fn integer(value: i128) -> TokenStream {
    if value == i128::MIN {
        return quote!(::core::primitive::i128::MIN);
    }
    let digits = Token::u128_unsuffixed(value.unsigned_abs());
    if value < 0 { quote!(-#digits) } else { digits.into_token_stream() }
}

pub(crate) fn float(value: f64) -> TokenStream {
    let digits = Token::f64_unsuffixed(value.abs());
    if value.is_sign_negative() { quote!(-#digits) } else { digits.into_token_stream() }
}

fn suffix(suffix: &str) -> String {
    format!("a literal here has no suffix: the field's type decides; leave out `{suffix}`")
}

/// What kind of expression was written, for messages.
pub(crate) fn describe(expr: &Expr) -> &'static str {
    match expr {
        Expr::Group(group) => describe(&group.expr),
        Expr::Paren(paren) => describe(&paren.expr),
        Expr::Lit(lit) => match &lit.lit {
            Lit::Str(_) => "a string",
            Lit::Int(_) => "an integer",
            Lit::Float(_) => "a number",
            Lit::Bool(_) => "a boolean",
            Lit::Char(_) => "a character",
            Lit::ByteStr(_) | Lit::Byte(_) | Lit::CStr(_) => "a byte literal",
            _ => "a literal of another kind",
        },
        Expr::Unary(unary) => describe(&unary.expr),
        Expr::Array(_) => "a list",
        Expr::Range(_) => "a range",
        Expr::Path(_) => "a path",
        Expr::Call(_) | Expr::MethodCall(_) => "a call",
        Expr::Macro(_) => "a macro",
        Expr::Closure(_) => "a closure",
        Expr::Tuple(_) => "a tuple",
        _ => "an expression",
    }
}

/// The text as a JSON string.
pub(crate) fn quote_json(text: &str) -> String {
    let mut json = String::from('"');
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            c if c < ' ' => {
                // Writing to a string does not fail.
                let _ = write!(json, "\\u{:04x}", u32::from(c));
            }
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn literals_are_json() {
        for (expr, json) in [
            (parse_quote!(true), "true"),
            (parse_quote!(1), "1"),
            (parse_quote!(-1), "-1"),
            (parse_quote!(0x1F), "31"),
            (parse_quote!(1_000), "1000"),
            (parse_quote!(0.5), "0.5"),
            (parse_quote!(-0.5), "-0.5"),
            (parse_quote!(1.), "1.0"),
            (parse_quote!(1e300), "1e300"),
            (parse_quote!("a\"b\\\n\u{1}ü"), r#""a\"b\\\n\u0001ü""#),
            (parse_quote!('x'), "\"x\""),
            (parse_quote!([]), "[]"),
            (parse_quote!(["a", "b"]), r#"["a","b"]"#),
            (parse_quote!([[1], [-2.5]]), "[[1],[-2.5]]"),
            (parse_quote!((1)), "1"),
        ] {
            let expr: Expr = expr;
            assert_eq!(Literal::parse(&expr).unwrap().json(), json);
        }
    }

    #[test]
    fn other_expressions_are_not() {
        for (expr, reason) in [
            (parse_quote!(None), "a path is no literal"),
            (parse_quote!(f()), "a call is no literal"),
            (parse_quote!(vec![1]), "a macro is no literal"),
            (parse_quote!(b"x"), "a byte literal is no JSON value"),
            (parse_quote!(1u8), "leave out `u8`"),
            (parse_quote!(1.0f32), "leave out `f32`"),
            (parse_quote!(-"x"), "only a number can be negative"),
            (parse_quote!(1e999), "too large"),
            (parse_quote!(340282366920938463463374607431768211455), "the largest integer"),
            (parse_quote!([1, f()]), "a call is no literal"),
        ] {
            let expr: Expr = expr;
            let error = Literal::parse(&expr).unwrap_err();
            assert!(error.value.reason.contains(reason), "{}", error.value.reason);
        }
    }
}
