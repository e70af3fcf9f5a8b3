//! What bodies may return.

use super::{ToolError, ToolOutput};
use crate::json::{ContentBlock, FrozenJson};
use crate::schema::{Node, ToolValue};
use serde_json::{Map, Value};
use std::any::Any;
use std::error::Error;
use std::marker::PhantomData;

/// What a body may return.
///
/// | type | value for programs | content for the model |
/// |---|---|---|
/// | `String`, `&'static str` | the string | the string |
/// | `()` | `null` | `null` |
/// | [`Json<T>`] | `T` by its output schema | its JSON text, or the string that it is |
/// | `Vec<ContentBlock>` | the blocks | the blocks |
/// | [`ToolOutput`] | as built | as built |
/// | `Result<T, E>` | of `T` | of `T`, or the failure |
///
/// `E` is anything that turns into a boxed error: [`ToolError`], `anyhow::Error`, `String`, every error type.
///
/// ```
/// use dsh_tools::{IntoToolOutput, Json};
///
/// assert_eq!(Json(vec![1_u8, 2]).into_tool_output().unwrap().value(), &serde_json::json!([1, 2]));
/// let failed: Result<String, std::num::ParseIntError> = "x".parse::<u8>().map(|n| n.to_string());
/// assert_eq!(failed.into_tool_output().unwrap_err().code(), "TOOL_ERROR");
/// ```
///
/// A type of one's own turns into one of these. The schema of the `Value` that it claims is the tool's output schema,
/// and what it gives is held to that:
///
/// ```
/// use dsh_tools::tool::{Declared, IntoToolOutput};
/// use dsh_tools::{ToolError, ToolOutput};
///
/// struct Page(u32, String);
///
/// impl IntoToolOutput for Page {
///     type Value = String;
///     type Declared = Declared<String>;
///
///     fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
///         Ok(ToolOutput::text(self.1).with_meta(serde_json::json!({"page": self.0})))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "no output of a tool",
    note = "return `String`, `&'static str`, `()`, `Json<T>` with `T: ToolValue`, `Vec<ContentBlock>` or `ToolOutput`",
    note = "or `Result<T, E>` of one of them, with any `E` that turns into `Box<dyn Error + Send + Sync>`"
)]
pub trait IntoToolOutput {
    /// The type of the value for programs.
    type Value: ToolValue;

    /// [`Declared<Self::Value>`](Declared); only [`ToolOutput`] leaves it to the definition to say what it gives.
    type Declared;

    /// The node of the output schema, to which the value is held; `None` where the type itself sees to it that
    /// there is nothing to be said or checked.
    #[doc(hidden)]
    const OUTPUT: Option<&'static Node> = Some(<Self::Value as ToolValue>::NODE);

    /// The value is a list of content blocks.
    #[doc(hidden)]
    const BLOCKS: bool = false;

    /// The output.
    ///
    /// # Errors
    /// The tool's failure, or [`ErrorCode::InvalidToolOutput`](super::ErrorCode::InvalidToolOutput) for a value that JSON cannot hold.
    fn into_tool_output(self) -> Result<ToolOutput, ToolError>;
}

/// The body's type says what the output is; see [`IntoToolOutput::Declared`].
///
/// ```
/// use dsh_tools::tool::{Declared, IntoToolOutput};
/// fn is_text<R: IntoToolOutput<Declared = Declared<String>>>(_: R) {}
/// is_text("a string");
/// ```
#[derive(Debug)]
pub struct Declared<V>(PhantomData<fn() -> V>);

/// The body's type says nothing: the definition must; see [`IntoToolOutput::Declared`].
///
/// ```
/// use dsh_tools::tool::{IntoToolOutput, ToolOutput, Undeclared};
/// fn is_open<R: IntoToolOutput<Declared = Undeclared>>(_: R) {}
/// is_open(ToolOutput::text("a string, this time"));
/// ```
#[derive(Debug)]
pub struct Undeclared(());

/// What a tool gives is said: by its body's type, or by the definition. Without that there is no definition.
///
/// ```
/// use dsh_tools::tool::{ArgumentSource, PromisedOutput, ToolDefinitionBuilder};
/// use dsh_tools::{SourceLocation, ToolDefinition};
///
/// fn finished<I: ArgumentSource, O: PromisedOutput>(builder: ToolDefinitionBuilder<I, O>) -> ToolDefinition {
///     builder.requires::<SourceLocation>().build()
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "what the tool gives is not said yet",
    label = "say it before this",
    note = "of a body that returns `ToolOutput`, `.output(schema, render)` says it, or `.text_output()`",
    note = "without a `.body(..)` there is nothing that could give anything"
)]
pub trait PromisedOutput: sealed::Sealed {}

impl<V> PromisedOutput for Declared<V> {}

mod sealed {
    pub trait Sealed {}
    impl<V> Sealed for super::Declared<V> {}
}

/// A value with an output schema: `Json(report)`.
///
/// ```
/// use dsh_tools::{IntoToolOutput, Json};
/// assert_eq!(Json(7_u32).into_tool_output().unwrap().value(), &serde_json::json!(7));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Json<T>(pub T);

impl<T: ToolValue> IntoToolOutput for Json<T> {
    type Value = T;
    type Declared = Declared<T>;

    fn into_tool_output(mut self) -> Result<ToolOutput, ToolError> {
        let output = ToolOutput::json(&self.0);
        if output.is_err() {
            take_apart(&mut self.0);
        }
        output
    }
}

/// A `Value` may be too deep for its own destructor, which recurses.
#[inline]
fn take_apart(value: &mut dyn Any) {
    if let Some(value) = value.downcast_mut::<Value>() {
        // However deep it is, it ends here.
        let _refused = FrozenJson::from_value(value.take());
    } else if let Some(entries) = value.downcast_mut::<Map<String, Value>>() {
        let _refused = FrozenJson::try_from(std::mem::take(entries));
    }
}

impl IntoToolOutput for String {
    type Value = Self;
    type Declared = Declared<Self>;
    const OUTPUT: Option<&'static Node> = None;

    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(self))
    }
}

impl IntoToolOutput for &'static str {
    type Value = String;
    type Declared = Declared<String>;
    const OUTPUT: Option<&'static Node> = None;

    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(self))
    }
}

impl IntoToolOutput for () {
    type Value = ();
    type Declared = Declared<()>;
    const OUTPUT: Option<&'static Node> = None;

    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::document(FrozenJson::null()))
    }
}

impl IntoToolOutput for Vec<ContentBlock> {
    type Value = FrozenJson;
    type Declared = Declared<FrozenJson>;
    const BLOCKS: bool = true;
    const OUTPUT: Option<&'static Node> = None;

    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        ToolOutput::blocks(self)
    }
}

impl IntoToolOutput for ToolOutput {
    type Value = FrozenJson;
    type Declared = Undeclared;
    const OUTPUT: Option<&'static Node> = None;

    fn into_tool_output(self) -> Result<Self, ToolError> {
        Ok(self)
    }
}

/// What `E` may be where a tool returns `Result<T, E>`: whatever turns into `Box<dyn Error + Send + Sync>`.
///
/// [`ToolError`], every error type, `anyhow::Error`, `String` and `&str`.
///
/// ```
/// fn can_fail<E: dsh_tools::tool::IntoToolError>(_: E) {}
/// can_fail("no such file");
/// can_fail("x".parse::<u8>().unwrap_err());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "this `E` is no error of a tool",
    note = "the `E` of `Result<T, E>` is `dsh_tools::ToolError`, a type that implements `std::error::Error` and is `Send + Sync`, `anyhow::Error`, `String` or `Box<dyn Error + Send + Sync>`",
    note = "for `Box<dyn Error>` add `+ Send + Sync`; for a type of one's own implement `std::error::Error`, or return `ToolError` and use `.map_err(..)`"
)]
pub trait IntoToolError {
    /// The failure.
    fn into_tool_error(self) -> ToolError;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn Error + Send + Sync>>> IntoToolError for E {
    fn into_tool_error(self) -> ToolError {
        ToolError::from_boxed(self.into())
    }
}

impl<T: IntoToolOutput, E: IntoToolError> IntoToolOutput for Result<T, E> {
    type Value = T::Value;
    type Declared = T::Declared;
    const OUTPUT: Option<&'static Node> = T::OUTPUT;
    const BLOCKS: bool = T::BLOCKS;

    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        match self {
            Ok(output) => output.into_tool_output(),
            Err(error) => Err(error.into_tool_error()),
        }
    }
}

/// What turns into content: text, a block, blocks.
///
/// ```
/// use dsh_tools::{IntoContent, json::ContentBlock};
/// assert_eq!("hi".into_content(), [ContentBlock::text("hi")]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no content",
    label = "gives `{Self}`",
    note = "give `String`, `&str`, `ContentBlock` or `Vec<ContentBlock>`"
)]
pub trait IntoContent {
    /// The blocks.
    fn into_content(self) -> Vec<ContentBlock>;
}

impl IntoContent for String {
    fn into_content(self) -> Vec<ContentBlock> {
        vec![ContentBlock::text(self)]
    }
}

impl IntoContent for &str {
    fn into_content(self) -> Vec<ContentBlock> {
        vec![ContentBlock::text(self)]
    }
}

impl IntoContent for ContentBlock {
    fn into_content(self) -> Vec<ContentBlock> {
        vec![self]
    }
}

impl IntoContent for Vec<ContentBlock> {
    fn into_content(self) -> Vec<ContentBlock> {
        self
    }
}
