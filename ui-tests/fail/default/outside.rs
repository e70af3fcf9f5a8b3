use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(range(min = 1, max = 2000), default = 5000)]
    a: u32,
    #[arg(range = 1.., default = 0)]
    b: u32,
    #[arg(enum("skip", "hex"), default = "hxe")]
    c: String,
    #[arg(length(max = 3), default = "four")]
    d: String,
    #[arg(unique_items, default = ["a", "a"])]
    e: Vec<String>,
    #[arg(range = 0.0..1.0, default = 1.0)]
    f: f64,
    #[arg(range(multiple_of = 5), example = 5, example = 7)]
    h: u32,
}

fn main() {}
