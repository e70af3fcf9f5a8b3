use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
struct Geo {
    #[arg(alias = "latitude")]
    lat: f64,
    lon: f64,
}

#[derive(ToolArgs)]
struct Deep {
    #[arg(flatten)]
    geo: Geo,
}

#[derive(ToolArgs)]
struct Own {
    lat: f64,
    #[arg(flatten)]
    geo: Geo,
}

#[derive(ToolArgs)]
struct Alias {
    latitude: f64,
    #[arg(flatten)]
    geo: Option<Geo>,
}

#[derive(ToolArgs)]
struct Twice {
    #[arg(flatten)]
    from: Geo,
    #[arg(flatten)]
    to: Deep,
}

#[derive(ToolArgs)]
struct Page<T> {
    lon: u8,
    #[arg(flatten)]
    inner: T,
}

const _: &dsh_tools::schema::Node = <Page<Geo> as ToolValue>::NODE;

fn main() {}
