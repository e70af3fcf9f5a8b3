use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolValue)]
struct NoDefault {}

#[derive(ToolArgs)]
struct Args {
    #[serde(default)]
    bare: NoDefault,
    #[serde(default)]
    optional: Option<u32>,
    #[serde(default = "one")]
    #[arg(default = 1)]
    said_beside: u32,
    #[serde(default = "text")]
    other_type: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<u32>,
}

fn one() -> u32 {
    1
}

fn text() -> String {
    String::new()
}

fn main() {}
