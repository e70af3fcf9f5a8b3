use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox(read_only)]
impl Fs {
    /// Destroys.
    #[tool(destructive)]
    async fn remove(&self) {}

    /// Destroys, and says so.
    #[tool(destructive, read_only = false)]
    async fn said(&self) {}

    /// Both.
    #[tool(destructive, read_only)]
    async fn both(&self) {}
}

#[toolbox(destructive, definitions = tools)]
impl Fs {
    /// Reads.
    #[tool(read_only)]
    async fn read(&self) {}
}

#[toolbox(read_only, destructive, definitions = contradictory)]
impl Fs {
    /// Either.
    #[tool]
    async fn either(&self) {}
}

fn main() {}
