//! The impls of an enum: its table, and thin calls that read and write by it.

use super::super::expand::{Value, node};
use super::super::model::Model;
use super::model::{Content, Enum, Tagging};
use super::node::{self as table, Item};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

pub(crate) fn expand(model: &Model<'_>, generics: &Generics, holder: &Enum<'_>) -> TokenStream {
    let Model { private, ident, .. } = model;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let item = Item { private, ident, generics, root: model.root };
    let (tables, inside) = (table::tables(&item, holder), table::inside(&item, holder));
    let shape = table::shape(&item, holder);
    let node = node(model, &shape);
    let decode = decode(&item, holder);
    let arms = holder.variants.iter().map(|variant| variant.encode(&item, holder));
    let value = Value {
        node: if inside.is_empty() { node } else { quote!({ #inside #node }) },
        constants: TokenStream::new(),
        decode,
        encode: quote! {
            match self {
                #(#arms,)*
            }
        },
    };
    let value = value.expand(model, generics);
    let key = (holder.tagging == Tagging::Names).then(|| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #private::MapKey for #ident #ty_generics #where_clause {}
        }
    });
    quote!(#tables #value #key)
}

fn decode(item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
    let private = item.private;
    // The last one stands for every number that is left, of which there is one.
    let last = holder.kept().map(|variant| variant.number).max();
    let arms = holder.kept().map(|variant| {
        let (ident, number) = (variant.ident, variant.number);
        let read = match holder.tagging {
            Tagging::Names => quote!(Self::#ident),
            _ => variant.decode(item, holder),
        };
        if Some(number) == last { quote!(_ => #read) } else { quote!(#number => #read) }
    });
    if holder.tagging == Tagging::Names {
        return quote! {
            ::core::result::Result::Ok(match #private::choice(__cursor, __node)? {
                #(#arms,)*
            })
        };
    }
    quote! {
        #private::union(__cursor, __node, |__picked| match __picked.variant() {
            #(#arms,)*
        })
    }
}

/// Of a broken enum without parameters: what is asserted of the fields that are not broken themselves, and that all
/// types in it are values.
pub(crate) fn rest(model: &Model<'_>, holder: &Enum<'_>) -> TokenStream {
    let Model { home: private, ident, generics, root, .. } = model;
    let item = Item { private, ident, generics, root: *root };
    let all = holder.kept().map(|variant| match &variant.content {
        Content::Unit => TokenStream::new(),
        Content::Newtype(fields) | Content::Tuple(fields) | Content::Struct(fields) => {
            let whole = fields.list.iter().all(|field| !field.broken);
            let calls = if whole { table::calls(&item, holder, variant) } else { Vec::new() };
            let rest = fields.rest(private, ident);
            quote!(#rest #(const _: () = #calls;)*)
        }
    });
    all.collect()
}
