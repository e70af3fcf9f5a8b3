//! Procedural macros of `dsh-tools`; use them through that crate.

extern crate proc_macro;

mod args;
mod attr;
mod case;
mod ctxt;
mod distinct;
mod docs;
mod pattern;
mod show;
mod suggest;
mod tool;
mod toolbox;
mod tools;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod snapshots;

use proc_macro::TokenStream;

/// Makes a struct the argument object of a tool: its schema, its checks, its decoding and encoding, from one source.
///
/// Implements `ToolArgs` and `ToolValue`.
///
#[doc = include_str!("../docs/derive.md")]
#[proc_macro_derive(ToolArgs, attributes(arg, tool_arg, serde, schemars, garde, validate))]
pub fn derive_tool_args(item: TokenStream) -> TokenStream {
    args::derive(item.into(), args::Derive::ToolArgs).into()
}

/// Makes a type part of arguments or results: as `#[derive(ToolArgs)]`, for what is no argument object itself.
///
/// Implements `ToolValue`. An enum of plain variants is a string on the wire, one of its variants' names; a struct is
/// an object. Attributes, and what may stand where, are those of [`ToolArgs`](derive@ToolArgs).
///
/// ```
/// use dsh_tools::{Json, ToolValue, tool};
///
/// #[derive(ToolValue)]
/// struct Report {
///     /// Files looked at.
///     files: u32,
///     /// How it ended.
///     end: End,
/// }
///
/// #[derive(ToolValue)]
/// #[arg(rename_all = "snake_case")]
/// enum End {
///     /// Nothing was left out.
///     Complete,
///     /// There were too many.
///     CutShort,
/// }
///
/// /// Count the files.
/// #[tool(read_only)]
/// async fn count(
///     /// Where the last count ended; counts only those.
///     after: Option<End>,
/// ) -> Json<Report> {
///     Json(Report { files: 3, end: after.unwrap_or(End::Complete) })
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let result = count::definition().call(r#"{"after": "cut_short"}"#).await;
/// assert_eq!(result.value().unwrap().to_value(), serde_json::json!({"files": 3, "end": "cut_short"}));
/// # });
/// ```
///
/// An enum of plain variants cannot be the whole arguments of a tool, which are an object: make it a field, or a
/// parameter of its own, as here. Derive `ToolArgs` for a struct that a tool takes as `args`; it implements `ToolValue`
/// too.
#[proc_macro_derive(ToolValue, attributes(arg, tool_arg, serde, schemars, garde, validate))]
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

/// Makes methods of a type tools that share it.
///
#[doc = include_str!("../docs/toolbox.md")]
#[proc_macro_attribute]
pub fn toolbox(keys: TokenStream, item: TokenStream) -> TokenStream {
    toolbox::toolbox(&keys.into(), &item.into()).into()
}

/// The definitions of tools, as a `Vec<ToolDefinition>`; two of one name do not compile.
///
#[doc = include_str!("../docs/tools.md")]
#[proc_macro]
pub fn tools(list: TokenStream) -> TokenStream {
    tools::tools(list.into()).into()
}
