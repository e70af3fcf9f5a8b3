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
#![deny(clippy::multiple_inherent_impl)]
#![forbid(unsafe_code)]

use dsh_tools::view::{ToolCallView, ToolResultView};
use dsh_tools::{
    Json, ToolArgs, ToolContext, ToolError, ToolResultData, ToolValue, tool, toolbox, tools,
};
use std::sync::Arc;

/// Arguments.
#[derive(Debug, ToolArgs)]
pub struct Args {
    /// Path.
    #[arg(length = 1..)]
    pub path: String,
}

/// A box.
#[derive(Debug)]
pub struct Files {
    root: String,
}

/// Tools of the box.
#[toolbox(prefix = "files_", read_only, timeout = "10s")]
impl Files {
    /// Reads.
    ///
    /// # Errors
    /// Never.
    #[tool(
        idempotent,
        open_world = false,
        title = "Read",
        type = ReadFile,
        parallel = Self::alone,
        present_call = Self::card,
        present_result = Self::result,
        render = Self::shown
    )]
    pub async fn read(
        &self,
        args: Args,
        cx: &ToolContext,
        state: &String,
        more: Option<&Vec<u8>>,
    ) -> Result<String, ToolError> {
        let Self { root } = self;
        Ok(format!("{root} {} {} {state} {more:?}", args.path, cx.cancellation().is_cancelled()))
    }

    /// Adds.
    #[tool(blocking, parallel)]
    fn add(
        &self,
        /// One.
        #[arg(range = 0.0..1.0)]
        a: f64,
        /// Other.
        #[arg(default = 0.5)]
        b: f64,
    ) -> Json<f64> {
        Json(a + b + self.root.parse::<f64>().unwrap_or_default())
    }

    /// Nothing at all.
    #[tool]
    #[deprecated]
    async fn nothing() {}

    /// Keeps the box.
    #[tool]
    async fn keep(self: Arc<Self>) -> String {
        self.root.clone()
    }

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
        args.path.len() > 2
    }
}

/// A store.
#[derive(Debug)]
pub struct Store<T, const N: usize> {
    items: [T; N],
}

#[toolbox(definitions = tools)]
impl<T, const N: usize> Store<T, N>
where
    T: ToolValue + PartialEq + Clone + Send + Sync,
{
    /// Finds.
    #[tool]
    pub async fn find(&self, item: T, times: u8) -> Json<Vec<T>> {
        let _ = times;
        Json(self.items.iter().filter(|other| **other == item).cloned().collect())
    }
}

mod inner {
    use dsh_tools::{tool, toolbox};

    pub(crate) struct Here;

    #[toolbox]
    impl Here {
        /// Elsewhere.
        #[tool(type = Elsewhere)]
        pub(crate) async fn elsewhere() {}
    }

    /// Of a type that nobody else sees, and never used.
    #[allow(dead_code, reason = "none of it is used")]
    struct Private(u8);

    #[toolbox]
    impl Private {
        /// Elsewhere.
        #[tool(type = Nowhere)]
        pub(crate) async fn nowhere(&self) -> String {
            self.0.to_string()
        }
    }
}

fn main() {
    let files = Arc::new(Files { root: String::new() });
    let store = Store { items: [1, 2] };
    let list = tools![
        ..Files::definitions(files),
        ..Store::tools(store),
        ..inner::Here::definitions(inner::Here)
    ];
    assert_eq!(list.len(), 6);
    assert_eq!(inner::Elsewhere::definition(inner::Here).name(), inner::Elsewhere::NAME);
    assert_eq!(ReadFile::NAME, "files_read");
}
