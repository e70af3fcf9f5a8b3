use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(range(multiple_of = 5), default = 7)]
    a: i64,
    #[arg(range(multiple_of = 0.1), default = 0.25)]
    b: f64,
    #[arg(range(multiple_of = 0.1), default = 0.3)]
    fine: f64,
    #[arg(range(multiple_of = 2), default = 3.0)]
    c: f64,
}

fn main() {}
