//! Everything that the bridge to editors emits: each card, for clients that show terminals and for those that do not, with
//! each end that a call can have. A JSON-RPC message a line; what a line belongs to is its session's id,
//! `CARD/CLIENT/COURSE`.
//!
//! ```text
//! cargo run -p dsh-tools-examples --example acp_cards
//! ```
//! `.ci/acp` holds these lines against the protocol's schema.

mod cards;

use agent_client_protocol::v1::schema as v1;
use anyhow::{Context as _, ensure};
use cards::{CARDS, Whole, show};
use dsh_tools::bridge::acp::AcpSession;
use dsh_tools::prelude::*;
use serde_json::json;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// It runs and succeeds; nobody is asked.
    Success,
    /// Its body fails.
    Failure,
    /// It is cancelled while it runs.
    Cancel,
    /// Its arguments are not what the tool wants.
    Mistake,
    /// Somebody is asked, and allows it.
    Allowed,
    /// Somebody is asked, and does not.
    Rejected,
    /// Somebody is asked, and gives the whole turn up.
    GivenUp,
}

const COURSES: [(Course, &str); 7] = [
    (Course::Success, "success"),
    (Course::Failure, "failure"),
    (Course::Cancel, "cancel"),
    (Course::Mistake, "mistake"),
    (Course::Allowed, "allowed"),
    (Course::Rejected, "rejected"),
    (Course::GivenUp, "given_up"),
];

/// Clients, and what they say that they can.
const CLIENTS: [(&str, &[&str]); 3] = [
    ("capable", &["terminal_output"]),
    ("delta", &["terminal_output", "terminal_output_delta"]),
    ("incapable", &[]),
];

/// The lines that were emitted.
type Lines = Arc<Mutex<Vec<String>>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let lines = Lines::default();
    for card in CARDS {
        for (client, capabilities) in CLIENTS {
            for (course, named) in COURSES {
                let id = format!("{card}/{client}/{named}");
                run(&id, card, capabilities, course, &lines).await.context(id)?;
            }
        }
    }
    let mut out = std::io::stdout().lock();
    for line in lines.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// One call in a session of its own.
async fn run(
    id: &str,
    card: &'static str,
    capabilities: &[&str],
    course: Course,
    lines: &Lines,
) -> anyhow::Result<()> {
    let meta = capabilities.iter().map(|key| ((*key).to_owned(), json!(true)));
    let client = v1::ClientCapabilities::new().meta(meta.collect::<v1::Meta>());
    let token = CancellationToken::new();
    let registry =
        ToolRegistry::builder().state(Whole(token.clone())).tools(tools![show]).build()?;
    let scope = registry.scope("client");

    let told = Arc::clone(lines);
    let (asked, question) = (token.clone(), Arc::clone(lines));
    let session = AcpSession::builder(id.to_owned(), "/srv/app")
        .client(&client)
        .ask(move |request| {
            push(
                &question,
                json!({ "id": 1, "method": "session/request_permission", "params": request }),
            );
            let answer = answer(course, &request);
            if course == Course::GivenUp {
                // What a client does that cancels a turn: the agent ends it, questions are answered so.
                asked.cancel();
            }
            async move { Ok(v1::RequestPermissionResponse::new(answer)) }
        })
        .build(move |notification: v1::SessionNotification| {
            push(&told, json!({ "method": "session/update", "params": notification }));
        });
    scope.policy(session);
    if matches!(course, Course::Allowed | Course::Rejected | Course::GivenUp) {
        scope.pre_execute_fn(|_, _| async {
            Ok(PreToolDecision::Ask(Some("this one is asked about".into())))
        });
    }
    let arguments = match course {
        Course::Mistake => json!({ "card": card, "end": "never" }),
        Course::Failure => json!({ "card": card, "end": "failure" }),
        Course::Cancel => json!({ "card": card, "end": "cancel" }),
        _ => json!({ "card": card, "end": "success" }),
    };
    let input = ToolExecutionInput::new("call_1", "show", arguments.to_string());
    let result = scope.execute(input.cancellation(token)).await;
    let well = matches!(course, Course::Success | Course::Allowed);
    ensure!(well != result.is_error(), "ended otherwise: {}", result.text());
    Ok(())
}

fn answer(course: Course, request: &v1::RequestPermissionRequest) -> v1::RequestPermissionOutcome {
    let wanted = match course {
        Course::Rejected => v1::PermissionOptionKind::RejectOnce,
        Course::GivenUp => return v1::RequestPermissionOutcome::Cancelled,
        _ => v1::PermissionOptionKind::AllowOnce,
    };
    let option = request.options.iter().find(|option| option.kind == wanted);
    option.map_or(v1::RequestPermissionOutcome::Cancelled, |option| {
        v1::RequestPermissionOutcome::Selected(v1::SelectedPermissionOutcome::new(
            option.option_id.clone(),
        ))
    })
}

fn push(lines: &Lines, mut message: serde_json::Value) {
    if let Some(message) = message.as_object_mut() {
        message.insert("jsonrpc".to_owned(), json!("2.0"));
    }
    lines.lock().unwrap_or_else(PoisonError::into_inner).push(message.to_string());
}
