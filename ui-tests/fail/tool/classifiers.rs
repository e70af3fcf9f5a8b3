use dsh_tools::{ToolArgs, tool};

#[derive(ToolArgs)]
struct Args {
    path: String,
}

fn number(_args: &Args) -> u8 {
    1
}

fn maybe(_path: &str, _line: &u32) -> Option<bool> {
    None
}

async fn later(_args: &Args) -> bool {
    true
}

/// A number.
#[tool(parallel = number)]
async fn one(args: Args) -> String {
    args.path
}

/// An option.
#[tool(parallel = maybe)]
async fn two(path: String, line: u32) -> String {
    format!("{path} {line}")
}

/// Not yet.
#[tool(parallel = later)]
async fn three(args: Args) -> String {
    args.path
}

fn main() {}
