use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = "a")]
    list: Vec<String>,
    #[arg(pattern = "a", default = 1)]
    number: u32,
    #[arg(pattern = "a", default = 1)]
    text: String,
}

fn main() {}
