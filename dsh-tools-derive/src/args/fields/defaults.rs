//! What an absent key stands for, as the runtime has it.

use super::super::tokens::without_self;
use super::{Field, Home, Value};
use crate::attr::{Default, SerdeDefault};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;

/// The default of row number `number`.
pub(super) fn value(home: &Home<'_>, number: usize, field: &Field<'_>) -> Option<TokenStream> {
    let private = home.private;
    let default = &field.default.as_ref()?.value;
    let mut made = made(home, field, default);
    let mut is_code = !matches!(default, Value::Own(Default::Literal(_)));
    if let Some(serde) = &field.serde_default {
        is_code = true;
        let theirs = match serde {
            SerdeDefault::Bare => Value::Own(Default::Bare),
            SerdeDefault::Path(path) => Value::Call(Box::new(SerdeDefault::call(path))),
        };
        let theirs = self::made(home, field, &theirs);
        made = quote!(#made.agreeing("serde", #theirs));
    }
    let made = if is_code && home.is_generic() {
        // A static cannot speak of parameters.
        quote!(|| #private::made_once::<Self>(#number, || #made))
    } else {
        let made = without_self(made, home.ident);
        quote! {
            || {
                static MADE: ::std::sync::LazyLock<#private::Made> = ::std::sync::LazyLock::new(|| #made);
                &MADE
            }
        }
    };
    Some(quote!(#private::DefaultValue { made: #made }))
}

fn made(home: &Home<'_>, field: &Field<'_>, default: &Value) -> TokenStream {
    let (private, ty) = (home.private, field.ty);
    if field.foreign {
        return made_foreign(private, field, default);
    }
    match default {
        Value::Own(Default::Literal(literal)) => {
            let text = literal.json();
            quote!(#private::Made::text(#text))
        }
        Value::Own(Default::Bare) => {
            let own = own(ty);
            quote!(#private::Made::value::<#ty>(|| #own))
        }
        // The path of a value, or of a function that gives one.
        Value::Own(Default::Code(code)) if matches!(**code, syn::Expr::Path(_)) => {
            quote!(#private::Made::value::<#ty>(|| #private::Given::<#ty, _>::give(#code)))
        }
        Value::Own(Default::Code(code)) | Value::Call(code) => {
            quote!(#private::Made::value::<#ty>(|| #code))
        }
        Value::OfWhole(code) => {
            let member = &field.member;
            quote!(#private::Made::field::<Self, #ty>(|| #code, |__whole| &__whole.#member))
        }
    }
}

/// What serde writes of a foreign type's value.
fn made_foreign(private: &TokenStream, field: &Field<'_>, default: &Value) -> TokenStream {
    let (ty, member) = (field.ty, &field.member);
    let value = match default {
        Value::Own(Default::Literal(literal)) => {
            let text = literal.json();
            return quote!(#private::Made::text(#text));
        }
        Value::Own(Default::Bare) => own(ty),
        Value::Own(Default::Code(code)) if matches!(**code, syn::Expr::Path(_)) => {
            quote!(#private::Given::<#ty, _>::give(#code))
        }
        Value::Own(Default::Code(code)) | Value::Call(code) => code.to_token_stream(),
        Value::OfWhole(code) => quote!({ let __whole: Self = #code; __whole.#member }),
    };
    quote!(#private::Made::foreign::<#ty>(|| #value))
}

/// The default of a type.
fn own(ty: &impl ToTokens) -> TokenStream {
    let tokens = ty.to_token_stream();
    quote_spanned!(tokens.span()=> <#tokens as ::core::default::Default>::default())
}

/// What a field is made of that has no place in the JSON.
pub(crate) fn skipped(field: &Field<'_>) -> TokenStream {
    match field.default.as_ref().map(|default| &default.value) {
        Some(Value::Call(code)) => code.to_token_stream(),
        Some(Value::OfWhole(code)) => {
            let member = &field.member;
            quote!({ let __whole: Self = #code; __whole.#member })
        }
        _ => own(field.ty),
    }
}
