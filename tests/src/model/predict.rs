//! What must come of a case: one thing after the other, with nothing of the library.

use super::case::{
    Answer, Arguments, Around, Authored, Body, Case, Change, Decision, End, Guard, LAYERS, Outcome,
    Placed, Post, Pre, Seen, Verdict,
};

/// The future was dropped: nothing goes on.
struct Dropped;

type Step<T> = Result<T, Dropped>;

struct World<'a> {
    case: &'a Case,
    seen: Seen,
    cancelled: bool,
    closed: [bool; LAYERS],
    outer: Vec<(usize, Body)>,
    inner: Vec<(usize, Body)>,
    pre: Vec<Placed<Pre>>,
    guards: Vec<Placed<Guard>>,
    /// What closing takes, of these and of post hooks, stays in the lists: it is gone only for who comes later.
    wrappers: Vec<Placed<Around>>,
    post: Vec<Placed<Post>>,
}

/// What a call found where it runs.
#[derive(Clone, Default)]
struct Stay {
    closed: [bool; LAYERS],
    /// How many there were, gone or not.
    wrappers: usize,
    post: usize,
}

impl Stay {
    /// Of the hooks those of layers that are open, and of those that were closed since, those that the call found.
    fn asked<T: Clone>(
        &self,
        hooks: &[Placed<T>],
        found: usize,
        closed: [bool; LAYERS],
    ) -> Vec<Placed<T>> {
        let is_asked =
            |at: usize, layer: usize| !closed[layer] || (!self.closed[layer] && at < found);
        let asked = hooks.iter().enumerate().filter(|(at, hook)| is_asked(*at, hook.layer));
        asked.map(|(_, hook)| hook.clone()).collect()
    }
}

/// A call's own.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a thing of its own")]
struct Call {
    body: Option<Body>,
    is_inner: bool,
    arguments: Arguments,
    started: bool,
    settled: bool,
    concludes: bool,
    deferred: Vec<String>,
    stay: Stay,
}

pub(super) fn predict(case: &Case) -> Seen {
    fn kept<T: Clone>(hooks: &[Placed<T>]) -> Vec<Placed<T>> {
        hooks.iter().filter(|hook| !hook.lifted).cloned().collect()
    }
    let mut world = World {
        case,
        seen: Seen { result: None, heard: Vec::new(), runs: [0, 0], waits: 0 },
        cancelled: case.cancel == Some(0),
        closed: [false; LAYERS],
        outer: case.outer.clone(),
        inner: case.inner.clone(),
        pre: kept(&case.pre),
        guards: kept(&case.guards),
        wrappers: kept(&case.wrappers),
        post: kept(&case.post),
    };
    world.seen.result = world.call("call", false, case.arguments).ok();
    world.seen
}

fn outcome(code: &str) -> Outcome {
    Outcome { code: Some(code.to_owned()), contexts: Vec::new(), concludes: false }
}

fn success() -> Outcome {
    Outcome { code: None, contexts: Vec::new(), concludes: false }
}

/// Outermost first: what was prepended last, .. first, then the rest as it was registered.
fn nested<T: Clone>(hooks: &[Placed<T>], level: usize) -> Vec<T> {
    let reach = |hook: &&Placed<T>| hook.layer <= level;
    let prepended = hooks.iter().rev().filter(reach).filter(|hook| hook.prepended);
    let others = hooks.iter().filter(reach).filter(|hook| !hook.prepended);
    prepended.chain(others).map(|hook| hook.what.clone()).collect()
}

impl World<'_> {
    fn stay(&self) -> Stay {
        Stay { closed: self.closed, wrappers: self.wrappers.len(), post: self.post.len() }
    }

    fn is_closed(&self) -> bool {
        self.closed.iter().take(self.case.level + 1).any(|closed| *closed)
    }

    /// Somebody's code waits, and the world goes on.
    fn wait(&mut self) -> Step<()> {
        self.seen.waits += 1;
        let now = Some(self.seen.waits);
        if let Some((at, change)) = self.case.change
            && Some(at) == now
        {
            self.change(change);
        }
        if self.case.cancel == now {
            self.cancelled = true;
        }
        if self.case.dropped == now { Err(Dropped) } else { Ok(()) }
    }

    fn change(&mut self, change: Change) {
        let added = |layer| (layer, false, false);
        match change {
            Change::Close(first) => {
                for layer in first..LAYERS {
                    self.closed[layer] = true;
                }
                self.pre.retain(|hook| hook.layer < first);
                self.guards.retain(|hook| hook.layer < first);
                self.outer.retain(|(layer, _)| *layer < first);
                self.inner.retain(|(layer, _)| *layer < first);
            }
            Change::AddGuard(layer) => {
                let (layer, prepended, lifted) = added(layer);
                self.guards.push(Placed { layer, prepended, lifted, what: Guard::Deny });
            }
            Change::AddPre(layer) => {
                let what = Pre::Say(Decision::Deny);
                self.pre.push(Placed { layer, prepended: false, lifted: false, what });
            }
            Change::AddPost(layer) => {
                let what = Post::Say(Verdict::Block);
                self.post.push(Placed { layer, prepended: false, lifted: false, what });
            }
            Change::LiftWrapper => {
                if !self.wrappers.is_empty() {
                    self.wrappers.remove(0);
                }
            }
            Change::LiftOuter => {
                if let Some(nearest) = self.outer.iter().map(|(layer, _)| *layer).max() {
                    self.outer.retain(|(layer, _)| *layer != nearest);
                }
            }
        }
    }

    /// What a layer sees under a name, by the restrictions that are in force.
    fn look_up(&self, name: &'static str, level: usize, restrictions: &[usize]) -> Option<Body> {
        let tools = if name == "outer" { &self.outer } else { &self.inner };
        for layer in (0..=level).rev() {
            if let Some((_, body)) = tools.iter().find(|(at, _)| *at == layer) {
                return Some(*body);
            }
            for at in restrictions {
                let restriction = &self.case.restrictions[*at];
                if restriction.layer == layer
                    && restriction.names.contains(&name) != restriction.allow
                {
                    return None;
                }
            }
        }
        None
    }

    /// Which restrictions were accepted and are in force: those that name what their scope inherits.
    fn restrictions(&self) -> Vec<usize> {
        let mut world = World {
            case: self.case,
            seen: self.seen.clone(),
            cancelled: false,
            closed: [false; LAYERS],
            outer: self.case.outer.clone(),
            inner: self.case.inner.clone(),
            pre: Vec::new(),
            guards: Vec::new(),
            wrappers: Vec::new(),
            post: Vec::new(),
        };
        world.seen.heard.clear();
        let mut in_force: Vec<usize> = Vec::new();
        for (at, restriction) in self.case.restrictions.iter().enumerate() {
            let inherits = |name: &&'static str| {
                world.look_up(name, restriction.layer - 1, &in_force).is_some()
            };
            if restriction.names.iter().all(inherits) && !restriction.lifted {
                in_force.push(at);
            }
        }
        in_force
    }

    fn call(&mut self, id: &str, is_inner: bool, arguments: Arguments) -> Step<Outcome> {
        let name = if is_inner { "inner" } else { "outer" };
        let body = if self.is_closed() {
            None
        } else {
            self.look_up(name, self.case.level, &self.restrictions())
        };
        let mut call = Call { body, is_inner, arguments, stay: self.stay(), ..Call::default() };
        let outcome = if arguments == Arguments::Broken {
            Ok(outcome("INVALID_JSON"))
        } else if self.cancelled {
            Ok(outcome("ABORTED_BEFORE_DISPATCH"))
        } else {
            self.stages(id, &mut call)
        };
        let told = if let Ok(outcome) = &outcome {
            outcome.clone()
        } else {
            // What it had said is lost only when it was handed on already.
            let mut told = aborted(&call);
            if !call.settled {
                told.contexts = std::mem::take(&mut call.deferred);
            }
            told
        };
        for layer in 0..=self.case.level {
            if !call.stay.closed[layer] {
                self.seen.heard.push((layer, id.to_owned(), told.clone()));
            }
        }
        outcome
    }

    fn stages(&mut self, id: &str, call: &mut Call) -> Step<Outcome> {
        let dispatched = match self.decide(call)? {
            Err(code) => return Ok(outcome(&code)),
            Ok(Some(refused)) => refused,
            Ok(None) => {
                let asked = call.stay.asked(&self.wrappers, call.stay.wrappers, self.closed);
                let wrappers = nested(&asked, self.case.level);
                match self.around(id, call, &wrappers)? {
                    Ok(result) => gives_way(self.cancelled, call, result),
                    Err(code) => return Ok(settle(call, outcome(&code))),
                }
            }
        };
        let result = settle(call, dispatched);
        let asked = call.stay.asked(&self.post, call.stay.post, self.closed);
        let hooks = nested(&asked, self.case.level);
        let decided = self.post(&hooks)?;
        let accepted = match decided {
            Err(code) => outcome(&code),
            Ok((verdict, contexts)) => apply(result, verdict, contexts),
        };
        Ok(gives_way(self.cancelled, call, accepted))
    }

    /// An error ends the call; a refusal is looked at by post hooks.
    fn decide(&mut self, call: &mut Call) -> Step<Result<Option<Outcome>, String>> {
        let hooks = nested(&self.pre, self.case.level);
        let decision = match self.pre(&hooks)? {
            Ok(decision) => decision,
            Err(code) => return Ok(Err(code)),
        };
        match decision {
            Decision::Deny => return Ok(Ok(Some(outcome("DENIED")))),
            Decision::Ask if self.cancelled => return Ok(Ok(Some(aborted(call)))),
            // Nobody is asked about what cannot run anyway.
            Decision::Ask if call.body.is_none() => {
                return Ok(Ok(Some(outcome("UNKNOWN_TOOL"))));
            }
            Decision::Ask if call.arguments == Arguments::Wrong => {
                return Ok(Ok(Some(outcome("INVALID_ARGS"))));
            }
            Decision::Ask => {
                if let Some(refused) = self.ask(call)? {
                    return Ok(Ok(Some(refused)));
                }
            }
            Decision::Allow => {}
        }
        if !self.is_closed() {
            call.stay = self.stay();
        }
        for layer in 0..=self.case.level {
            for guard in self.guards.iter().filter(|guard| guard.layer == layer) {
                match guard.what {
                    Guard::Abstain => {}
                    Guard::Deny => return Ok(Ok(Some(outcome("DENIED")))),
                    Guard::Panic => return Ok(Err("HOOK_PANICKED".to_owned())),
                }
            }
        }
        if self.is_closed() && call.body.is_some() {
            return Ok(Ok(Some(outcome("UNKNOWN_TOOL"))));
        }
        Ok(Ok(self.cancelled.then(|| aborted(call))))
    }

    fn pre(&mut self, hooks: &[Pre]) -> Step<Result<Decision, String>> {
        let Some((hook, within)) = hooks.split_first() else {
            return Ok(Ok(Decision::Allow));
        };
        self.wait()?;
        let panicked = || Err("HOOK_PANICKED".to_owned());
        let failed = || Err("PRE_FAILED".to_owned());
        Ok(match *hook {
            Pre::Pass => self.pre(within)?,
            Pre::Say(decision) => Ok(decision),
            Pre::Overrule(decision) => self.pre(within)?.map(|_| decision),
            Pre::Forgive => Ok(self.pre(within)?.unwrap_or(Decision::Allow)),
            Pre::FailBefore => failed(),
            Pre::PanicBefore => panicked(),
            Pre::FailAfter => {
                let _overruled = self.pre(within)?;
                failed()
            }
            Pre::PanicAfter => {
                let _overruled = self.pre(within)?;
                panicked()
            }
        })
    }

    /// None: somebody allowed it.
    fn ask(&mut self, call: &Call) -> Step<Option<Outcome>> {
        if self.case.level == 0 {
            return Ok(Some(outcome("DENIED")));
        }
        for layer in (0..=self.case.level).rev() {
            if self.closed[layer] {
                continue;
            }
            let answers: Vec<_> =
                self.case.approvers.iter().filter(|a| a.layer == layer && !a.lifted).collect();
            for answer in answers.into_iter().rev() {
                if self.cancelled {
                    // The question is taken back as soon as somebody would have to wait for its answer.
                    return Ok(Some(aborted(call)));
                }
                self.wait()?;
                match answer.what {
                    Answer::Allow | Answer::Cancel if self.cancelled => {
                        return Ok(Some(aborted(call)));
                    }
                    Answer::Allow => return Ok(None),
                    Answer::Reject | Answer::Cancel => return Ok(Some(outcome("DENIED"))),
                    Answer::Away | Answer::Fail | Answer::Panic => {}
                }
            }
        }
        Ok(Some(outcome("DENIED")))
    }

    fn around(
        &mut self,
        id: &str,
        call: &mut Call,
        wrappers: &[Around],
    ) -> Step<Result<Outcome, String>> {
        let Some((wrapper, within)) = wrappers.split_first() else {
            return Ok(Ok(self.dispatch(id, call)?));
        };
        self.wait()?;
        let panicked = || Err("HOOK_PANICKED".to_owned());
        let failed = || Err("AROUND_FAILED".to_owned());
        Ok(match *wrapper {
            Around::Pass => self.around(id, call, within)?,
            Around::Twice => {
                let _first = self.around(id, call, within)?;
                self.around(id, call, within)?
            }
            Around::Never(authored) => Ok(author(call, authored)),
            Around::Instead(authored) => {
                let _discarded = self.around(id, call, within)?;
                Ok(author(call, authored))
            }
            Around::Remark => self.around(id, call, within)?.map(|mut result| {
                result.contexts.push("remark".to_owned());
                result
            }),
            Around::FailBefore => failed(),
            Around::PanicBefore => panicked(),
            Around::FailAfter => {
                let _discarded = self.around(id, call, within)?;
                failed()
            }
            Around::PanicAfter => {
                let _discarded = self.around(id, call, within)?;
                panicked()
            }
        })
    }

    fn dispatch(&mut self, id: &str, call: &mut Call) -> Step<Outcome> {
        let Some(body) = call.body else { return Ok(outcome("UNKNOWN_TOOL")) };
        if self.cancelled {
            return Ok(aborted(call));
        }
        if call.arguments == Arguments::Wrong {
            return Ok(outcome("INVALID_ARGS"));
        }
        call.started = true;
        self.seen.runs[usize::from(call.is_inner)] += 1;
        if body.panics_early {
            return Ok(outcome("TOOL_PANICKED"));
        }
        self.wait()?;
        for at in 0..body.defers {
            call.deferred.push(format!("deferred {at} by {id}"));
        }
        call.concludes |= body.concludes;
        if !call.is_inner {
            for _ in 0..body.calls {
                // Ids go on counting when a body runs again.
                let number = self.count_nested(id);
                let result = self.call(&format!("{id}/{number}"), true, Arguments::Good)?;
                call.deferred.extend(result.contexts);
                call.concludes |= result.concludes;
            }
        }
        self.wait()?;
        Ok(match body.end {
            End::Good => success(),
            End::Failure => outcome("BODY_FAILED"),
            End::Panic => outcome("TOOL_PANICKED"),
        })
    }

    /// How many calls were made from within this one already, by what was heard of them.
    fn count_nested(&self, id: &str) -> usize {
        let prefix = format!("{id}/");
        let mut made: Vec<_> = self
            .seen
            .heard
            .iter()
            .map(|(_, id, _)| id)
            .filter(|id| id.starts_with(&prefix))
            .collect();
        made.dedup();
        made.len() + 1
    }

    fn post(&mut self, hooks: &[Post]) -> Step<Result<(Verdict, Vec<String>), String>> {
        let Some((hook, within)) = hooks.split_first() else {
            return Ok(Ok((Verdict::Accept, Vec::new())));
        };
        self.wait()?;
        let failed = || Err("POST_FAILED".to_owned());
        Ok(match *hook {
            Post::Pass => self.post(within)?,
            Post::Say(verdict) => Ok((verdict, vec!["said".to_owned()])),
            Post::Overrule(verdict) => {
                self.post(within)?.map(|_| (verdict, vec!["overruled".to_owned()]))
            }
            Post::Remark => self.post(within)?.map(|(verdict, mut contexts)| {
                contexts.push("remarked".to_owned());
                (verdict, contexts)
            }),
            Post::FailBefore => failed(),
            Post::FailAfter => {
                let _discarded = self.post(within)?;
                failed()
            }
            Post::Panic => Err("HOOK_PANICKED".to_owned()),
        })
    }
}

fn aborted(call: &Call) -> Outcome {
    outcome(if call.started { "ABORTED" } else { "ABORTED_BEFORE_DISPATCH" })
}

fn author(call: &Call, authored: Authored) -> Outcome {
    match (authored, call.body) {
        (Authored::Failure, _) => outcome("AUTHORED"),
        (_, None) => outcome("UNKNOWN_TOOL"),
        (Authored::Good, Some(_)) => success(),
        (Authored::Bad, Some(_)) => outcome("INVALID_TOOL_OUTPUT"),
    }
}

/// A cancelled call succeeds no more.
fn gives_way(cancelled: bool, call: &Call, result: Outcome) -> Outcome {
    if cancelled && result.code.is_none() {
        Outcome { contexts: result.contexts, ..aborted(call) }
    } else {
        result
    }
}

/// What bodies said goes before what wrappers said.
fn settle(call: &mut Call, mut result: Outcome) -> Outcome {
    call.settled = true;
    let mut contexts = std::mem::take(&mut call.deferred);
    contexts.append(&mut result.contexts);
    result.contexts = contexts;
    result.concludes = result.code.is_none() && call.concludes;
    result
}

fn apply(result: Outcome, verdict: Verdict, contexts: Vec<String>) -> Outcome {
    let failed = |code: &str| Outcome { contexts: result.contexts.clone(), ..outcome(code) };
    let mut applied = match verdict {
        Verdict::Block => outcome("TOOL_ERROR"),
        Verdict::GoodValue | Verdict::BadValue if result.code.is_some() => failed("TOOL_ERROR"),
        Verdict::Accept | Verdict::Content | Verdict::GoodValue => result,
        Verdict::BadValue => failed("INVALID_TOOL_OUTPUT"),
    };
    applied.contexts.extend(contexts);
    applied
}
