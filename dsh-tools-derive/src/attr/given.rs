//! What stands after the keys that take more than a word: defaults, examples, functions, formats, closed sets.

use super::attrs::Default;
use super::format::Format;
use super::value::{as_string, found, wrong};
use super::{Entry, Given, Literal, Place, describe, string};
use crate::ctxt::{At, Blame, Ctxt};
use crate::suggest;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

/// `default`, `default = literal`, `default = code`.
pub(super) fn default(cx: &Ctxt, entry: &Entry, place: Place) -> Option<At<Default>> {
    match &entry.given {
        Given::Nothing => Some(entry.at(Default::Bare)),
        Given::Value(expr) => match Literal::parse(expr) {
            _ if place == Place::Struct && as_string(expr).is_some() => {
                cx.error_on(expr, "`default` on a struct takes nothing or code that gives a whole value, as in `default = Self::new()`, found a string");
                None
            }
            Ok(value) => Some(At::new(Default::Literal(value), expr)),
            Err(error) if error.value.is_code => {
                Some(At::new(Default::Code(Box::new(expr.clone())), expr))
            }
            Err(error) => {
                cx.error(error.blame, error.value.reason);
                None
            }
        },
        Given::List(..) => {
            cx.error(
                wrong(entry),
                format!("`default` takes nothing or a value, as in `default = 1`{}", found(entry)),
            );
            None
        }
    }
}

/// `default_json = ".."`.
pub(super) fn json(cx: &Ctxt, entry: &Entry) -> Option<At<Default>> {
    let text = string(cx, entry, "{\"a\": 1}")?;
    match super::json::parse(&text.value) {
        Ok(value) => Some(text.map(|_| Default::Literal(value))),
        Err(problem) => {
            cx.error(text.blame, format!("`default_json` is no JSON: {problem}"));
            None
        }
    }
}

/// `custom(path)`.
pub(super) fn custom(cx: &Ctxt, entry: &Entry) -> Option<At<Expr>> {
    let path = match &entry.given {
        Given::List(_, tokens) => syn::parse2::<Expr>(tokens.clone()).ok(),
        Given::Value(expr) => Some(expr.clone()),
        Given::Nothing => None,
    };
    if let Some(expr @ (Expr::Path(_) | Expr::Closure(_))) = path {
        return Some(At::new(expr.clone(), &expr));
    }
    let found = if let Given::List(..) = &entry.given { String::new() } else { found(entry) };
    cx.error(
        wrong(entry),
        format!("`custom` takes the path of a function, as in `custom(is_even)`{found}"),
    );
    None
}

/// `format = ".."`.
pub(super) fn format(cx: &Ctxt, entry: &Entry) -> Option<At<Format>> {
    let name = string(cx, entry, "date")?;
    let format = Format::named(&name.value);
    if format.is_none() {
        let near = suggest::nearest(&name.value, Format::names());
        let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
        cx.error(
            name.blame,
            format!(
                "`{}` is no format that is enforced{near}; there are {}, and a `pattern` can say others",
                name.value,
                suggest::list(Format::names())
            ),
        );
    }
    format.map(|format| name.map(|_| format))
}

pub(super) fn literal(cx: &Ctxt, entry: &Entry, key: &str) -> Option<At<Literal>> {
    let Given::Value(expr) = &entry.given else {
        cx.error(
            wrong(entry),
            format!(
                "`{key}` takes a literal, as in `{key} = 1` or `{key} = \"a\"`{}",
                found(entry)
            ),
        );
        return None;
    };
    match Literal::parse(expr) {
        Ok(value) => Some(At::new(value, expr)),
        Err(error) => {
            cx.error(
                error.blame,
                format!("`{key}` takes a value that is written out: {}", error.value.reason),
            );
            None
        }
    }
}

/// `enum("a", "b")`, `enum(1, 2)`.
pub(super) fn choices(cx: &Ctxt, entry: &Entry) -> Option<At<Vec<At<Literal>>>> {
    let Given::List(_, tokens) = &entry.given else {
        cx.error(
            wrong(entry),
            format!(
                "`enum` lists its values in parentheses, as in `enum(\"a\", \"b\")`{}",
                found(entry)
            ),
        );
        return None;
    };
    let list = cx.ok(Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens.clone()))?;
    if list.is_empty() {
        cx.error(
            entry.blame(),
            "`enum()` lists nothing, so no value would be legal: list the values, or leave it out",
        );
        return None;
    }
    let mut values: Vec<At<Literal>> = Vec::new();
    for expr in &list {
        let value = match Literal::parse(expr) {
            Ok(value @ (Literal::Str(_) | Literal::Int(_))) => At::new(value, expr),
            Ok(other) => {
                cx.error_on(
                    expr,
                    format!("`enum` lists strings or integers, found {}", other.kind()),
                );
                continue;
            }
            Err(_) => {
                cx.error_on(
                    expr,
                    format!(
                        "`enum` lists strings or integers that are written out, found {}",
                        describe(expr)
                    ),
                );
                continue;
            }
        };
        match values.first() {
            Some(first) if first.value.kind() != value.value.kind() => cx.error(
                value.blame,
                format!(
                    "`enum` lists strings or integers, not both: the first is {}, this is {}",
                    first.value.kind(),
                    value.value.kind()
                ),
            ),
            _ if values.iter().any(|other| other.value == value.value) => {
                cx.error(
                    value.blame,
                    format!("`enum` lists `{}` twice: keep one", value.value.json()),
                );
            }
            _ => values.push(value),
        }
    }
    Some(At { value: values, blame: Blame::from(entry.key.span()) })
}
