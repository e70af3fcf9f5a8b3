use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
#[arg(rename_al = "camelCase", strict)]
struct Args {
    #[arg(rnage(min = 1))]
    slip: u32,
    #[arg(something_else)]
    no_slip: u32,
    #[arg(min = 1)]
    other_word: u32,
    #[arg(optional)]
    other_idea: u32,
    #[arg(short, long)]
    for_clap: u32,
    #[arg(range(minimum = 1, below = 3))]
    inside: u32,
}

#[derive(ToolValue)]
enum Mode {
    #[arg(renam = "quick")]
    Fast,
}

fn main() {}
