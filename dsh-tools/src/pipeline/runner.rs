//! Where a call runs, for as long as it has no outcome.

use super::call::{Resolve, over};
use super::listen::Listen;
use super::run::run;
use crate::registry::{Reach, Stay};
use crate::sync::{Mutex, PoisonError};
use crate::tool::{
    Progress, ProgressSink, Running, States, ToolExecution, ToolExecutionInput,
    ToolExecutionResult, contain, contained,
};
use std::pin::Pin;

/// Where a call runs. When the call has its outcome this is let go: hooks may keep calls, and are themselves kept
/// by the registry.
pub(super) struct Runner(Mutex<Option<Place>>);

/// What a call has found where it runs.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) reach: Reach,
    /// The scope as it was when all guards had let the call pass; before, as the call entered it.
    pub(super) stay: Stay,
    pub(super) states: States,
    pub(super) progress: Option<ProgressSink>,
}

impl Runner {
    pub(super) const fn new(place: Place) -> Self {
        Self(Mutex::new(Some(place)))
    }

    /// `None` when the call has its outcome.
    #[inline]
    pub(super) fn look<T>(&self, look: impl FnOnce(&Place) -> T) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(look)
    }

    pub(super) fn place(&self) -> Option<Place> {
        self.look(Place::clone)
    }

    /// The scope is to be seen as it is now.
    pub(super) fn stay_as(&self, stay: Stay) {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = place.as_mut().map(|place| std::mem::replace(&mut place.stay, stay));
        // What it holds is dropped where nothing is locked.
        drop(place);
        drop(before);
    }

    /// The call has its outcome.
    #[inline]
    pub(super) fn leave(&self) {
        let left = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(left);
    }
}

impl Running for Runner {
    fn call(
        &self,
        input: ToolExecutionInput,
    ) -> Pin<Box<dyn Future<Output = ToolExecutionResult> + Send>> {
        match self.look(|place| place.reach.clone()) {
            Some(reach) => Box::pin(run(reach, Resolve::ByName, input)),
            None => Box::pin(std::future::ready(ToolExecutionResult::failure(over()))),
        }
    }

    fn tell(&self, execution: &ToolExecution, progress: &Progress) {
        let Some(Place { reach, stay, progress: sink, .. }) = self.place() else { return };
        if let Some(sink) = sink {
            sink.tell(execution, progress);
        }
        if reach.has_none_of::<dyn Listen>() {
            return;
        }
        for listener in reach.hooks::<dyn Listen>(&stay).iter().flat_map(|hooks| hooks.iter()) {
            let told = contain(|| listener.run.progress(execution, progress));
            contained("progress listener", execution, told);
        }
    }
}
