//! The types of the standard library that stand in arguments and results.

mod containers;
mod json;
mod numbers;
mod pointers;
mod text;
