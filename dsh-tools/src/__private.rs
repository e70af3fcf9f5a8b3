//! What generated code names; no part of the public interface.

pub use crate::json::{Cursor, FrozenJson, JsonWriter, LossyError};
pub use crate::schema::private::*;
pub use crate::schema::{
    Choice, Code, Data, DefaultValue, Form, Format, Identity, Invalid, Key, Link, MapKey, Meta,
    Node, Object, Pattern, Row, Shape, Shared, Tagging, ToolArgs, ToolValue, Union,
};
pub use crate::tool::named::{
    FromState, finalize, meta, parallel, parallel_when, present_call, present_result, render,
};
pub use crate::tool::private::{
    Define, Spec, blocking, define, define_function, is_first_name, refused, started,
};
pub use crate::tool::receiver::FromToolbox;
pub use crate::tool::{
    IntoToolOutput, ToolContext, ToolDefinition, ToolError, ToolExecutionResult, ToolOutput,
    ToolResultData,
};
pub use crate::view::*;

pub use crate::__with_schemars as with_schemars;
#[cfg(feature = "schemars")]
pub use crate::schema::json_schema;
#[cfg(feature = "schemars")]
pub use schemars;
