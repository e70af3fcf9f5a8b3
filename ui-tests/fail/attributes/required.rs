//! `required` is about `Option`: whatever else has no default is required anyway.

#![allow(unused_variables, dead_code)]

use dsh_tools::{ToolArgs, tool};

type Maybe = Option<u8>;

#[derive(ToolArgs)]
struct Args {
    #[arg(required)]
    text: String,
    #[arg(required)]
    list: Vec<Option<u8>>,
    #[arg(required)]
    fine: Maybe,
    #[arg(required = false)]
    off: String,
}

/// On a parameter.
#[tool]
async fn parameter(#[arg(required)] line: u32, #[arg(required)] fine: Option<u8>) {}

fn main() {}
