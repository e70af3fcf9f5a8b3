//! A turn: the steps of a prompt, one after the other.

use crate::planner::{Planner, Step};
use crate::session::Session;
use agent_client_protocol::Client;
use agent_client_protocol::v1::ConnectionTo;
use agent_client_protocol::v1::schema::{
    ContentBlock, ContentChunk, Plan, PlanEntry, PlanEntryPriority, PlanEntryStatus,
    SessionNotification, SessionUpdate, StopReason,
};
use dsh_tools::prelude::*;
use dsh_tools_examples::script::Call;
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) struct Turn<'a> {
    session: &'a Session,
    client: &'a ConnectionTo<Client>,
    /// Whoever cancels it ends the calls that run, and the steps that would follow.
    token: &'a CancellationToken,
    /// How calls ended.
    ends: BTreeMap<String, usize>,
}

impl<'a> Turn<'a> {
    /// Does what a prompt says; all of it was shown when this returns.
    pub(crate) async fn run(
        session: &'a Session,
        client: &'a ConnectionTo<Client>,
        token: &'a CancellationToken,
        prompt: &[ContentBlock],
    ) -> StopReason {
        let id = || session.call_id();
        let steps =
            Planner::plan(prompt, &session.registry, Path::new(session.bridge.directory()), &id);
        let mut turn = Self { session, client, token, ends: BTreeMap::new() };
        turn.steps(steps).await;
        if token.is_cancelled() {
            return StopReason::Cancelled;
        }
        if let Some(summary) = turn.summary() {
            turn.say(summary);
        }
        StopReason::EndTurn
    }

    async fn steps(&mut self, steps: Vec<Step>) {
        // Who makes several steps says before what they are.
        let mut plan: Vec<PlanEntry> = steps.iter().filter_map(entry).collect();
        let planned = plan.len() > 1;
        let mut at = 0;
        for step in steps {
            if self.token.is_cancelled() {
                return;
            }
            match step {
                Step::Say(text) => self.say(text),
                Step::Think(text) => {
                    self.tell(SessionUpdate::AgentThoughtChunk(ContentChunk::new(text.into())));
                }
                Step::Calls(calls) => {
                    let mut mark = |status| {
                        if let (true, Some(entry)) = (planned, plan.get_mut(at)) {
                            entry.status = status;
                            self.tell(SessionUpdate::Plan(Plan::new(plan.clone())));
                        }
                    };
                    mark(PlanEntryStatus::InProgress);
                    let ends = self.calls(calls).await;
                    mark(PlanEntryStatus::Completed);
                    at += 1;
                    for end in ends {
                        *self.ends.entry(end).or_default() += 1;
                    }
                }
            }
        }
    }

    /// Runs calls together; gives how they ended. The session's policies show them and ask about them.
    async fn calls(&self, calls: Vec<Call>) -> Vec<String> {
        let inputs = calls
            .into_iter()
            .map(|call| ToolExecutionInput::new(call.id, call.name, call.arguments));
        let options = BatchOptions::new().cancellation(self.token.clone());
        let mut batch = self.session.scope.run_batch(inputs, options);
        let mut ends = Vec::new();
        while let Some((_, result)) = batch.next().await {
            ends.push(match result.outcome() {
                Ok(_) => "ok".to_owned(),
                Err(failure) => failure.code().to_string(),
            });
        }
        ends
    }

    /// What a model would say at the end.
    fn summary(&self) -> Option<String> {
        let count: usize = self.ends.values().sum();
        let noun = if count == 1 { "call" } else { "calls" };
        let ends: Vec<_> = self.ends.iter().map(|(end, count)| format!("{count} {end}")).collect();
        (count > 0).then(|| format!("{count} {noun}: {}", ends.join(", ")))
    }

    fn say(&self, text: String) {
        self.tell(SessionUpdate::AgentMessageChunk(ContentChunk::new(text.into())));
    }

    fn tell(&self, update: SessionUpdate) {
        let told = SessionNotification::new(self.session.id.clone(), update);
        // A client that is gone misses nothing.
        drop(self.client.send_notification(told));
    }
}

/// A step as an entry of a plan, if it is one that takes time.
fn entry(step: &Step) -> Option<PlanEntry> {
    let Step::Calls(calls) = step else { return None };
    let names: Vec<&str> = calls.iter().map(|call| call.name.as_str()).collect();
    Some(PlanEntry::new(names.join(", "), PlanEntryPriority::Medium, PlanEntryStatus::Pending))
}
