//! Structs of every kind that derive serde's traits too: what we read serde reads as an equal value.

use dsh_tools::{ToolArgs, ToolValue};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::NonZeroU8;
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Texts {
    pub(crate) text: String,
    pub(crate) boxed: Box<str>,
    pub(crate) letter: char,
    pub(crate) path: PathBuf,
    pub(crate) cow: Cow<'static, str>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Numbers {
    pub(crate) byte: u8,
    pub(crate) signed: i16,
    pub(crate) wide: u64,
    pub(crate) most: i64,
    pub(crate) real: f64,
    pub(crate) some: NonZeroU8,
    pub(crate) yes: bool,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Optionals {
    pub(crate) text: Option<String>,
    pub(crate) list: Option<Vec<Option<u8>>>,
    #[serde(default)]
    pub(crate) number: Option<i32>,
    pub(crate) pair: Option<(u8, bool)>,
    pub(crate) boxed: Option<Box<Numbers>>,
}

fn three() -> u32 {
    3
}

fn words() -> Vec<String> {
    vec!["a".into(), "b".into()]
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Defaults {
    #[serde(default)]
    #[arg(default = 0)]
    pub(crate) literal: u8,
    #[serde(default = "three")]
    #[arg(range(max = 9))]
    pub(crate) code: u32,
    #[serde(default = "words")]
    #[arg(default = ["a", "b"], inner(length = ..=3))]
    pub(crate) both: Vec<String>,
    #[serde(default)]
    pub(crate) own: BTreeMap<String, u8>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WholeDefault {
    pub(crate) first_one: u8,
    pub(crate) second_one: Option<u8>,
    #[serde(default = "three")]
    pub(crate) third_one: u32,
    pub(crate) at: Point,
}

impl Default for WholeDefault {
    fn default() -> Self {
        Self { first_one: 1, second_one: Some(2), third_one: 0, at: Point(1.0, -1) }
    }
}

#[derive(Clone, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
pub(crate) struct Point(#[arg(range = 0.0..=10.0)] pub(crate) f64, pub(crate) i8);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ToolValue, Serialize, Deserialize)]
pub(crate) struct Name(#[arg(length = 1..=3)] pub(crate) String);

#[derive(Clone, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
pub(crate) struct Names(#[arg(length = ..=2)] pub(crate) Vec<Name>);

#[derive(Clone, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Perhaps {
    pub(crate) inner: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
pub(crate) struct Unit;

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ToolValue, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Newtypes {
    pub(crate) name: Name,
    #[arg(length = 2..)]
    pub(crate) longer: Option<Name>,
    pub(crate) names: Names,
    pub(crate) perhaps: Perhaps,
    pub(crate) many: Vec<Perhaps>,
    pub(crate) unit: Unit,
    pub(crate) no_unit: Option<Unit>,
}

type Nested = ((u8, u8), Vec<(Name, Option<u8>)>);

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Tuples {
    pub(crate) pair: (u8, String),
    pub(crate) one: (bool,),
    pub(crate) nested: Option<Nested>,
    pub(crate) point: Option<Point>,
    pub(crate) points: Option<[Point; 2]>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Lists {
    pub(crate) list: Vec<u8>,
    pub(crate) queue: VecDeque<bool>,
    pub(crate) array: [u8; 3],
    pub(crate) set: BTreeSet<Name>,
    pub(crate) hashed: HashSet<u8>,
    #[arg(length = 1.., inner(range = 0..10))]
    pub(crate) some: Vec<i32>,
    #[arg(inner(length = ..=2, inner(enum("a", "b"))))]
    pub(crate) nested: Vec<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Maps {
    pub(crate) plain: BTreeMap<String, u8>,
    pub(crate) named: Option<BTreeMap<Name, Point>>,
    pub(crate) sides: Option<HashMap<Side, bool>>,
    #[arg(keys(pattern = "^[a-c]+$", length = ..=2), inner(range(max = 300)), length = ..=3)]
    pub(crate) limited: HashMap<String, u16>,
    pub(crate) letters: Option<BTreeMap<char, u8>>,
}

/// Numbers in it are as they came: serde tells `5.0` from `5`, and an integer of ours is both.
#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Free {
    pub(crate) any: Value,
    pub(crate) list: Vec<Value>,
    pub(crate) maybe: Option<Value>,
    pub(crate) object: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Formats {
    #[arg(format = "date")]
    pub(crate) day: String,
    #[arg(inner(format = "ipv4"))]
    pub(crate) hosts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Renamed {
    pub(crate) first_word: String,
    #[serde(rename = "type")]
    pub(crate) kind: Side,
    pub(crate) r#move: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Skipped {
    pub(crate) kept: u8,
    #[serde(skip)]
    pub(crate) cache: Vec<u8>,
    #[serde(skip, default = "three")]
    pub(crate) made: u32,
    pub(crate) last: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Geo {
    #[arg(range(min = -90, max = 90))]
    pub(crate) lat: f64,
    pub(crate) lon: f64,
    pub(crate) note: Option<String>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Paging {
    #[serde(default = "three")]
    pub(crate) limit: u32,
    pub(crate) after: Option<Name>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Flattened {
    pub(crate) label: String,
    #[serde(flatten)]
    pub(crate) geo: Geo,
    pub(crate) zoom: Option<u8>,
    #[serde(flatten)]
    pub(crate) paging: Paging,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FlattenedClosed {
    pub(crate) label: String,
    #[serde(flatten)]
    pub(crate) geo: Geo,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct FlattenedOption {
    pub(crate) label: String,
    #[serde(flatten)]
    pub(crate) geo: Option<Geo>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct FlattenedTwice {
    #[serde(flatten)]
    pub(crate) outer: FlattenedOption,
    #[serde(flatten)]
    pub(crate) paging: Option<Paging>,
    pub(crate) last: u8,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct FlattenedMap {
    pub(crate) base: u8,
    #[serde(flatten)]
    pub(crate) paging: Paging,
    #[serde(flatten)]
    #[arg(inner(range(max = 300)))]
    pub(crate) rest: BTreeMap<String, u32>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct FlattenedAny {
    pub(crate) base: Option<String>,
    #[serde(flatten)]
    pub(crate) rest: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Page<T> {
    pub(crate) number: u32,
    #[serde(flatten)]
    pub(crate) inner: T,
    pub(crate) items: Vec<T>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Tree {
    pub(crate) label: Option<Name>,
    pub(crate) kids: Option<Vec<Tree>>,
    pub(crate) next: Link,
    pub(crate) pairs: Option<Vec<(u8, Tree)>>,
    pub(crate) by_name: Option<BTreeMap<Name, Tree>>,
}

#[derive(Clone, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Link(pub(crate) Option<Box<Tree>>);

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Ping {
    pub(crate) count: u8,
    pub(crate) pong: Option<Box<Pong>>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Pong {
    pub(crate) pings: Vec<Ping>,
    #[serde(flatten)]
    pub(crate) geo: Option<Geo>,
}
