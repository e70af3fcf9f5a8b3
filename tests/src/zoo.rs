//! Types of every kind that the derive knows, for the tests that compare our verdicts with others'.

use dsh_tools::{FrozenJson, ToolArgs, ToolValue};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::{NonZeroI16, NonZeroU8};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How thorough to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ToolValue)]
#[arg(rename_all = "snake_case")]
pub(crate) enum Mode {
    /// Quick, lossy.
    Fast,
    /// Slow, exact.
    VeryExact,
    Plain,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
pub(crate) struct Scalars {
    pub(crate) text: String,
    pub(crate) flag: bool,
    pub(crate) byte: u8,
    pub(crate) short: i16,
    pub(crate) word: u32,
    pub(crate) signed: i32,
    pub(crate) long: i64,
    pub(crate) unsigned: u64,
    pub(crate) float: f64,
    pub(crate) single: f32,
    pub(crate) letter: char,
    pub(crate) wide: i128,
    pub(crate) count: usize,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
pub(crate) struct Bounded {
    #[arg(range(min = 1, max = 14))]
    pub(crate) days: u8,
    #[arg(range = -720..=840)]
    pub(crate) offset: i32,
    #[arg(range(min = 0, max = 1))]
    pub(crate) score: f64,
    #[arg(range(exclusive_min = 0.5, exclusive_max = 2.5))]
    pub(crate) ratio: f64,
    #[arg(range(multiple_of = 5))]
    pub(crate) step: i64,
    #[arg(length(min = 1, max = 8))]
    pub(crate) name: String,
    #[arg(length = 2..)]
    pub(crate) tail: Option<String>,
    #[arg(pattern = r"^[a-z]+-\d{1,3}$")]
    pub(crate) code: Option<String>,
    #[arg(enum("skip", "hex"))]
    pub(crate) binary: Option<String>,
    #[arg(enum(1, 2, 4))]
    pub(crate) width: Option<u8>,
    #[arg(range(min = 1), default = 1)]
    pub(crate) page: u32,
    #[arg(default = "plain")]
    pub(crate) mode: Mode,
    pub(crate) positive: NonZeroU8,
    pub(crate) nonzero: NonZeroI16,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
#[arg(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Closed {
    pub(crate) first_name: String,
    #[arg(rename = "type")]
    pub(crate) kind: Option<Mode>,
    pub(crate) r#move: Option<bool>,
    #[arg(required)]
    pub(crate) must_be_there: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
pub(crate) struct Containers {
    pub(crate) list: Vec<String>,
    #[arg(length(min = 1, max = 3))]
    pub(crate) some: Vec<i32>,
    pub(crate) holes: Vec<Option<u8>>,
    pub(crate) queue: VecDeque<bool>,
    pub(crate) pair: [f64; 2],
    pub(crate) set: BTreeSet<u8>,
    pub(crate) words: HashSet<String>,
    #[arg(unique_items)]
    pub(crate) distinct: Vec<f64>,
    pub(crate) map: BTreeMap<String, i32>,
    #[arg(length = ..=2)]
    pub(crate) small: HashMap<String, Mode>,
    pub(crate) nested: Vec<Vec<u8>>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
pub(crate) struct Odd {
    pub(crate) any: serde_json::Value,
    pub(crate) frozen: FrozenJson,
    pub(crate) object: serde_json::Map<String, serde_json::Value>,
    pub(crate) nothing: Option<()>,
    pub(crate) boxed: Box<u8>,
    pub(crate) shared: Arc<str>,
    pub(crate) cow: Cow<'static, str>,
    pub(crate) path: PathBuf,
    pub(crate) wait: Option<Duration>,
    pub(crate) maybe: Option<Box<Bounded>>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
pub(crate) struct Menu {
    pub(crate) label: String,
    pub(crate) sub: Vec<Menu>,
    pub(crate) next: Option<Box<Menu>>,
    pub(crate) by_name: BTreeMap<String, Menu>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
pub(crate) struct Page<T> {
    pub(crate) items: Vec<T>,
    pub(crate) next: Option<T>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
pub(crate) struct Outer {
    pub(crate) bounded: Bounded,
    pub(crate) pages: Option<Page<Closed>>,
    pub(crate) modes: Vec<Mode>,
    pub(crate) closed: BTreeMap<String, Closed>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
pub(crate) struct Empty {}
