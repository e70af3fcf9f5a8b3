use dsh_tools::ToolArgs;
use std::collections::{BTreeSet, HashSet};

#[derive(ToolArgs)]
struct Args {
    #[arg(default = ["a", "a"])]
    a: BTreeSet<String>,
    #[arg(default = [1, 2, 1])]
    b: HashSet<u8>,
    #[arg(default = [[1], [1]])]
    c: Option<Box<BTreeSet<Vec<u8>>>>,
    #[arg(default = [1, 1])]
    fine: Vec<u8>,
}

fn main() {}
