//! Schemas that arrive at run time: read once into the same nodes that types have, walked by the same walker.

mod bases;
mod compile;
#[cfg(feature = "jsonschema")]
mod cost;
mod draft;
mod error;
#[cfg(feature = "jsonschema")]
mod foreign;
mod into;
mod keywords;
mod loops;
mod options;
mod refer;
mod schema;
#[cfg(feature = "jsonschema")]
mod searches;
mod table;
mod tags;

pub use draft::Draft;
pub use error::{RawSchemaError, SchemaDefect};
pub use into::IntoRawSchema;
pub use options::RawSchemaOptions;
pub use schema::RawSchema;

pub(crate) use draft::ANNOTATIONS;
#[cfg(feature = "jsonschema")]
pub(crate) use foreign::Foreign;
pub(crate) use refer::Places;
#[cfg(feature = "jsonschema")]
pub(crate) use searches::within;
pub(crate) use table::Table;
