//! The side that watches.

use super::cell::Cell;
use super::desk::Next;
use crate::pipeline::approval::{ApprovalDecision, ApprovalKey, ApprovalRequest};
use serde::Serialize;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

/// What happens to questions.
///
/// It serializes as `{"asked": ..}` with a [`PendingApproval`](crate::PendingApproval), `{"withdrawn": key}`,
/// `{"answered": [key, decision]}` or `"missed"`.
///
/// ```
/// use dsh_tools::{ApprovalDecision, ApprovalKey, BrokerEvent};
///
/// let key: ApprovalKey = format!("7.{}.call_1", "0".repeat(64)).parse()?;
/// let event = BrokerEvent::Answered(key.clone(), ApprovalDecision::AllowedOnce);
/// assert_eq!(serde_json::to_string(&event)?, format!(r#"{{"answered":["{key}","allowedOnce"]}}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum BrokerEvent {
    /// A question came up, or was open already when the subscription began.
    Asked(ApprovalRequest),
    /// A question went away without an answer.
    Withdrawn(ApprovalKey),
    /// A question was answered.
    Answered(ApprovalKey, ApprovalDecision),
    /// So much was left unread that events were dropped. What is shown is void: every question that is still open
    /// follows once more, as [`Asked`](Self::Asked).
    Missed,
}

/// What happens at a broker from now on, and first what is open.
///
/// It does not have to be read in time: nothing about an open question is lost, and what is dropped of others is
/// said with [`BrokerEvent::Missed`].
///
/// ```
/// use dsh_tools::{ApprovalBroker, BrokerEvent};
///
/// async fn show(broker: ApprovalBroker) {
///     let mut events = broker.subscribe();
///     while let Some(event) = events.next().await {
///         match event {
///             BrokerEvent::Asked(request) => println!("{}: {}", request.key(), request.card()),
///             BrokerEvent::Withdrawn(key) | BrokerEvent::Answered(key, _) => println!("{key} is over"),
///             BrokerEvent::Missed => println!("anew:"),
///             _ => {}
///         }
///     }
/// }
/// ```
#[derive(Debug)]
pub struct BrokerEvents {
    cell: Arc<Cell>,
    id: u64,
}

impl BrokerEvents {
    #[inline]
    pub(super) fn new(cell: Arc<Cell>) -> Self {
        let id = cell.step(|desk, _| desk.subscribe());
        Self { cell, id }
    }

    /// The next event; `None` when the broker is closed or gone and everything is read. Dropping the future loses
    /// nothing.
    ///
    /// ```
    /// # use dsh_tools::ApprovalBroker;
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let broker = ApprovalBroker::new();
    /// let mut events = broker.subscribe();
    /// broker.close();
    /// assert!(events.next().await.is_none());
    /// # });
    /// ```
    #[inline]
    pub async fn next(&mut self) -> Option<BrokerEvent> {
        poll_fn(|cx| {
            let waker = cx.waker().clone();
            match self.cell.step(|desk, after| desk.next(self.id, waker, after)) {
                Next::Event(event) => Poll::Ready(Some(event)),
                Next::Wait => Poll::Pending,
                Next::End => Poll::Ready(None),
            }
        })
        .await
    }
}

impl Drop for BrokerEvents {
    #[inline]
    fn drop(&mut self) {
        self.cell.step(|desk, after| desk.unsubscribe(self.id, after));
    }
}
