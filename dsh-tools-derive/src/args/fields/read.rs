//! A list of fields as it is written.

use crate::attr::{Attrs, Dialect, Place};
use crate::ctxt::Ctxt;
use syn::{FieldsNamed, FieldsUnnamed, Index, Member, Type};

/// A field and what its attributes say.
pub(crate) struct Given<'a> {
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
    pub(crate) attrs: Attrs,
}

pub(crate) fn read<'a>(cx: &Ctxt, dialect: Dialect, fields: &'a FieldsNamed) -> Vec<Given<'a>> {
    let named = fields.named.iter().filter_map(|field| {
        let attrs = Attrs::read(cx, dialect, Place::Field, &field.attrs);
        Some(Given { member: field.ident.clone()?.into(), ty: &field.ty, attrs })
    });
    named.collect()
}

/// Fields without names.
pub(crate) fn read_elements<'a>(
    cx: &Ctxt,
    dialect: Dialect,
    fields: &'a FieldsUnnamed,
) -> Vec<Given<'a>> {
    let elements = fields.unnamed.iter().enumerate().map(|(at, field)| Given {
        member: Index::from(at).into(),
        ty: &field.ty,
        attrs: Attrs::read(cx, dialect, Place::Element, &field.attrs),
    });
    elements.collect()
}
