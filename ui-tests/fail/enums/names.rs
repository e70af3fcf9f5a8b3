use dsh_tools::ToolValue;

#[derive(ToolValue)]
#[arg(tag = "kind", rename_all = "lowercase")]
enum Tagged {
    Move { to: u8 },
    MOVE { from: u8 },
    #[arg(alias = "move", alias = "stop")]
    Stop,
}

#[derive(ToolValue)]
enum Outer {
    A(u8),
    #[arg(rename = "A")]
    B { b: u8, #[arg(rename = "b")] c: u8 },
}

// No name is told, so that none is taken.
#[derive(ToolValue)]
#[arg(untagged, rename_all = "lowercase")]
enum Untagged {
    Move { to: u8 },
    MOVE { from: u8 },
}

fn main() {}
