//! Calls that a body makes.

use super::call::{Call, Resolve};
use super::listen;
use super::run::run;
use crate::tool::{
    CallShared, Progress, Running, ToolExecution, ToolExecutionInput, ToolExecutionResult,
};
use std::pin::Pin;

/// They run where the body's own call runs.
impl Running for Call {
    fn shared(&self) -> &CallShared {
        &self.shared
    }

    fn call(
        &self,
        input: ToolExecutionInput,
    ) -> Pin<Box<dyn Future<Output = ToolExecutionResult> + Send>> {
        Box::pin(run(self.reach.clone(), Resolve::ByName, input))
    }

    fn tell(&self, execution: &ToolExecution, progress: &Progress) {
        listen::tell(self, execution, progress);
    }
}
