//! Tools that other macros write: names, types and paths of whatever fragment, at whatever depth.

#![deny(warnings)]

use dsh_tools::view::{ToolCallView, ToolResultView};
use dsh_tools::{ToolArgs, ToolContext, ToolResultData, tool, tools};

#[derive(ToolArgs)]
struct Args {
    line: u32,
}

struct State;

fn whole(_: &Args) -> Option<ToolCallView> {
    None
}
fn quick(_: &Args) -> bool {
    true
}
fn shown(text: &str) -> &'static str {
    if text.is_empty() { "" } else { "text" }
}
fn card(_: &u8, _: &u8) -> Option<ToolCallView> {
    None
}
fn done(_: &u8, _: &u8, _: &ToolResultData<'_>) -> Option<ToolResultView> {
    None
}
fn cheap(_: &u8, _: &u8) -> bool {
    true
}

macro_rules! with_args {
    ($name:ident, $ty:ty, $field:ident, $card:path, $state:ident) => {
        /// Whole arguments.
        #[tool(present_call = $card, parallel = quick, render = shown)]
        async fn $name(args: $ty, cx: &ToolContext, state: Option<&$state>) -> String {
            let _ = (cx, state);
            args.$field.to_string()
        }
    };
}
with_args!(with_args, Args, line, whole, State);

macro_rules! plain {
    ($(#[$meta:meta])* $name:ident($field:ident: $ty:ty, $state:ty) -> $out:ty $body:block) => {
        $(#[$meta])*
        #[tool(present_call = card, present_result = done, parallel = cheap)]
        async fn $name(
            /// Written by a macro.
            #[arg(range(max = 9))]
            $field: $ty,
            limit: $ty,
            state: &$state,
            maybe: Option<&$state>,
        ) -> $out {
            let _ = (state, maybe, limit);
            $body
        }
    };
}
macro_rules! each {
    ($($name:ident)*) => { $(
        plain! { #[doc = concat!("Is ", stringify!($name), ".")] $name(needle: u8, State) -> String { String::new() } }
    )* };
}

mod plain_ones {
    #![allow(unused_variables)]
    use super::*;
    each!(first second);
    pub fn list() -> Vec<dsh_tools::ToolDefinition> {
        tools![first, second]
    }
}

macro_rules! signature {
    ($name:ident as $ty:ident ($($param:ident: $param_ty:ty),*) -> $out:ty $body:block) => {
        /// Blocking.
        #[tool(blocking, type = $ty)]
        fn $name($($param: $param_ty),*) -> $out $body
    };
}
signature!(sum as Sum (a: u32, b: u32, state: &State) -> String { let _ = state; (a + b).to_string() });

macro_rules! pattern {
    ($name:ident, $args:pat, $ty:ty, $value:expr) => {
        /// A pattern.
        #[tool]
        async fn $name($args: $ty) -> String {
            $value
        }
    };
}
pattern!(taken_apart, Args { line: _ }, Args, String::new());

macro_rules! item {
    ($item:item) => {
        $item
    };
}
item! {
    /// As an item.
    #[tool]
    async fn passed(args: Args) -> String {
        args.line.to_string()
    }
}

macro_rules! arguments {
    ($name:ident { $($(#[$meta:meta])* $field:ident: $ty:ty),* }) => {
        #[derive(ToolArgs)]
        #[allow(dead_code)]
        struct $name {
            $($(#[$meta])* $field: $ty),*
        }
    };
}
arguments!(Made { #[arg(default = [1, 2])] list: Vec<u8>, #[arg(required)] must: Option<u8>, me: Option<Box<Made>> });

/// A type that comes back to itself, with defaults on the way.
#[derive(ToolArgs)]
#[allow(dead_code)]
struct Page<T> {
    #[arg(default = [])]
    inner: Vec<Page<T>>,
    #[arg(default = [1, 2])]
    numbers: Vec<u8>,
    next: Option<Box<Page<T>>>,
    item: T,
}

fn main() {
    let list = tools![with_args, Sum, taken_apart, passed];
    assert_eq!(list.len() + plain_ones::list().len(), 6);
    let _ = (<Made as dsh_tools::ToolValue>::NODE, <Page<Made> as dsh_tools::ToolValue>::NODE);
}
