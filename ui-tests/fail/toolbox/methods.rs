#![allow(unused_variables, dead_code)]

use dsh_tools::{tool, toolbox};

struct Fs<S>(S);

#[toolbox(prefix = "fs_")]
impl<S: Clone + Send + Sync + 'static> Fs<S> {
    /// Sync.
    #[tool]
    fn sync(&self) {}

    #[tool(red_only)]
    async fn undescribed(&self) -> impl Sized {}

    /// Generic.
    #[tool]
    async fn generic<T>(&self, other: &mut T) {}

    /// Bounded.
    #[tool]
    async fn bounded(&self)
    where
        S: Sync,
    {
    }

    /// Borrows.
    #[tool]
    async fn borrows(&self, #[arg(defualt = 1)] path: &str, list: Vec<&S>) -> &S {
        &self.0
    }
}

fn main() {
    let _ = Fs::definitions(Fs(1));
}
