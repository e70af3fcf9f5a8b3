//! Structs that are no objects: newtypes, tuples, units.

use super::expand::{Value, check, node};
use super::fields::{Field, Fields, Home, Role, defaults, rows};
use super::model::{Kind, Model};
use super::tokens::meta;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

/// What an argument object says of itself: a newtype is one if its field is.
pub(super) fn root(model: &Model<'_>) -> TokenStream {
    let private = &model.private;
    let Kind::Newtype { fields, .. } = &model.kind else {
        return TokenStream::new();
    };
    let Some(field) = only(fields) else { return TokenStream::new() };
    let ty = field.ty;
    quote! {
        const ROOT: &'static #private::Node = {
            let _ = <#ty as #private::ToolArgs>::ROOT;
            <Self as #private::ToolValue>::NODE
        };
    }
}

/// The field that the newtype is.
fn only<'a, 'f>(fields: &'a Fields<'f>) -> Option<&'a Field<'f>> {
    fields.list.iter().find(|field| !matches!(field.role, Role::Skipped))
}

pub(super) fn newtype(
    model: &Model<'_>,
    generics: &Generics,
    fields: &Fields<'_>,
    transparent: bool,
) -> TokenStream {
    let Model { private, ident, name, .. } = model;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let home = Home { private, ident, generics, number: None, before: &[] };
    let (outside, inside) = fields.asserts(&home);
    let Some(field) = only(fields) else { return TokenStream::new() };
    let (ty, member) = (field.ty, &field.member);
    let (own, inner) = (meta(private, &model.meta), meta(private, &field.meta));
    let as_type = |base: &TokenStream| {
        let base = rows::narrowed(&home, field, base);
        let check = check(model, &quote!(#base.check()))
            .unwrap_or_else(|| quote!(::core::option::Option::None));
        quote! {
            &#private::Node::newtype(
                const { #base },
                #own.or(#inner),
                #private::Identity::of::<Self>(#name),
                #transparent,
                #check,
            )
        }
    };
    let node = as_type(&quote!(<#ty as #private::ToolValue>::NODE));
    let members = fields.list.iter().map(|field| {
        let this = &field.member;
        if let Role::Skipped = field.role {
            let made = defaults::skipped(field);
            quote!(#this: #made)
        } else {
            quote!(#this: __value)
        }
    });
    let build = quote!(Self { #(#members),* });
    let property = transparent.then(|| {
        let property = as_type(&quote!(<#ty as #private::ToolValue>::PROPERTY));
        quote! {
            const PROPERTY: &'static #private::Node = #property;

            fn absent() -> ::core::result::Result<Self, #private::Invalid> {
                ::core::result::Result::map(<#ty as #private::ToolValue>::absent(), |__value| #build)
            }
        }
    });
    let read = if field.constraints.custom.is_some() {
        // The type's own check is the first in the list.
        let at = usize::from(model.custom.is_some());
        quote!(#private::checked_value::<#ty>(__cursor, __node, <Self as #private::ToolValue>::NODE, #at))
    } else {
        quote!(<#ty as #private::ToolValue>::decode(__cursor, __node))
    };
    let value = Value {
        node: quote!({ #inside #node }),
        constants: quote! {
            #property
            const KNOWN: &'static #private::Known = &#private::Known::newtype(
                <Self as #private::ToolValue>::NODE,
                <#ty as #private::ToolValue>::KNOWN,
            );
        },
        decode: quote!(::core::result::Result::map(#read, |__value| #build)),
        encode: quote!(<#ty as #private::ToolValue>::encode(&self.#member, __out)),
    };
    let value = value.expand(model, generics);
    quote! {
        #outside
        #value

        #[automatically_derived]
        impl #impl_generics #private::Newtype for #ident #ty_generics #where_clause {
            type Inner = #ty;
        }
    }
}

pub(super) fn tuple(model: &Model<'_>, generics: &Generics, fields: &Fields<'_>) -> TokenStream {
    let Model { private, ident, .. } = model;
    let home = Home { private, ident, generics, number: None, before: &[] };
    let (outside, inside) = fields.asserts(&home);
    let links = fields.list.iter().map(|field| {
        let (ty, meta) = (field.ty, meta(private, &field.meta));
        let base = rows::narrowed(&home, field, &quote!(<#ty as #private::ToolValue>::NODE));
        quote!(#private::Link::Const(&#private::Node::about(const { #base }, #meta)))
    });
    let shape = quote! {
        #private::Shape::Tuple(#private::Shared::Const(const { &[#(#links),*] }))
    };
    let node = node(model, &shape);
    let members = fields.list.iter().enumerate().map(|(at, field)| {
        let (ty, member) = (field.ty, &field.member);
        let value = if field.constraints.custom.is_some() {
            quote!(#private::checked_element::<#ty>(__links, &mut __items, #at))
        } else {
            quote!(#private::element::<#ty>(__links, &mut __items, #at))
        };
        quote!(#member: #value?)
    });
    let tys = fields.list.iter().map(|field| field.ty);
    let names = fields.list.iter().map(|field| &field.member);
    let value = Value {
        node: quote!({ #inside #node }),
        constants: TokenStream::new(),
        decode: quote! {
            let (__links, mut __items) = #private::elements(__cursor, __node)?;
            ::core::result::Result::Ok(Self { #(#members),* })
        },
        encode: quote! {
            __out.begin_array()?;
            #(<#tys as #private::ToolValue>::encode(&self.#names, __out)?;)*
            __out.end_array()
        },
    };
    let value = value.expand(model, generics);
    quote!(#outside #value)
}

pub(super) fn unit(model: &Model<'_>, generics: &Generics) -> TokenStream {
    let private = &model.private;
    let value = Value {
        node: node(model, &quote!(#private::Shape::Null)),
        constants: TokenStream::new(),
        decode: quote! {
            ::core::result::Result::map(<() as #private::ToolValue>::decode(__cursor, __node), |()| Self)
        },
        encode: quote!(__out.null()),
    };
    value.expand(model, generics)
}
