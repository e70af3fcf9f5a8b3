//! What borrows and is no reference itself is neither an argument nor state, but for `Option<&T>`.

#![allow(unused_variables)]

use dsh_tools::tool;

type Maybe<T> = Option<T>;

/// A list of references.
#[tool]
async fn list(texts: Vec<&String>) {}

/// A pointer to one.
#[tool]
async fn pointer(text: Box<&String>) {}

/// State that may be missing, by another name.
#[tool]
async fn fine(state: Maybe<&String>) {}

fn main() {}
