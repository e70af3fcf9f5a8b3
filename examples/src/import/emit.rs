//! From types to tokens.

use super::attrs::{about, attribute, constraints, default_entry};
use super::case::Case;
use super::docs::{Doc, literal};
use super::model::{Body, Field, Holds, Meta, Named, Place, Type, Variant};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// All generated types, by number.
pub(crate) type Types = [Option<Named>];

/// Before what is to become a comment; no text of the input holds it.
#[derive(Clone, Debug)]
pub(crate) struct Marker(String);

impl Marker {
    /// One that the text does not hold.
    #[must_use]
    pub(crate) fn beside(text: &str) -> Self {
        let mut marker = String::from("@comment@");
        while text.contains(&marker) {
            marker.push('@');
        }
        Self(marker)
    }

    fn comments(&self, comments: &[String]) -> TokenStream {
        let lines = comments.iter().flat_map(|comment| comment.lines());
        let lines = lines.map(|line| format!(" {} {line}", self.0));
        quote!(#(#[doc = #lines])*)
    }

    /// Doc comments with the marker become comments.
    #[must_use]
    pub(crate) fn resolve(&self, source: &str) -> String {
        let mut out = String::with_capacity(source.len());
        let marked = format!("/// {} ", self.0);
        for line in source.lines() {
            let text = line.trim_start();
            match text.strip_prefix(&marked) {
                Some(comment) => {
                    out.push_str(line.get(..line.len() - text.len()).unwrap_or_default());
                    out.push_str("// ");
                    out.push_str(comment);
                }
                None => out.push_str(line),
            }
            out.push('\n');
        }
        out
    }
}

/// An identifier as names spell it, `r#type` too.
#[must_use]
pub(crate) fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    }
}

/// The type of a place.
#[must_use]
pub(crate) fn rust_type(place: &Place, types: &Types) -> TokenStream {
    let plain = match &place.ty {
        // `null` is one of its values anyway.
        Type::Any => return quote!(serde_json::Value),
        Type::Null => return quote!(()),
        Type::Bool => quote!(bool),
        Type::Int(name, _) => {
            let name = ident(name);
            quote!(#name)
        }
        Type::Float(_) => quote!(f64),
        Type::Text { .. } | Type::Words(_) => quote!(String),
        Type::Ints(ints) if ints.iter().all(|int| i64::try_from(*int).is_ok()) => quote!(i64),
        Type::Ints(_) => quote!(i128),
        Type::List { item, .. } => {
            let item = rust_type(item, types);
            quote!(Vec<#item>)
        }
        Type::Tuple(places) => {
            let places = places.iter().map(|place| rust_type(place, types));
            quote!((#(#places,)*))
        }
        Type::Map { value, .. } if value.ty == Type::Any => {
            quote!(serde_json::Map<String, serde_json::Value>)
        }
        Type::Map { value, .. } => {
            let value = rust_type(value, types);
            quote!(BTreeMap<String, #value>)
        }
        Type::Named { number, boxed } => {
            let named = types.get(*number).and_then(Option::as_ref);
            let name = ident(named.map_or("Value", |named| &named.name));
            if *boxed { quote!(Box<#name>) } else { quote!(#name) }
        }
    };
    if place.nullable { quote!(Option<#plain>) } else { plain }
}

/// A generated type; of the arguments, `root`.
#[must_use]
pub(crate) fn item(named: &Named, root: bool, types: &Types, marker: &Marker) -> TokenStream {
    let Named { name, meta, body, comments } = named;
    let name = ident(name);
    let doc = meta.description.as_deref().map(Doc::of);
    let docs = doc.as_ref().map(Doc::lines);
    let comments = marker.comments(comments);
    let derives = match body {
        Body::Words(_) => quote!(#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolValue)]),
        _ if root => quote!(#[derive(Clone, Debug, ToolArgs)]),
        _ => quote!(#[derive(Clone, Debug, ToolValue)]),
    };
    let mut entries = Vec::new();
    let tokens = match body {
        Body::Struct { fields, closed, extra } => {
            let case = Case::of_fields(fields);
            entries.extend(case.entry("rename_all"));
            entries.extend(closed.then(|| quote!(deny_unknown_fields)));
            let fields = fields.iter().map(|field| self::field(field, case, true, types, marker));
            let extra = extra.as_ref().map(|(name, place)| {
                let (name, ty) = (ident(name), rust_type(place, types));
                let mut entries = vec![quote!(flatten)];
                entries.extend(constraints(place));
                let attribute = attribute(&entries);
                quote!(#attribute pub #name: #ty,)
            });
            quote!(pub struct #name { #(#fields)* #extra })
        }
        Body::Words(variants) => {
            let case = Case::of_variants(variants);
            entries.extend(case.entry("rename_all"));
            let variants = variants
                .iter()
                .map(|variant| self::variant(variant, case, Case::Plain, types, marker));
            quote!(pub enum #name { #(#variants)* })
        }
        Body::Tagged { tag, variants, closed } => {
            let tag = literal(tag);
            entries.push(quote!(tag = #tag));
            let case = Case::of_variants(variants);
            entries.extend(case.entry("rename_all"));
            let fields: Vec<&Field> = variants
                .iter()
                .flat_map(|variant| match &variant.holds {
                    Holds::Fields(fields) => fields.as_slice(),
                    _ => &[],
                })
                .collect();
            let fields_case = Case::of_fields(fields);
            entries.extend(fields_case.entry("rename_all_fields"));
            entries.extend(closed.then(|| quote!(deny_unknown_fields)));
            let variants = variants
                .iter()
                .map(|variant| self::variant(variant, case, fields_case, types, marker));
            quote!(pub enum #name { #(#variants)* })
        }
        Body::Untagged(variants) => {
            entries.push(quote!(untagged));
            let variants = variants
                .iter()
                .map(|variant| self::variant(variant, Case::Plain, Case::Plain, types, marker));
            quote!(pub enum #name { #(#variants)* })
        }
        Body::Newtype(place) => {
            entries.push(quote!(transparent));
            let ty = rust_type(place, types);
            let mut inner = constraints(place);
            inner.extend(about(&Meta { description: None, ..place.meta.clone() }));
            let inner = attribute(&inner);
            quote!(pub struct #name(#inner pub #ty);)
        }
    };
    entries.extend(doc.as_ref().and_then(Doc::entry));
    entries.extend(about(&Meta { description: None, ..meta.clone() }));
    let attribute = attribute(&entries);
    quote!(#comments #docs #derives #attribute #tokens)
}

fn field(field: &Field, case: Case, public: bool, types: &Types, marker: &Marker) -> TokenStream {
    let Field { key, ident: name, place, required, default, comments } = field;
    let name_of = name.strip_prefix("r#").unwrap_or(name);
    let doc = place.meta.description.as_deref().map(Doc::of);
    let docs = doc.as_ref().map(Doc::lines);
    let mut entries = Vec::new();
    if case.field(name_of) != *key {
        let key = literal(key);
        entries.push(quote!(rename = #key));
    }
    entries.extend(doc.as_ref().and_then(Doc::entry));
    entries.extend(about(&Meta { description: None, ..place.meta.clone() }));
    entries.extend(constraints(place));
    let says_null = place.nullable && !matches!(place.ty, Type::Any | Type::Null);
    if says_null {
        entries.push(if *required { quote!(required) } else { quote!(nullable) });
    }
    entries.extend(default.as_ref().map(default_entry));
    let ty = rust_type(place, types);
    let optional = !*required && default.is_none() && !says_null;
    let ty = if optional { quote!(Option<#ty>) } else { ty };
    let attribute = attribute(&entries);
    let comments = marker.comments(comments);
    let name = ident(name);
    let public = public.then(|| quote!(pub));
    quote!(#comments #docs #attribute #public #name: #ty,)
}

fn variant(
    variant: &Variant,
    case: Case,
    fields_case: Case,
    types: &Types,
    marker: &Marker,
) -> TokenStream {
    let Variant { name, ident: rust, description, holds, comments } = variant;
    let doc = description.as_deref().map(Doc::of);
    let docs = doc.as_ref().map(Doc::lines);
    let mut entries = Vec::new();
    if !matches!(holds, Holds::One(_)) && case.variant(rust) != *name {
        let name = literal(name);
        entries.push(quote!(rename = #name));
    }
    entries.extend(doc.as_ref().and_then(Doc::entry));
    let attribute = attribute(&entries);
    let comments = marker.comments(comments);
    let rust = ident(rust);
    let holds = match holds {
        Holds::Nothing => TokenStream::new(),
        Holds::One(place) => {
            let ty = rust_type(place, types);
            quote!((#ty))
        }
        Holds::Fields(fields) => {
            let fields =
                fields.iter().map(|field| self::field(field, fields_case, false, types, marker));
            quote!({ #(#fields)* })
        }
    };
    quote!(#comments #docs #attribute #rust #holds,)
}
