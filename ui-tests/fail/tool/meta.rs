use dsh_tools::tool;

struct Opaque;

fn opaque(_text: &String) -> Opaque {
    Opaque
}

/// No JSON.
#[tool(meta = opaque)]
async fn text() -> String {
    String::new()
}

fn main() {}
