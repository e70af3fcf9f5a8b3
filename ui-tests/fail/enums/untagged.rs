use dsh_tools::ToolValue;

#[derive(ToolValue)]
enum Order {
    A(u8),
    #[arg(untagged)]
    B(String),
    #[serde(untagged)]
    C { c: u8 },
    D,
}

#[derive(ToolValue)]
#[arg(untagged)]
enum Nulls {
    A(u8),
    B,
    C,
    #[arg(skip)]
    D,
}

fn main() {}
