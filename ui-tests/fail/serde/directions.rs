use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[serde(skip_serializing)]
    a: u8,
    #[serde(skip_deserializing)]
    b: u8,
    #[serde(skip_serializing_if = "Option::is_some")]
    c: u8,
    #[serde(default = "1 + 1")]
    d: u8,
    #[serde(getter = "x")]
    e: u8,
}

#[derive(ToolArgs)]
#[serde(from = "Args", into = "Args", remote = "Other")]
struct Converted {
    a: u8,
}

fn main() {}
