use dsh_tools::tool;

/// Both.
#[tool(read_only = true, idempotent, destructive = true)]
async fn both() {}

/// Fine.
#[tool(read_only, destructive = false)]
async fn fine() {}

fn main() {}
