//! Where a body's arguments come from: a type that is decoded, or the document as it is.

use crate::json::FrozenJson;
use crate::schema::{Invalid, ToolArgs};
use std::marker::PhantomData;

/// How a definition reads arguments; the two ways there are.
///
/// ```
/// use dsh_tools::tool::{ArgumentSource, ToolDefinitionBuilder};
/// use dsh_tools::view::ToolCallView;
///
/// fn with_card<I: ArgumentSource>(builder: ToolDefinitionBuilder<I>) -> ToolDefinitionBuilder<I> {
///     builder.present_call(|_: &I::Args| ToolCallView::generic("working"))
/// }
/// ```
pub trait ArgumentSource: sealed::Sealed + 'static {
    /// What bodies and presenters get.
    type Args: 'static;

    /// Reads and checks.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc, reason = "hidden")]
    fn read(arguments: &FrozenJson) -> Result<Self::Args, Invalid>;
}

/// Arguments of a type: checked by its schema.
///
/// ```
/// use dsh_tools::tool::{ToolDefinitionBuilder, Typed};
/// use dsh_tools::{ToolArgs, ToolDefinition};
///
/// #[derive(ToolArgs)]
/// struct ListArgs {
///     path: String,
/// }
/// let builder: ToolDefinitionBuilder<Typed<ListArgs>> = ToolDefinition::builder("ls").args::<ListArgs>();
/// # let _ = builder;
/// ```
#[derive(Debug)]
pub struct Typed<A>(PhantomData<fn() -> A>);

/// Arguments as they came: the body checks them itself.
///
/// ```
/// use dsh_tools::tool::{ToolDefinitionBuilder, Unvalidated};
/// use dsh_tools::ToolDefinition;
///
/// let schema = serde_json::json!({"type": "object"});
/// let builder: ToolDefinitionBuilder<Unvalidated> = ToolDefinition::builder("ls").unvalidated(schema);
/// # let _ = builder;
/// ```
#[derive(Debug)]
pub struct Unvalidated(());

impl<A: ToolArgs> ArgumentSource for Typed<A> {
    type Args = A;

    fn read(arguments: &FrozenJson) -> Result<A, Invalid> {
        A::decode(arguments.root(), A::NODE)
    }
}

impl ArgumentSource for Unvalidated {
    type Args = FrozenJson;

    fn read(arguments: &FrozenJson) -> Result<FrozenJson, Invalid> {
        Ok(arguments.clone())
    }
}

mod sealed {
    pub trait Sealed {}
    impl<A> Sealed for super::Typed<A> {}
    impl Sealed for super::Unvalidated {}
}
