use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
#[arg(tag = "kind", untagged, rename_all_fields = "camelCase")]
struct Struct {
    #[arg(content = "data")]
    field: u8,
}

#[derive(ToolArgs)]
#[serde(tag = "kind")]
struct Serde {
    field: u8,
}

#[derive(ToolValue)]
#[arg(default, transparent)]
enum Enum {
    #[arg(tag = "a", title = "b", deprecated, deny_unknown_fields)]
    A(#[arg(rename = "b", alias = "c", default = 1, flatten)] u8),
    B(#[arg(skip)] u8, u8),
}

fn main() {}
