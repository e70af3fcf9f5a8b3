//! Items that other macros write, and attributes that belong to others.

#![deny(warnings)]

use dsh_tools::{ToolArgs, tool, tools};

macro_rules! args {
    ($name:ident { $($(#[$meta:meta])* $field:ident: $ty:ty = $default:expr),* }) => {
        #[derive(ToolArgs)]
        struct $name {
            $($(#[$meta])* #[arg(default = $default)] $field: $ty,)*
        }
    };
}

args!(Args {
    /// A line.
    line: u32 = 1,
    name: Option<String> = "x"
});

macro_rules! reader {
    ($vis:vis $name:ident, $docs:literal, $ty:ty, $limit:literal, $pure:literal, $timeout:expr) => {
        #[doc = $docs]
        #[tool(read_only = $pure, timeout = $timeout)]
        $vis async fn $name(#[arg(range(max = $limit))] line: $ty, args: $ty) -> String {
            format!("{line} {args}")
        }
    };
}

reader!(pub read, "Reads.", u8, 9, true, "1s");

/// Documented above its attributes.
#[allow(clippy::unused_async)]
#[tool]
#[inline]
/// And below.
async fn documented(#[allow(unused_variables)] line: u32, nested: Args) -> String {
    format!("{} {:?}", nested.line, nested.name)
}

fn main() {
    let list = tools![read, documented];
    assert_eq!(&*list[1].schema().description, "Documented above its attributes. And below.");
}
