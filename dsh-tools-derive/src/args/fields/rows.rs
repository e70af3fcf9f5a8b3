//! The row of a field: what the runtime knows of it.

use super::super::model::Meta;
use super::super::tokens::{meta, option, some};
use super::{ChoiceValues, Constraints, Field, Home, asserts, defaults};
use crate::attr::{Number, Range, integer};
use crate::ctxt::At;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn row(home: &Home<'_>, number: usize, field: &Field<'_>) -> TokenStream {
    let private = home.private;
    let Field { key, aliases, .. } = field;
    let ty = field.value(private);
    let node = node(home, field);
    if let (None, None, None, true) =
        (&field.required, &field.nullable, &field.default, aliases.is_empty())
        && let Meta { title: None, description, examples, deprecated: false } = &field.meta
        && examples.is_empty()
    {
        // The most common row, and the shortest code.
        return if let Some(description) = description {
            quote!(#private::told_row(#key, #node, #description))
        } else {
            quote!(#private::row(#key, #node))
        };
    }
    let required = match (field.required.is_some(), &field.default) {
        (true, _) => quote!(true),
        (false, Some(_)) => quote!(false),
        (false, None) => quote!(!<#ty as #private::ToolValue>::PROPERTY.is_optional()),
    };
    let default = option(defaults::value(home, number, field));
    let meta = meta(private, &field.meta);
    quote! {
        #private::Row {
            key: #private::Key::new(#key),
            aliases: #private::Shared::Const(&[#(#private::Key::new(#aliases)),*]),
            node: #private::Link::Const(#node),
            required: #required,
            default: #default,
            meta: #meta,
        }
    }
}

/// The type's node as this field uses it, with the field's constraints laid over it.
fn node(home: &Home<'_>, field: &Field<'_>) -> TokenStream {
    let (private, ty) = (home.private, field.value(home.private));
    let base = if field.required.is_some() {
        quote!(<#ty as #private::ToolValue>::NODE)
    } else if field.nullable.is_some() {
        quote!(const { &<#ty as #private::ToolValue>::NODE.null_is_a_value() })
    } else {
        quote!(<#ty as #private::ToolValue>::PROPERTY)
    };
    narrowed(home, field, &base)
}

/// A node with the field's constraints laid over it, if there are any.
pub(crate) fn narrowed(home: &Home<'_>, field: &Field<'_>, base: &TokenStream) -> TokenStream {
    if field.constraints.is_empty() {
        return base.clone();
    }
    let (private, ty) = (home.private, field.value(home.private));
    if let Some(node) = simply(private, base, &field.constraints) {
        return quote!(const { &#node });
    }
    let known = quote!(<#ty as #private::ToolValue>::KNOWN);
    let nested = Nested { home, field };
    let constraints = nested.constraints(&field.constraints, base, &known);
    quote!(const { &#private::constrain(#base, #constraints) })
}

/// The shortest code for the most common constraints, which are nothing but a length or a range of integers.
fn simply(private: &TokenStream, base: &TokenStream, said: &Constraints) -> Option<TokenStream> {
    let Constraints { range, length, pattern, choices, unique, format, inner, keys, custom } = said;
    let more = pattern.is_some() || choices.is_some() || unique.is_some() || format.is_some();
    if more || inner.is_some() || keys.is_some() || custom.is_some() {
        return None;
    }
    match (range, length) {
        (None, Some(length)) => {
            let min = length.min.as_ref().map_or(0, |min| min.value);
            let max = length.max.as_ref().map_or(u32::MAX, |max| max.value);
            Some(quote!(#private::long(#base, #min, #max)))
        }
        (
            Some(Range {
                min: Some(At { value: Number::Int(min), .. }),
                max: Some(At { value: Number::Int(max), .. }),
                exclusive_min: None,
                exclusive_max: None,
                multiple_of: None,
                ..
            }),
            None,
        ) => {
            let (min, max) = (integer(*min), integer(*max));
            Some(quote!(#private::between(#base, #min, #max)))
        }
        _ => None,
    }
}

/// What the values look like that a flattened map takes.
pub(super) fn rest(home: &Home<'_>, field: &Field<'_>) -> TokenStream {
    let (private, ty) = (home.private, field.ty);
    let rest = quote!(<#ty as #private::Flat>::REST);
    let Some(inner) = &field.constraints.inner else { return rest };
    let known = quote!(<#ty as #private::Flat>::KNOWN);
    let inner = Nested { home, field }.inner(&inner.value, &known);
    quote! {
        match #rest {
            ::core::option::Option::Some(_) => ::core::option::Option::Some(#private::Link::Lazy(#inner)),
            ::core::option::Option::None => ::core::option::Option::None,
        }
    }
}

/// The constraints of a field, and those within them.
struct Nested<'a, 'f> {
    home: &'a Home<'a>,
    field: &'a Field<'f>,
}

impl Nested<'_, '_> {
    /// The function that gives the node of elements or values, of which `known` tells.
    fn inner(&self, constraints: &Constraints, known: &TokenStream) -> TokenStream {
        let inside = quote!(#known.inner());
        self.function("what is in", constraints, &quote!(#inside.place()), &inside)
    }

    fn keys(&self, constraints: &Constraints, known: &TokenStream) -> TokenStream {
        self.function("the keys of", constraints, &quote!(#known.keys()), known)
    }

    fn function(
        &self,
        what: &str,
        constraints: &Constraints,
        node: &TokenStream,
        known: &TokenStream,
    ) -> TokenStream {
        let private = self.home.private;
        // Of a type with parameters this is where they have values and nothing is a cycle.
        let asserts = self.home.is_generic().then(|| {
            asserts::of_nested(private, self.field, constraints, node, what)
                .iter()
                .map(asserts::Assertion::call)
                .collect::<Vec<_>>()
        });
        let asserts = asserts.into_iter().flatten();
        let constraints = self.constraints(constraints, node, known);
        quote!(|| const { #(#asserts;)* &#private::constrain(#node, #constraints) })
    }

    fn constraints(
        &self,
        said: &Constraints,
        base: &TokenStream,
        known: &TokenStream,
    ) -> TokenStream {
        let private = self.home.private;
        let mut entries = constraints(private, said);
        if let Some(format) = &said.format {
            entries.push(("format", some(&format.value.constant(private))));
        }
        if let Some(inner) = &said.inner {
            entries.push(("inner", some(&self.inner(&inner.value, known))));
        }
        if let Some(keys) = &said.keys {
            entries.push(("keys", some(&self.keys(&keys.value, known))));
        }
        if let Some(custom) = &said.custom {
            let (ty, path) = (self.field.ty, &custom.value);
            let check = quote! {
                const {
                    &#private::Check {
                        run: |__subject| #private::told_of_field::<#ty, _>(__subject, #path),
                        next: #base.check(),
                    }
                }
            };
            entries.push(("check", some(&check)));
        }
        let entries = entries.into_iter().map(|(name, value)| {
            let name = quote::format_ident!("{name}");
            quote!(#name: #value,)
        });
        quote!(#private::Constraints { #(#entries)* ..#private::Constraints::NONE })
    }
}

/// What is said of the value itself.
fn constraints(
    private: &TokenStream,
    constraints: &Constraints,
) -> Vec<(&'static str, TokenStream)> {
    let Constraints { range, length, pattern, choices, unique, .. } = constraints;
    let mut entries = Vec::new();
    if let Some(range) = range {
        let bounds = [
            ("min", &range.min),
            ("max", &range.max),
            ("exclusive_min", &range.exclusive_min),
            ("exclusive_max", &range.exclusive_max),
            ("multiple_of", &range.multiple_of),
        ];
        for (name, bound) in bounds {
            entries.extend(
                bound
                    .as_ref()
                    .map(|bound: &At<Number>| (name, some(&bound.value.constant(private)))),
            );
        }
    }
    if let Some(length) = length {
        for (name, bound) in [("min_length", &length.min), ("max_length", &length.max)] {
            entries.extend(bound.as_ref().map(|bound| {
                let count = proc_macro2::Literal::u32_unsuffixed(bound.value);
                (name, some(&count))
            }));
        }
    }
    if let Some(pattern) = pattern {
        let (source, program) = (&pattern.source, pattern.program.text());
        entries.push((
            "pattern",
            some(&quote! {
                || {
                    static PATTERN: ::std::sync::LazyLock<#private::Pattern> =
                        ::std::sync::LazyLock::new(|| #private::Pattern::new(#source, #program));
                    &PATTERN
                }
            }),
        ));
    }
    match choices.as_ref().map(|choices| &choices.values) {
        Some(ChoiceValues::Strings(strings)) => {
            let choices = strings.iter().zip(0_u16..).map(|(At { value, .. }, at)| {
                quote!(#private::Choice::new(#value, #at, ::core::option::Option::None))
            });
            entries.push(("strings", some(&quote!(const { &[#(#choices),*] }))));
        }
        Some(ChoiceValues::Integers(integers)) => {
            let integers = integers.iter().map(|value| integer(value.value));
            entries.push(("integers", some(&quote!(&[#(#integers),*]))));
        }
        None => {}
    }
    if unique.is_some() {
        entries.push(("unique", quote!(true)));
    }
    entries
}
