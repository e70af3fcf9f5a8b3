//! Tests of questions by themselves: who asks is made up here.

mod answers;
mod digest;
mod events;
mod races;
mod shown;
mod terminal;
mod turns;

use super::{ApprovalDecision, ApprovalRequest, Approver};
use crate::json::FrozenJson;
use crate::tool::{
    CallOf, Effects, Identity, Label, Later, Progress, Running, ToolDefinition, ToolExecution,
    ToolExecutionInput, ToolExecutionResult, ToolExecutionToken,
};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

pub(super) type Answer = Result<ApprovalDecision, crate::tool::ToolError>;

pub(super) fn call(id: &str, name: &str, arguments: &str) -> Identity {
    Identity {
        token: ToolExecutionToken::mint(),
        parent: None,
        call_id: Label::new(id),
        root_call_id: None,
        name: Label::new(name),
        arguments: FrozenJson::parse(arguments).ok(),
        written: None,
        definition: None,
        scope: Some("main".into()),
        depth: 0,
        callers: [None, None],
        later: Later::default(),
    }
}

/// What runs none of the calls here.
struct Nobody;

impl Running for Nobody {
    fn call(
        &self,
        _: ToolExecutionInput,
    ) -> Pin<Box<dyn Future<Output = ToolExecutionResult> + Send>> {
        unreachable!("no body runs")
    }

    fn tell(&self, _: &ToolExecution, _: &Progress) {}
}

pub(super) fn question(call: Identity, reason: Option<&str>) -> ApprovalRequest {
    let call = CallOf { identity: call, effects: Effects::default(), runs: Nobody };
    ApprovalRequest::new(ToolExecution::of(Arc::new(call)), "main".into(), reason.map(Arc::from))
}

/// The question about a call of `write` with this id.
pub(super) fn about(id: &str) -> ApprovalRequest {
    question(call(id, "write", r#"{"path":"a"}"#), None)
}

pub(super) fn with_tool(id: &str, tool: ToolDefinition, arguments: &str) -> ApprovalRequest {
    let name = tool.name().to_owned();
    question(Identity { definition: Some(tool), ..call(id, &name, arguments) }, None)
}

/// An approver's future, by hand.
pub(super) struct Asked(Pin<Box<dyn Future<Output = Answer> + Send>>);

impl Asked {
    /// Asks, and polls once.
    pub(super) fn new(approver: &(impl Approver + Clone), request: &ApprovalRequest) -> Self {
        let (approver, request) = (approver.clone(), request.clone());
        let mut asked = Self(Box::pin(async move { approver.approve(request).await }));
        assert!(asked.poll().is_pending());
        asked
    }

    pub(super) fn poll(&mut self) -> Poll<Answer> {
        self.poll_with(Waker::noop())
    }

    pub(super) fn poll_with(&mut self, waker: &Waker) -> Poll<Answer> {
        self.0.as_mut().poll(&mut Context::from_waker(waker))
    }

    pub(super) fn decision(&mut self) -> ApprovalDecision {
        match self.poll() {
            Poll::Ready(answer) => answer.unwrap(),
            Poll::Pending => panic!("no answer yet"),
        }
    }

    pub(super) fn into_future(self) -> Pin<Box<dyn Future<Output = Answer> + Send>> {
        self.0
    }
}
