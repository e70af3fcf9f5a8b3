use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(range(max = 300))]
    a: u8,
    #[arg(range = -1..=5)]
    b: Option<u32>,
    #[arg(range = 0..257)]
    c: u8,
    #[arg(range = 0..256)]
    fits: u8,
    #[arg(range(min = 0.5))]
    d: i64,
    #[arg(range(multiple_of = 0.5))]
    e: i64,
    #[arg(range(min = 1, multiple_of = 0.5))]
    fits_too: f32,
}

fn main() {}
