use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(inner(length = 1..))]
    a: String,
    #[arg(inner(range(min = 1)))]
    b: Vec<String>,
    #[arg(inner(inner(range(max = 300))))]
    c: Vec<Vec<u8>>,
    #[arg(keys(length = 1..))]
    d: Vec<u8>,
    #[arg(inner(length = 1..))]
    e: Vec<Box<String>>,
    #[arg(inner(enum(1, 256)))]
    h: Option<Vec<u8>>,
}

#[derive(ToolArgs)]
struct Generic<T> {
    #[arg(inner(range(min = 1)))]
    list: T,
}

const _: &dsh_tools::schema::Node = <Generic<Vec<u8>> as dsh_tools::ToolValue>::NODE;
const _: &dsh_tools::schema::Node = <Generic<u8> as dsh_tools::ToolValue>::NODE;

fn main() {}
