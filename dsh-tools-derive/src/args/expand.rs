//! Third stage: data and thin calls. Logic lives in the runtime; every name of it goes through its `__private` module.

use super::enums;
use super::fields::{Field, Fields, Home, Role};
use super::model::{Kind, Model};
use super::newtypes;
use super::tokens::{meta, some};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{Generics, WherePredicate, parse_quote};

pub(crate) fn expand(model: &Model<'_>) -> TokenStream {
    let Model { home, private, ident, .. } = model;
    let generics = bounded(model);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let unnamed = model.hidden.then(|| quote!(#[diagnostic::do_not_recommend]));
    let root = model.root.then(|| {
        let root = newtypes::root(model);
        quote! {
            #unnamed
            #[automatically_derived]
            impl #impl_generics #private::ToolArgs for #ident #ty_generics #where_clause {
                #root
            }
        }
    });
    let schemars = model.exported.then(|| schemars(model, &generics));
    let value = match &model.kind {
        Kind::Struct(fields) => structure(model, &generics, fields),
        Kind::Tuple(fields) => newtypes::tuple(model, &generics, fields),
        Kind::Newtype { fields, transparent } => {
            newtypes::newtype(model, &generics, fields, *transparent)
        }
        Kind::Unit => newtypes::unit(model, &generics),
        Kind::Enum(holder) => enums::expand(model, &generics, holder),
    };
    quote! {
        #[allow(deprecated, reason = "what is deprecated is still read and written")]
        const _: () = {
            use #home as #private;
            #value
            #root
            #schemars
        };
    }
}

/// The type as `schemars` knows it: the schema that a model sees.
fn schemars(model: &Model<'_>, generics: &Generics) -> TokenStream {
    let Model { private, ident, name, .. } = model;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #private::with_schemars! {
            #[automatically_derived]
            impl #impl_generics #private::schemars::JsonSchema for #ident #ty_generics #where_clause {
                fn schema_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                    ::std::borrow::Cow::Borrowed(#name)
                }

                fn schema_id() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                    ::std::borrow::Cow::Borrowed(::core::any::type_name::<Self>())
                }

                fn json_schema(__generator: &mut #private::schemars::SchemaGenerator) -> #private::schemars::Schema {
                    #private::json_schema::<Self>(__generator)
                }
            }
        }
    }
}

/// Every type parameter of what is read and written is a value itself, and what is flattened brings keys.
fn bounded(model: &Model<'_>) -> Generics {
    let private = &model.private;
    let mut generics = model.generics.clone();
    let shown = |field: &&Field<'_>| !matches!(field.role, Role::Skipped);
    let fields = model.all_fields();
    let used: Vec<TokenStream> =
        fields.iter().copied().filter(shown).map(|field| field.ty.to_token_stream()).collect();
    for parameter in generics.type_params_mut() {
        let is_value =
            fields.is_empty() || used.iter().any(|ty| names(ty.clone(), &parameter.ident));
        parameter.bounds.push(if is_value {
            parse_quote!(#private::ToolValue)
        } else {
            parse_quote!('static)
        });
    }
    let parameters: Vec<Ident> =
        generics.type_params().map(|parameter| parameter.ident.clone()).collect();
    for field in fields {
        let ty = field.ty;
        let of_parameters =
            parameters.iter().any(|parameter| names(ty.to_token_stream(), parameter));
        let bound: WherePredicate = match (&field.role, &field.default) {
            _ if !of_parameters => continue,
            (Role::Part(_), _) => parse_quote!(#ty: #private::Flat),
            (Role::Skipped, None) => parse_quote!(#ty: ::core::default::Default),
            (Role::Row, Some(default)) if default.value.is_own() => {
                parse_quote!(#ty: ::core::default::Default)
            }
            _ => continue,
        };
        generics.make_where_clause().predicates.push(bound);
    }
    generics
}

/// Whether the tokens name the parameter.
fn names(tokens: TokenStream, parameter: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *parameter,
        TokenTree::Group(group) => names(group.stream(), parameter),
        _ => false,
    })
}

fn structure(model: &Model<'_>, generics: &Generics, fields: &Fields<'_>) -> TokenStream {
    let Model { private, ident, .. } = model;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let home = Home { private, ident, generics, number: None, before: &[] };
    let (table, shape) = (fields.table(&home), fields.shape(&home));
    let find = quote!(#private::object(__cursor, __node, &mut __slots));
    let decode = fields.decode(&home, &quote!(Self), &find);
    let encode = fields.encode(&home, |field| {
        let member = &field.member;
        quote!(&self.#member)
    });
    let value = Value {
        node: node(model, &shape),
        constants: TokenStream::new(),
        decode,
        encode: quote!(#private::encode_record(self, __out)),
    };
    let value = value.expand(model, generics);
    quote! {
        #table

        #[automatically_derived]
        impl #impl_generics #private::Record for #ident #ty_generics #where_clause {
            fn encode_rows(&self, __out: &mut #private::JsonWriter) -> ::core::result::Result<(), #private::LossyError> {
                #encode
                ::core::result::Result::Ok(())
            }
        }

        #value
    }
}

/// The node of a type with a shape of its own.
pub(super) fn node(model: &Model<'_>, shape: &TokenStream) -> TokenStream {
    let Model { private, name, .. } = model;
    let meta = meta(private, &model.meta);
    let identity = quote!(#private::Identity::of::<Self>(#name));
    match check(model, &quote!(::core::option::Option::None)) {
        None => quote!(&#private::Node::named(#shape, #meta, #identity)),
        Some(check) => quote!(&#private::Node::checked(#shape, #meta, #identity, #check)),
    }
}

/// What the author asks of every value, beside `next`.
pub(super) fn check(model: &Model<'_>, next: &TokenStream) -> Option<TokenStream> {
    let private = &model.private;
    let path = &model.custom.as_ref()?.value;
    Some(some(&quote! {
        const {
            &#private::Check {
                run: |__subject| #private::told_of_type::<Self>(__subject, #path),
                next: #next,
            }
        }
    }))
}

/// The pieces of an impl of `ToolValue`.
pub(super) struct Value {
    pub(super) node: TokenStream,
    /// Constants beside the node, and functions.
    pub(super) constants: TokenStream,
    pub(super) decode: TokenStream,
    pub(super) encode: TokenStream,
}

impl Value {
    pub(super) fn expand(self, model: &Model<'_>, generics: &Generics) -> TokenStream {
        let Model { private, ident, .. } = model;
        let Self { node, constants, decode, encode } = self;
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        let unnamed = model.hidden.then(|| quote!(#[diagnostic::do_not_recommend]));
        let (unchecked, decode) = match &model.custom {
            None => (TokenStream::new(), decode),
            Some(_) => (
                quote! {
                    #[automatically_derived]
                    impl #impl_generics #private::Unchecked for #ident #ty_generics #where_clause {
                        fn unchecked(__cursor: #private::Cursor<'_>, __node: &#private::Node) -> ::core::result::Result<Self, #private::Invalid> {
                            #decode
                        }
                    }
                },
                quote!(#private::checked_type::<Self>(__cursor, __node)),
            ),
        };
        quote! {
            #unchecked

            #unnamed
            #[automatically_derived]
            impl #impl_generics #private::ToolValue for #ident #ty_generics #where_clause {
                const NODE: &'static #private::Node = #node;
                #constants

                fn decode(__cursor: #private::Cursor<'_>, __node: &#private::Node) -> ::core::result::Result<Self, #private::Invalid> {
                    #decode
                }

                fn encode(&self, __out: &mut #private::JsonWriter) -> ::core::result::Result<(), #private::LossyError> {
                    #encode
                }
            }
        }
    }
}

/// What is asserted of the fields of a broken item that are not broken themselves, and that their types are values.
pub(crate) fn rest(model: &Model<'_>) -> TokenStream {
    if !model.generics.params.is_empty() {
        // There is no place where parameters have values.
        return TokenStream::new();
    }
    match &model.kind {
        Kind::Struct(fields) | Kind::Tuple(fields) | Kind::Newtype { fields, .. } => {
            fields.rest(&model.home, model.ident)
        }
        Kind::Unit => TokenStream::new(),
        Kind::Enum(holder) => enums::rest(model, holder),
    }
}
