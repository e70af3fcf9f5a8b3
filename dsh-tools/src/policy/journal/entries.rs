//! What stands in the lines of a journal.

use crate::json::{ContentBlock, FrozenJson, present};
use crate::pipeline::{ApprovalEnd, ApprovalKey, ArgumentsDigest};
use crate::tool::{ErrorInfo, ToolCallRecord, ToolResultRecord};
use serde::{Deserialize, Serialize};

/// `tool/call`: a call came in.
///
/// ```
/// use dsh_tools::JournalEntry;
///
/// let line = r#"{"type":"tool/call","time":1764500000000,"execution":"7f3a-12","callId":"call_1","name":"ls","arguments":"{}"}"#;
/// let JournalEntry::Call(entry) = line.parse()? else { unreachable!() };
/// assert_eq!(entry.record.name, "ls");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallEntry {
    /// When: milliseconds since the beginning of 1970, UTC.
    pub time: u64,
    /// Which execution it is: no two of a file share one, whatever ids a model gives its calls.
    pub execution: String,
    /// The execution that made the call, for one that a tool made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The model's call that this one serves, where that is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_call_id: Option<String>,
    /// The path of the scope that the call was made in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The call, with its arguments as they were written.
    #[serde(flatten)]
    pub record: ToolCallRecord,
}

/// `tool/start`: the tool is about to be run. Its arguments are checked after that.
///
/// ```
/// use dsh_tools::JournalEntry;
///
/// let line = r#"{"type":"tool/start","time":1764500000000,"execution":"7f3a-12","attempt":1}"#;
/// assert!(matches!(line.parse()?, JournalEntry::Start(entry) if entry.attempt == 1));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct StartEntry {
    /// When: milliseconds since the beginning of 1970, UTC.
    pub time: u64,
    /// Which execution.
    pub execution: String,
    /// The how manieth run of the tool it is: 2 and more where something runs it again.
    pub attempt: u32,
}

/// `approval/asked`: somebody is about to be asked whether the call may run.
///
/// ```
/// use dsh_tools::{AskedEntry, PendingApproval};
/// fn is_about(entry: &AskedEntry, question: &PendingApproval) -> bool { entry.key == question.key }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AskedEntry {
    /// When: milliseconds since the beginning of 1970, UTC.
    pub time: u64,
    /// Which execution.
    pub execution: String,
    /// Which question.
    pub key: ApprovalKey,
    /// The name of the tool.
    pub tool: String,
    /// The fingerprint of what is asked about.
    pub digest: ArgumentsDigest,
    /// Why it is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// `approval/decided`: the question ended.
///
/// ```
/// use dsh_tools::{ApprovalEnd, DecidedEntry};
/// fn was_allowed(entry: &DecidedEntry) -> bool { entry.decision == ApprovalEnd::AllowedOnce }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DecidedEntry {
    /// When: milliseconds since the beginning of 1970, UTC.
    pub time: u64,
    /// Which execution.
    pub execution: String,
    /// Which question.
    pub key: ApprovalKey,
    /// How it ended.
    pub decision: ApprovalEnd,
    /// What whoever rejected the call said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// `tool/result`: the call has its result.
///
/// ```
/// use dsh_tools::JournalEntry;
///
/// let line = r#"{"type":"tool/result","time":1764500000000,"execution":"7f3a-12","callId":"call_1","content":[{"type":"text","text":"a.rs"}],"isError":false}"#;
/// let JournalEntry::Outcome(entry) = line.parse()? else { unreachable!() };
/// assert_eq!(entry.record.data().text(), "a.rs");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "ResultWire")]
#[non_exhaustive]
pub struct ResultEntry {
    /// When: milliseconds since the beginning of 1970, UTC.
    pub time: u64,
    /// Which execution.
    pub execution: String,
    /// The result, as logs keep it.
    #[serde(flatten)]
    pub record: ToolResultRecord,
}

/// What `flatten` reads goes through a buffer in which numbers are rounded: here nothing is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResultWire {
    time: u64,
    execution: String,
    call_id: String,
    content: Vec<ContentBlock>,
    is_error: bool,
    #[serde(default)]
    error: Option<ErrorInfo>,
    #[serde(default, deserialize_with = "present")]
    meta: Option<FrozenJson>,
}

impl From<ResultWire> for ResultEntry {
    #[inline]
    fn from(wire: ResultWire) -> Self {
        let ResultWire { time, execution, call_id, content, is_error, error, meta } = wire;
        let record = ToolResultRecord { call_id, content, is_error, error, meta };
        Self { time, execution, record }
    }
}

/// `journal/lost`: so many lines could not be written here, or anywhere.
///
/// ```
/// use dsh_tools::JournalEntry;
///
/// let line = r#"{"type":"journal/lost","time":1764500000000,"lines":3}"#;
/// assert!(matches!(line.parse()?, JournalEntry::Lost(entry) if entry.lines == 3));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LostEntry {
    /// When the next line could be written: milliseconds since the beginning of 1970, UTC.
    pub time: u64,
    /// How many lines are missing.
    pub lines: u64,
}
