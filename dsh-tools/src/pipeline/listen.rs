//! Who is told how far bodies are, whatever input a call came with.

use crate::tool::{Progress, ToolExecution};

/// Is told of the progress of every body, also of those that a body calls. It is told while the body waits, so it should
/// be quick; a panic in it harms nobody.
pub(crate) trait Listen: Send + Sync + 'static {
    fn progress(&self, call: &ToolExecution, progress: &Progress);
}

impl<F: Fn(&ToolExecution, &Progress) + Send + Sync + 'static> Listen for F {
    fn progress(&self, call: &ToolExecution, progress: &Progress) {
        self(call, progress);
    }
}
