use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[serde(default = "one two")]
    path: u32,
}

fn main() {}
