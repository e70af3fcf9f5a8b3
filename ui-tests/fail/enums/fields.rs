use dsh_tools::ToolValue;

struct Foreign;

#[derive(ToolValue)]
#[arg(tag = "kind")]
enum Tagged {
    A {
        #[arg(range(min = 9, max = 1))]
        a: u8,
        #[arg(length(max = 3))]
        b: u8,
        #[arg(default = 300)]
        c: u8,
    },
    B {
        foreign: Foreign,
        borrowed: &'static str,
    },
}

#[derive(ToolValue)]
enum Outer {
    Narrow(#[arg(range(max = 300))] u8),
    Pair(#[arg(pattern = "a")] u8, #[arg(enum("a", "a"))] String),
    Foreign(Foreign),
    Many(u8, Vec<Foreign>),
}

#[derive(ToolValue)]
enum Types {
    Narrow(#[arg(range(max = 300))] u8),
    Pair(#[arg(pattern = "a")] u8, #[arg(default_json = "1")] String),
    Foreign(Foreign),
    Many(u8, Vec<Foreign>),
}

fn main() {}
