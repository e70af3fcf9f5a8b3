use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = "^[a-z]+$", default = "a1")]
    a: String,
    #[arg(pattern = r"^\d{4}-\d{2}$", example = "2024-02", example = "2024-2")]
    b: Option<String>,
    #[arg(pattern = "b", default = "abc")]
    fine: String,
    #[arg(pattern = "^(?:ab|a)(?:c|bcd)$", default = "abcd", example = "ab")]
    c: String,
}

fn main() {}
