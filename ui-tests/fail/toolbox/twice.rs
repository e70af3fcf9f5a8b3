use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox]
#[toolbox(prefix = "fs_")]
#[dsh_tools::toolbox]
impl Fs {
    /// Twice.
    #[tool]
    #[dsh_tools::tool(read_only)]
    async fn read(&self) {}

    /// Under conditions.
    #[cfg_attr(unix, tool(timeout = "1s"))]
    #[cfg_attr(not(unix), tool(timeout = "2s"))]
    async fn write(&self) {}
}

#[tool]
async fn outside() {}

fn main() {
    let _ = Fs::definitions(Fs);
}
