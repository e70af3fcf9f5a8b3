//! What went over the wire, and whether the library understood all of it.

use agent_client_protocol::v1::schema::{
    CloseSessionResponse, Error, InitializeResponse, NewSessionResponse, PromptResponse,
    RequestPermissionRequest, SessionNotification,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashMap;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

type Bytes = Arc<Mutex<Vec<u8>>>;

/// Both directions.
#[derive(Default)]
pub(crate) struct Wire {
    pub(crate) sent: Bytes,
    pub(crate) received: Bytes,
}

/// A stream whose bytes are kept.
pub(crate) struct Recorded<S> {
    stream: S,
    bytes: Bytes,
}

impl<S> Recorded<S> {
    pub(crate) fn new(stream: S, bytes: Bytes) -> Self {
        Self { stream, bytes }
    }

    fn keep(&self, bytes: &[u8]) {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Recorded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        self.keep(buffer.filled().get(before..).unwrap_or_default());
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Recorded<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, bytes))?;
        self.keep(bytes.get(..written).unwrap_or_default());
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl Wire {
    /// Reading is lenient: what is unknown is left out, what is wrong becomes a default. So everything that the agent wrote
    /// is read and written again, and has to be the same.
    #[track_caller]
    pub(crate) fn check(&self) {
        let asked: HashMap<String, String> = messages(&self.sent)
            .into_iter()
            .filter_map(|message| {
                Some((message.get("id")?.to_string(), message["method"].as_str()?.to_owned()))
            })
            .collect();
        let received = messages(&self.received);
        assert!(received.len() > 2, "nothing was received");
        for message in received {
            assert_eq!(message["jsonrpc"], "2.0", "{message}");
            match message["method"].as_str() {
                Some("session/update") => same::<SessionNotification>(&message["params"]),
                Some("session/request_permission") => {
                    same::<RequestPermissionRequest>(&message["params"]);
                }
                // A question that nobody needs an answer to any more.
                Some("$/cancel_request") => {}
                Some(other) => panic!("an agent has no method {other}"),
                None if message.get("error").is_some() => same::<Error>(&message["error"]),
                None => match asked[&message["id"].to_string()].as_str() {
                    "initialize" => same::<InitializeResponse>(&message["result"]),
                    "session/new" => same::<NewSessionResponse>(&message["result"]),
                    "session/prompt" => same::<PromptResponse>(&message["result"]),
                    "session/close" => same::<CloseSessionResponse>(&message["result"]),
                    other => panic!("{other} was asked by nobody"),
                },
            }
        }
    }
}

fn messages(bytes: &Bytes) -> Vec<Value> {
    let bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
    let text = std::str::from_utf8(&bytes).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[track_caller]
fn same<T: DeserializeOwned + Serialize>(value: &Value) {
    let read: T = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), *value);
}

/// Reading and writing again finds what is wrong.
#[test]
fn what_is_not_in_the_protocol_is_not_the_same() {
    let good = serde_json::json!({
        "sessionId": "s",
        "update": { "sessionUpdate": "tool_call", "toolCallId": "c", "title": "t", "kind": "read" }
    });
    same::<SessionNotification>(&good);
    for (key, wrong) in [("kind", "nope"), ("status", "done"), ("titel", "t"), ("content", "none")]
    {
        let mut bad = good.clone();
        bad["update"][key] = wrong.into();
        let found = std::panic::catch_unwind(|| same::<SessionNotification>(&bad));
        assert!(found.is_err(), "{bad}");
    }
}
