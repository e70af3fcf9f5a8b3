//! The types of the standard library, and of other crates, that stand in arguments and results.

mod containers;
mod foreign;
mod json;
mod numbers;
mod pointers;
mod text;
mod tuples;
