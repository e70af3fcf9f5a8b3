//! Procedural macros of `dsh-tools`; use them through that crate.

extern crate proc_macro;

mod args;
mod attr;
mod case;
mod ctxt;
mod docs;
mod pattern;
mod show;
mod suggest;
mod tool;
mod tools;

#[cfg(test)]
mod snapshots;

use proc_macro::TokenStream;

/// Makes a struct the argument object of a tool: its schema, its checks, its decoding and encoding, from one source.
///
/// Implements `ToolArgs` and `ToolValue`.
///
#[doc = include_str!("../docs/derive.md")]
#[proc_macro_derive(ToolArgs, attributes(arg, tool_arg, serde))]
pub fn derive_tool_args(item: TokenStream) -> TokenStream {
    args::derive(item.into(), args::Derive::ToolArgs).into()
}

/// Makes a type part of arguments or results: as `#[derive(ToolArgs)]`, for what is no argument object itself.
///
/// Implements `ToolValue`. An enum of plain variants is a string on the wire; a struct is an object. Attributes are
/// those of [`derive@ToolArgs`].
///
/// ```
/// use dsh_tools::{Json, ToolValue, tool};
///
/// #[derive(ToolValue)]
/// struct Report {
///     /// Files looked at.
///     files: u32,
/// }
///
/// /// Count the files.
/// #[tool(read_only)]
/// async fn count() -> Json<Report> {
///     Json(Report { files: 3 })
/// }
/// # fn main() {}
/// ```
#[proc_macro_derive(ToolValue, attributes(arg, tool_arg, serde))]
pub fn derive_tool_value(item: TokenStream) -> TokenStream {
    args::derive(item.into(), args::Derive::ToolValue).into()
}

/// Makes an async function a tool.
///
#[doc = include_str!("../docs/tool.md")]
#[proc_macro_attribute]
pub fn tool(keys: TokenStream, item: TokenStream) -> TokenStream {
    tool::tool(&keys.into(), &item.into()).into()
}

/// The definitions of tools, as a `Vec<ToolDefinition>`; two of one name do not compile.
///
/// Each entry is the path of a function with `#[tool]` on it, and may have a `#[cfg(..)]`. `crate = path;` before the
/// entries says where this library is, if not at `::dsh_tools`.
///
/// ```
/// use dsh_tools::{tool, tools};
///
/// /// The time.
/// #[tool]
/// async fn now() -> &'static str {
///     "12:00"
/// }
///
/// mod more {
///     /// The date.
///     #[dsh_tools::tool]
///     pub async fn today() -> &'static str {
///         "2024-02-29"
///     }
/// }
///
/// let list = tools![now, more::today];
/// assert_eq!(list[1].name(), "today");
/// ```
#[proc_macro]
pub fn tools(list: TokenStream) -> TokenStream {
    tools::tools(list.into()).into()
}
