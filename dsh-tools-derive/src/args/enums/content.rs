//! The code that reads and writes what a variant holds.

use super::super::fields::{Field, Role};
use super::model::{Content, Enum, Tagging, Variant};
use super::node::{Item, no_fields};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Variant<'_> {
    /// An expression that reads the variant; `__picked` is what was found of it.
    pub(super) fn decode(&self, item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
        let (private, ident) = (item.private, self.ident);
        let tagging = self.tagging(&holder.tagging);
        if let Tagging::Beside { .. } = tagging {
            let rows = item.wrapper_rows(self);
            let content = match &self.content {
                Content::Unit => quote! {
                    #private::nothing(&__slots)?;
                    ::core::result::Result::Ok(Self::#ident)
                },
                Content::Newtype(fields) => {
                    let ty = fields.list.first().map(|field| field.ty);
                    let value = if has_check(fields.list.first()) {
                        quote!(#private::checked_field::<#ty>(&__slots, #rows, 1))
                    } else {
                        quote!(<#ty as #private::ToolValue>::field(&__slots, #rows, 1))
                    };
                    quote!(#value.map(Self::#ident))
                }
                _ => {
                    let content = self.decode_content(item, holder);
                    quote! {
                        let __picked = #private::content(&__slots, #rows)?;
                        #content
                    }
                }
            };
            return quote! {{
                let mut __slots: [::core::option::Option<#private::Cursor<'_>>; 2] = [::core::option::Option::None; 2];
                __picked.object(&mut __slots)?;
                #content
            }};
        }
        let content = self.decode_content(item, holder);
        quote!({ #content })
    }

    fn decode_content(&self, item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
        let (private, ident) = (item.private, self.ident);
        let tagging = self.tagging(&holder.tagging);
        match (&self.content, tagging) {
            (Content::Unit, Tagging::Untagged) => quote!(__picked.null().map(|()| Self::#ident)),
            (Content::Unit, Tagging::Inner { .. }) => {
                let before = self.before(item, tagging);
                let (home, find) =
                    (item.home(self.number, &before), quote!(__picked.object(&mut __slots)));
                no_fields(holder.deny).decode(&home, &quote!(Self::#ident), &find)
            }
            (Content::Unit, _) => quote!(::core::result::Result::Ok(Self::#ident)),
            (Content::Newtype(fields), _) => {
                let ty = fields.list.first().map(|field| field.ty);
                let value = if has_check(fields.list.first()) {
                    quote!(__picked.checked::<#ty>())
                } else {
                    quote!(<#ty as #private::ToolValue>::picked(&__picked))
                };
                quote!(#value.map(Self::#ident))
            }
            (Content::Tuple(fields), _) => {
                let members = fields.list.iter().enumerate().map(|(at, field)| {
                    let ty = field.ty;
                    if has_check(Some(field)) {
                        quote!(#private::checked_element::<#ty>(__links, &mut __items, #at)?)
                    } else {
                        quote!(#private::element::<#ty>(__links, &mut __items, #at)?)
                    }
                });
                let items = if fields.list.is_empty() { quote!(_) } else { quote!(mut __items) };
                let links = if fields.list.is_empty() { quote!(_) } else { quote!(__links) };
                quote! {
                    let (#links, #items) = __picked.elements()?;
                    ::core::result::Result::Ok(Self::#ident(#(#members),*))
                }
            }
            (Content::Struct(fields), _) => {
                let before = self.before(item, tagging);
                let (home, find) =
                    (item.home(self.number, &before), quote!(__picked.object(&mut __slots)));
                let decode = fields.decode(&home, &quote!(Self::#ident), &find);
                let parts = fields.parts().next().is_some();
                let names = parts.then(|| quote!(let (__cursor, __node) = __picked.whole();));
                quote!(#names #decode)
            }
        }
    }

    /// An arm of a `match` on the value.
    pub(super) fn encode(&self, item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
        let ident = self.ident;
        if self.skip {
            let why = format!("the variant `{ident}` has no form in JSON: it is skipped");
            return quote!(Self::#ident { .. } => ::core::result::Result::Err(__out.refuse(#why)));
        }
        let pattern = self.pattern();
        let content = self.encode_content(item, holder);
        let name = &self.name;
        let body = match self.tagging(&holder.tagging) {
            Tagging::Names => quote!(__out.str(#name)),
            Tagging::Untagged => content,
            Tagging::Outer if matches!(self.content, Content::Unit) => quote!(__out.str(#name)),
            Tagging::Outer => quote! {{
                __out.begin_object()?;
                __out.key(#name)?;
                #content?;
                __out.end_object()
            }},
            Tagging::Inner { tag } => match &self.content {
                Content::Newtype(_) => {
                    let private = item.private;
                    quote!(#private::encode_beside(__0, #tag, #name, __out))
                }
                Content::Struct(_) => content,
                _ => quote! {{
                    __out.begin_object()?;
                    __out.key(#tag)?;
                    __out.str(#name)?;
                    __out.end_object()
                }},
            },
            Tagging::Beside { tag, content: key } => {
                let holds = !matches!(self.content, Content::Unit);
                let content = holds.then(|| quote!(__out.key(#key)?; #content?;));
                quote! {{
                    __out.begin_object()?;
                    __out.key(#tag)?;
                    __out.str(#name)?;
                    #content
                    __out.end_object()
                }}
            }
        };
        quote!(#pattern => #body)
    }

    /// What takes the value apart; fields are bound in declared order.
    fn pattern(&self) -> TokenStream {
        let ident = self.ident;
        match &self.content {
            Content::Unit => quote!(Self::#ident),
            Content::Newtype(_) => quote!(Self::#ident(__0)),
            Content::Tuple(fields) => {
                let names = bindings(fields.list.len());
                quote!(Self::#ident(#(#names),*))
            }
            Content::Struct(fields) => {
                let written = |(field, name): (&Field<'_>, _)| match field.role {
                    Role::Skipped => None,
                    Role::Row | Role::Part(_) => {
                        let member = &field.member;
                        Some(quote!(#member: #name))
                    }
                };
                let members = fields.list.iter().zip(bindings(fields.list.len()));
                let members: Vec<TokenStream> = members.filter_map(written).collect();
                let more = (members.len() < fields.list.len()).then(|| quote!(..));
                quote!(Self::#ident { #(#members,)* #more })
            }
        }
    }

    /// An expression that writes what the variant holds.
    fn encode_content(&self, item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
        let private = item.private;
        match &self.content {
            Content::Unit => quote!(__out.null()),
            Content::Newtype(fields) => {
                let ty = fields.list.first().map(|field| field.ty);
                quote!(<#ty as #private::ToolValue>::encode(__0, __out))
            }
            Content::Tuple(fields) => {
                let tys = fields.list.iter().map(|field| field.ty);
                let names = bindings(fields.list.len());
                quote! {{
                    __out.begin_array()?;
                    #(<#tys as #private::ToolValue>::encode(#names, __out)?;)*
                    __out.end_array()
                }}
            }
            Content::Struct(fields) => {
                let tag = match self.tagging(&holder.tagging) {
                    Tagging::Inner { tag } => {
                        let name = &self.name;
                        quote!(__out.key(#tag)?; __out.str(#name)?;)
                    }
                    _ => TokenStream::new(),
                };
                let mut names = bindings(fields.list.len());
                let entries = fields.encode(&item.home(self.number, &[]), |_| {
                    let name = names.next();
                    quote!(#name)
                });
                quote! {{
                    __out.begin_object()?;
                    #tag
                    #entries
                    __out.end_object()
                }}
            }
        }
    }
}

fn has_check(field: Option<&Field<'_>>) -> bool {
    field.is_some_and(|field| field.constraints.custom.is_some())
}

fn bindings(count: usize) -> impl Iterator<Item = proc_macro2::Ident> {
    (0..count).map(|number| format_ident!("__{number}"))
}
