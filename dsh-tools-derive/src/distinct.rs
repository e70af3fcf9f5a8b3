//! Names of which no two may be the same: calls find tools by name.

use crate::args::Assertion;
use crate::ctxt::Blame;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Attribute;

/// The name of a tool.
pub(crate) struct Named {
    /// The `cfg`s under which it is there.
    pub(crate) conditions: Vec<Attribute>,
    /// A constant text.
    pub(crate) text: TokenStream,
    /// What is said if one before it is the same.
    pub(crate) message: String,
    pub(crate) blame: Blame,
}

/// Constants that assert it.
pub(crate) fn distinct(private: &TokenStream, names: &[Named]) -> TokenStream {
    if names.len() < 2 {
        return TokenStream::new();
    }
    let numbers = 0..names.len();
    let conditions = names.iter().map(|name| &name.conditions);
    let constants = names.iter().map(|name| &name.text);
    let assertions = names.iter().enumerate().skip(1).map(|(number, name)| {
        let conditions = &name.conditions;
        let condition = quote!(#private::is_first_name(__NAMES, #number));
        let call = Assertion::new(condition, &name.message, name.blame).call();
        quote!(#(#conditions)* const _: () = #call;)
    });
    quote! {
        const __NAMES: &[(::core::primitive::usize, &::core::primitive::str)] = &[#(#(#conditions)* (#numbers, #constants)),*];
        #(#assertions)*
    }
}
