use dsh_tools::ToolValue;

#[derive(ToolValue)]
#[arg(tag = "kind")]
enum Response<T> {
    Success(T),
    Failure { code: T },
}

#[derive(ToolValue)]
struct Fine {
    a: u8,
}

#[derive(ToolValue)]
struct Taken {
    kind: u8,
}

const _: &dsh_tools::schema::Node = <Response<Fine>>::NODE;
const _: &dsh_tools::schema::Node = <Response<()>>::NODE;
const _: &dsh_tools::schema::Node = <Response<u8>>::NODE;
const _: &dsh_tools::schema::Node = <Response<Taken>>::NODE;

fn main() {}
