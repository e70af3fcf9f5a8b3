//! Deadlines of deciders.

use crate::tool::contain;
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use tokio::time::sleep;

/// Why there is no answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoAnswer {
    /// It took longer than this.
    Late(Duration),
    /// A deadline was set, and nothing can keep it.
    NoTimer,
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late(deadline) => write!(f, "no answer within {} ms", deadline.as_millis()),
            Self::NoTimer => f.write_str(
                "no answer: a deadline is set, and it takes a tokio runtime with its timer enabled to keep it",
            ),
        }
    }
}

/// What the future gives, or that the deadline passed before.
pub(crate) async fn within<F: Future>(
    deadline: Option<Duration>,
    future: F,
) -> Result<F::Output, NoAnswer> {
    let Some(deadline) = deadline else {
        return Ok(future.await);
    };
    let mut future = pin!(future);
    // Most answer at once, and take no timer.
    let at_once = poll_fn(|cx| Poll::Ready(future.as_mut().poll(cx))).await;
    if let Poll::Ready(output) = at_once {
        return Ok(output);
    }
    let alarm = contain(|| sleep(deadline)).map_err(|_panicked| NoAnswer::NoTimer)?;
    let mut alarm = pin!(alarm);
    poll_fn(|cx| {
        if let Poll::Ready(output) = future.as_mut().poll(cx) {
            return Poll::Ready(Ok(output));
        }
        alarm.as_mut().poll(cx).map(|()| Err(NoAnswer::Late(deadline)))
    })
    .await
}
