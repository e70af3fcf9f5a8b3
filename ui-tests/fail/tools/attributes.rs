use dsh_tools::tool;

/// Read.
#[tool]
async fn read() {}

fn main() {
    let _ = dsh_tools::tools![#[allow(unused)] read];
    let _ = dsh_tools::tools![#[doc(hidden)] read, read()];
    let _ = dsh_tools::tools![crate = dsh_tools, read];
}
