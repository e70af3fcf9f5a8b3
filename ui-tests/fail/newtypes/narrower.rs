use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolValue)]
struct Percent(#[arg(range(min = 0, max = 100, multiple_of = 5))] u8);

#[derive(ToolValue)]
struct Name(#[arg(length = 2..=8, pattern = "^[a-z]+$")] String);

#[derive(ToolValue)]
struct Day(#[arg(format = "date")] String);

#[derive(ToolArgs)]
struct Args {
    #[arg(range(max = 200))]
    a: Percent,
    #[arg(default = 101)]
    b: Percent,
    #[arg(range(multiple_of = 2))]
    c: Percent,
    #[arg(length = 1..)]
    d: Name,
    #[arg(pattern = "^a")]
    e: Name,
    #[arg(enum("a", "bc"))]
    f: Name,
    #[arg(default = "a")]
    g: Option<Name>,
    #[arg(format = "time")]
    h: Day,
    #[arg(inner(range(min = 150)), default = [5, 104])]
    i: Vec<Percent>,
}

fn main() {}
