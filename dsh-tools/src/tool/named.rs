//! The methods of [`Define`] with the types of arguments and result written out at each.
//!
//! Generated code calls these: a type without an impl is then the same error at the same place in every call, which
//! the compiler tells once. A method would be one that it cannot find, told beside the error about the type.

use super::gives::{GivesCallView, GivesContent, GivesMeta, GivesResultView};
use super::private::Define;
use super::{IntoContent, IntoToolOutput, ToolExecutionResult, ToolResultData};
use crate::schema::ToolArgs;

/// `present_call = ..`
#[must_use]
pub fn present_call<A: ToolArgs, R: IntoToolOutput, V: GivesCallView>(
    definition: Define,
    present: impl Fn(&A) -> V + Send + Sync + 'static,
) -> Define {
    definition.present_call::<A, V>(present)
}

/// `present_result = ..`
#[must_use]
pub fn present_result<A: ToolArgs, R: IntoToolOutput, V: GivesResultView>(
    definition: Define,
    present: impl Fn(&A, &ToolResultData<'_>) -> V + Send + Sync + 'static,
) -> Define {
    definition.present_result::<A, V>(present)
}

/// `parallel`
#[must_use]
pub fn parallel<A: ToolArgs, R: IntoToolOutput>(definition: Define) -> Define {
    definition.parallel::<A>()
}

/// `parallel = ..`
#[must_use]
pub fn parallel_when<A: ToolArgs, R: IntoToolOutput>(
    definition: Define,
    parallel: impl Fn(&A) -> bool + Send + Sync + 'static,
) -> Define {
    definition.parallel_when(parallel)
}

/// `render = ..`
#[must_use]
pub fn render<A: ToolArgs, R: IntoToolOutput, C: IntoContent>(
    definition: Define,
    render: impl Fn(&R::Value) -> C + Send + Sync + 'static,
) -> Define {
    definition.render(render)
}

/// `meta = ..`
#[must_use]
pub fn meta<A: ToolArgs, R: IntoToolOutput, M: GivesMeta>(
    definition: Define,
    meta: impl Fn(&R::Value) -> M + Send + Sync + 'static,
) -> Define {
    definition.meta(meta)
}

/// `finalize = ..`
#[must_use]
pub fn finalize<A: ToolArgs, R: IntoToolOutput, C: GivesContent>(
    definition: Define,
    finalize: impl Fn(&ToolExecutionResult) -> C + Send + Sync + 'static,
) -> Define {
    definition.finalize(finalize)
}

/// What a parameter of this form gets: `Option<&T>` is state that may be missing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` borrows what it holds, and arguments own it",
    label = "neither an argument nor state",
    note = "an argument owns what it holds, as `Vec<String>`; state is taken as `&T`, or as `Option<&T>` where it may be missing"
)]
pub trait FromState<S> {
    /// The state, if it is there.
    fn from_state(state: Option<S>) -> Self;
}

impl<S> FromState<S> for Option<S> {
    fn from_state(state: Self) -> Self {
        state
    }
}
