use dsh_tools::tool;

/// Twice.
#[tool(read_only)]
#[tool(parallel)]
async fn twice() {}

/// By its path, with an attribute between.
#[tool]
#[inline]
#[dsh_tools::tool(timeout = "1s")]
async fn path() {}

fn main() {
    // One error each.
    let _ = dsh_tools::tools![twice, path];
}
