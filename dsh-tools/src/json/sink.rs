//! What every call of a [`JsonWriter`] goes through: commas, levels, refusals.

use super::path::path_at_end;
use super::scan::quote;
use super::visible::Quoted;
use super::{JsonPath, JsonWriter, LossyError, LossyErrorKind};
use std::fmt::{Display, Write};

/// `Some`s and newtypes inside each other.
const WRAPPERS: usize = 1024;

/// A place in what was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl JsonWriter {
    /// The comma that the last thing written asks for.
    #[inline]
    pub(super) fn separate(&mut self) -> Result<(), LossyError> {
        if !matches!(self.out.as_bytes().last(), None | Some(b'{' | b'[' | b':')) {
            self.out.push(',');
        }
        if self.out.len() > u32::MAX as usize {
            return Err(too_long());
        }
        Ok(())
    }

    pub(super) fn literal(&mut self, text: &str) -> Result<(), LossyError> {
        self.separate()?;
        self.out.push_str(text);
        Ok(())
    }

    pub(super) fn display(&mut self, value: impl Display) -> Result<(), LossyError> {
        self.separate()?;
        // Writing to a `String` does not fail.
        let _ = write!(self.out, "{value}");
        Ok(())
    }

    pub(super) fn open(&mut self, bracket: char) -> Result<(), LossyError> {
        self.separate()?;
        if self.depth >= self.limit {
            return Err(self.too_deep());
        }
        self.depth += 1;
        self.out.push(bracket);
        Ok(())
    }

    pub(super) fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        self.out.push(bracket);
    }

    /// Where the next value will stand.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.out.len())
    }

    /// Puts an entry at the front of the object that was written since the mark; where `null` was, that entry is all.
    #[inline]
    pub(crate) fn put_first(
        &mut self,
        mark: Mark,
        key: &str,
        value: &str,
    ) -> Result<(), LossyError> {
        let written = self.out.get(mark.0..).unwrap_or_default();
        let comma = written.len() - written.trim_start_matches(',').len();
        let start = mark.0 + comma;
        let mut entry = String::new();
        quote(key, &mut entry);
        entry.push(':');
        quote(value, &mut entry);
        match written.get(comma..) {
            Some("null") => self.out.replace_range(start.., &format!("{{{entry}}}")),
            Some("{}") => self.out.insert_str(start + 1, &entry),
            Some(object) if object.starts_with('{') => {
                entry.push(',');
                self.out.insert_str(start + 1, &entry);
            }
            _ => {
                let reason =
                    format!("what stands beside the key {} must be an object", Quoted(key));
                self.out.truncate(mark.0);
                return Err(self.refusal(LossyErrorKind::Custom, reason));
            }
        }
        Ok(())
    }

    /// How many more levels may be opened.
    pub(super) fn room(&self) -> usize {
        self.limit.saturating_sub(self.depth)
    }

    /// A wrapper without a level of its own in the document has one on the stack.
    #[inline]
    pub(super) fn enter_wrapper(&mut self) -> Result<(), LossyError> {
        if self.wrappers >= WRAPPERS {
            return Err(self.too_deep());
        }
        self.wrappers += 1;
        Ok(())
    }

    #[inline]
    pub(super) fn leave_wrapper(&mut self) {
        self.wrappers = self.wrappers.saturating_sub(1);
    }

    #[cold]
    pub(super) fn refusal(&self, kind: LossyErrorKind, reason: impl Into<String>) -> LossyError {
        LossyError::new(kind, path_at_end(&self.out), reason)
    }

    #[cold]
    pub(super) fn non_finite(&self, value: f64) -> LossyError {
        let name = if value.is_nan() {
            "NaN"
        } else if value > 0.0 {
            "infinity"
        } else {
            "-infinity"
        };
        self.refusal(LossyErrorKind::NonFinite, format!("{name} has no JSON form"))
    }

    #[cold]
    pub(super) fn too_deep(&self) -> LossyError {
        too_deep(path_at_end(&self.out), self.limit)
    }
}

#[cold]
pub(super) fn too_deep(path: JsonPath, limit: usize) -> LossyError {
    LossyError::new(LossyErrorKind::Depth, path, format!("nested deeper than {limit} levels"))
}

#[cold]
pub(super) fn too_long() -> LossyError {
    LossyError::new(LossyErrorKind::Size, JsonPath::root(), "the text has 4 GiB or more")
}
