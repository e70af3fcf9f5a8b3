//! Assertions that take JSON as it is written.

/// A type or a tool has this schema, as a JSON value: the order of keys does not matter.
///
/// The first argument is the path of a type, any type in angle brackets (`<Vec<Item>>`), or an expression that is a
/// tool; a variable is given by reference, `&tool`. Of a type it is the schema that a field of it has, of a tool that of
/// the arguments, as a model sees it. The JSON stands there as in [`json!`](serde_json::json), or is an expression that
/// makes it. A failing test tells each place that is missing, not expected, or different.
///
/// ```
/// use dsh_tools::prelude::*;
/// use dsh_tools::testing::assert_schema;
///
/// #[derive(ToolArgs)]
/// struct ReadArgs {
///     /// Path of the file.
///     path: String,
///     #[arg(range(min = 1, max = 2000))]
///     limit: Option<u16>,
/// }
/// /// Read a file.
/// #[tool]
/// async fn read(args: ReadArgs) -> String {
///     format!("{} {:?}", args.path, args.limit)
/// }
///
/// assert_schema!(read::definition(), {
///     "type": "object",
///     "properties": {
///         "path": {"type": "string", "description": "Path of the file."},
///         "limit": {"type": "integer", "minimum": 1, "maximum": 2000},
///     },
///     "required": ["path"],
/// });
/// assert_schema!(<Vec<bool>>, {"type": "array", "items": {"type": "boolean"}});
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __testing_assert_schema {
    (<$of:ty>, $json:tt $(,)?) => {
        $crate::testing::private::assert_schema(
            &$crate::testing::private::Advertised::of_type::<$of>(),
            $crate::testing::private::json!($json),
        )
    };
    (<$of:ty>, $json:expr $(,)?) => {
        $crate::testing::private::assert_schema(
            &$crate::testing::private::Advertised::of_type::<$of>(),
            $crate::testing::private::json!($json),
        )
    };
    ($first:ident $(:: $rest:ident)*, $json:tt $(,)?) => {
        $crate::testing::private::assert_schema(
            &$crate::testing::private::Advertised::of_type::<$first $(:: $rest)*>(),
            $crate::testing::private::json!($json),
        )
    };
    ($first:ident $(:: $rest:ident)*, $json:expr $(,)?) => {
        $crate::testing::private::assert_schema(
            &$crate::testing::private::Advertised::of_type::<$first $(:: $rest)*>(),
            $crate::testing::private::json!($json),
        )
    };
    ($tool:expr, $json:tt $(,)?) => {
        $crate::testing::private::assert_schema(
            &$crate::testing::private::Advertised::of_tool($tool),
            $crate::testing::private::json!($json),
        )
    };
    ($tool:expr, $json:expr $(,)?) => {
        $crate::testing::private::assert_schema(
            &$crate::testing::private::Advertised::of_tool($tool),
            $crate::testing::private::json!($json),
        )
    };
}

/// A type or a tool takes this document: all checks pass.
///
/// What the first argument may be, [`assert_schema!`](crate::testing::assert_schema) says. A failing test tells all
/// violations.
///
/// ```
/// use dsh_tools::ToolArgs;
/// use dsh_tools::testing::assert_accepts;
///
/// #[derive(ToolArgs)]
/// struct PageArgs {
///     #[arg(range(min = 1))]
///     page: u32,
/// }
/// assert_accepts!(PageArgs, {"page": 1});
/// assert_accepts!(<[bool; 2]>, [true, false]);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __testing_assert_accepts {
    (<$of:ty>, $json:tt $(,)?) => {
        $crate::testing::private::assert_accepts(
            &$crate::testing::private::Advertised::of_type::<$of>(),
            $crate::testing::private::json!($json),
        )
    };
    (<$of:ty>, $json:expr $(,)?) => {
        $crate::testing::private::assert_accepts(
            &$crate::testing::private::Advertised::of_type::<$of>(),
            $crate::testing::private::json!($json),
        )
    };
    ($first:ident $(:: $rest:ident)*, $json:tt $(,)?) => {
        $crate::testing::private::assert_accepts(
            &$crate::testing::private::Advertised::of_type::<$first $(:: $rest)*>(),
            $crate::testing::private::json!($json),
        )
    };
    ($first:ident $(:: $rest:ident)*, $json:expr $(,)?) => {
        $crate::testing::private::assert_accepts(
            &$crate::testing::private::Advertised::of_type::<$first $(:: $rest)*>(),
            $crate::testing::private::json!($json),
        )
    };
    ($tool:expr, $json:tt $(,)?) => {
        $crate::testing::private::assert_accepts(
            &$crate::testing::private::Advertised::of_tool($tool),
            $crate::testing::private::json!($json),
        )
    };
    ($tool:expr, $json:expr $(,)?) => {
        $crate::testing::private::assert_accepts(
            &$crate::testing::private::Advertised::of_tool($tool),
            $crate::testing::private::json!($json),
        )
    };
}

/// A type or a tool does not take this document, and says these parts of why.
///
/// What the first argument may be, [`assert_schema!`](crate::testing::assert_schema) says. Without a list any reason will
/// do.
///
/// ```
/// use dsh_tools::ToolArgs;
/// use dsh_tools::testing::assert_rejects;
///
/// #[derive(ToolArgs)]
/// struct PageArgs {
///     #[arg(range(min = 1, max = 9))]
///     page: u32,
///     query: String,
/// }
/// assert_rejects!(PageArgs, {"page": 0}, ["`page`: expected an integer from 1 to 9", "`query`"]);
/// assert_rejects!(<[bool; 2]>, [true]);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __testing_assert_rejects {
    (<$of:ty>, $json:tt $(, [$($part:expr),* $(,)?])? $(,)?) => {
        $crate::testing::private::assert_rejects(
            &$crate::testing::private::Advertised::of_type::<$of>(),
            $crate::testing::private::json!($json),
            &[$($($part),*)?],
        )
    };
    (<$of:ty>, $json:expr $(, [$($part:expr),* $(,)?])? $(,)?) => {
        $crate::testing::private::assert_rejects(
            &$crate::testing::private::Advertised::of_type::<$of>(),
            $crate::testing::private::json!($json),
            &[$($($part),*)?],
        )
    };
    ($first:ident $(:: $rest:ident)*, $json:tt $(, [$($part:expr),* $(,)?])? $(,)?) => {
        $crate::testing::private::assert_rejects(
            &$crate::testing::private::Advertised::of_type::<$first $(:: $rest)*>(),
            $crate::testing::private::json!($json),
            &[$($($part),*)?],
        )
    };
    ($first:ident $(:: $rest:ident)*, $json:expr $(, [$($part:expr),* $(,)?])? $(,)?) => {
        $crate::testing::private::assert_rejects(
            &$crate::testing::private::Advertised::of_type::<$first $(:: $rest)*>(),
            $crate::testing::private::json!($json),
            &[$($($part),*)?],
        )
    };
    ($tool:expr, $json:tt $(, [$($part:expr),* $(,)?])? $(,)?) => {
        $crate::testing::private::assert_rejects(
            &$crate::testing::private::Advertised::of_tool($tool),
            $crate::testing::private::json!($json),
            &[$($($part),*)?],
        )
    };
    ($tool:expr, $json:expr $(, [$($part:expr),* $(,)?])? $(,)?) => {
        $crate::testing::private::assert_rejects(
            &$crate::testing::private::Advertised::of_tool($tool),
            $crate::testing::private::json!($json),
            &[$($($part),*)?],
        )
    };
}

/// The schemas of some tools are those of a file that is committed.
///
/// The path is relative to the package's directory, the one of its `Cargo.toml`. A failing test tells what changed, tool
/// by tool, and whether calls as they were made before still fit. `DSH_BLESS=1 cargo test` accepts it: it writes the
/// file. A file that is not there yet is written as well, but in CI (where the environment variable `CI` is set), where
/// it is a failure.
///
/// ```no_run
/// # let registry = dsh_tools::ToolRegistry::new();
/// dsh_tools::testing::assert_no_drift!("tests/schemas.json", &registry.schemas());
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __testing_assert_no_drift {
    ($path:expr, $schemas:expr $(,)?) => {
        $crate::testing::private::assert_no_drift(
            ::core::env!("CARGO_MANIFEST_DIR"),
            ::core::convert::AsRef::<::std::path::Path>::as_ref($path),
            $schemas,
        )
    };
}

#[doc(inline)]
pub use crate::{
    __testing_assert_accepts as assert_accepts, __testing_assert_no_drift as assert_no_drift,
    __testing_assert_rejects as assert_rejects, __testing_assert_schema as assert_schema,
};
