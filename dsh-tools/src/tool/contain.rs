//! Where user code runs: a panic in it, in its destructors or in the payload of a panic stays there.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// User code panicked. What it said is for logs, never for a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panicked {
    message: Box<str>,
    /// Where, when [`panic_hook`](crate::panic_hook) is installed; for logs.
    #[cfg_attr(not(feature = "tracing"), allow(dead_code, reason = "nobody logs it"))]
    location: Option<Box<str>>,
}

impl Panicked {
    fn new(payload: Box<dyn Any + Send>) -> Self {
        let message = if let Some(text) = payload.downcast_ref::<&'static str>() {
            Box::from(*text)
        } else if let Some(text) = payload.downcast_ref::<String>() {
            text.as_str().into()
        } else {
            "a payload that is no text".into()
        };
        let location = PANICKED_AT.try_with(RefCell::take).ok().flatten();
        discard(payload);
        Self { message, location }
    }
}

impl Panicked {
    /// The place in the source, where it is known.
    #[cfg(feature = "tracing")]
    pub(super) fn location(&self) -> Option<&str> {
        self.location.as_deref()
    }
}

impl std::error::Error for Panicked {}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

thread_local! {
    /// How deep this thread is in code whose panics are contained.
    static CONTAINED: Cell<u32> = const { Cell::new(0) };
    /// Where the last contained panic was.
    static PANICKED_AT: RefCell<Option<Box<str>>> = const { RefCell::new(None) };
}

/// While it lives, this thread runs code whose panics are contained.
struct Inside;

impl Inside {
    #[inline]
    fn enter() -> Self {
        // A thread that is at its end has no locals any more; its panics are contained all the same.
        let _at_the_end = CONTAINED.try_with(|depth| depth.set(depth.get().saturating_add(1)));
        Self
    }
}

impl Drop for Inside {
    #[inline]
    fn drop(&mut self) {
        let _at_the_end = CONTAINED.try_with(|depth| depth.set(depth.get().saturating_sub(1)));
    }
}

/// Runs it, and gives what it panicked with.
fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    let inside = Inside::enter();
    let outcome = catch_unwind(AssertUnwindSafe(run));
    drop(inside);
    outcome
}

/// Keeps where a panic was, if it is one that will be contained; whether it is.
pub(crate) fn note_panic(location: Option<&Location<'_>>) -> bool {
    let contained = CONTAINED.try_with(Cell::get).is_ok_and(|depth| depth > 0);
    if contained {
        let location = location.map(|location| location.to_string().into());
        let _at_the_end = PANICKED_AT.try_with(|at| at.replace(location));
    }
    contained
}

/// Runs user code.
///
/// What it leaves half done is its own: values shared with it are user values, or ours behind locks that
/// recover from poison.
pub(crate) fn contain<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch(run).map_err(Panicked::new)
}

/// Drops a user's value.
pub(crate) fn discard<T>(value: T) {
    if let Err(payload) = catch(|| drop(value)) {
        // A payload may panic in its own destructor, and so may that panic's payload, without end.
        if let Err(next) = catch(|| drop(payload)) {
            std::mem::forget(next);
        }
    }
}

/// A user's value whose destructor may panic.
pub(crate) struct Shielded<T>(Option<T>);

impl<T> Shielded<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(Some(value))
    }

    /// The value; it is gone only while it is dropped.
    pub(crate) const fn get(&self) -> Option<&T> {
        self.0.as_ref()
    }
}

impl<T> Drop for Shielded<T> {
    fn drop(&mut self) {
        // For what has no destructor, as most bodies, no code is generated that contains one.
        if const { std::mem::needs_drop::<T>() }
            && let Some(value) = self.0.take()
        {
            discard(value);
        }
    }
}

impl<T> fmt::Debug for Shielded<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

/// A user's future: a panic ends it with an error, as one does in `start`, which makes it or says at once what it would
/// give. Its destructor runs here, whenever that is.
pub(crate) struct Contained<S, F: ?Sized> {
    start: Option<S>,
    future: Option<Pin<Box<F>>>,
}

impl<S, F> Contained<S, F>
where
    S: FnOnce() -> Result<Pin<Box<F>>, F::Output>,
    F: Future + ?Sized,
{
    pub(crate) const fn new(start: S) -> Self {
        Self { start: Some(start), future: None }
    }
}

/// The boxed future stays where it is, and what makes it is moved when it is called.
impl<S, F: ?Sized> Unpin for Contained<S, F> {}

impl<S, F> Future for Contained<S, F>
where
    S: FnOnce() -> Result<Pin<Box<F>>, F::Output>,
    F: Future + ?Sized,
{
    type Output = Result<F::Output, Panicked>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut output = None;
        let polled = contain(|| {
            if let Some(start) = self.start.take() {
                match start() {
                    Ok(future) => self.future = Some(future),
                    Err(at_once) => output = Some(at_once),
                }
            }
            let Some(future) = self.future.as_mut() else { return };
            if let Poll::Ready(done) = future.as_mut().poll(cx) {
                output = Some(done);
                drop(self.future.take());
            }
        });
        match (output, polled) {
            // What it gave counts, whatever its destructor did.
            (Some(output), _) => Poll::Ready(Ok(output)),
            (None, Ok(())) => Poll::Pending,
            (None, Err(panicked)) => {
                discard(self.future.take());
                Poll::Ready(Err(panicked))
            }
        }
    }
}

impl<S, F: ?Sized> Drop for Contained<S, F> {
    fn drop(&mut self) {
        if let Some(future) = self.future.take() {
            discard(future);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    /// Panics when dropped, with another one as the payload, `depth` times.
    struct Bomb(u32);

    impl Drop for Bomb {
        fn drop(&mut self) {
            if self.0 > 0 {
                std::panic::panic_any(Bomb(self.0 - 1));
            }
        }
    }

    #[test]
    fn panics_say_what_they_said() {
        assert_eq!(contain(|| panic!("{}", "no")).map(|(): ()| ()).unwrap_err().to_string(), "no");
        assert_eq!(contain(|| panic!("fixed")).map(|(): ()| ()).unwrap_err().to_string(), "fixed");
        let odd = contain(|| std::panic::panic_any(7_u8)).map(|(): ()| ()).unwrap_err();
        assert_eq!(odd.to_string(), "a payload that is no text");
    }

    #[test]
    fn destructors_and_payloads_stay_contained() {
        for depth in 0..5 {
            discard(Bomb(depth));
            drop(Shielded::new(Bomb(depth)));
            assert!(contain(|| std::panic::panic_any(Bomb(depth))).map(|(): ()| ()).is_err());
        }
    }

    #[tokio::test]
    async fn futures_that_panic_or_are_dropped() {
        let future = Contained::new(|| {
            Ok(Box::pin(async move {
                tokio::task::yield_now().await;
                std::panic::panic_any(Bomb(2))
            }))
        });
        let output: Result<(), Panicked> = future.await;
        assert!(output.is_err());

        let bomb = Bomb(1);
        let mut future = Box::pin(Contained::new(|| {
            Ok(Box::pin(async move {
                let _held = bomb;
                std::future::pending::<()>().await;
            }))
        }));
        assert!(future.as_mut().now_or_never().is_none());
        drop(future);
        // Nor does it escape from what was to make one.
        let odd: Contained<_, dyn Future<Output = ()>> =
            Contained::new(|| std::panic::panic_any(Bomb(1)));
        assert!(odd.await.is_err());
        let at_once: Contained<_, dyn Future<Output = u8>> = Contained::new(|| Err(7));
        assert_eq!(at_once.await.unwrap(), 7);
    }
}
