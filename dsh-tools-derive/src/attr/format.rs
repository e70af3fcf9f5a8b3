//! The formats that the runtime enforces.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// A format of the runtime, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) name: &'static str,
    variant: &'static str,
}

const fn format(name: &'static str, variant: &'static str) -> Format {
    Format { name, variant }
}

const ALL: &[Format] = &[
    format("date", "Date"),
    format("date-time", "DateTime"),
    format("time", "Time"),
    format("duration", "Duration"),
    format("email", "Email"),
    format("hostname", "Hostname"),
    format("ipv4", "Ipv4"),
    format("ipv6", "Ipv6"),
    format("uri", "Uri"),
    format("uri-reference", "UriReference"),
    format("iri", "Iri"),
    format("iri-reference", "IriReference"),
    format("uuid", "Uuid"),
    format("json-pointer", "JsonPointer"),
    format("relative-json-pointer", "RelativeJsonPointer"),
    format("regex", "Regex"),
];

impl Format {
    pub(crate) fn named(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|format| format.name == name)
    }

    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|format| format.name)
    }

    /// The runtime's constant.
    pub(crate) fn constant(self, private: &TokenStream) -> TokenStream {
        let variant = format_ident!("{}", self.variant);
        quote!(#private::Format::#variant)
    }
}
