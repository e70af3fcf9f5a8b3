//! Structured output: the schemas of results that a model is made to give, and the subset that they keep to.

mod code;
mod error;
mod into;
mod keyword;
mod place;
mod scalar;
mod schema;
mod schema_type;
mod subset;
mod violation;

pub use code::SubsetCode;
pub use error::OutputSchemaError;
pub use into::IntoOutputSchema;
pub use scalar::StructuredScalar;
pub use schema::{
    StructuredOutputSchema, assert_supported_output_schema, validate_structured_value,
};
pub use violation::SchemaViolation;
