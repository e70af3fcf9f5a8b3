use dsh_tools::ToolValue;

#[derive(ToolValue)]
#[arg(untagged, tag = "kind", content = "data")]
enum Both {
    A { a: u8 },
}

#[derive(ToolValue)]
#[arg(content = "data")]
enum ContentAlone {
    A { a: u8 },
}

#[derive(ToolValue)]
#[arg(tag = "kind", content = "kind")]
enum SameKey {
    A { a: u8 },
}

#[derive(ToolValue)]
#[arg(tag = "kind")]
#[serde(tag = "type")]
enum Contradiction {
    A { a: u8 },
}

#[derive(ToolValue)]
#[arg(untagged = false)]
#[serde(untagged)]
enum AnotherOne {
    A { a: u8 },
}

#[derive(ToolValue)]
#[arg(tag = "", content = 1)]
enum Values {
    A { a: u8 },
}

#[derive(ToolValue)]
#[arg(untagged)]
enum Twice {
    A { a: u8 },
    #[arg(untagged)]
    B { b: u8 },
}

#[derive(ToolValue)]
#[serde(rename_all_fields(serialize = "camelCase", deserialize = "kebab-case"))]
enum Fields {
    A { a: u8 },
}

fn main() {}
