//! Whose value is taken, and when: what a capture knows of the calls around it.

use crate::json::FrozenJson;
use crate::tool::{ErrorCode, ToolExecution, ToolExecutionResult, ToolExecutionToken, ToolFailure};
use std::collections::{HashMap, HashSet};

/// What a capture knows. Calls are known by their tokens: ids come from the model, which may use one twice.
///
/// A value that was given is not yet taken. It waits for the outcome of the call that gave it, then for that of the call
/// that made this one, and so on to the outermost: only when that has succeeded is the value the run's.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    value: Option<FrozenJson>,
    /// The tool is gone: nothing comes any more.
    is_over: bool,
    /// The calls that guards were asked about and that have no outcome yet, each with the call that made it.
    running: HashMap<ToolExecutionToken, Option<ToolExecutionToken>>,
    /// Those that have got one. What they left running gives nothing any more.
    ended: HashSet<ToolExecutionToken>,
    /// The outermost call in which a value was given, until that is decided: other calls give none meanwhile.
    holder: Option<ToolExecutionToken>,
    /// The call of the tool that gave a value and has no outcome yet.
    giving: Option<ToolExecutionToken>,
    /// Values that were given and wait for the outcome of a call further out: of each call the latest.
    waiting: Vec<Waiting>,
    failed: Failed,
}

#[derive(Debug)]
struct Waiting {
    on: ToolExecutionToken,
    value: FrozenJson,
}

/// What became of the calls of the tool that gave nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Failed {
    pub(super) calls: u64,
    pub(super) last: Option<(ErrorCode, String)>,
}

/// Why a call may not give a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Refusal {
    /// There is one.
    Taken,
    /// Another call has given one, and it is not decided yet whether that one stands.
    Undecided,
    /// Its outcome, or that of the call that made it, would not be heard.
    Stray,
    /// The tool is gone.
    Over,
}

/// How things stand.
#[derive(Debug)]
pub(super) enum Standing {
    Taken(FrozenJson),
    /// A value was given, and it is not decided yet whether it stands.
    Undecided,
    /// All calls of the tool, if there were any, gave nothing.
    Nothing(Failed),
}

impl Ledger {
    #[inline]
    pub(super) const fn is_taken(&self) -> bool {
        self.value.is_some()
    }

    /// Whether nothing changes any more.
    #[inline]
    pub(super) const fn is_settled(&self) -> bool {
        self.value.is_some() || self.is_over
    }

    #[inline]
    pub(super) fn end(&mut self) {
        self.is_over = true;
    }

    #[inline]
    pub(super) fn standing(&self) -> Standing {
        match &self.value {
            Some(value) => Standing::Taken(value.clone()),
            None if self.giving.is_some() || !self.waiting.is_empty() => Standing::Undecided,
            None => Standing::Nothing(self.failed.clone()),
        }
    }

    /// Whether the call may run. When the value is taken nothing does but what is part of a call that runs already.
    #[inline]
    pub(super) fn lets_pass(&mut self, call: &ToolExecution) -> bool {
        let parent = call.parent();
        let is_part = parent.is_some_and(|parent| self.running.contains_key(&parent));
        if self.is_taken() && !is_part {
            return false;
        }
        self.running.insert(call.token(), parent);
        true
    }

    /// The body of the tool gives its value. Another run of the same call, which a wrapper makes, may as well.
    #[inline]
    pub(super) fn give(&mut self, call: &ToolExecution) -> Result<(), Refusal> {
        if self.is_taken() {
            return Err(Refusal::Taken);
        }
        if self.is_over {
            return Err(Refusal::Over);
        }
        let token = call.token();
        if !self.running.contains_key(&token) || self.is_stray(call) {
            return Err(Refusal::Stray);
        }
        let outermost = self.outermost(token);
        if self.holder.is_some_and(|holder| holder != outermost)
            || self.giving.is_some_and(|giving| giving != token)
        {
            return Err(Refusal::Undecided);
        }
        (self.holder, self.giving) = (Some(outermost), Some(token));
        Ok(())
    }

    /// A call has got its outcome. Says whether the value is taken by that.
    #[inline]
    pub(super) fn hear(
        &mut self,
        call: &ToolExecution,
        result: &ToolExecutionResult,
        is_of_tool: bool,
    ) -> bool {
        let token = call.token();
        let was_known = self.running.remove(&token).is_some();
        if self.is_taken() {
            return false;
        }
        if was_known {
            self.ended.insert(token);
        }
        let waiting = self.take_waiting(token);
        let gave = self.giving == Some(token);
        if gave {
            self.giving = None;
        }
        match result.outcome() {
            Ok(success) => {
                // What stands is what the call ended with, which hooks may have replaced.
                let value = if gave { Some(success.value().clone()) } else { waiting };
                match value {
                    Some(value) => self.rise(call, value),
                    None if is_of_tool => self.note(ErrorCode::ToolError, UNGIVEN),
                    None => {}
                }
            }
            Err(failure) if is_of_tool || waiting.is_some() => self.note_failure(failure),
            Err(_) => {}
        }
        if self.giving.is_none() && self.waiting.is_empty() {
            self.holder = None;
        }
        self.is_taken()
    }

    /// The value waits for the call further out, or is taken.
    #[inline]
    fn rise(&mut self, call: &ToolExecution, value: FrozenJson) {
        match call.parent() {
            Some(parent) if self.running.contains_key(&parent) => {
                // A program that gives a value once more means the later one.
                self.waiting.retain(|waiting| waiting.on != parent);
                self.waiting.push(Waiting { on: parent, value });
            }
            Some(_) if self.is_stray(call) => self.note(ErrorCode::Denied, STRAY),
            _ => {
                self.value = Some(value);
                (self.holder, self.giving) = (None, None);
                (self.waiting, self.ended) = (Vec::new(), HashSet::new());
            }
        }
    }

    /// Whether the call was made by one whose outcome is not heard any more, or never was to be. Calls that only name
    /// another as their parent may name one of another scope: their own outcome decides.
    #[inline]
    fn is_stray(&self, call: &ToolExecution) -> bool {
        call.parent().is_some_and(|parent| {
            !self.running.contains_key(&parent)
                && (call.depth() > 0 || self.ended.contains(&parent))
        })
    }

    /// The outermost running call that this one is part of. Every call is younger than the one that made it.
    #[inline]
    fn outermost(&self, mut call: ToolExecutionToken) -> ToolExecutionToken {
        while let Some(Some(parent)) = self.running.get(&call)
            && self.running.contains_key(parent)
        {
            call = *parent;
        }
        call
    }

    #[inline]
    fn take_waiting(&mut self, on: ToolExecutionToken) -> Option<FrozenJson> {
        let at = self.waiting.iter().position(|waiting| waiting.on == on)?;
        Some(self.waiting.swap_remove(at).value)
    }

    #[inline]
    fn note_failure(&mut self, failure: &ToolFailure) {
        self.note(failure.code().clone(), failure.message());
    }

    #[inline]
    fn note(&mut self, code: ErrorCode, message: &str) {
        self.failed.calls = self.failed.calls.saturating_add(1);
        self.failed.last = Some((code, message.to_owned()));
    }
}

/// What is said of a success that something else than the tool's body made.
const UNGIVEN: &str = "it was answered without being run";
/// What is said of a value whose outer call has ended.
pub(super) const STRAY: &str =
    "the call that makes this one is over, or was begun before there was anything to give";
