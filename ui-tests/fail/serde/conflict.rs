use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
#[serde(rename_all = "camelCase")]
#[arg(rename_all = "kebab-case")]
struct Args {
    #[serde(rename = "a")]
    #[arg(rename = "b")]
    a: u32,
    #[serde(rename = "same")]
    #[arg(rename = "same")]
    b: u32,
    #[serde(rename(serialize = "x", deserialize = "y"))]
    c: u32,
    #[serde(rename(serialize = "x"))]
    d: u32,
}

#[derive(ToolArgs)]
#[serde(deny_unknown_fields)]
#[arg(deny_unknown_fields = false)]
struct Open {}

fn main() {}
