use dsh_tools::ToolArgs;
use std::collections::BTreeMap;

#[derive(ToolArgs)]
struct Args {
    #[arg(default_json = "{a: 1}")]
    a: BTreeMap<String, u8>,
    #[arg(default_json = "[1, 300]")]
    b: Vec<u8>,
    #[arg(default_json = "null")]
    c: u8,
    #[arg(default_json = "{}")]
    d: Vec<u8>,
    #[arg(default = 1, default_json = "2")]
    e: u8,
    #[arg(default_json = 1)]
    f: u8,
    #[arg(default_json = r#"{"a": 1, "a": 2}"#)]
    g: BTreeMap<String, u8>,
}

fn main() {}
