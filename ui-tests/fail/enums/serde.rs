use dsh_tools::ToolValue;

#[derive(ToolValue)]
enum Variants {
    #[serde(other)]
    Other,
    #[serde(with = "module")]
    With(u8),
    #[serde(skip_serializing)]
    Read(u8),
    #[serde(skip_deserializing)]
    Written(u8),
    #[serde(rename(serialize = "a", deserialize = "b"))]
    Renamed(u8),
    #[serde(bound = "", borrow)]
    Fine(u8),
}

#[derive(ToolValue)]
#[serde(tag = "kind", remote = "Other", from = "u8")]
enum Containers {
    A { #[serde(getter = "a")] a: u8 },
}

fn main() {}
