#![allow(unused_variables)]

use dsh_tools::tool;

#[tool]
async fn undocumented() {}

///
#[tool]
async fn blank() {}

#[tool(description = " ")]
async fn blank_too() {}

/// Bad name.
#[tool(name = "read file")]
async fn spaced() {}

/// Bad name.
#[tool]
async fn größe() {}

/// Bad name.
#[tool(name = "")]
async fn empty() {}

/// Bad name.
#[tool]
async fn a_name_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on() {}

/// Reserved.
#[tool]
async fn run_code() {}

fn main() {}
