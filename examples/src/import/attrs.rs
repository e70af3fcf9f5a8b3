//! The entries of `#[arg(..)]`.

use super::docs::literal;
use super::json::Json;
use super::model::{Default, Length, Meta, Place, Range, Type};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// `#[arg(..)]`, or nothing.
#[must_use]
pub(crate) fn attribute(entries: &[TokenStream]) -> TokenStream {
    if entries.is_empty() { TokenStream::new() } else { quote!(#[arg(#(#entries),*)]) }
}

/// What limits the values of a place, beside its type.
#[must_use]
pub(crate) fn constraints(place: &Place) -> Vec<TokenStream> {
    let mut entries = Vec::new();
    match &place.ty {
        Type::Int(_, range) | Type::Float(range) => entries.extend(self::range(range)),
        Type::Text { length, pattern, format } => {
            entries.extend(self::length(*length));
            if let Some(pattern) = pattern {
                let pattern = literal(pattern);
                entries.push(quote!(pattern = #pattern));
            }
            if let Some(format) = format {
                entries.push(quote!(format = #format));
            }
        }
        Type::Words(words) => {
            let words = words.iter().map(|word| literal(word));
            entries.push(quote!(enum(#(#words),*)));
        }
        Type::Ints(ints) => {
            let ints = ints.iter().map(|int| number(&int.to_string()));
            entries.push(quote!(enum(#(#ints),*)));
        }
        Type::List { item, length, unique } => {
            entries.extend(self::length(*length));
            entries.extend(unique.then(|| quote!(unique_items)));
            entries.extend(inner(item));
        }
        Type::Map { keys, value, length } => {
            entries.extend(self::length(*length));
            if let Some(keys) = keys {
                let keys = constraints(&Place::plain((**keys).clone()));
                entries.push(quote!(keys(#(#keys),*)));
            }
            entries.extend(inner(value));
        }
        Type::Any | Type::Null | Type::Bool | Type::Tuple(_) | Type::Named { .. } => {}
    }
    entries
}

/// What limits each element.
fn inner(place: &Place) -> Option<TokenStream> {
    let entries = constraints(place);
    (!entries.is_empty()).then(|| quote!(inner(#(#entries),*)))
}

fn range(range: &Range) -> Option<TokenStream> {
    let Range { min, max, exclusive_min, exclusive_max, multiple_of } = range;
    let bounds = [
        ("min", min),
        ("max", max),
        ("exclusive_min", exclusive_min),
        ("exclusive_max", exclusive_max),
        ("multiple_of", multiple_of),
    ];
    let bounds: Vec<TokenStream> = bounds
        .into_iter()
        .filter_map(|(name, bound)| {
            let (name, bound) = (super::emit::ident(name), json(bound.as_ref()?));
            Some(quote!(#name = #bound))
        })
        .collect();
    (!bounds.is_empty()).then(|| quote!(range(#(#bounds),*)))
}

fn length(length: Length) -> Option<TokenStream> {
    let Length { min, max } = length;
    let min = (min > 0).then(|| Literal::u32_unsuffixed(min)).map(|min| quote!(min = #min));
    let max = max.map(Literal::u32_unsuffixed).map(|max| quote!(max = #max));
    let bounds: Vec<TokenStream> = min.into_iter().chain(max).collect();
    (!bounds.is_empty()).then(|| quote!(length(#(#bounds),*)))
}

/// Title, examples, deprecation.
#[must_use]
pub(crate) fn about(meta: &Meta) -> Vec<TokenStream> {
    let mut entries = Vec::new();
    if let Some(title) = &meta.title {
        let title = literal(title);
        entries.push(quote!(title = #title));
    }
    entries.extend(meta.examples.iter().map(|example| {
        let example = json(example);
        quote!(example = #example)
    }));
    entries.extend(meta.deprecated.then(|| quote!(deprecated)));
    entries
}

/// What an absent key stands for.
#[must_use]
pub(crate) fn default_entry(default: &Default) -> TokenStream {
    match default {
        Default::Own => quote!(default),
        Default::Literal(value) => {
            let value = json(value);
            quote!(default = #value)
        }
        Default::Json(value) => {
            let text = literal(&value.text());
            quote!(default_json = #text)
        }
    }
}

/// A JSON value as a literal of Rust.
fn json(json: &Json) -> TokenStream {
    match json {
        Json::Bool(value) => quote!(#value),
        Json::Number(text) => number(text),
        Json::String(text) => {
            let text = literal(text);
            quote!(#text)
        }
        Json::Array(items) => {
            let items = items.iter().map(self::json);
            quote!([#(#items),*])
        }
        // Not a literal: callers ask before.
        Json::Null | Json::Object(_) => quote!(()),
    }
}

/// Numbers of JSON are numbers of Rust.
fn number(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|_| quote!(0))
}
