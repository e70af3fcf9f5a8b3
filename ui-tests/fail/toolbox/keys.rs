use dsh_tools::{tool, toolbox};

struct Fs;

fn cheap() -> bool {
    true
}

#[toolbox(
    prefx = "fs_",
    name_prefix = "fs_",
    present_call = card,
    title = "Files",
    nothing,
    definitions = "tools",
    definitions = tools,
    timeout = "soon",
    read_only = "yes",
    parallel = cheap,
    prefix(fs),
)]
impl Fs {
    /// Fine.
    #[tool]
    async fn fine(&self) {}
}

#[toolbox(definitions = fs::tools, parallel = || true, crate = "dsh_tools", = 1)]
impl Fs {
    /// Fine.
    #[tool]
    async fn more(&self) {}
}

fn main() {
    let _ = cheap();
}
