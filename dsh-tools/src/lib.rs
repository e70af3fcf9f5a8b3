//! Plain Rust code as LLM tools.
//!
//! One source, plain structs and plain async functions, gives the JSON Schema that a model sees, the
//! validator that enforces every keyword of it, typed arguments, a registry and a policy pipeline.

pub mod json;
pub mod schema;

#[doc(inline)]
pub use json::FrozenJson;
#[doc(inline)]
pub use schema::{ToolArgs, ToolValue};
