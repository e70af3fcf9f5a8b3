//! Flattened fields: the parts of a table.

use super::check::label;
use super::{Assertion, Fields, Home, Role, rows};
use crate::attr::Spelling;
use crate::show::show;
use proc_macro2::TokenStream;
use quote::quote;

impl Fields<'_> {
    pub(super) fn has_parts(&self) -> bool {
        self.parts().next().is_some()
    }

    /// The constants of a table that has parts.
    pub(super) fn part_constants(&self, home: &Home<'_>) -> TokenStream {
        if !self.has_parts() {
            return TokenStream::new();
        }
        let private = home.private;
        let parts = self.parts().map(|(row, field)| {
            let ty = field.ty;
            let row = u16::try_from(home.before.len() + row).unwrap_or(u16::MAX);
            quote! {
                #private::Part {
                    at: #row,
                    node: <#ty as #private::Flat>::PART,
                    presence: <#ty as #private::Flat>::PRESENCE,
                }
            }
        });
        let rest = self.parts().last().map(|(_, field)| rows::rest(home, field));
        let assertions = home.is_generic().then(|| {
            let calls = self.part_assertions(home, &quote!(__parts));
            calls.iter().map(Assertion::call).collect::<Vec<_>>()
        });
        let assertions = assertions.into_iter().flatten();
        quote! {
            const PARTS: &'static [#private::Part] = {
                let __parts: &'static [#private::Part] = const { &[#(#parts),*] };
                #(#assertions;)*
                __parts
            };
            const REST: ::core::option::Option<#private::Link> = #rest;
        }
    }

    /// What only the types of parts can tell; `parts` is the list of them.
    pub(super) fn part_assertions(&self, home: &Home<'_>, parts: &TokenStream) -> Vec<Assertion> {
        let Home { private, ident, .. } = home;
        let table = home.table_trait();
        let of = if home.is_generic() { quote!(Self) } else { quote!(#ident) };
        let count = self.parts().count();
        let mut list = Vec::new();
        for (at, (_, field)) in self.parts().enumerate() {
            let Role::Part(spelling) = &field.role else { continue };
            let blame = spelling.blame;
            let shown = format!("`{}: {}`", label(&field.member), show(field.ty));
            let this = quote!(&#parts[#at]);
            let rows = quote!(<#of as #table>::ROWS);
            list.push(Assertion::new(
                quote!(!#private::clashes(#rows, #parts, #at)),
                &quote!(#private::clash(#shown, #rows, #parts, #at).text()),
                crate::ctxt::Blame::on(field.ty),
            ));
            list.push(Assertion::new(
                quote!(!#private::has_rest(#this)),
                &format!("{shown} flattens a map, and which keys are left over for that only the outermost struct knows: move the map there"),
                blame,
            ));
            if at + 1 < count {
                list.push(Assertion::new(
                    quote!(!#private::is_rest(#this)),
                    &format!("{shown} takes the keys that are left, so it stands behind all other flattened fields, and there is one such: move it to the end"),
                    blame,
                ));
            }
            if self.deny {
                list.push(Assertion::new(
                    quote!(!#private::is_rest(#this)),
                    &format!("{shown} takes undeclared keys, which `deny_unknown_fields` refuses: leave one of them out"),
                    blame,
                ));
                if spelling.value == Spelling::Serde {
                    list.push(Assertion::new(
                        quote!(!#private::has_parts(#this)),
                        &format!("beside `deny_unknown_fields` serde refuses the keys of what {shown} flattens itself: leave one of them out"),
                        blame,
                    ));
                }
            }
        }
        list
    }
}
