//! What a process prints of panics that are contained.
//!
//! Whatever panics in a tool, a hook or an observer stays in its call: the call fails, and the rest goes on. The
//! process's panic hook runs nevertheless, and the usual one writes the message and perhaps a backtrace to standard
//! error, for every such panic. That may be just right, and the library leaves the hook alone. Where standard error is
//! shown to a user, or a model can bring about panics as it likes, [`install`] it.

use crate::tool::note_panic;
use std::panic;
use std::sync::Once;

/// Keeps contained panics from standard error.
///
/// A panic in code that the library runs for a call is passed over by the process's panic hook; with the feature
/// `tracing` it is logged with its place in the source, as an event `user code panicked`. All other panics go to the
/// hook that was set before. It is set once: calling this again does nothing. A hook that is set later replaces it.
///
/// A hook is the process's own: a library does not call this, a program does.
///
/// ```
/// dsh_tools::panic_hook::install();
/// ```
#[inline]
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !note_panic(info.location()) {
                before(info);
            }
        }));
    });
}
