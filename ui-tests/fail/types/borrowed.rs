//! C074: what is borrowed is refused with the owned type to use.

use dsh_tools::{ToolArgs, ToolValue};
use std::borrow::Cow;

#[derive(ToolArgs)]
struct Args<'a> {
    text: &'a str,
    list: &'a [u8],
    cow: Cow<'a, str>,
    inner: Option<&'a u32>,
    fine: Cow<'static, str>,
}

#[derive(ToolValue)]
struct Held<'a> {
    marker: Marker<'a>,
}

struct Marker<'a>(&'a u8);

fn main() {}
