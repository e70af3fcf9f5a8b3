use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
#[serde(from = "Other", into = "Other")]
struct Args {
    #[serde(with = "module")]
    a: u32,
    #[serde(deserialize_with = "function")]
    b: u32,
    #[serde(flatten)]
    c: Other,
    #[serde(renam = "x")]
    d: u32,
    #[serde(bound = "T: Clone", borrow)]
    ignored: u32,
}

#[derive(ToolValue)]
#[serde(try_from = "String", remote = "Elsewhere")]
struct Other {}

#[derive(ToolValue)]
#[serde(tag = "kind", untagged)]
enum Mode {
    Fast,
    #[serde(other)]
    Unknown,
}

fn main() {}
