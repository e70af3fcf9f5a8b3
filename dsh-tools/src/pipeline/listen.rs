//! Who is told how far bodies are, whatever input a call came with.

use super::call::Call;
use crate::tool::{Progress, ToolExecution, contain, contained};

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

/// Tells the listeners that there are now.
pub(super) fn tell(call: &Call, execution: &ToolExecution, progress: &Progress) {
    for listener in call.hooks::<dyn Listen>().iter().flat_map(|hooks| hooks.iter()) {
        let told = contain(|| listener.run.progress(execution, progress));
        contained("progress listener", execution, told);
    }
}
