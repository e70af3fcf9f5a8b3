//! One case: what is registered where, what it does, and what happens meanwhile.

/// The registry's own layer, a scope, and a scope within it.
pub(super) const LAYERS: usize = 3;

#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    /// The layer that the call is made in.
    pub(super) level: usize,
    /// What `outer` does, in which layers it is.
    pub(super) outer: Vec<(usize, Body)>,
    /// The same of `inner`, which bodies of `outer` call.
    pub(super) inner: Vec<(usize, Body)>,
    pub(super) restrictions: Vec<Restriction>,
    pub(super) pre: Vec<Placed<Pre>>,
    pub(super) guards: Vec<Placed<Guard>>,
    pub(super) approvers: Vec<Placed<Answer>>,
    pub(super) wrappers: Vec<Placed<Around>>,
    pub(super) post: Vec<Placed<Post>>,
    pub(super) arguments: Arguments,
    /// The call is cancelled when it waits for so manieth time; 0 before it starts.
    pub(super) cancel: Option<u32>,
    /// Its future is dropped there.
    pub(super) dropped: Option<u32>,
    pub(super) change: Option<(u32, Change)>,
}

#[derive(Clone, Debug)]
pub(super) struct Restriction {
    /// A scope's.
    pub(super) layer: usize,
    pub(super) allow: bool,
    pub(super) names: Vec<&'static str>,
    pub(super) lifted: bool,
}

/// A hook in its place.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    pub(super) layer: usize,
    pub(super) prepended: bool,
    /// Unregistered again before the call.
    pub(super) lifted: bool,
    pub(super) what: T,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Arguments {
    #[default]
    Good,
    Wrong,
    Broken,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Decision {
    Allow,
    Deny,
    Ask,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Pre {
    Pass,
    Say(Decision),
    /// Asks those within, and says this.
    Overrule(Decision),
    /// Allows what those within fail at.
    Forgive,
    FailBefore,
    FailAfter,
    PanicBefore,
    PanicAfter,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Guard {
    Abstain,
    Deny,
    Panic,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Answer {
    Allow,
    Reject,
    Cancel,
    Away,
    Fail,
    Panic,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Authored {
    Good,
    Bad,
    Failure,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Around {
    Pass,
    Twice,
    Never(Authored),
    /// Runs what is within, and gives this.
    Instead(Authored),
    /// Runs what is within, and adds a message.
    Remark,
    FailBefore,
    FailAfter,
    PanicBefore,
    PanicAfter,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict {
    Accept,
    Content,
    GoodValue,
    BadValue,
    Block,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Post {
    Pass,
    Say(Verdict),
    /// Asks those within, and says this.
    Overrule(Verdict),
    /// Asks those within, and adds a message.
    Remark,
    FailBefore,
    FailAfter,
    Panic,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Good,
    Failure,
    Panic,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// It panics before it waits for the first time.
    pub(super) panics_early: bool,
    pub(super) defers: u8,
    pub(super) concludes: bool,
    /// How often it calls `inner`.
    pub(super) calls: u8,
    pub(super) end: End,
}

/// What happens while the call waits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Close(usize),
    /// A guard that denies.
    AddGuard(usize),
    /// A hook that denies.
    AddPre(usize),
    /// A hook that blocks.
    AddPost(usize),
    /// The first wrapper goes.
    LiftWrapper,
    /// The nearest `outer` goes.
    LiftOuter,
}

/// What is known of an outcome.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// None for a success.
    pub(super) code: Option<String>,
    pub(super) contexts: Vec<String>,
    pub(super) concludes: bool,
}

/// All that can be seen of a case.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    /// None when the future was dropped.
    pub(super) result: Option<Outcome>,
    /// Which layer's observer heard what of which call, in order.
    pub(super) heard: Vec<(usize, String, Outcome)>,
    /// Of `outer` and `inner`.
    pub(super) runs: [u32; 2],
    /// How often anything waited.
    pub(super) waits: u32,
}
