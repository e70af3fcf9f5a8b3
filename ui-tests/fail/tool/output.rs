//! C070: the error is at the type and says what may be returned.

#![allow(unused_variables)]

use dsh_tools::{Json, ToolError, tool};

struct Opaque;

/// Number.
#[tool]
async fn number() -> u32 {
    1
}

/// Opaque.
#[tool(parallel, read_only)]
async fn opaque() -> Result<Opaque, ToolError> {
    Ok(Opaque)
}

/// Schema.
#[tool]
async fn schema() -> Json<Opaque> {
    Json(Opaque)
}

/// Never.
#[tool]
async fn never() -> ! {
    loop {}
}

/// Hidden.
#[tool]
async fn hidden() -> impl Sized {}

/// Borrowed.
#[tool]
async fn borrowed(name: &String) -> &str {
    name
}

/// Error type.
#[tool]
async fn error() -> Result<String, Opaque> {
    Err(Opaque)
}

fn main() {}
