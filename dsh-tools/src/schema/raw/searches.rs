//! Patterns for the validator of another crate: our engines run them, and count their steps.

use crate::schema::Pattern;
use jsonschema::{Keyword, ValidationError};
use serde_json::Value;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

thread_local! {
    /// Steps that searches may still take while the validator is asked; none once there were not enough.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Asks the validator; with its answer the steps that are left, if there were enough.
#[inline]
pub(crate) fn within<T>(steps: u64, ask: impl FnOnce() -> T) -> (T, Option<u64>) {
    let before = LEFT.replace(Some(steps));
    let answer = ask();
    (answer, LEFT.replace(before))
}

/// The patterns of one schema, each read once for all its places.
#[derive(Clone, Default)]
pub(super) struct Patterns(Arc<Mutex<HashMap<String, Arc<Pattern>>>>);

impl Patterns {
    /// The keyword `pattern`.
    #[inline]
    pub(super) fn keyword<'a>(
        &self,
        source: &'a Value,
    ) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
        let source = source.as_str().unwrap_or_default();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pattern) = known.get(source) {
            return Ok(Box::new(Search(Arc::clone(pattern))));
        }
        let pattern =
            Pattern::ecma(source).map_err(|error| ValidationError::custom(error.to_string()))?;
        let pattern = Arc::new(pattern);
        known.insert(source.to_owned(), Arc::clone(&pattern));
        Ok(Box::new(Search(pattern)))
    }
}

struct Search(Arc<Pattern>);

impl<'i> Keyword<'i> for Search {
    #[inline]
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if self.is_valid(instance) {
            return Ok(());
        }
        let source = self.0.source();
        Err(ValidationError::custom(format!("a string that matches `{source}`")))
    }

    #[inline]
    fn is_valid(&self, instance: &'i Value) -> bool {
        let Some(text) = instance.as_str() else {
            return true;
        };
        let Some(mut left) = LEFT.get() else {
            return false;
        };
        let found = self.0.try_match_within(text, &mut left);
        LEFT.set(found.is_ok().then_some(left));
        found == Ok(true)
    }
}
