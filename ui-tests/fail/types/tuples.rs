use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    pair: (u8, String),
    list: Vec<(u8, u8)>,
    fine: (),
}

fn main() {}
