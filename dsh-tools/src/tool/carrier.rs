//! How a `ToolError` goes through types that ask for an `Error`, and comes out again.

use super::contain::contain;
use super::error::Cause;
use super::{ErrorCode, ToolError};
use crate::json::FrozenJson;
use std::error::Error;
use std::fmt;

/// Carries a `ToolError` through types that ask for an [`Error`]; [`open`] takes it out.
pub(super) struct Carrier {
    error: ToolError,
    code: Coded,
}

/// The code as a cause of its own, with the cause and the metadata: what puts the carrier in a box of its own kind
/// (`anyhow` does) shows nothing of it but its message and its causes.
#[derive(Clone)]
struct Coded(ErrorCode, Option<Cause>, Option<FrozenJson>);

impl Carrier {
    #[inline]
    pub(super) fn new(error: ToolError) -> Self {
        let code = Coded(error.code().clone(), error.cause().cloned(), error.meta().cloned());
        Self { error, code }
    }
}

impl fmt::Display for Carrier {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl fmt::Debug for Carrier {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.error, f)
    }
}

impl Error for Carrier {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.code)
    }
}

impl fmt::Display for Coded {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Coded {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Error for Coded {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.1.as_ref()?.get().map(|error| error as &(dyn Error + 'static))
    }
}

impl From<ToolError> for Box<dyn Error + Send + Sync> {
    #[inline]
    fn from(error: ToolError) -> Self {
        Box::new(Carrier::new(error))
    }
}

impl From<ToolError> for Box<dyn Error> {
    #[inline]
    fn from(error: ToolError) -> Self {
        Box::new(Carrier::new(error))
    }
}

/// What was in a box.
pub(super) enum Opened {
    /// A `ToolError`, as it went in.
    Whole(ToolError),
    /// An error that says what a `ToolError` says; that one's code, cause and metadata.
    Disguised(Box<dyn Error + Send + Sync>, ErrorCode, Option<Cause>, Option<FrozenJson>),
    /// An error of somebody's own; the code that it is lent from below.
    Other(Box<dyn Error + Send + Sync>, ErrorCode),
}

#[inline]
pub(super) fn open(error: Box<dyn Error + Send + Sync>) -> Opened {
    let error = match error.downcast::<Carrier>() {
        Ok(carrier) => return Opened::Whole(carrier.error),
        Err(error) => error,
    };
    if let Some(Coded(code, cause, meta)) = disguised(&*error) {
        return Opened::Disguised(error, code, cause, meta);
    }
    let code = code_below(&*error);
    Opened::Other(error, code)
}

/// The code, the cause and the metadata of a `ToolError` that something put in a box of its own kind, where it shows nothing
/// but its message and its causes.
#[inline]
fn disguised(error: &(dyn Error + Send + Sync + 'static)) -> Option<Coded> {
    contain(|| error.source()?.downcast_ref::<Coded>().cloned()).ok().flatten()
}

/// How far down a chain of causes a code is looked for: chains may be cyclic by mistake.
const MAX_CAUSES: usize = 64;

/// What the library found wrong with one call is not what is wrong with the call that made it: of the library's
/// codes only the cancellation is lent.
#[inline]
fn code_below(error: &(dyn Error + Send + Sync + 'static)) -> ErrorCode {
    contain(|| {
        let mut next: Option<&(dyn Error + 'static)> = Some(error);
        for _ in 0..MAX_CAUSES {
            let error = next?;
            if let Some(Coded(code, ..)) = error.downcast_ref() {
                return matches!(code, ErrorCode::Custom(_) | ErrorCode::Aborted)
                    .then(|| code.clone());
            }
            next = error.source();
        }
        None
    })
    .ok()
    .flatten()
    .unwrap_or(ErrorCode::ToolError)
}
