//! What stands after `key =`.

use super::{Entry, Given, describe};
use crate::ctxt::{At, Blame, Ctxt};
use crate::docs::Text;
use syn::{Expr, Lit};

/// `key` or `key = true`.
pub(crate) fn flag(cx: &Ctxt, entry: &Entry) -> Option<At<bool>> {
    match &entry.given {
        Given::Nothing => return Some(entry.at(true)),
        Given::Value(Expr::Lit(lit)) => {
            if let Lit::Bool(value) = &lit.lit {
                return Some(entry.at(value.value));
            }
        }
        _ => {}
    }
    let key = entry.name();
    cx.error(
        wrong(entry),
        format!(
            "`{key}` takes nothing or a boolean: write `{key}` or `{key} = false`{}",
            found(entry)
        ),
    );
    None
}

/// `key = ".."`.
pub(crate) fn string(cx: &Ctxt, entry: &Entry, example: &str) -> Option<At<String>> {
    if let Given::Value(expr) = &entry.given
        && let Some(value) = as_string(expr)
    {
        return Some(At::new(value, expr));
    }
    let key = entry.name();
    cx.error(
        wrong(entry),
        format!("`{key}` takes a string, as in `{key} = {example:?}`{}", found(entry)),
    );
    None
}

/// `key = ".."`, or an expression that is a text at compile time.
pub(crate) fn text(cx: &Ctxt, entry: &Entry) -> Option<At<Text>> {
    let key = entry.name();
    match &entry.given {
        Given::Value(expr) if as_string(expr).is_some_and(|text| text.trim().is_empty()) => {
            cx.error(wrong(entry), format!("`{key}` is empty: write a text, or leave it out"));
            None
        }
        Given::Value(expr @ (Expr::Macro(_) | Expr::Path(_))) => {
            Some(entry.at(Text::Tokens(quote::quote!(#expr))))
        }
        _ => string(cx, entry, "..").map(|text| text.map(Text::Literal)),
    }
}

/// `key = path`.
pub(crate) fn path(cx: &Ctxt, entry: &Entry, example: &str) -> Option<syn::Path> {
    match &entry.given {
        Given::Value(Expr::Path(path)) if path.qself.is_none() => Some(path.path.clone()),
        Given::Value(Expr::Group(group)) => match &*group.expr {
            Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
            _ => no_path(cx, entry, example),
        },
        _ => no_path(cx, entry, example),
    }
}

fn no_path(cx: &Ctxt, entry: &Entry, example: &str) -> Option<syn::Path> {
    let key = entry.name();
    cx.error(
        wrong(entry),
        format!("`{key}` takes a path, as in `{key} = {example}`{}", found(entry)),
    );
    None
}

pub(super) fn as_string(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Group(group) => as_string(&group.expr),
        Expr::Lit(lit) => match &lit.lit {
            Lit::Str(value) => Some(value.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The value if there is one, else the key.
pub(super) fn wrong(entry: &Entry) -> Blame {
    match &entry.given {
        Given::Nothing => entry.key.span().into(),
        Given::Value(expr) => Blame::on(expr),
        Given::List(paren, _) => Blame { start: paren.span.open(), end: paren.span.close() },
    }
}

/// `, found ..`
pub(super) fn found(entry: &Entry) -> String {
    match &entry.given {
        Given::Nothing => String::new(),
        Given::Value(expr) => format!(", found {}", describe(expr)),
        Given::List(..) => String::from(", found a list in parentheses"),
    }
}
