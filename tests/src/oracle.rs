//! Verdicts of the reference, which has its own subset check and its own validator: ours agree, row by row.
//!
//! `tests/fixtures/oracle` holds inputs with what the reference says of them: the verdict, and the violations as
//! `<path>: <code>` in the order in which it walks. Paths are compared as plain text: keys behind a dot, elements in
//! brackets, nothing escaped. Ours may differ in two ways only. Numbers of JavaScript are doubles, while ours are
//! exact and know `-0`: each such row is listed with the reason in [`exceptions`], and a listed row that agrees after
//! all is an error too. Objects of JavaScript put keys that look like indices first: one row is compared as a set.

mod arguments;
mod behaviours;
mod differential;
mod exceptions;
mod fixtures;
mod schemas;
mod spec;
mod specs;
mod types;
mod unions;
mod values;
