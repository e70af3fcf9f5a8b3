use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[serde(default = "nowhere_to_be_found")]
    other: u32,
}

#[derive(ToolArgs)]
#[serde(default = "Self::not_there_at_all")]
struct Whole {
    a: u8,
}

fn main() {}
