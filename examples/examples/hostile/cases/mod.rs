//! Schemas and documents that are made to cost more than they weigh.

mod forms;
mod objects;
mod patterns;
mod references;
mod sizes;
mod values;

use std::fmt::Write as _;

/// How a case must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The schema, or the document, is refused before anything is checked; the error says this.
    NoSchema(&'static str),
    /// The document fits.
    Fits,
    /// The document is refused, with this code first.
    Refused(&'static str),
}

/// A schema and a document of a size.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// The size of a table's row.
    pub(crate) size: usize,
    /// The least size that ends so, for tests.
    pub(crate) small: usize,
    pub(crate) make: fn(usize) -> (String, String),
    pub(crate) end: End,
}

/// The pieces one after another, with commas.
fn list(count: usize, piece: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    for at in 0..count {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&piece(at));
    }
    out
}

/// A document in itself so many times.
fn nested(count: usize, before: &str, inner: &str, after: &str) -> String {
    format!("{}{inner}{}", before.repeat(count), after.repeat(count))
}

/// Definitions that each say something of the next one, and the last one of nothing.
fn chain(count: usize, last: &str, link: impl Fn(&str) -> String) -> String {
    let mut out = String::from(r##"{"$ref":"#/$defs/d0","$defs":{"##);
    for at in 0..count {
        let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, at + 1);
        write!(out, r#""d{at}":{},"#, link(&next)).ok();
    }
    write!(out, r#""d{count}":{last}}}}}"#).ok();
    out
}

/// The same schema twice, so that no two texts are the same.
fn twice(keyword: &str, next: &str) -> String {
    format!(r#"{{"{keyword}":[{next},{{"title":"again","allOf":[{next}]}}]}}"#)
}

const FAILS: &str = r#"{"const":"no such value"}"#;

/// So many schemas for one value, in lists of a legal length.
fn all_of(count: usize, schema: impl Fn(usize) -> String) -> String {
    const LENGTH: usize = 4000;
    let lists = list(count.div_ceil(LENGTH), |at| {
        let left = (count - at * LENGTH).min(LENGTH);
        format!(r#"{{"allOf":[{}]}}"#, list(left, |inner| schema(at * LENGTH + inner)))
    });
    format!(r#"{{"allOf":[{lists}]}}"#)
}

/// All of them.
pub(crate) fn cases() -> impl Iterator<Item = &'static Case> {
    let all = [
        references::CASES,
        forms::CASES,
        patterns::CASES,
        values::CASES,
        objects::CASES,
        sizes::CASES,
    ];
    all.into_iter().flatten()
}
