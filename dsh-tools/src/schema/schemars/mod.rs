//! To and from `schemars`: foreign types by their `JsonSchema`, and types of ours as one.

mod export;
mod import;

pub use export::json_schema;
pub use import::Foreign;
