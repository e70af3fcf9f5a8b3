//! Cards in editors: what a client of the Agent Client Protocol is sent.

mod cases;
mod content;
mod hostile;
mod live;
mod machine;
mod matrix;
mod places;
mod questions;
mod replay;
mod rules;
mod secrets;

use crate::support::free;
use dsh_tools::bridge::acp::{AcpSession, AcpSessionBuilder, v1};
use dsh_tools::prelude::*;
use dsh_tools::{Progress, ToolResultView};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::future::pending;
use std::sync::{Arc, Mutex};

/// What a client is sent, in order.
#[derive(Clone, Debug)]
pub(crate) enum Sent {
    Update(v1::SessionNotification),
    Question(v1::RequestPermissionRequest),
}

/// What a client answers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    Select(&'static str),
    Cancel,
    Fail,
    Never,
}

/// A client that keeps all it is sent.
#[derive(Clone, Default)]
pub(crate) struct Client(Arc<Mutex<Vec<Sent>>>);

impl Client {
    /// A conversation in `/w`, with a client that draws terminals or does not.
    pub(crate) fn begin(&self, draws: bool) -> AcpSession {
        self.build(AcpSession::builder("s", "/w").client(&capabilities(draws)))
    }

    /// The same, with a client that answers so.
    pub(crate) fn answering(&self, draws: bool, answer: Answer) -> AcpSession {
        let client = self.clone();
        let builder = AcpSession::builder("s", "/w").client(&capabilities(draws));
        self.build(builder.ask(move |request| client.clone().answer(request, answer)))
    }

    pub(crate) fn build(&self, builder: AcpSessionBuilder) -> AcpSession {
        let sent = Arc::clone(&self.0);
        builder.build(move |update| sent.lock().unwrap().push(Sent::Update(update)))
    }

    pub(crate) async fn answer(
        self,
        request: v1::RequestPermissionRequest,
        answer: Answer,
    ) -> Result<v1::RequestPermissionResponse, Box<dyn std::error::Error + Send + Sync>> {
        self.0.lock().unwrap().push(Sent::Question(request));
        let outcome = match answer {
            Answer::Select(id) => {
                v1::RequestPermissionOutcome::Selected(v1::SelectedPermissionOutcome::new(id))
            }
            Answer::Cancel => v1::RequestPermissionOutcome::Cancelled,
            Answer::Fail => return Err("the pipe is broken".into()),
            Answer::Never => pending().await,
        };
        Ok(v1::RequestPermissionResponse::new(outcome))
    }

    pub(crate) fn sent(&self) -> Vec<Sent> {
        self.0.lock().unwrap().clone()
    }

    /// The updates as JSON, each without the envelope.
    pub(crate) fn updates(&self) -> Vec<Value> {
        let sent = self.sent().into_iter();
        sent.filter_map(|sent| match sent {
            Sent::Update(update) => Some(serde_json::to_value(update.update).unwrap()),
            Sent::Question(_) => None,
        })
        .collect()
    }

    /// The questions as JSON.
    pub(crate) fn questions(&self) -> Vec<Value> {
        let sent = self.sent().into_iter();
        sent.filter_map(|sent| match sent {
            Sent::Question(request) => Some(serde_json::to_value(request).unwrap()),
            Sent::Update(_) => None,
        })
        .collect()
    }

    /// What happened to each card, in short: `pending`, `asked`, `in_progress`, `content`, .. in the order of the wire.
    pub(crate) fn course(&self) -> Vec<String> {
        let sent = self.sent().into_iter();
        sent.map(|sent| match sent {
            Sent::Question(_) => "asked".to_owned(),
            Sent::Update(update) => match update.update {
                v1::SessionUpdate::ToolCall(call) => word(call.status),
                v1::SessionUpdate::ToolCallUpdate(update) => {
                    let fields = update.fields;
                    let output =
                        update.meta.is_some_and(|meta| meta.contains_key("terminal_output"));
                    match fields.status {
                        Some(status) => word(status),
                        None if fields.content.is_some() => "content".to_owned(),
                        None if output => "output".to_owned(),
                        None => "nothing".to_owned(),
                    }
                }
                other => panic!("no update of a call: {other:?}"),
            },
        })
        .collect()
    }

    /// The cards as the client shows them, by id. Everything that is sent is checked on the way.
    pub(crate) fn cards(&self) -> BTreeMap<String, v1::ToolCall> {
        let mut cards: BTreeMap<String, v1::ToolCall> = BTreeMap::new();
        let ended = |card: &v1::ToolCall| {
            matches!(card.status, v1::ToolCallStatus::Completed | v1::ToolCallStatus::Failed)
        };
        for sent in self.sent() {
            match sent {
                Sent::Question(request) => {
                    reads_back(&request);
                    let id = request.tool_call.tool_call_id.to_string();
                    let card =
                        cards.get(&id).unwrap_or_else(|| panic!("{id} is asked about and unknown"));
                    assert!(!ended(card), "{id} is asked about and has ended");
                }
                Sent::Update(notification) => {
                    reads_back(&notification);
                    match notification.update {
                        v1::SessionUpdate::ToolCall(call) => {
                            let id = call.tool_call_id.to_string();
                            assert!(cards.insert(id.clone(), call).is_none(), "{id} begins twice");
                        }
                        v1::SessionUpdate::ToolCallUpdate(update) => {
                            let id = update.tool_call_id.to_string();
                            let card =
                                cards.get_mut(&id).unwrap_or_else(|| panic!("{id} is unknown"));
                            assert!(!ended(card), "{id} has ended");
                            card.update(update.fields);
                        }
                        other => panic!("no update of a call: {other:?}"),
                    }
                }
            }
        }
        cards
    }

    /// The one card there is.
    #[track_caller]
    pub(crate) fn card(&self) -> v1::ToolCall {
        let mut cards = self.cards();
        assert_eq!(cards.len(), 1, "{:?}", cards.keys());
        cards.pop_first().unwrap().1
    }

    /// The content of the one card, as JSON.
    #[track_caller]
    pub(crate) fn content(&self) -> Value {
        serde_json::to_value(self.card().content).unwrap()
    }
}

/// What is sent is what a reader of the protocol's types reads: readers skip in silence what they cannot read.
fn reads_back<T>(message: &T)
where
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let json = serde_json::to_value(message).unwrap();
    let back: T = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(serde_json::to_value(back).unwrap(), json);
}

fn word(status: v1::ToolCallStatus) -> String {
    serde_json::to_value(status).unwrap().as_str().unwrap().to_owned()
}

pub(crate) fn capabilities(draws: bool) -> v1::ClientCapabilities {
    let meta = json!({"terminal_output": draws});
    v1::ClientCapabilities::new().meta(meta.as_object().cloned())
}

/// A tool that does what its arguments say: `card` and `result` are its cards, `writes` what it writes while it runs, `says`
/// its text, `fails` its failure, `value` another value.
pub(crate) fn puppet() -> ToolDefinition {
    fn of<T: serde::de::DeserializeOwned>(arguments: &FrozenJson, key: &str) -> Option<T> {
        arguments.root().get(key)?.to_frozen().deserialize().ok()
    }
    free("puppet")
        .present_call(|arguments| of::<ToolCallView>(arguments, "card"))
        .present_result(|arguments, _| of::<ToolResultView>(arguments, "result"))
        .body(|arguments, cx| async move {
            let mut written = 0.0;
            for chunk in of::<Vec<String>>(&arguments, "writes").unwrap_or_default() {
                written += 1.0;
                cx.progress(&Progress::done(written).output(chunk));
            }
            if let Some(why) = of::<String>(&arguments, "fails") {
                return Err(ToolError::msg(why));
            }
            let value = ["value", "blocks", "says"].into_iter().find_map(|key| of(&arguments, key));
            Ok(Json(value.unwrap_or_else(|| FrozenJson::string(String::new()))))
        })
        .render(|value: &FrozenJson| -> Vec<ContentBlock> {
            value.deserialize().unwrap_or_else(|_| match value.root().as_str() {
                Some(text) => vec![ContentBlock::text(text)],
                None => vec![ContentBlock::text(value.to_string())],
            })
        })
        .build()
}

/// A scope with the puppet and this session.
pub(crate) fn scope(session: &AcpSession) -> ToolScope {
    let scope = crate::support::registry([puppet()]).scope("agent");
    scope.policy(session.clone());
    scope
}

/// Has the puppet do this, shown to a client.
pub(crate) async fn play(draws: bool, arguments: Value) -> Client {
    let client = Client::default();
    let scope = scope(&client.begin(draws));
    scope.execute(ToolExecutionInput::new("call_1", "puppet", arguments)).await;
    client
}
