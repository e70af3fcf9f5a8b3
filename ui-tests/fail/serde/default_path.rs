use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[serde(default = "one")]
    path: u32,
}

fn main() {}
