use dsh_tools::ToolArgs;
use std::sync::Arc;

#[derive(ToolArgs)]
struct Args {
    #[arg(default = 300)]
    a: Box<u8>,
    #[arg(example = "x")]
    b: Option<Arc<bool>>,
    #[arg(default = "text")]
    fine: Box<Arc<String>>,
    #[arg(default = [1, 256])]
    c: Box<Vec<Box<u8>>>,
}

fn main() {}
