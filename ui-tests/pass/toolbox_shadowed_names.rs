//! Names of the prelude and of the standard library mean other things here.

#![deny(warnings)]

use ::dsh_tools::{ToolArgs, ToolContext, tool, toolbox, tools};

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
    pub struct Arc;
    pub trait Into {}
    pub trait Clone {}
    pub trait Send {}
    pub trait Sync {}
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

#[derive(ToolArgs)]
struct Args {
    line: u32,
}

struct Fs(u8);

#[toolbox(prefix = "fs_", timeout = "1s")]
impl Fs {
    /// Whole arguments.
    #[tool(parallel)]
    async fn whole(&self, args: Args, cx: &ToolContext, state: ::std::option::Option<&Text>) -> Text {
        let _ = (args.line, cx, state, self.0);
        Text::new()
    }

    /// Plain parameters.
    #[tool(blocking, type = Plain)]
    fn plain(&self, #[arg(default = 1)] line: u32, state: &Text) -> ::std::result::Result<Text, Text> {
        ::std::result::Result::Ok(::std::format!("{line} {state}"))
    }

    /// On a pointer.
    #[tool]
    async fn pointer(self: ::std::sync::Arc<Self>, other: [u8; Self::N]) {
        let _ = other;
    }

    const N: ::core::primitive::usize = 1;
}

#[allow(dead_code)]
struct Generic<T>(T);

#[toolbox]
impl<T: ::core::marker::Send + ::core::marker::Sync + ::dsh_tools::ToolValue> Generic<T> {
    /// Of a parameter.
    #[tool]
    async fn generic(&self, item: T) {
        let _ = item;
    }
}

fn main() {
    let _ = (Option, Some, None, Ok, Err, String, Vec, Box, Default, Duration, ToolDefinition, Arc);
    let _ = Plain::definition(Fs(1));
    let list: ::std::vec::Vec<_> = tools![..Fs::definitions(Fs(2)), ..Generic::definitions(Generic(1_u8))];
    assert_eq!(list.len(), 4);
}
