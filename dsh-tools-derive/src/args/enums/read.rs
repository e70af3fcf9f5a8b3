//! The variants as they are written.

use super::super::fields;
use crate::attr::{Attrs, Dialect, Place};
use crate::ctxt::Ctxt;
use syn::{DataEnum, Fields, Ident};

/// A variant and what its attributes say.
pub(crate) struct Given<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) attrs: Attrs,
    pub(crate) holds: Holds<'a>,
    pub(crate) fields: &'a Fields,
}

pub(crate) enum Holds<'a> {
    Nothing,
    Named(Vec<fields::Given<'a>>),
    Unnamed(Vec<fields::Given<'a>>),
}

pub(crate) fn read<'a>(cx: &Ctxt, dialect: Dialect, data: &'a DataEnum) -> Vec<Given<'a>> {
    let variants = data.variants.iter().map(|variant| {
        let attrs = Attrs::read(cx, dialect, Place::Variant, &variant.attrs);
        let holds = match &variant.fields {
            // What is never read may be anything.
            _ if attrs.skip.is_some() => Holds::Nothing,
            Fields::Unit => Holds::Nothing,
            Fields::Named(fields) => Holds::Named(fields::read(cx, dialect, fields)),
            Fields::Unnamed(fields) => Holds::Unnamed(fields::read_elements(cx, dialect, fields)),
        };
        Given { ident: &variant.ident, attrs, holds, fields: &variant.fields }
    });
    variants.collect()
}
