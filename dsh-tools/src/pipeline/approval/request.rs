//! What somebody is asked about.

use super::{ApprovalKey, ArgumentsDigest};
use crate::json::FrozenJson;
use crate::tool::ToolExecution;
use crate::view::ToolCallView;
use std::fmt;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// What somebody is asked about: a call that has been decided to be asked about, and why. A cheap handle.
///
/// ```
/// use dsh_tools::ApprovalRequest;
///
/// fn question(request: &ApprovalRequest) -> String {
///     format!("May {} run `{}`? {}", request.scope(), request.tool(), request.reason().unwrap_or(""))
/// }
/// ```
#[derive(Clone)]
pub struct ApprovalRequest(Arc<Asked>);

struct Asked {
    execution: ToolExecution,
    scope: Arc<str>,
    reason: Option<Arc<str>>,
    key: ApprovalKey,
}

impl ApprovalRequest {
    #[inline]
    pub(in crate::pipeline) fn new(
        execution: ToolExecution,
        scope: Arc<str>,
        reason: Option<Arc<str>>,
    ) -> Self {
        let key = ApprovalKey::next(execution.call_id(), ArgumentsDigest::of(&execution));
        Self(Arc::new(Asked { execution, scope, reason, key }))
    }

    /// The call: its arguments are those that will run.
    ///
    /// ```
    /// # use dsh_tools::ApprovalRequest;
    /// fn arguments(request: &ApprovalRequest) -> String { format!("{:?}", request.execution().arguments()) }
    /// ```
    #[inline]
    pub fn execution(&self) -> &ToolExecution {
        &self.0.execution
    }

    /// The name of the tool.
    ///
    /// ```
    /// # use dsh_tools::ApprovalRequest;
    /// fn is_shell(request: &ApprovalRequest) -> bool { request.tool() == "bash" }
    /// ```
    #[inline]
    pub fn tool(&self) -> &str {
        self.0.execution.name()
    }

    /// The id that the model gave the call.
    ///
    /// ```
    /// # use dsh_tools::ApprovalRequest;
    /// fn id(request: &ApprovalRequest) -> &str { request.call_id() }
    /// ```
    #[inline]
    pub fn call_id(&self) -> &str {
        self.0.execution.call_id()
    }

    /// The path of the scope that the call is made in.
    ///
    /// ```
    /// # use dsh_tools::ApprovalRequest;
    /// fn agent(request: &ApprovalRequest) -> &str { request.scope() }
    /// ```
    #[inline]
    pub fn scope(&self) -> &str {
        &self.0.scope
    }

    /// Why it is asked about.
    ///
    /// ```
    /// # use dsh_tools::ApprovalRequest;
    /// fn why(request: &ApprovalRequest) -> &str { request.reason().unwrap_or("policy wants it") }
    /// ```
    #[inline]
    pub fn reason(&self) -> Option<&str> {
        self.0.reason.as_deref()
    }

    /// Which question it is: what an answer from elsewhere has to name.
    ///
    /// ```
    /// # use dsh_tools::ApprovalRequest;
    /// fn link(request: &ApprovalRequest) -> String { format!("/approvals/{}", request.key()) }
    /// ```
    #[inline]
    pub fn key(&self) -> &ApprovalKey {
        &self.0.key
    }

    /// The fingerprint of the tool's name and the arguments.
    ///
    /// ```
    /// # use dsh_tools::ApprovalRequest;
    /// fn same(a: &ApprovalRequest, b: &ApprovalRequest) -> bool { a.digest() == b.digest() }
    /// ```
    #[inline]
    pub fn digest(&self) -> ArgumentsDigest {
        self.0.key.digest()
    }

    /// Tells that the call is given up and nobody waits for an answer.
    ///
    /// ```
    /// # use dsh_tools::ApprovalRequest;
    /// fn is_moot(request: &ApprovalRequest) -> bool { request.cancellation().is_cancelled() }
    /// ```
    #[inline]
    pub fn cancellation(&self) -> &CancellationToken {
        self.0.execution.cancellation()
    }

    /// The card of the call, to be shown with the question: the tool's own, or a generic one.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalRequest, ToolCallView};
    /// fn shown(request: &ApprovalRequest) -> ToolCallView { request.card() }
    /// ```
    #[inline]
    pub fn card(&self) -> ToolCallView {
        let call = self.execution();
        let empty = FrozenJson::empty_object();
        let arguments = call.arguments().unwrap_or(&empty);
        match call.definition() {
            Some(tool) => tool.call_card(arguments),
            None => ToolCallView::generic(call.name()).into(),
        }
    }
}

impl fmt::Debug for ApprovalRequest {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalRequest")
            .field("key", self.key())
            .field("tool", &self.tool())
            .field("scope", &self.scope())
            .field("reason", &self.reason())
            .finish_non_exhaustive()
    }
}
