//! First stage: the item, its shape and what its attributes say.

use super::Derive;
use super::enums;
use super::fields::{self, Given};
use crate::attr::{Attrs, Dialect, Place};
use crate::ctxt::Ctxt;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident, Type};

/// An item of a shape that can be derived on.
pub(crate) struct Input<'a> {
    pub(super) ident: &'a Ident,
    pub(super) generics: &'a Generics,
    pub(super) derive: Derive,
    /// Made of a function's parameters.
    pub(super) hidden: bool,
    pub(super) attrs: Attrs,
    pub(super) shape: Shape<'a>,
}

pub(super) enum Shape<'a> {
    Struct(Vec<Given<'a>>),
    /// Without names.
    Elements(Vec<Given<'a>>),
    Unit,
    Enum(Vec<enums::Given<'a>>),
}

/// A parameter that is an argument.
pub(crate) struct Parameter<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    pub(crate) attrs: Attrs,
}

/// `None` after an error about the shape: what attributes of such an item mean is not known.
pub(super) fn item<'a>(cx: &Ctxt, item: &'a DeriveInput, derive: Derive) -> Option<Input<'a>> {
    let dialect = Dialect::of(all_attributes(item));
    let ident = &item.ident;
    let (place, shape) = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                (Place::Struct, Shape::Struct(fields::read(cx, dialect, fields)))
            }
            Fields::Unnamed(fields) if fields.unnamed.is_empty() => {
                cx.error_on(
                    fields,
                    format!("a tuple of nothing is `[]` on the wire: write `struct {ident};` for `null`, or `struct {ident} {{}}` for an empty object"),
                );
                return None;
            }
            Fields::Unnamed(fields) => {
                (Place::Struct, Shape::Elements(fields::read_elements(cx, dialect, fields)))
            }
            Fields::Unit => (Place::Struct, Shape::Unit),
        },
        Data::Enum(data) => (Place::Enum, Shape::Enum(enums::read(cx, dialect, data))),
        Data::Union(data) => {
            cx.error_on(
                &data.union_token,
                format!("a union has no JSON form: make `{ident}` a struct or an enum"),
            );
            return None;
        }
    };
    let attrs = Attrs::read(cx, dialect, place, &item.attrs);
    Some(Input { ident, generics: &item.generics, derive, hidden: false, attrs, shape })
}

/// The struct that the parameters of a function make, as if it were written with `attrs`.
pub(crate) fn parameters<'a>(
    ident: &'a Ident,
    generics: &'a Generics,
    attrs: Attrs,
    parameters: Vec<Parameter<'a>>,
) -> Input<'a> {
    let fields = parameters
        .into_iter()
        .map(|Parameter { ident, ty, attrs }| Given { member: ident.clone().into(), ty, attrs })
        .collect();
    Input {
        ident,
        generics,
        derive: Derive::ToolArgs,
        hidden: true,
        attrs,
        shape: Shape::Struct(fields),
    }
}

fn all_attributes(item: &DeriveInput) -> impl Iterator<Item = &Attribute> {
    let (fields, variants): (Vec<&syn::Field>, Vec<&syn::Variant>) = match &item.data {
        Data::Struct(data) => (data.fields.iter().collect(), Vec::new()),
        Data::Enum(data) => (
            data.variants.iter().flat_map(|variant| &variant.fields).collect(),
            data.variants.iter().collect(),
        ),
        Data::Union(data) => (data.fields.named.iter().collect(), Vec::new()),
    };
    let fields = fields.into_iter().flat_map(|field| &field.attrs);
    let variants = variants.into_iter().flat_map(|variant| &variant.attrs);
    item.attrs.iter().chain(fields).chain(variants)
}
