//! Names of the prelude and of the standard library mean other things here.

#![deny(warnings)]

use ::dsh_tools::{ToolArgs, ToolContext, ToolValue, tool, tools};

#[allow(dead_code)]
mod shadows {
    pub struct Option;
    pub struct Some;
    pub struct None;
    pub enum Result {}
    pub struct Ok;
    pub struct Err;
    pub struct String;
    pub struct Vec;
    pub struct Box;
    pub struct Default;
    pub struct Duration;
    pub struct ToolDefinition;
    #[allow(non_camel_case_types)]
    pub struct u16;
    #[allow(non_camel_case_types)]
    pub struct usize;
    #[allow(non_camel_case_types)]
    pub struct str;
    pub mod core {}
    pub mod std {}
    pub mod dsh_tools {}
}
use shadows::*;

type Text = ::std::string::String;

#[derive(ToolValue)]
enum Mode {
    Fast,
    /// Documented.
    #[arg(alias = "s")]
    Slow,
}

#[derive(ToolArgs)]
struct Args {
    #[arg(range(min = 1), default = 1, example = 2)]
    line: u32,
    #[arg(pattern = r"^\d", length(max = 9), alias = "t")]
    text: ::std::option::Option<Text>,
    #[arg(enum("a", "b"), default = "a")]
    letter: Text,
    #[arg(default = "Fast")]
    mode: Mode,
    #[arg(default = [1], unique_items)]
    list: ::std::vec::Vec<u8>,
}

/// Whole arguments.
#[tool(timeout = "1s", parallel)]
async fn whole(args: Args, cx: &ToolContext, state: ::std::option::Option<&Text>) -> Text {
    let _ = (args.line, args.text, args.letter, matches!(args.mode, Mode::Fast), args.list, cx, state);
    Text::new()
}

/// Plain parameters.
#[tool(blocking)]
fn plain(#[arg(default = 1)] line: u32, state: &Text) -> ::std::result::Result<Text, Text> {
    ::std::result::Result::Ok(::std::format!("{line} {state}"))
}

fn main() {
    let _ = (Option, Some, None, Ok, Err, String, Vec, Box, Default, Duration, ToolDefinition);
    let list: ::std::vec::Vec<_> = tools![whole, plain];
    assert_eq!(list.len(), 2);
}
