//! Enums of every representation, each read and written by serde, too.

use dsh_tools::{ToolArgs, ToolValue};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A type that both libraries read and write.
macro_rules! both {
    ($derive:ident: $($(#[$meta:meta])* enum $name:ident $(<$($param:ident),*>)? { $($body:tt)* })*) => { $(
        #[derive(Clone, Debug, PartialEq, $derive, Serialize, Deserialize)]
        $(#[$meta])*
        pub(crate) enum $name $(<$($param),*>)? { $($body)* }
    )* };
}

#[derive(Clone, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) x: i32,
    /// How far up.
    pub(crate) y: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tight {
    pub(crate) a: String,
    pub(crate) b: Option<bool>,
}

both! { ToolArgs:
    /// What to do with a file.
    #[serde(tag = "op", rename_all = "snake_case")]
    enum Op {
        /// Read it.
        Read {
            /// Which file.
            path: String,
            #[arg(range(min = 1))]
            line: Option<u32>,
        },
        /// Write it.
        WriteAll {
            /// Which file.
            path: String,
            /// The text.
            #[arg(length(max = 5))]
            body: String,
        },
        /// List all.
        #[serde(alias = "ls", alias = "dir")]
        List,
    }

    #[serde(tag = "kind", deny_unknown_fields, rename_all_fields = "camelCase")]
    enum Strict {
        Move { from_where: Point, to_where: Point },
        #[serde(rename_all = "UPPERCASE")]
        Turn { by: f64 },
        #[serde(rename = "halt now")]
        Halt,
    }

    #[serde(tag = "type")]
    enum Inner {
        Open(Point),
        Closed(Tight),
        Free(BTreeMap<String, u8>),
        Own { x: u8 },
        Deep(Op),
        Nothing,
    }

    #[serde(tag = "t", content = "c")]
    enum Beside {
        /// Nothing more.
        None,
        One(u8),
        Maybe(Option<bool>),
        Two(u8, String),
        Zero(),
        Named { a: i64, b: Option<Point> },
        Of(Tight),
    }

    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum BesideStrict {
        None,
        One(Vec<u8>),
        Named { a: i64 },
    }

    enum Data {
        Point(Point),
        Pair(i8, i8),
        Named { name: String, flag: Option<bool> },
        List(Vec<u16>),
        Empty {},
    }

    #[serde(untagged)]
    enum Either {
        Path { path: String, depth: Option<u8> },
        Url { url: String },
        Tight(Tight),
    }
}

pub(crate) fn three() -> u8 {
    3
}

/// What fields of variants may say, in two representations.
macro_rules! rich {
    ($($(#[$meta:meta])* $name:ident;)*) => {
        both! { ToolArgs: $(
            $(#[$meta])*
            enum $name {
                /// Both stand where they are used.
                Flat {
                    first: u8,
                    #[serde(flatten)]
                    point: Point,
                    #[serde(flatten)]
                    tight: Option<Edge>,
                    last: bool,
                },
                Rest {
                    first: u8,
                    #[serde(flatten)]
                    rest: BTreeMap<String, u8>,
                },
                Defaults {
                    #[serde(default)]
                    list: Vec<u8>,
                    #[arg(default = 3)]
                    #[serde(default = "three")]
                    number: u8,
                    #[serde(skip)]
                    skipped: u8,
                    #[arg(length = ..=4, inner(range(max = 9)), default_json = "[1]")]
                    #[serde(default = "one")]
                    limited: Vec<u8>,
                },
                #[serde(alias = "Other")]
                Named {
                    #[serde(rename = "type", alias = "kind_of")]
                    kind: String,
                    #[arg(length = 1..3)]
                    text: String,
                },
            }
        )* }
    };
}

fn one() -> Vec<u8> {
    vec![1]
}

rich! {
    RichOuter;
    #[serde(tag = "the kind")]
    RichInner;
    #[serde(tag = "tag", content = "content")]
    RichBeside;
}

both! { ToolArgs:
    #[serde(untagged)]
    enum RichUntagged {
        Flat {
            first: u8,
            #[serde(flatten)]
            point: Point,
            last: bool,
        },
        Rest {
            first: u8,
            #[serde(flatten)]
            rest: BTreeMap<String, u8>,
        },
        Defaults {
            #[serde(default)]
            list: Vec<u8>,
            #[serde(default)]
            number: u8,
        },
    }
}

#[derive(Clone, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
pub(crate) struct Edge {
    pub(crate) left: i8,
    pub(crate) right: Option<bool>,
}

both! { ToolValue:
    enum Narrow {
        Ranged(#[arg(range(min = 1, max = 5))] u8),
        Listed(#[arg(enum("a", "b"))] Option<String>),
        Pair(#[arg(length = 1..4)] String, #[arg(inner(range(max = 9)))] Vec<u8>),
    }

    #[serde(tag = "t", content = "c")]
    enum NarrowBeside {
        Ranged(#[arg(range(min = 1, max = 5))] u8),
        Listed(#[arg(enum("a", "b"))] Option<String>),
        Pair(#[arg(length = 1..4)] String, #[arg(inner(range(max = 9)))] Vec<u8>),
    }

    #[serde(tag = "t")]
    enum NarrowInner {
        Few(#[arg(length = 1..=2)] BTreeMap<String, u8>),
        None,
    }

    #[serde(rename_all = "kebab-case")]
    enum Outer {
        /// As it was.
        AsIs,
        NotAtAll,
        Scaled(f64),
        /// In both directions.
        Both { width: u8, height: u8 },
        Tuple(u8, Option<u8>),
        Nested(Box<Outer>),
        Tight(Tight),
    }

    #[serde(untagged)]
    enum Any {
        Nothing,
        Flag(bool),
        Whole { q: i32 },
        Part { q: f64 },
        Number(i64),
        Text(String),
        Pair(u8, u8),
        Many(Vec<Any>),
        Open { rest: Box<Any> },
    }

    #[serde(tag = "node", rename_all = "lowercase")]
    enum Expr {
        Lit { value: i32 },
        Neg(Operand),
        Add { left: Box<Expr>, right: Box<Expr> },
        All { of: Vec<Expr> },
        Named { by: BTreeMap<String, Expr> },
        Maybe { that: Option<Box<Expr>> },
    }

    enum Tree {
        Leaf(u8),
        Two(Box<Tree>, Box<Tree>),
        Many(Vec<Tree>),
        Empty,
    }

    enum Mixed {
        Plain,
        Held { a: u8 },
        #[serde(untagged)]
        Number(u8),
        #[serde(untagged)]
        Object { b: u8 },
    }

    #[serde(tag = "k", content = "v")]
    enum Generic<T, U> {
        Left(T),
        Right { both: U, more: Vec<T> },
        Neither,
    }

    #[serde(tag = "k")]
    enum Flat<T> {
        It(T),
        Not,
    }

    enum Hiding {
        Here(u8),
        #[serde(skip)]
        #[allow(dead_code, reason = "nobody looks into it")]
        Hidden(std::time::Instant),
        There,
    }

    #[serde(tag = "only")]
    enum Single {
        One { a: u8 },
    }

    #[serde(tag = "s")]
    enum Units {
        A,
        B,
    }
}

#[derive(Clone, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
pub(crate) struct Operand {
    pub(crate) of: Box<Expr>,
}

/// Enums in the places that types may have.
#[derive(Clone, Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
pub(crate) struct Places {
    pub(crate) op: Op,
    /// Perhaps another.
    pub(crate) other: Option<Op>,
    pub(crate) list: Vec<Outer>,
    pub(crate) map: BTreeMap<String, Data>,
    pub(crate) any: Any,
    pub(crate) holes: Vec<Option<Beside>>,
}
