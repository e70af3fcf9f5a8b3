use dsh_tools::ToolArgs;

struct Opaque;

#[derive(ToolArgs)]
struct Args {
    pair: (u8, Opaque),
    list: Vec<(u8, u8)>,
    fine: (),
    long: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8),
    #[arg(default = [1, "a"])]
    kinds: (u8, u8),
    #[arg(default = [1])]
    count: (u8, u8),
    #[arg(length = 1..)]
    constrained: (u8, u8),
}

fn main() {}
