//! Boxes of tools wherever an `impl` may stand, whatever their path, made by whatever macro.

#![deny(warnings)]

mod vendor {
    pub use dsh_tools as runtime;
}

use dsh_tools::{ToolArgs, ToolContext, ToolRegistry, tool, toolbox, tools};

/// Another path of the runtime crate.
struct Elsewhere;

#[vendor::runtime::toolbox(crate = crate::vendor::runtime)]
impl Elsewhere {
    /// By its whole path.
    #[vendor::runtime::tool]
    async fn whole_path(&self, level: u8) -> String {
        level.to_string()
    }

    /// By the path that the box has said.
    #[crate::vendor::runtime::tool(parallel)]
    async fn said(&self) {}

    /// By its name.
    #[tool]
    async fn short(&self, #[arg(length(min = 1))] text: String) -> String {
        text
    }
}

#[dsh_tools::toolbox]
impl Elsewhere2 {
    /// By the path of the library.
    #[dsh_tools::tool]
    async fn full(&self) {}
}
struct Elsewhere2;

/// What other macros write.
macro_rules! store {
    ($name:ident, $ty:ty, $key:ty, $prefix:literal, $docs:literal, $method:ident $body:block) => {
        #[toolbox(prefix = $prefix)]
        impl $ty {
            #[doc = $docs]
            #[tool(present_call = Self::card)]
            async fn $method(&self, #[arg(default = 1)] key: $key, cx: &ToolContext) -> String {
                let _ = (key, cx);
                $body
            }

            fn card(_: &$key) -> Option<dsh_tools::ToolCallView> {
                None
            }
        }

        impl $name {
            fn list() -> Vec<dsh_tools::ToolDefinition> {
                tools![..$name::definitions($name)]
            }
        }
    };
}
struct Made;
store!(Made, Made, u8, "made_", "Get.", get { String::new() });

#[derive(ToolArgs)]
struct Whole {
    line: u8,
}

mod u8_string {
    pub type Text = String;
}

/// Names with `r#`, and one that is a keyword with the prefix off.
struct Raw;

#[toolbox]
impl Raw {
    /// A keyword.
    #[tool]
    async fn r#type(&self, r#match: u8) -> String {
        r#match.to_string()
    }

    /// A reference that is written as a type.
    #[tool(blocking)]
    fn typed(self: &Self, #[arg(object)] input: Whole) -> u8_string::Text {
        input.line.to_string()
    }

    /// The name of the macro's own local.
    #[tool]
    async fn toolbox(&self, toolbox: u8, __toolbox: &String) -> String {
        format!("{toolbox}{__toolbox}")
    }
}

/// A box of a box of types with several parameters of all kinds.
struct Deep<'a, T: ?Sized, const N: usize, U = u8>(&'a [U; N], Box<T>);

#[toolbox]
impl<T: ?Sized + Send + Sync + 'static, const N: usize> Deep<'static, T, N> {
    #![allow(clippy::unused_self)]

    /// The length.
    #[tool]
    async fn length(&self, more: [u8; N]) -> String {
        let _ = &self.1;
        format!("{} {}", self.0.len(), more.len())
    }
}

fn main() {
    #[derive(ToolArgs)]
    struct Args {
        line: u32,
    }

    struct Local {
        base: u32,
    }

    #[toolbox(prefix = "local-")]
    impl Local {
        /// Whole arguments.
        #[tool(type = Add)]
        async fn add(&self, args: Args) -> String {
            (self.base + args.line).to_string()
        }
    }

    let mut list = Local::definitions(Local { base: 1 });
    list.push(Add::definition(Local { base: 2 }));
    assert_eq!(list[1].name(), "local-add");

    let deep: Deep<'_, str, 2> = Deep(&[1, 2], "".into());
    let list = tools![
        ..Elsewhere::definitions(Elsewhere),
        #[cfg(any())] ..nothing(),
        ..Elsewhere2::definitions(Elsewhere2),
        ..Made::list(),
        ..Raw::definitions(Raw),
        ..Deep::definitions(deep),
    ];
    let names: Vec<&str> = list.iter().map(|tool| tool.name()).collect();
    assert_eq!(names, ["whole_path", "said", "short", "full", "made_get", "type", "typed", "toolbox", "length"]);
    let registry = ToolRegistry::builder().state(String::new()).tools(list).build();
    assert_eq!(registry.unwrap().schemas().len(), 9);
}
