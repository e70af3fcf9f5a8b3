use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
#[arg(rename_all = "camel_case")]
struct Slip {}

#[derive(ToolArgs)]
#[serde(rename_all = "Title Case")]
struct Other {}

fn main() {}
