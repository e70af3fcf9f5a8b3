//! The module for tests of users: what holds passes, and what does not is told so that nobody has to ask further.

mod approver;
mod calls;
mod drift;
mod expectations;
mod page;
mod schemas;
mod stubs;

use futures_util::FutureExt as _;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::Once;

thread_local! {
    /// Whether somebody wants to know of this thread's panics.
    static LISTENING: Cell<bool> = const { Cell::new(false) };
    /// Where the last one was, if that is in these tests.
    static AT: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Keeps the lines of panics that somebody wants to know of; all others go to the hook that was there.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !LISTENING.get() {
                return before(info);
            }
            let here = info.location().filter(|at| at.file().contains("tests/src/testing/"));
            AT.set(here.map(Location::line));
        }));
    });
    AT.set(None);
    LISTENING.set(true);
}

/// The words of a failure, and that it is blamed on the test.
#[track_caller]
fn words(outcome: Result<(), Box<dyn Any + Send>>) -> String {
    LISTENING.set(false);
    let line = AT.take();
    let payload = outcome.expect_err("the assertion holds");
    assert!(line.is_some(), "the failure is not at the line of the test");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast_ref::<&str>().unwrap()).to_owned(),
    }
}

/// What an assertion says that does not hold.
#[track_caller]
fn said<T>(assertion: impl FnOnce() -> T) -> String {
    listen();
    words(catch_unwind(AssertUnwindSafe(|| drop(assertion()))))
}

/// The same of one that waits; where it was is in the words then.
async fn said_in_vain<T>(waiting: impl Future<Output = T>) -> String {
    listen();
    let outcome = AssertUnwindSafe(waiting).catch_unwind().await.map(drop);
    LISTENING.set(false);
    *outcome.expect_err("it came").downcast::<String>().unwrap()
}
