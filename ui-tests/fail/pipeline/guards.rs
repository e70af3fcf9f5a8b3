//! A guard denies or says nothing.

use dsh_tools::prelude::*;

struct Lenient;

impl ToolGuard for Lenient {
    fn guard(&self, _: &ToolExecution) -> PreToolDecision {
        PreToolDecision::Allow
    }
}

fn main() {
    ToolRegistry::new().guard_fn(|_| true);
}
