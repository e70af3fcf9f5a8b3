//! The error is at the method and says which value is not `Send`.

use dsh_tools::{tool, toolbox};
use std::rc::Rc;

struct Fs;

#[toolbox]
impl Fs {
    /// Counts.
    #[tool]
    async fn count(&self, times: u32) -> String {
        let shared = Rc::new(times);
        std::future::ready(()).await;
        shared.to_string()
    }
}

fn main() {}
