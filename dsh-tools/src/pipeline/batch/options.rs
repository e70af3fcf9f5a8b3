//! How a batch runs.

use std::num::NonZeroUsize;
use thiserror::Error;
use tokio_util::sync::CancellationToken;

/// Bodies that run at once where nobody says how many.
const ROOM: NonZeroUsize = NonZeroUsize::new(10).unwrap();

/// How a batch of calls runs.
///
/// ```
/// use dsh_tools::{BatchOptions, CancellationToken};
///
/// let stop = CancellationToken::new();
/// let options = BatchOptions::new().at_once(4)?.cancellation(stop.clone());
/// # let _ = options;
/// # Ok::<(), dsh_tools::NoRoomError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchOptions {
    pub(super) room: NonZeroUsize,
    pub(super) cancellation: Option<CancellationToken>,
    pub(super) cut_off: bool,
    pub(super) fail_fast: bool,
}

impl Default for BatchOptions {
    #[inline]
    fn default() -> Self {
        Self { room: ROOM, cancellation: None, cut_off: false, fail_fast: false }
    }
}

impl BatchOptions {
    /// Ten bodies at once, nothing to cancel them, whatever becomes of each.
    ///
    /// ```
    /// use dsh_tools::BatchOptions;
    /// let options = BatchOptions::new();
    /// # let _ = options;
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many bodies may run at once; with 1 the calls run one after the other.
    ///
    /// # Errors
    /// None: no call would ever run.
    ///
    /// ```
    /// use dsh_tools::BatchOptions;
    /// assert!(BatchOptions::new().at_once(1).is_ok());
    /// assert!(BatchOptions::new().at_once(0).is_err());
    /// ```
    #[inline]
    pub fn at_once(self, bodies: usize) -> Result<Self, NoRoomError> {
        let room = NonZeroUsize::new(bodies).ok_or(NoRoomError)?;
        Ok(Self { room, ..self })
    }

    /// Ends the batch when the token is cancelled: calls that run are told and awaited, none starts any more, and all
    /// get their result. A call may have a token of its own beside it, which ends that call alone.
    ///
    /// ```
    /// use dsh_tools::{BatchOptions, CancellationToken};
    /// let options = BatchOptions::new().cancellation(CancellationToken::new());
    /// # let _ = options;
    /// ```
    #[must_use]
    #[inline]
    pub fn cancellation(self, token: CancellationToken) -> Self {
        Self { cancellation: Some(token), ..self }
    }

    /// Says that the model's message was cut off by its token limit. What its calls lack, nobody can know: none of them
    /// runs, no hook is asked, and each gets a result that tells the model so.
    ///
    /// ```
    /// use dsh_tools::{BatchOptions, ToolExecutionInput, ToolRegistry};
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let finish_reason = "length";
    /// let options = BatchOptions::new().cut_off(finish_reason == "length");
    /// let calls = [ToolExecutionInput::new("call_1", "write", r#"{"path": "a.rs", "text": "fn ma"#)];
    /// for (_, result) in ToolRegistry::new().run_batch(calls, options).await {
    ///     assert_eq!(result.outcome().unwrap_err().code(), "ABORTED_BEFORE_DISPATCH");
    /// }
    /// # });
    /// ```
    #[must_use]
    #[inline]
    pub fn cut_off(self, cut_off: bool) -> Self {
        Self { cut_off, ..self }
    }

    /// Starts no call any more after one has failed; those that run already go on. Otherwise calls are independent of
    /// each other.
    ///
    /// ```
    /// use dsh_tools::BatchOptions;
    /// let options = BatchOptions::new().fail_fast(true);
    /// # let _ = options;
    /// ```
    #[must_use]
    #[inline]
    pub fn fail_fast(self, fail_fast: bool) -> Self {
        Self { fail_fast, ..self }
    }
}

/// A batch was to run no call at once.
///
/// ```
/// use dsh_tools::BatchOptions;
/// let error = BatchOptions::new().at_once(0).unwrap_err();
/// assert_eq!(error.to_string(), "a batch that may run no call at once never ends: give it room for 1 or more");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a batch that may run no call at once never ends: give it room for 1 or more")]
pub struct NoRoomError;
