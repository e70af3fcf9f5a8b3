//! The argument shapes: types that we and the peers read, each with the checks of the others in its own words, and texts.

mod edit;
mod large;
mod medium;
mod small;
mod wide;

use dsh_tools::prelude::*;
use garde::Validate;
use serde::de::DeserializeOwned;

pub use edit::EditFile;
pub use large::BulkUpsert;
pub use medium::SearchIssues;
pub use small::GetWeather;
pub use wide::ListMachines;

/// Arguments of one shape.
pub trait Shape: ToolArgs + DeserializeOwned + Validate<Context: Default> + Send + 'static {
    const NAME: &'static str;

    /// Rounds that callgrind counts: fewer where one is long.
    const ROUNDS: u32 = 200;

    /// Arguments that are valid.
    fn good() -> String;

    /// The same with one bound broken.
    fn one_mistake() -> String;

    /// Those of `six_mistakes` with the first of them alone.
    fn first_mistake() -> String;

    /// The same with six mistakes, or as many as there is room for.
    fn six_mistakes() -> String;

    /// A tool that takes them.
    fn tool() -> ToolDefinition;
}

/// `text` with `old`, which is in it, replaced.
fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old} is not in {text}");
    text.replacen(old, new, 1)
}
