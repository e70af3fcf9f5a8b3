//! Schemas that arrive at run time: read once into the same nodes that types have, walked by the same walker.

mod compile;
mod draft;
mod error;
mod keywords;
mod loops;
mod options;
mod refer;
mod schema;
mod table;
mod tags;

pub use draft::Draft;
pub use error::{RawSchemaError, SchemaDefect};
pub use options::RawSchemaOptions;
pub use schema::RawSchema;

pub(crate) use table::Table;
