//! Third stage: data and thin calls. Logic lives in the runtime; every name of it goes through its `__private` module.

use super::asserts::{self, Assertion};
use super::model::{ChoiceValues, Constraints, Field, Kind, Meta, Model, Variant};
use crate::attr::{Number, integer};
use crate::ctxt::At;
use crate::docs::Text;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Generics, parse_quote};

pub(crate) fn expand(model: &Model<'_>) -> TokenStream {
    let Model { private, ident, .. } = model;
    let generics = bounded(model.generics, private);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let unnamed = model.hidden.then(|| quote!(#[diagnostic::do_not_recommend]));
    let root = model.root.then(|| {
        quote! {
            #unnamed
            #[automatically_derived]
            impl #impl_generics #private::ToolArgs for #ident #ty_generics #where_clause {}
        }
    });
    let value = match &model.kind {
        Kind::Struct { deny, fields } => structure(model, &generics, *deny, fields),
        Kind::Enum(variants) => enumeration(model, &generics, variants),
    };
    quote! {
        #[allow(deprecated, reason = "what is deprecated is still read and written")]
        const _: () = {
            #value
            #root
        };
    }
}

/// Every type parameter is a value itself.
pub(super) fn bounded(generics: &Generics, private: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(#private::ToolValue));
    }
    generics
}

fn structure(
    model: &Model<'_>,
    generics: &Generics,
    deny: bool,
    fields: &[Field<'_>],
) -> TokenStream {
    let Model { private, ident, name, .. } = model;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let rows = fields.iter().map(|field| row(private, field));
    let keys: usize = fields.iter().map(|field| 1 + field.aliases.len()).sum();
    let index = (2 * keys).next_power_of_two();
    let count = fields.len();
    // Without parameters the assertions are items and hold at once; with them they wait for the parameters.
    let generic = !model.generics.params.is_empty();
    let assertions = assertions(model, fields, generic);
    let (outside, inside) = if generic {
        let calls = assertions.iter().map(Assertion::call);
        (TokenStream::new(), quote!(#(#calls;)*))
    } else {
        let calls = assertions.iter().map(Assertion::call);
        (quote!(#(const _: () = #calls;)*), TokenStream::new())
    };
    let meta = meta(private, &model.meta);
    let unnamed = model.hidden.then(|| quote!(#[diagnostic::do_not_recommend]));
    let members: Vec<&Ident> = fields.iter().map(|field| field.ident).collect();
    let tys: Vec<&syn::Type> = fields.iter().map(|field| field.ty).collect();
    let names = fields.iter().map(|field| &field.key);
    let numbers = 0..count;
    quote! {
        #outside

        #[automatically_derived]
        impl #impl_generics #private::Table for #ident #ty_generics #where_clause {
            const ROWS: &'static [#private::Row] = {
                #inside
                &[#(#rows),*]
            };
            const INDEX: &'static [::core::primitive::u16] = &#private::index::<#index>(<Self as #private::Table>::ROWS);
        }

        #unnamed
        #[automatically_derived]
        impl #impl_generics #private::ToolValue for #ident #ty_generics #where_clause {
            const NODE: &'static #private::Node = &#private::Node::named(
                #private::Shape::Object(#private::Object::new(<Self as #private::Table>::ROWS, <Self as #private::Table>::INDEX, #deny)),
                #meta,
                #private::Identity::of::<Self>(#name),
            );

            fn decode(__cursor: #private::Cursor<'_>, __node: &#private::Node) -> ::core::result::Result<Self, #private::Invalid> {
                let mut __slots: [::core::option::Option<#private::Cursor<'_>>; #count] = [::core::option::Option::None; #count];
                #private::object(__cursor, __node, &mut __slots)?;
                ::core::result::Result::Ok(Self {
                    #(#members: <#tys as #private::ToolValue>::field(&__slots, <Self as #private::Table>::ROWS, #numbers)?,)*
                })
            }

            fn encode(&self, __out: &mut #private::JsonWriter) -> ::core::result::Result<(), #private::LossyError> {
                __out.begin_object()?;
                #(
                    __out.key(#names)?;
                    <#tys as #private::ToolValue>::encode(&self.#members, __out)?;
                )*
                __out.end_object()
            }
        }
    }
}

fn row(private: &TokenStream, field: &Field<'_>) -> TokenStream {
    let Field { key, aliases, ty, .. } = field;
    let node = match narrowed(private, field, &ty.to_token_stream()) {
        Some(narrowed) => quote!(&#narrowed),
        None => base(private, field, &ty.to_token_stream()),
    };
    let required = match (field.required.is_some(), &field.default) {
        (true, _) => quote!(true),
        (false, Some(_)) => quote!(false),
        (false, None) => quote!(!<#ty as #private::ToolValue>::PROPERTY.is_optional()),
    };
    let default = option(field.default.as_ref().map(|default| {
        let text = default.value.json();
        quote! {
            #private::DefaultValue {
                text: #text,
                document: || {
                    static DOCUMENT: ::std::sync::LazyLock<#private::FrozenJson> =
                        ::std::sync::LazyLock::new(|| ::core::result::Result::unwrap_or_default(#private::FrozenJson::parse(#text)));
                    &DOCUMENT
                },
            }
        }
    }));
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

/// The type's node as this field uses it.
fn base(private: &TokenStream, field: &Field<'_>, ty: &TokenStream) -> TokenStream {
    if field.required.is_some() {
        quote!(<#ty as #private::ToolValue>::NODE)
    } else {
        quote!(<#ty as #private::ToolValue>::PROPERTY)
    }
}

/// The node with the field's constraints laid over it, if there are any.
fn narrowed(private: &TokenStream, field: &Field<'_>, ty: &TokenStream) -> Option<TokenStream> {
    if field.constraints.is_empty() {
        return None;
    }
    let (base, constraints) = (base(private, field, ty), constraints(private, &field.constraints));
    Some(quote!(#private::constrain(#base, #constraints)))
}

fn constraints(private: &TokenStream, constraints: &Constraints) -> TokenStream {
    let Constraints { range, length, pattern, choices, unique } = constraints;
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
    let entries = entries.into_iter().map(|(name, value)| {
        let name = quote::format_ident!("{name}");
        quote!(#name: #value,)
    });
    quote!(#private::Constraints { #(#entries)* ..#private::Constraints::NONE })
}

fn assertions(model: &Model<'_>, fields: &[Field<'_>], generic: bool) -> Vec<Assertion> {
    let all = fields.iter().flat_map(|field| {
        let ty = field.ty.to_token_stream();
        // `Self` has no meaning outside of the impl.
        let ty = if generic { ty } else { without_self(ty, model.ident) };
        asserts::of_field(&model.private, field, &ty, generic)
    });
    all.collect()
}

/// What is asserted of the fields of a broken item that are not broken themselves, and that their types are values.
pub(crate) fn rest(model: &Model<'_>) -> TokenStream {
    let private = &model.private;
    if !model.generics.params.is_empty() {
        // There is no place where parameters have values.
        return TokenStream::new();
    }
    let whole = model.fields().iter().filter(|field| !field.broken);
    let assertions = whole.map(|field| {
        let ty = without_self(field.ty.to_token_stream(), model.ident);
        let calls = asserts::of_field(private, field, &ty, false);
        let calls = calls.iter().map(Assertion::call);
        quote! {
            const _: &#private::Node = <#ty as #private::ToolValue>::NODE;
            #(const _: () = #calls;)*
        }
    });
    quote!(#(#assertions)*)
}

fn without_self(tokens: TokenStream, ident: &Ident) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(word) if word == "Self" => {
            let mut ident = ident.clone();
            ident.set_span(word.span());
            TokenTree::Ident(ident)
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), without_self(group.stream(), ident));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    });
    tokens.collect()
}

fn enumeration(model: &Model<'_>, generics: &Generics, variants: &[Variant<'_>]) -> TokenStream {
    let Model { private, ident, name, .. } = model;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let choices = variants.iter().zip(0_u16..).flat_map(|(variant, number)| {
        let (name, description) = (&variant.name, text(variant.description.as_ref()));
        let own = quote!(#private::Choice::new(#name, #number, #description));
        let aliases = variant
            .aliases
            .iter()
            .map(move |alias| quote!(#private::Choice::alias(#alias, #number)));
        std::iter::once(own).chain(aliases)
    });
    let meta = meta(private, &model.meta);
    let names = variants.iter().map(|variant| &variant.name);
    let idents: Vec<&Ident> = variants.iter().map(|variant| variant.ident).collect();
    // The last one stands for every number that is left, of which there is one.
    let last = idents.len().saturating_sub(1);
    let arms = idents.iter().zip(0_u16..).map(|(ident, number)| {
        if usize::from(number) == last {
            quote!(_ => Self::#ident)
        } else {
            quote!(#number => Self::#ident)
        }
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::ToolValue for #ident #ty_generics #where_clause {
            const NODE: &'static #private::Node = &#private::Node::named(
                #private::Shape::Choice(#private::Shared::Const(const { &[#(#choices),*] })),
                #meta,
                #private::Identity::of::<Self>(#name),
            );

            fn decode(__cursor: #private::Cursor<'_>, __node: &#private::Node) -> ::core::result::Result<Self, #private::Invalid> {
                ::core::result::Result::Ok(match #private::choice(__cursor, __node)? {
                    #(#arms,)*
                })
            }

            fn encode(&self, __out: &mut #private::JsonWriter) -> ::core::result::Result<(), #private::LossyError> {
                __out.str(match self {
                    #(Self::#idents => #names,)*
                })
            }
        }
    }
}

fn meta(private: &TokenStream, meta: &Meta) -> TokenStream {
    let Meta { title, description, examples, deprecated } = meta;
    let mut entries = Vec::new();
    if title.is_some() {
        let title = text(title.as_ref());
        entries.push(quote!(title: #title,));
    }
    if description.is_some() {
        let description = text(description.as_ref());
        entries.push(quote!(description: #description,));
    }
    if !examples.is_empty() {
        let examples = examples.iter().map(|example| example.value.json());
        entries.push(quote!(examples: &[#(#examples),*],));
    }
    if *deprecated {
        entries.push(quote!(deprecated: true,));
    }
    match entries.len() {
        0 => quote!(#private::Meta::NONE),
        4 => quote!(#private::Meta { #(#entries)* }),
        _ => quote!(#private::Meta { #(#entries)* ..#private::Meta::NONE }),
    }
}

/// `Some(..)` or `None`, as the language has them.
pub(crate) fn text(text: Option<&Text>) -> TokenStream {
    option(text.map(ToTokens::to_token_stream))
}

pub(crate) fn option(value: Option<TokenStream>) -> TokenStream {
    if let Some(value) = value { some(&value) } else { quote!(::core::option::Option::None) }
}

fn some(value: &impl ToTokens) -> TokenStream {
    quote!(::core::option::Option::Some(#value))
}
