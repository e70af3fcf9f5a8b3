use dsh_tools::{tool, toolbox, tools};

struct Fs;

#[toolbox]
impl Fs {
    /// Read.
    #[tool]
    async fn read(&self) {}
}

/// The time.
#[tool]
async fn now() {}

fn main() {
    let _ = tools![now, Fs::definitions(Fs)];
    let _ = tools![now, ..now::definition()];
    let _ = tools![..Fs::definitions(1)];
}
