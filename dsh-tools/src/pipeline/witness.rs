//! Who is told of questions and of how they end, whoever is asked.

use super::approval::{ApprovalEnd, ApprovalRequest};
use super::call::Call;
use crate::tool::{contain, contained};

/// Is told of every question about a call, and of its end. It decides nothing: approvers of nearer scopes answer before
/// those of farther ones, so none of them could see all.
pub(crate) trait Witness: Send + Sync + 'static {
    /// Somebody is about to be asked.
    fn asked(&self, request: &ApprovalRequest);

    /// The question ended; the words are those of whoever rejected the call.
    fn decided(&self, request: &ApprovalRequest, end: ApprovalEnd, words: Option<&str>);
}

/// A question that was told of, and whose end is told of once: also when the future that asks is dropped.
pub(super) struct Question<'a> {
    call: &'a Call,
    request: ApprovalRequest,
    ended: bool,
}

impl<'a> Question<'a> {
    pub(super) fn asked(call: &'a Call, request: ApprovalRequest) -> Self {
        tell(call, |witness| witness.asked(&request));
        Self { call, request, ended: false }
    }

    pub(super) fn request(&self) -> &ApprovalRequest {
        &self.request
    }

    pub(super) fn decided(mut self, end: ApprovalEnd, words: Option<&str>) {
        self.end(end, words);
    }

    fn end(&mut self, end: ApprovalEnd, words: Option<&str>) {
        self.ended = true;
        tell(self.call, |witness| witness.decided(&self.request, end, words));
    }
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.end(ApprovalEnd::CallCancelled, None);
        }
    }
}

fn tell(call: &Call, what: impl Fn(&dyn Witness)) {
    for witness in call.hooks::<dyn Witness>().iter().flat_map(|hooks| hooks.iter()) {
        contained("witness", &call.identity, contain(|| what(&*witness.run)));
    }
}
