//! Observers: told of every outcome, once, and unable to change it.

use super::call::Call;
use crate::tool::{Shielded, ToolExecution, ToolExecutionResult, contain, contained};
use std::sync::Arc;

/// Is told of every call's frozen outcome, exactly once, whatever became of the call. (What a task that a body left
/// running asks for when its call has its outcome is no call any more.)
///
/// It is told while the result is on its way, so it should be quick; a panic in it harms nobody.
///
/// ```
/// use dsh_tools::{ToolExecution, ToolExecutionResult, ToolObserver, ToolRegistry};
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// #[derive(Default)]
/// struct Failures(AtomicU64);
///
/// impl ToolObserver for Failures {
///     fn observe(&self, _call: &ToolExecution, result: &ToolExecutionResult) {
///         if result.is_error() {
///             self.0.fetch_add(1, Ordering::Relaxed);
///         }
///     }
/// }
/// ToolRegistry::new().observe(Failures::default());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot observe outcomes",
    note = "implement `ToolObserver`, or give a `fn(&ToolExecution, &ToolExecutionResult)`; it is not `async`",
    note = "closures go through `observe_fn(|call, result| ..)`"
)]
pub trait ToolObserver: Send + Sync + 'static {
    /// A call ended.
    fn observe(&self, call: &ToolExecution, result: &ToolExecutionResult);
}

impl<F: Fn(&ToolExecution, &ToolExecutionResult) + Send + Sync + 'static> ToolObserver for F {
    fn observe(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        self(call, result);
    }
}

/// An observer whose destructor may panic.
pub(super) struct Observer<O>(pub(super) Shielded<O>);

/// Shared with whoever reads what it gathers.
impl<O: ToolObserver + ?Sized> ToolObserver for Arc<O> {
    fn observe(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        O::observe(self, call, result);
    }
}

/// The kind of hook.
pub(super) trait Observe: Send + Sync {
    fn tell(&self, call: &ToolExecution, result: &ToolExecutionResult);
}

impl<O: ToolObserver> Observe for Observer<O> {
    fn tell(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        if let Some(observer) = self.0.get() {
            observer.observe(call, result);
        }
    }
}

/// Tells the observers that there are now.
#[inline]
pub(super) fn tell(call: &Arc<Call>, result: &ToolExecutionResult) {
    let Some(observers) = call.hooks::<dyn Observe>() else { return };
    let execution = call.execution();
    for observer in &*observers {
        let outcome = contain(|| observer.run.tell(&execution, result));
        contained("observer", &call.identity, outcome);
    }
}
