//! The table of a list of fields, and the code that reads and writes by it.

use super::super::tokens::without_self;
use super::rows::row;
use super::{Assertion, Field, Fields, Role, asserts, defaults};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Generics;

/// The item that a list of fields is of.
pub(crate) struct Home<'a> {
    /// The path of the runtime's module for generated code.
    pub(crate) private: &'a TokenStream,
    pub(crate) ident: &'a Ident,
    /// Bounded already.
    pub(crate) generics: &'a Generics,
    /// Which of the item's lists it is: the variant's number; a struct has one only.
    pub(crate) number: Option<u16>,
    /// Rows that stand before those of the fields.
    pub(crate) before: &'a [TokenStream],
}

impl Home<'_> {
    /// The trait whose constants hold the table.
    pub(super) fn table_trait(&self) -> TokenStream {
        let private = self.private;
        let number = self.number.map(|number| quote!(<#number>));
        quote!(#private::Table #number)
    }

    /// Defaults of an item are numbered throughout.
    fn first_default(&self) -> usize {
        self.number.map_or(0, |number| (usize::from(number) + 1) << 16)
    }

    /// Without parameters the assertions are items and hold at once; with them they wait for the parameters.
    pub(super) fn is_generic(&self) -> bool {
        !self.generics.params.is_empty()
    }
}

impl Fields<'_> {
    /// The constants, and what is asserted of the fields' types.
    pub(crate) fn table(&self, home: &Home<'_>) -> TokenStream {
        let Home { private, ident, generics, .. } = home;
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        let table = home.table_trait();
        let first = home.first_default();
        let rows = self.rows().map(|(number, field)| row(home, first + number, field));
        let rows = home.before.iter().cloned().chain(rows);
        let own: usize = self.rows().map(|(_, field)| 1 + field.aliases.len()).sum();
        let keys = home.before.len() + own;
        let index = (2 * keys).next_power_of_two();
        let (outside, inside) = self.asserts(home);
        let parts = self.part_constants(home);
        let part_assertions = if home.is_generic() {
            Vec::new()
        } else {
            self.part_assertions(home, &quote!(<#ident as #table>::PARTS))
        };
        let part_assertions = part_assertions.iter().map(Assertion::call);
        quote! {
            #outside
            #(const _: () = #part_assertions;)*

            #[automatically_derived]
            impl #impl_generics #table for #ident #ty_generics #where_clause {
                const ROWS: &'static [#private::Row] = {
                    #inside
                    &[#(#rows),*]
                };
                const INDEX: &'static [::core::primitive::u16] = &#private::index::<#index>(<Self as #table>::ROWS);
                #parts
            }
        }
    }

    /// What is asserted of the fields' types: items, and statements for a constant that speaks of parameters.
    pub(crate) fn asserts(&self, home: &Home<'_>) -> (TokenStream, TokenStream) {
        let assertions = self.list.iter().flat_map(|field| {
            let ty = field.value(home.private);
            let ty = if home.is_generic() { ty } else { without_self(ty, home.ident) };
            asserts::of_field(home.private, field, &ty, home.is_generic())
        });
        let calls = assertions.map(|assertion| assertion.call());
        if home.is_generic() {
            (TokenStream::new(), quote!(#(#calls;)*))
        } else {
            (quote!(#(const _: () = #calls;)*), TokenStream::new())
        }
    }

    /// The shape of the object: within impls for the item.
    pub(crate) fn shape(&self, home: &Home<'_>) -> TokenStream {
        let (private, table, deny) = (home.private, home.table_trait(), self.deny);
        if self.has_parts() {
            return quote!(#private::Shape::Object(#private::Object::with_parts(
                <Self as #table>::ROWS,
                <Self as #table>::INDEX,
                #deny,
                <Self as #table>::PARTS,
                <Self as #table>::REST,
            )));
        }
        quote!(#private::Shape::Object(#private::Object::new(<Self as #table>::ROWS, <Self as #table>::INDEX, #deny)))
    }

    /// Statements and the expression that is the value. `construct` is what is built, as `Self` or `Self::Variant`;
    /// `find` makes of `__slots` the expression that finds the values of the rows.
    pub(crate) fn decode(
        &self,
        home: &Home<'_>,
        construct: &TokenStream,
        find: &TokenStream,
    ) -> TokenStream {
        let (private, table) = (home.private, home.table_trait());
        let first = home.before.len();
        let count = first + self.rows().count();
        let (mut row, mut part) = (first, 0_usize);
        let members = self.list.iter().map(|field| {
            let (member, ty) = (&field.member, field.ty);
            let value = match (&field.role, &field.constraints.custom) {
                (Role::Skipped, _) => {
                    let made = defaults::skipped(field);
                    return quote!(#member: #made);
                }
                (Role::Part(_), _) => {
                    part += 1;
                    let at = part - 1;
                    quote!(<#ty as #private::Flat>::part(__cursor, __node, #at))
                }
                (Role::Row, custom) => {
                    row += 1;
                    let at = row - 1;
                    match custom {
                        _ if field.foreign => quote!(#private::foreign_field::<#ty>(&__slots, <Self as #table>::ROWS, #at)),
                        None => quote!(<#ty as #private::ToolValue>::field(&__slots, <Self as #table>::ROWS, #at)),
                        Some(_) => quote!(#private::checked_field::<#ty>(&__slots, <Self as #table>::ROWS, #at)),
                    }
                }
            };
            // Not `?`: what it calls is resolved and generated for every field of every tool.
            quote! {
                #member: match #value {
                    ::core::result::Result::Ok(__value) => __value,
                    ::core::result::Result::Err(__invalid) => return ::core::result::Result::Err(__invalid),
                }
            }
        });
        let members: Vec<TokenStream> = members.collect();
        quote! {
            let mut __slots: [::core::option::Option<#private::Cursor<'_>>; #count] = [::core::option::Option::None; #count];
            if let ::core::result::Result::Err(__invalid) = #find {
                return ::core::result::Result::Err(__invalid);
            }
            ::core::result::Result::Ok(#construct {
                #(#members,)*
            })
        }
    }

    /// Statements that write the entries of an object that is open in `__out`; `reference` is the expression that
    /// refers to a field's value.
    pub(crate) fn encode(
        &self,
        home: &Home<'_>,
        mut reference: impl FnMut(&Field<'_>) -> TokenStream,
    ) -> TokenStream {
        let private = home.private;
        let entries = self.list.iter().map(|field| {
            let (key, ty, value) = (&field.key, field.ty, reference(field));
            match field.role {
                Role::Row if field.foreign => quote! {
                    __out.key(#key)?;
                    #private::encode_foreign::<#ty>(#value, __out)?;
                },
                Role::Row => quote! {
                    if let ::core::result::Result::Err(__lossy) = <#ty as #private::ToolValue>::encode_entry(#value, #key, __out) {
                        return ::core::result::Result::Err(__lossy);
                    }
                },
                Role::Part(_) => quote!(<#ty as #private::Flat>::encode_part(#value, __out)?;),
                Role::Skipped => TokenStream::new(),
            }
        });
        quote!(#(#entries)*)
    }

    /// Of a broken item without parameters: what is asserted of the fields that are not broken themselves, and that
    /// their types are values.
    pub(crate) fn rest(&self, private: &TokenStream, ident: &Ident) -> TokenStream {
        let whole = self.list.iter().filter(|field| !field.broken);
        let assertions = whole.map(|field| {
            let ty = without_self(field.value(private), ident);
            let calls = asserts::of_field(private, field, &ty, false);
            let calls = calls.iter().map(Assertion::call);
            let node = match field.role {
                Role::Row => quote!(<#ty as #private::ToolValue>::NODE),
                Role::Part(_) => quote!(<#ty as #private::Flat>::PART),
                Role::Skipped => return TokenStream::new(),
            };
            quote! {
                const _: &#private::Node = #node;
                #(const _: () = #calls;)*
            }
        });
        quote!(#(#assertions)*)
    }
}
