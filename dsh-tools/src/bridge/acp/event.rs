//! What happens in a conversation.

use super::opening::Opening;
use super::v1::RequestPermissionRequest;
use crate::json::ContentBlock;
use crate::tool::{Progress, ToolExecutionToken};
use crate::view::ToolResultView;
use serde_json::Value;
use std::sync::{Arc, Mutex};

/// Where the question about a call is put, once it is made.
pub(super) type Question = Arc<Mutex<Option<RequestPermissionRequest>>>;

#[derive(Debug)]
pub(super) enum Event {
    Begun(Box<Opening>),
    Asked { call: ToolExecutionToken, reason: Option<String>, question: Question },
    Started(ToolExecutionToken),
    Progressed(ToolExecutionToken, Progress),
    Shown { call_id: String, content: Vec<ContentBlock> },
    Ended(Box<Ended>),
    Closed,
}

/// How a call ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) call: ToolExecutionToken,
    pub(super) is_error: bool,
    /// What the tool's presenter made of it.
    pub(super) view: Option<ToolResultView>,
    /// What the model reads.
    pub(super) content: Vec<ContentBlock>,
    pub(super) raw_output: Option<Value>,
}
