//! C070: the error is at the type and names what to derive.

#![allow(unused_variables)]

use dsh_tools::tool;
use std::borrow::Cow;

struct Foreign;

/// A foreign type.
#[tool]
async fn foreign(
    /// Documented.
    value: Foreign,
) {
}

/// A foreign type, which might be an object.
#[tool]
async fn sole(input: Foreign) {}

/// An `impl Trait`.
#[tool]
async fn implied(value: impl Into<String>, list: Vec<impl Clone>, state: &impl Sync) {}

/// A borrow.
#[tool]
async fn borrowed(text: Cow<'_, str>, line: u32) {}

/// Constraints.
#[tool]
async fn constrained(#[arg(range(min = 1))] name: String, #[arg(defualt = 1)] line: u32) {}

fn main() {}
