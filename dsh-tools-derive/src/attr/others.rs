//! Constraints that are said to another library: nobody would hold a model to them.

use super::Attrs;
use super::attrs::Dialect;
use crate::ctxt::Ctxt;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

/// Libraries whose constraints stand on fields, as ours do.
const LIBRARIES: [&str; 3] = ["schemars", "garde", "validate"];

/// Refuses a constraint that only another library is told; beside our own it may stay.
pub(super) fn refuse(cx: &Ctxt, dialect: Dialect, attrs: &[Attribute], own: &Attrs) {
    for attr in attrs {
        let Some(library) = LIBRARIES.iter().find(|name| attr.path().is_ident(name)) else {
            continue;
        };
        let Meta::List(list) = &attr.meta else { continue };
        let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
        let Ok(keys) = parse.parse2(list.tokens.clone()) else { continue };
        for key in keys {
            let Some(name) = key.path().get_ident() else { continue };
            let (ours, said) = match name.to_string().as_str() {
                "range" => ("range(..)", own.range.is_some()),
                "length" => ("length(..)", own.length.is_some()),
                "regex" | "pattern" => ("pattern = \"..\"", own.pattern.is_some()),
                _ => continue,
            };
            if !said {
                let attribute = dialect.name();
                cx.error(
                    name.span(),
                    format!("`#[{library}({name}(..))]` is not read here, so nothing would hold a model to it: write `#[{attribute}({ours})]`; the other may stay beside it"),
                );
            }
        }
    }
}
