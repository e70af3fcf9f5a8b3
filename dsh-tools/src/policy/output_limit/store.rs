//! Where a text goes that was cut.

use crate::tool::{ToolError, ToolExecution};
use std::pin::Pin;
use std::sync::Arc;

/// Keeps the full text of a result that an [`OutputLimit`](super::OutputLimit) cuts.
///
/// It gets what the model would have read: what hooks or the tool's finalizer withheld or replaced is not in it. An `Err`
/// and a panic lose nothing but the full text: the result is cut all the same, and says that there is no more of it.
///
/// It is asked while the call waits, within the registry's
/// [`hook_deadline`](crate::registry::ToolRegistryBuilder::hook_deadline), and its future is dropped when the call is
/// cancelled.
///
/// ```
/// use dsh_tools::{SpillStore, ToolError, ToolExecution};
/// use std::collections::HashMap;
/// use std::sync::{Arc, Mutex, PoisonError};
///
/// /// Texts that a tool `more` can page through.
/// #[derive(Default)]
/// struct Pages(Mutex<HashMap<String, Arc<str>>>);
///
/// impl SpillStore for Pages {
///     async fn store(&self, call: ToolExecution, text: Arc<str>) -> Result<String, ToolError> {
///         let page = call.call_id().to_owned();
///         self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(page.clone(), text);
///         Ok(format!("`more` with page {page}"))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` keeps no texts",
    note = "implement `SpillStore`, or use `FileSpillStore::new(folder)`"
)]
pub trait SpillStore: Send + Sync + 'static {
    /// Keeps the text, and says in words that a model can follow where it is: a path, for one.
    fn store(
        &self,
        call: ToolExecution,
        text: Arc<str>,
    ) -> impl Future<Output = Result<String, ToolError>> + Send;
}

/// Shared with whoever reads what it keeps.
impl<S: SpillStore> SpillStore for Arc<S> {
    #[inline]
    fn store(
        &self,
        call: ToolExecution,
        text: Arc<str>,
    ) -> impl Future<Output = Result<String, ToolError>> + Send {
        S::store(self, call, text)
    }
}

pub(super) type Stored<'a> = Pin<Box<dyn Future<Output = Result<String, ToolError>> + Send + 'a>>;

/// A store whose type does not matter.
pub(super) trait Keep: Send + Sync {
    fn keep(&self, call: ToolExecution, text: Arc<str>) -> Stored<'_>;
}

impl<S: SpillStore> Keep for S {
    #[inline]
    fn keep(&self, call: ToolExecution, text: Arc<str>) -> Stored<'_> {
        Box::pin(self.store(call, text))
    }
}
