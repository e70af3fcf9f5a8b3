use dsh_tools::ToolArgs;
use std::collections::BTreeMap;

#[derive(ToolArgs)]
struct Args {
    #[arg(inner(range(max = 3)), default = [1, 4])]
    a: Vec<u8>,
    #[arg(keys(pattern = "^a"), default_json = r#"{"b": 1}"#)]
    b: BTreeMap<String, u8>,
    #[arg(inner(inner(length = 1..)), example = [["a"], [""]])]
    c: Vec<Vec<String>>,
    #[arg(inner(enum("a", "b")), default_json = r#"{"x": "c"}"#)]
    d: BTreeMap<String, String>,
}

fn main() {}
