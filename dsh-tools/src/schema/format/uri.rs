//! URIs and IRIs, read by `fluent-uri`.

use fluent_uri::{Iri, IriRef, Uri, UriRef};

pub(super) fn uri(text: &str) -> bool {
    Uri::parse(text).is_ok()
}

pub(super) fn uri_reference(text: &str) -> bool {
    UriRef::parse(text).is_ok()
}

pub(super) fn iri(text: &str) -> bool {
    Iri::parse(text).is_ok()
}

pub(super) fn iri_reference(text: &str) -> bool {
    IriRef::parse(text).is_ok()
}
