use dsh_tools::ToolValue;
use std::collections::BTreeMap;

#[derive(ToolValue)]
#[arg(tag = "kind")]
enum Tuples {
    Pair(u8, u8),
    None(),
    One(BTreeMap<String, u8>),
}

#[derive(ToolValue)]
#[arg(tag = "kind", rename_all_fields = "camelCase")]
enum Names {
    Plain { kind: String },
    Renamed {
        #[arg(rename = "kind")]
        other: String,
    },
    Aliased {
        #[arg(alias = "kind")]
        other: String,
    },
    #[arg(rename_all = "lowercase")]
    Spelled { Kind: u8 },
    Nested { inner: Box<Names> },
}

#[derive(ToolValue)]
struct Kind {
    kind: String,
}

#[derive(ToolValue)]
#[arg(tag = "kind")]
enum Inner {
    Own { a: u8 },
}

#[derive(ToolValue)]
enum Outer {
    A(u8),
}

#[derive(ToolValue)]
#[arg(tag = "kind")]
enum NoObjects {
    Number(u8),
    List(Vec<Kind>),
    Perhaps(Option<Inner>),
    Text(String),
    ByName(Outer),
}

#[derive(ToolValue)]
#[arg(tag = "kind")]
enum Taken {
    Struct(Kind),
    Enum(Inner),
}

fn main() {}
