use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
struct Unit;

#[derive(ToolValue)]
struct Newtype(#[arg(whatever)] String);

#[derive(ToolValue)]
union Either {
    a: u32,
    b: f32,
}

fn main() {
    // An error there is no error here.
    fn value<T: ToolValue>() {}
    fn args<T: ToolArgs>() {}
    args::<Unit>();
    value::<Newtype>();
    value::<Either>();
}
