use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
enum Strings {
    Fast,
    Slow,
}

#[derive(ToolValue)]
enum Empty {}

#[derive(ToolValue)]
enum Nothing {
    #[arg(skip)]
    Hidden,
    #[serde(skip)]
    AlsoHidden(std::time::Instant),
}

#[derive(ToolValue)]
#[arg(example = "slow")]
enum Mode {
    Fast,
}

#[derive(ToolValue)]
#[arg(tag = "kind", example = "fast")]
enum Tagged {
    Fast,
}

#[derive(ToolValue)]
#[arg(example = "Named")]
enum Partly {
    Plain,
    Named { name: String },
}

fn main() {
    // An error there is no error here.
    fn value<T: ToolValue>() {}
    fn args<T: ToolArgs>() {}
    value::<Empty>();
    args::<Strings>();
}
