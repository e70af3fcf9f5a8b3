//! Where a body's arguments come from: a type that is decoded, the document as it is, or nowhere.

use crate::json::FrozenJson;
use crate::schema::private::{index, object};
use crate::schema::{Invalid, Node, Object, Shape, ToolArgs, read};
use std::marker::PhantomData;

/// How a definition reads arguments; the four ways there are.
///
/// ```
/// use dsh_tools::tool::{ArgumentSource, ToolDefinitionBuilder};
/// use dsh_tools::view::ToolCallView;
///
/// fn with_card<I: ArgumentSource>(builder: ToolDefinitionBuilder<I>) -> ToolDefinitionBuilder<I> {
///     builder.present_call(|_: &I::Args| ToolCallView::generic("working"))
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "what arguments the tool takes is not said yet",
    label = "say it before this",
    note = "`.args::<T>()` takes a type that derives `ToolArgs`, and checks them; `.no_args()` takes none",
    note = "`.validated(schema)` takes a JSON Schema, and checks them; `.unvalidated(schema)` leaves the checks to the body"
)]
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

/// Arguments as they came, after they were checked by a schema that came as text.
///
/// ```
/// use dsh_tools::tool::{ToolDefinitionBuilder, Validated};
/// use dsh_tools::ToolDefinition;
///
/// let schema = serde_json::json!({"type": "object", "required": ["path"]});
/// let builder: ToolDefinitionBuilder<Validated> = ToolDefinition::builder("ls").validated(schema);
/// # let _ = builder;
/// ```
#[derive(Debug)]
pub struct Validated(());

impl<A: ToolArgs> ArgumentSource for Typed<A> {
    type Args = A;

    fn read(arguments: &FrozenJson) -> Result<A, Invalid> {
        read(arguments)
    }
}

impl ArgumentSource for Unvalidated {
    type Args = FrozenJson;

    #[inline]
    fn read(arguments: &FrozenJson) -> Result<FrozenJson, Invalid> {
        Ok(arguments.clone())
    }
}

/// They are walked before they are read.
impl ArgumentSource for Validated {
    type Args = FrozenJson;

    #[inline]
    fn read(arguments: &FrozenJson) -> Result<FrozenJson, Invalid> {
        Ok(arguments.clone())
    }
}

/// No arguments at all.
///
/// ```
/// use dsh_tools::tool::{NoArguments, ToolDefinitionBuilder};
/// use dsh_tools::ToolDefinition;
///
/// let builder: ToolDefinitionBuilder<NoArguments> = ToolDefinition::builder("now").no_args();
/// # let _ = builder;
/// ```
#[derive(Debug)]
pub struct NoArguments(());

impl NoArguments {
    /// An object of which nothing is known.
    pub(super) const NODE: &'static Node =
        &Node::new(Shape::Object(Object::new(&[], &index::<1>(&[]), false)));
}

impl ArgumentSource for NoArguments {
    type Args = ();

    #[inline]
    fn read(arguments: &FrozenJson) -> Result<(), Invalid> {
        object(arguments.root(), Self::NODE, &mut [])
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::NoArguments {}
    impl<A> Sealed for super::Typed<A> {}
    impl Sealed for super::Unvalidated {}
    impl Sealed for super::Validated {}
}
