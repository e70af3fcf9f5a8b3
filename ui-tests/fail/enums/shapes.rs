use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
enum Strings {
    Fast,
    Slow,
}

#[derive(ToolValue)]
enum Data {
    Plain,
    Holds(String),
    Names { name: String },
}

#[derive(ToolValue)]
enum Empty {}

#[derive(ToolValue)]
#[arg(example = "slow")]
enum Mode {
    Fast,
}

fn main() {
    // An error there is no error here.
    fn value<T: ToolValue>() {}
    fn args<T: ToolArgs>() {}
    value::<Data>();
    args::<Strings>();
}
