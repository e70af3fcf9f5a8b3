use dsh_tools::ToolValue;

#[derive(ToolValue)]
#[arg(rename_all = "camelCase", deny_unknown_fields)]
struct Id(#[arg(rename = "id", default = "a")] String);

#[derive(ToolValue)]
#[arg(transparent)]
struct Wrapped {
    #[arg(alias = "i", required)]
    id: Option<u8>,
}

#[derive(ToolValue, Default)]
#[arg(default)]
struct Pair(#[arg(required)] u8, #[arg(flatten)] Vec<u8>);

#[derive(ToolValue)]
#[serde(default)]
struct Unit;

fn main() {}
