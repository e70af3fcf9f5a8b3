//! A line of a journal.

use super::{AskedEntry, CallEntry, DecidedEntry, LostEntry, ResultEntry, StartEntry};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::str::FromStr;

/// A line of a journal: an object with a `type`.
///
/// As text it reads back exactly, numbers included: by `FromStr`, and by `serde_json`, the one format that it is read
/// from.
///
/// ```
/// use dsh_tools::JournalEntry;
///
/// let line = r#"{"type":"tool/start","time":1764500000000,"execution":"7f3a-12","attempt":1}"#;
/// let entry: JournalEntry = line.parse()?;
/// assert_eq!(entry.execution(), Some("7f3a-12"));
/// assert_eq!(serde_json::to_string(&entry)?, line);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type")]
#[non_exhaustive]
pub enum JournalEntry {
    /// A call came in.
    #[serde(rename = "tool/call")]
    Call(CallEntry),
    /// The tool is about to be run.
    #[serde(rename = "tool/start")]
    Start(StartEntry),
    /// Somebody is about to be asked.
    #[serde(rename = "approval/asked")]
    Asked(AskedEntry),
    /// The question ended.
    #[serde(rename = "approval/decided")]
    Decided(DecidedEntry),
    /// The call has its result.
    #[serde(rename = "tool/result")]
    Outcome(ResultEntry),
    /// Lines are missing here.
    #[serde(rename = "journal/lost")]
    Lost(LostEntry),
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
}

impl JournalEntry {
    /// The execution that it is about.
    ///
    /// ```
    /// # use dsh_tools::JournalEntry;
    /// fn same(a: &JournalEntry, b: &JournalEntry) -> bool { a.execution() == b.execution() }
    /// ```
    #[inline]
    pub fn execution(&self) -> Option<&str> {
        match self {
            Self::Call(entry) => Some(&entry.execution),
            Self::Start(entry) => Some(&entry.execution),
            Self::Asked(entry) => Some(&entry.execution),
            Self::Decided(entry) => Some(&entry.execution),
            Self::Outcome(entry) => Some(&entry.execution),
            Self::Lost(_) => None,
        }
    }

    /// Reads a line; `None` for one of another type, which a later version may write.
    #[inline]
    pub(super) fn read(line: &str) -> Result<Option<Self>, serde_json::Error> {
        // The type is looked at first: what serde buffers to find it has its numbers rounded.
        let head: Head<'_> = serde_json::from_str(line)?;
        Ok(Some(match &*head.kind {
            "tool/call" => Self::Call(serde_json::from_str(line)?),
            "tool/start" => Self::Start(serde_json::from_str(line)?),
            "approval/asked" => Self::Asked(serde_json::from_str(line)?),
            "approval/decided" => Self::Decided(serde_json::from_str(line)?),
            "tool/result" => Self::Outcome(serde_json::from_str(line)?),
            "journal/lost" => Self::Lost(serde_json::from_str(line)?),
            _ => return Ok(None),
        }))
    }
}

impl FromStr for JournalEntry {
    type Err = serde_json::Error;

    #[inline]
    fn from_str(line: &str) -> Result<Self, Self::Err> {
        Self::read(line)?.ok_or_else(|| serde_json::Error::custom("no entry of a known type"))
    }
}

impl<'de> Deserialize<'de> for JournalEntry {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        text.get().parse().map_err(D::Error::custom)
    }
}
