//! After an error: what else there is to tell, and impls that make no further errors, so that the rest of the crate is
//! checked as if nothing had happened.

use super::Derive;
use super::check::private;
use crate::attr::Dialect;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{DeriveInput, Expr, GenericParam, Meta, parse_quote};

pub(super) fn expand(item: &DeriveInput, derive: Derive, errors: &TokenStream) -> TokenStream {
    let private = private(krate(item).as_ref());
    let ident = &item.ident;
    let mut generics = item.generics.clone();
    for parameter in &mut generics.params {
        match parameter {
            // Values outlive everything; what is borrowed is an error already.
            GenericParam::Lifetime(lifetime) => {
                lifetime.colon_token = None;
                lifetime.bounds = parse_quote!('static);
            }
            GenericParam::Type(parameter) => {
                parameter.bounds.push(parse_quote!(#private::ToolValue));
            }
            GenericParam::Const(_) => {}
        }
    }
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let root = (derive == Derive::ToolArgs).then(|| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #private::ToolArgs for #ident #ty_generics #where_clause {}
        }
    });
    // An object without keys narrows nothing and refuses nothing.
    let node = quote_spanned! {ident.span()=>
        &#private::Node::new(#private::Shape::Object(#private::Object::new(&[], &#private::index::<1>(&[]), false)))
    };
    quote! {
        #errors

        const _: () = {
            #[automatically_derived]
            impl #impl_generics #private::ToolValue for #ident #ty_generics #where_clause {
                const NODE: &'static #private::Node = #node;

                fn decode(_: #private::Cursor<'_>, _: &#private::Node) -> ::core::result::Result<Self, #private::Invalid> {
                    ::core::unimplemented!()
                }

                fn encode(&self, _: &mut #private::JsonWriter) -> ::core::result::Result<(), #private::LossyError> {
                    ::core::unimplemented!()
                }
            }
            // Where it is flattened, or the key of a map, nothing more is wrong.
            #[automatically_derived]
            impl #impl_generics #private::Record for #ident #ty_generics #where_clause {
                fn encode_rows(&self, _: &mut #private::JsonWriter) -> ::core::result::Result<(), #private::LossyError> {
                    ::core::unimplemented!()
                }
            }
            #[automatically_derived]
            impl #impl_generics #private::MapKey for #ident #ty_generics #where_clause {}
            #root
        };
    }
}

/// `crate = path`, read without complaint: all complaints have been made.
fn krate(item: &DeriveInput) -> Option<syn::Path> {
    let dialect = if item.attrs.iter().any(|attr| Dialect::ToolArg.owns(attr)) {
        Dialect::ToolArg
    } else {
        Dialect::Arg
    };
    let mut found = None;
    for attr in item.attrs.iter().filter(|attr| dialect.owns(attr)) {
        let Meta::List(list) = &attr.meta else {
            continue;
        };
        let cx = crate::ctxt::Ctxt::new();
        for entry in crate::attr::entries(&cx, list, "") {
            if let (true, crate::attr::Given::Value(Expr::Path(path))) =
                (entry.key == "crate", &entry.given)
            {
                found = Some(path.path.clone());
            }
        }
        let _ = cx.check();
    }
    found
}
