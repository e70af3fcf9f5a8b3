//! How far a body is.

use super::ToolExecution;
use super::contain::{Shielded, contain};
use std::fmt;
use std::sync::Arc;

/// How far a body is, in units of its own.
///
/// ```
/// use dsh_tools::Progress;
///
/// let progress = Progress::of(3.0, 10.0).message("copying");
/// assert_eq!((progress.done, progress.total), (3.0, Some(10.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// How much is done; it should only grow. Of a body that counts nothing it is 0.
    pub done: f64,
    /// How much there is, where that is known.
    pub total: Option<f64>,
    /// What is being done, for people.
    pub message: Option<String>,
    /// What the body wrote since it was told of last, such as a command's output: whoever shows a call shows it at
    /// once.
    pub output: Option<String>,
}

impl Progress {
    /// So much is done, of nobody knows how much.
    ///
    /// ```
    /// use dsh_tools::Progress;
    /// assert_eq!(Progress::done(3.0).total, None);
    /// ```
    #[inline]
    pub const fn done(done: f64) -> Self {
        Self { done, total: None, message: None, output: None }
    }

    /// So much of so much is done.
    ///
    /// ```
    /// use dsh_tools::Progress;
    /// assert_eq!(Progress::of(1.0, 2.0).total, Some(2.0));
    /// ```
    #[inline]
    pub const fn of(done: f64, total: f64) -> Self {
        Self { done, total: Some(total), message: None, output: None }
    }

    /// What a body wrote that counts nothing: `done` stays at 0.
    ///
    /// ```
    /// use dsh_tools::Progress;
    ///
    /// let progress = Progress::wrote("compiling\n");
    /// assert_eq!((progress.done, progress.output.as_deref()), (0.0, Some("compiling\n")));
    /// ```
    pub fn wrote(text: impl Into<String>) -> Self {
        Self::done(0.0).output(text)
    }

    /// Says what is being done.
    ///
    /// ```
    /// use dsh_tools::Progress;
    /// assert_eq!(Progress::done(1.0).message("reading").message.as_deref(), Some("reading"));
    /// ```
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// Hands over what was written since the last time.
    ///
    /// Texts that are handed over one after the other are one text: a line may go on in the next.
    ///
    /// ```
    /// use dsh_tools::Progress;
    /// assert_eq!(Progress::done(6.0).output("ready\n").output.as_deref(), Some("ready\n"));
    /// ```
    #[must_use]
    pub fn output(mut self, text: impl Into<String>) -> Self {
        self.output = Some(text.into());
        self
    }
}

type Listener = dyn Fn(&ToolExecution, &Progress) + Send + Sync;

/// Whoever listens.
#[derive(Clone)]
pub(crate) struct ProgressSink(Arc<Shielded<Box<Listener>>>);

impl ProgressSink {
    pub(crate) fn new(
        listener: impl Fn(&ToolExecution, &Progress) + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Shielded::new(Box::new(listener))))
    }

    /// A listener that panics harms nobody.
    #[inline]
    pub(crate) fn tell(&self, execution: &ToolExecution, progress: &Progress) {
        if let Some(listener) = self.0.get() {
            super::log::contained(
                "progress listener",
                execution,
                contain(|| listener(execution, progress)),
            );
        }
    }
}

impl fmt::Debug for ProgressSink {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProgressSink(..)")
    }
}
