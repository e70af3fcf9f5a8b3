//! First stage: the item, its shape and what its attributes say.

use super::Derive;
use crate::attr::{Attrs, Dialect, Place};
use crate::ctxt::Ctxt;
use syn::{Attribute, Data, DataEnum, DeriveInput, Fields, Generics, Ident, Type};

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
    Struct(Vec<Field<'a>>),
    Enum(Vec<Variant<'a>>),
}

pub(super) struct Field<'a> {
    pub(super) ident: &'a Ident,
    pub(super) ty: &'a Type,
    pub(super) attrs: Attrs,
}

pub(super) struct Variant<'a> {
    pub(super) ident: &'a Ident,
    pub(super) attrs: Attrs,
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
                let fields = fields.named.iter().filter_map(|field| {
                    let attrs = Attrs::read(cx, dialect, Place::Field, &field.attrs);
                    Some(Field { ident: field.ident.as_ref()?, ty: &field.ty, attrs })
                });
                (Place::Struct, Shape::Struct(fields.collect()))
            }
            Fields::Unnamed(fields) => {
                cx.error_on(
                    fields,
                    format!("a tuple struct is not supported yet: name its fields, as in `struct {ident} {{ value: .. }}`"),
                );
                return None;
            }
            Fields::Unit => {
                cx.error_on(ident, format!("a unit struct is not supported yet: write `struct {ident} {{}}` for an empty object"));
                return None;
            }
        },
        Data::Enum(data) => (Place::Enum, Shape::Enum(variants(cx, dialect, ident, data, derive)?)),
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

fn variants<'a>(
    cx: &Ctxt,
    dialect: Dialect,
    ident: &Ident,
    data: &'a DataEnum,
    derive: Derive,
) -> Option<Vec<Variant<'a>>> {
    if let Some(variant) =
        data.variants.iter().find(|variant| !matches!(variant.fields, Fields::Unit))
    {
        cx.error_on(
            &variant.fields,
            "a variant with data is not supported yet: make the enum one of plain variants, and put the data into optional fields beside it",
        );
        return None;
    }
    if data.variants.is_empty() {
        cx.error_on(
            ident,
            format!("`{ident}` has no variants, so no value would be legal: add one"),
        );
        return None;
    }
    if derive == Derive::ToolArgs {
        cx.error_on(
            ident,
            format!(
                "`{ident}` is an enum of plain variants, on the wire a string, but the arguments of a tool are an object: derive `ToolValue` and make it a field of a struct that derives `ToolArgs`"
            ),
        );
        return None;
    }
    let variants = data.variants.iter().map(|variant| Variant {
        ident: &variant.ident,
        attrs: Attrs::read(cx, dialect, Place::Variant, &variant.attrs),
    });
    Some(variants.collect())
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
        .map(|Parameter { ident, ty, attrs }| Field { ident, ty, attrs })
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
