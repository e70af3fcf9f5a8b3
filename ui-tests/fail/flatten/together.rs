use dsh_tools::ToolArgs;

#[derive(ToolArgs, Default)]
struct Geo {
    lat: f64,
}

#[derive(ToolArgs)]
struct Place {
    #[arg(flatten, rename = "g", alias = "h", default)]
    a: Geo,
    #[arg(flatten, range(min = 1), required, custom(check))]
    b: Geo,
    #[arg(flatten, skip)]
    c: Geo,
    #[serde(flatten, default)]
    d: Geo,
    #[arg(flatten = 1)]
    e: Geo,
}

#[derive(ToolArgs)]
struct Inner {
    #[serde(flatten)]
    geo: Geo,
}

#[derive(ToolArgs)]
#[serde(deny_unknown_fields)]
struct Closed {
    #[serde(flatten)]
    inner: Inner,
}

fn main() {}
