//! Generated code keeps to lints that the user's crate denies.

#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused,
    nonstandard_style
)]
#![deny(
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![deny(
    rust_2018_idioms,
    future_incompatible,
    let_underscore_drop,
    unused_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    variant_size_differences
)]
#![forbid(unsafe_code)]

use dsh_tools::view::{ToolCallView, ToolResultView};
use dsh_tools::{Json, ToolArgs, ToolContext, ToolError, ToolResultData, ToolValue, tool, tools};

/// A mode.
#[derive(Debug, ToolValue)]
pub enum Mode {
    /// Fast.
    Fast,
    /// Slow.
    #[deprecated]
    Slow,
}

/// A page.
#[derive(Debug, ToolValue)]
pub struct Page<T: Clone, const N: usize> {
    /// Items.
    #[arg(length(min = 1))]
    pub items: Vec<T>,
    /// Fixed.
    pub fixed: [u8; N],
}

/// A tree.
#[derive(Debug, ToolValue)]
pub struct Tree {
    /// Below.
    #[arg(length = ..=9)]
    pub children: Vec<Self>,
    /// One.
    pub one: Option<Box<Self>>,
}

/// Arguments.
#[derive(Debug, ToolArgs)]
#[arg(deny_unknown_fields, title = "Arguments")]
pub struct Args {
    /// Path.
    #[arg(pattern = r"^[\w.]+$", length = 1..=99, example = "a.b")]
    pub path: String,
    /// Line.
    #[arg(range(min = 1, multiple_of = 2), default = 2, alias = "from")]
    pub line: u32,
    /// Old.
    #[deprecated]
    pub old: Option<String>,
    /// Level.
    #[arg(enum(1, -2))]
    pub level: i8,
    /// Mode.
    #[arg(default = "Fast")]
    pub mode: Mode,
    /// Page.
    pub page: Page<u8, 2>,
    /// Tree.
    pub tree: Option<Tree>,
}

/// No arguments.
#[derive(Debug, ToolArgs)]
pub struct Nothing {}

#[allow(clippy::unnecessary_wraps, reason = "a presenter")]
fn card(args: &Args) -> Option<ToolCallView> {
    let _ = args;
    None
}

#[allow(clippy::unnecessary_wraps, reason = "a presenter")]
fn result(args: &Args, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    let _ = (args, result);
    None
}

fn shown(text: &str) -> String {
    text.to_owned()
}

fn alone(args: &Args) -> bool {
    args.line > 2
}

/// Reads.
///
/// # Errors
/// Never.
#[tool(
    read_only,
    idempotent,
    open_world = false,
    timeout = "10s",
    title = "Read",
    parallel = alone,
    present_call = card,
    present_result = result,
    render = shown
)]
pub async fn read(
    args: Args,
    cx: &ToolContext,
    state: &String,
    more: Option<&Vec<u8>>,
) -> Result<String, ToolError> {
    Ok(format!("{} {} {state} {more:?}", args.path, cx.cancellation().is_cancelled()))
}

/// Adds.
#[tool(blocking, parallel)]
fn add(
    /// One.
    #[arg(range = 0.0..1.0)]
    a: f64,
    /// Other.
    #[arg(default = 0.5)]
    b: f64,
) -> Json<f64> {
    Json(a + b)
}

/// Nothing at all.
#[tool]
#[deprecated]
async fn nothing() {}

mod inner {
    use dsh_tools::tool;

    /// Elsewhere.
    #[tool]
    pub(crate) async fn elsewhere(mut args: super::Nothing) {
        let _ = &mut args;
    }
}

#[allow(deprecated, reason = "it is called for the test")]
fn main() {
    let list = tools![read, add, nothing, inner::elsewhere];
    assert_eq!(list.len(), 4);
}
