//! A document as a Rust value, or all that is wrong with it.

use super::walk::refusal;
use super::{Invalid, Node, Root, ToolArgs, ToolValue, Violations, trials};
use crate::json::FrozenJson;

/// Reads a document as a `T`: decoded and checked in one pass, and walked only when it does not fit.
///
/// # Errors
/// All violations, as [`validate`](super::validate) reports them. A type that refuses more than its node says (an implementation by
/// hand) gives one violation at the root.
///
/// ```
/// use dsh_tools::schema::decode;
/// use dsh_tools::{FrozenJson, ToolArgs};
///
/// #[derive(ToolArgs, Debug)]
/// struct Page {
///     #[arg(range(min = 1), default = 1)]
///     number: u32,
/// }
///
/// let page: Page = decode(&FrozenJson::parse("{}")?)?;
/// assert_eq!(page.number, 1);
/// let found = decode::<Page>(&FrozenJson::parse(r#"{"number": 0}"#)?).unwrap_err();
/// assert_eq!(found.to_string(), "`number`: expected an integer from 1 to 4294967295, got the number 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode<T: ToolValue>(document: &FrozenJson) -> Result<T, Violations> {
    read(document).map_err(|_| refusal(document, Root::from(T::NODE)))
}

/// Reads a document, and nothing but: what it takes to try forms is limited for all of it.
pub(crate) fn read<T: ToolValue>(document: &FrozenJson) -> Result<T, Invalid> {
    let _document = trials::document();
    T::decode(document.root(), T::NODE)
}

/// The node that arguments are read by.
#[doc(hidden)]
#[must_use]
pub const fn node_of<A: ToolArgs>() -> &'static Node {
    A::NODE
}
