use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
#[arg(rename_all = "camelCase")]
struct Args {
    file_path: String,
    #[arg(rename = "filePath")]
    renamed: String,
    #[arg(alias = "filePath")]
    aliased: String,
    #[arg(alias = "own", alias = "twice", alias = "twice")]
    own: String,
}

#[derive(ToolValue)]
#[arg(rename_all = "snake_case")]
enum Mode {
    Fast,
    #[arg(rename = "fast")]
    Quick,
}

fn main() {}
