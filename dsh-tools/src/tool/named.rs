//! The methods of [`Define`] with the types of arguments and result written out at each.
//!
//! Generated code calls these: a type without an impl is then the same error at the same place in every call, which
//! the compiler tells once. A method would be one that it cannot find, told beside the error about the type.

use super::private::Define;
use super::{IntoContent, IntoToolOutput, ToolResultData};
use crate::json::{FrozenJson, JsonError};
use crate::schema::ToolArgs;
use crate::view::{ToolCallView, ToolResultView};

/// `present_call = ..`
#[must_use]
pub fn present_call<A: ToolArgs, R: IntoToolOutput, V: Into<Option<ToolCallView>>>(
    definition: Define<A, R>,
    present: impl Fn(&A) -> V + Send + Sync + 'static,
) -> Define<A, R> {
    definition.present_call(present)
}

/// `present_result = ..`
#[must_use]
pub fn present_result<A: ToolArgs, R: IntoToolOutput, V: Into<Option<ToolResultView>>>(
    definition: Define<A, R>,
    present: impl Fn(&A, &ToolResultData<'_>) -> V + Send + Sync + 'static,
) -> Define<A, R> {
    definition.present_result(present)
}

/// `parallel`
#[must_use]
pub fn parallel<A: ToolArgs, R: IntoToolOutput>(definition: Define<A, R>) -> Define<A, R> {
    definition.parallel()
}

/// `parallel = ..`
#[must_use]
pub fn parallel_when<A: ToolArgs, R: IntoToolOutput>(
    definition: Define<A, R>,
    parallel: impl Fn(&A) -> bool + Send + Sync + 'static,
) -> Define<A, R> {
    definition.parallel_when(parallel)
}

/// `render = ..`
#[must_use]
pub fn render<A: ToolArgs, R: IntoToolOutput, C: IntoContent>(
    definition: Define<A, R>,
    render: impl Fn(&R::Value) -> C + Send + Sync + 'static,
) -> Define<A, R> {
    definition.render(render)
}

/// `meta = ..`
#[must_use]
pub fn meta<A: ToolArgs, R: IntoToolOutput, M: TryInto<FrozenJson, Error: Into<JsonError>>>(
    definition: Define<A, R>,
    meta: impl Fn(&R::Value) -> M + Send + Sync + 'static,
) -> Define<A, R> {
    definition.meta(meta)
}
