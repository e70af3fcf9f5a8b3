//! What other frameworks answer with a wall of bounds.

use dsh_tools::prelude::*;
use std::rc::Rc;

pub struct NotArgs {
    pub path: String,
}

/// Its arguments lack the derive.
#[tool]
async fn c070_the_derive_is_named(args: NotArgs) -> String {
    args.path
}

/// It keeps an `Rc` while it waits.
#[tool]
async fn c073_what_is_not_send_is_named() -> String {
    let shared = Rc::new(String::new());
    std::future::ready(()).await;
    shared.to_string()
}

/// It borrows its argument.
#[tool]
async fn c074_the_owned_type_is_named(text: &str) -> String {
    text.to_owned()
}

fn main() {}
