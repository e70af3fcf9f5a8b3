//! A case, run for what it is.

use super::case::{
    Answer, Arguments, Around, Authored, Body, Case, Change, Decision, End, Guard, LAYERS, Outcome,
    Placed, Post, Pre, Seen, Verdict,
};
use dsh_tools::prelude::*;
use dsh_tools::{AdditionalContext, PreExecute};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

#[derive(ToolArgs)]
struct Args {
    n: u8,
}

#[derive(ToolValue)]
struct Out {
    n: u8,
}

/// Waits once.
async fn wait() {
    let mut waited = false;
    poll_fn(|_| if std::mem::replace(&mut waited, true) { Poll::Ready(()) } else { Poll::Pending })
        .await;
}

fn says(decision: Decision) -> PreToolDecision {
    match decision {
        Decision::Allow => PreToolDecision::Allow,
        Decision::Deny => PreToolDecision::deny("no"),
        Decision::Ask => PreToolDecision::Ask(None),
    }
}

async fn decide(hook: Pre, next: PreNext) -> Result<PreToolDecision, ToolError> {
    wait().await;
    match hook {
        Pre::Pass => next.run().await,
        Pre::Say(decision) => Ok(says(decision)),
        Pre::Overrule(decision) => next.run().await.map(|_| says(decision)),
        Pre::Forgive => Ok(next.run().await.unwrap_or(PreToolDecision::Allow)),
        Pre::FailBefore => Err(ToolError::new("PRE_FAILED", "no")),
        Pre::PanicBefore => panic!("a hook"),
        Pre::FailAfter => {
            let _overruled = next.run().await;
            Err(ToolError::new("PRE_FAILED", "no"))
        }
        Pre::PanicAfter => {
            let _overruled = next.run().await;
            panic!("a hook")
        }
    }
}

fn judge(guard: Guard) -> Option<Denial> {
    match guard {
        Guard::Abstain => None,
        Guard::Deny => Some(Denial::new("no")),
        Guard::Panic => panic!("a guard"),
    }
}

async fn answer(answer: Answer) -> Result<ApprovalDecision, ToolError> {
    wait().await;
    match answer {
        Answer::Allow => Ok(ApprovalDecision::AllowedOnce),
        Answer::Reject => Ok(ApprovalDecision::reject("no")),
        Answer::Cancel => Ok(ApprovalDecision::Cancelled),
        Answer::Away => Ok(ApprovalDecision::Unavailable),
        Answer::Fail => Err(ToolError::msg("nobody")),
        Answer::Panic => panic!("an approver"),
    }
}

fn authored(what: Authored) -> ToolExecutionResult {
    let value = |text| ToolExecutionResult::success(FrozenJson::parse(text).unwrap());
    match what {
        Authored::Good => value(r#"{"n":7}"#),
        Authored::Bad => value(r#"{"n":"seven"}"#),
        Authored::Failure => ToolExecutionResult::failure(ToolError::new("AUTHORED", "no")),
    }
}

async fn wrap(wrapper: Around, next: AroundNext) -> Result<ToolExecutionResult, ToolError> {
    wait().await;
    match wrapper {
        Around::Pass => next.run().await,
        Around::Twice => {
            let _first = next.run().await;
            next.run().await
        }
        Around::Never(what) => Ok(authored(what)),
        Around::Instead(what) => {
            let _discarded = next.run().await;
            Ok(authored(what))
        }
        Around::Remark => {
            Ok(next.run().await?.with_context(AdditionalContext::new("wrapper", "remark")))
        }
        Around::FailBefore => Err(ToolError::new("AROUND_FAILED", "no")),
        Around::PanicBefore => panic!("a wrapper"),
        Around::FailAfter => {
            let _discarded = next.run().await;
            Err(ToolError::new("AROUND_FAILED", "no"))
        }
        Around::PanicAfter => {
            let _discarded = next.run().await;
            panic!("a wrapper")
        }
    }
}

fn verdict(verdict: Verdict, word: &str) -> PostToolDecision {
    let value = |text| PostToolDecision::accept().with_value(FrozenJson::parse(text).unwrap());
    let decision = match verdict {
        Verdict::Accept => PostToolDecision::accept(),
        Verdict::Content => PostToolDecision::accept().with_content("other"),
        Verdict::GoodValue => value(r#"{"n":8}"#),
        Verdict::BadValue => value(r#"{"n":"eight"}"#),
        Verdict::Block => PostToolDecision::block("blocked"),
    };
    decision.with_context(AdditionalContext::new("post", word))
}

async fn accept(hook: Post, next: PostNext) -> Result<PostToolDecision, ToolError> {
    wait().await;
    match hook {
        Post::Pass => next.run().await,
        Post::Say(what) => Ok(verdict(what, "said")),
        Post::Overrule(what) => next.run().await.map(|_| verdict(what, "overruled")),
        Post::Remark => {
            Ok(next.run().await?.with_context(AdditionalContext::new("post", "remarked")))
        }
        Post::FailBefore => Err(ToolError::new("POST_FAILED", "no")),
        Post::FailAfter => {
            let _discarded = next.run().await;
            Err(ToolError::new("POST_FAILED", "no"))
        }
        Post::Panic => panic!("a hook"),
    }
}

fn tool(name: &'static str, body: Body, runs: &Arc<[AtomicU32; 2]>) -> ToolDefinition {
    let runs = Arc::clone(runs);
    ToolDefinition::builder(name)
        .description("A tool of the model.")
        .args::<Args>()
        .body(move |args, cx| {
            let runs = Arc::clone(&runs);
            async move {
                assert!(args.n < 9);
                runs[usize::from(name == "inner")].fetch_add(1, Ordering::SeqCst);
                assert!(!body.panics_early, "a body");
                wait().await;
                for at in 0..body.defers {
                    let word = format!("deferred {at} by {}", cx.call_id());
                    cx.defer_context(AdditionalContext::new("body", word));
                }
                if body.concludes {
                    cx.conclude_turn();
                }
                if name == "outer" {
                    for _ in 0..body.calls {
                        let _result = cx.call("inner", r#"{"n":1}"#).await;
                    }
                }
                wait().await;
                match body.end {
                    End::Good => Ok(Json(Out { n: 1 })),
                    End::Failure => Err(ToolError::new("BODY_FAILED", "no")),
                    End::Panic => panic!("a body"),
                }
            }
        })
        .build()
}

/// The registry or one of the two scopes.
enum Layer {
    Global(ToolRegistry),
    Scope(ToolScope),
}

macro_rules! on {
    ($layer:expr, $it:ident => $do:expr) => {
        match $layer {
            Layer::Global($it) => $do,
            Layer::Scope($it) => $do,
        }
    };
}

fn outcome(result: &ToolExecutionResult) -> Outcome {
    let word =
        |context: &AdditionalContext| context.content[0].as_text().unwrap_or_default().to_owned();
    Outcome {
        code: result.error().map(|failure| failure.code().to_string()),
        contexts: result.additional_contexts().iter().map(word).collect(),
        concludes: result.concludes_turn(),
    }
}

type Heard = Arc<Mutex<Vec<(usize, String, Outcome)>>>;

/// What there is of a case in the library.
struct Stage {
    layers: [Layer; LAYERS],
    wrappers: Vec<Registration>,
    outer: Vec<(usize, Registration)>,
}

fn place<T: Copy>(
    hooks: &[Placed<T>],
    mut add: impl FnMut(&Placed<T>) -> Registration,
) -> Vec<Registration> {
    let all: Vec<_> = hooks.iter().map(|hook| (hook.lifted, add(hook))).collect();
    let mut kept = Vec::new();
    for (lifted, registration) in all {
        if lifted {
            assert!(registration.unregister());
        } else {
            kept.push(registration);
        }
    }
    kept
}

fn pre_hook(what: Pre) -> impl PreExecute {
    dsh_tools::pre_execute_fn(move |_call, next| decide(what, next))
}

impl Stage {
    fn of(case: &Case, runs: &Arc<[AtomicU32; 2]>, heard: &Heard) -> Self {
        let registry = ToolRegistry::new();
        let scope = registry.scope("a");
        let layers =
            [Layer::Global(registry), Layer::Scope(scope.clone()), Layer::Scope(scope.child("b"))];
        for (at, layer) in layers.iter().enumerate().take(case.level + 1) {
            let heard = Arc::clone(heard);
            on!(layer, it => it.observe_fn(move |call, result| {
                heard.lock().unwrap().push((at, call.call_id().to_owned(), outcome(result)));
            }));
        }
        let mut outer = Vec::new();
        for (at, body) in &case.outer {
            let tool = tool("outer", *body, runs);
            outer.push((*at, on!(&layers[*at], it => it.register(tool)).unwrap()));
        }
        for (at, body) in &case.inner {
            let tool = tool("inner", *body, runs);
            on!(&layers[*at], it => it.register(tool)).unwrap();
        }
        for restriction in &case.restrictions {
            let names = restriction.names.iter().copied();
            let rule = if restriction.allow {
                ToolRestriction::allow(names)
            } else {
                ToolRestriction::all().deny(names)
            };
            let Layer::Scope(scope) = &layers[restriction.layer] else { unreachable!() };
            if let Ok(registration) = scope.restrict(rule)
                && restriction.lifted
            {
                assert!(registration.unregister());
            }
        }
        place(&case.pre, |hook| {
            let (what, first) = (hook.what, hook.prepended);
            on!(&layers[hook.layer], it => it.install(|hooks| {
                if first {
                    hooks.prepend().pre_execute(pre_hook(what));
                } else {
                    hooks.pre_execute(pre_hook(what));
                }
            }))
        });
        place(&case.guards, |guard| {
            let what = guard.what;
            on!(&layers[guard.layer], it => it.guard_fn(move |_| judge(what)))
        });
        place(&case.approvers, |approver| {
            let what = approver.what;
            on!(&layers[approver.layer], it => it.approver_fn(move |_| answer(what)))
        });
        let wrappers = place(&case.wrappers, |wrapper| {
            let (what, first) = (wrapper.what, wrapper.prepended);
            on!(&layers[wrapper.layer], it => it.install(|hooks| {
                if first {
                    hooks.prepend().around_dispatch_fn(move |_, next| wrap(what, next));
                } else {
                    hooks.around_dispatch_fn(move |_, next| wrap(what, next));
                }
            }))
        });
        place(&case.post, |hook| {
            let (what, first) = (hook.what, hook.prepended);
            on!(&layers[hook.layer], it => it.install(|hooks| {
                if first {
                    hooks.prepend().post_execute_fn(move |_, _, next| accept(what, next));
                } else {
                    hooks.post_execute_fn(move |_, _, next| accept(what, next));
                }
            }))
        });
        Self { layers, wrappers, outer }
    }

    fn change(&mut self, change: Change) {
        match change {
            Change::Close(layer) => {
                let Layer::Scope(scope) = &self.layers[layer] else { unreachable!() };
                assert!(scope.close());
            }
            Change::AddGuard(layer) => {
                on!(&self.layers[layer], it => it.guard_fn(|_| judge(Guard::Deny)));
            }
            Change::AddPre(layer) => {
                on!(&self.layers[layer], it => it.pre_execute(pre_hook(Pre::Say(Decision::Deny))));
            }
            Change::AddPost(layer) => {
                let what = Post::Say(Verdict::Block);
                on!(&self.layers[layer], it => it.post_execute_fn(move |_, _, next| accept(what, next)));
            }
            Change::LiftWrapper => {
                if !self.wrappers.is_empty() {
                    assert!(self.wrappers.remove(0).unregister());
                }
            }
            Change::LiftOuter => {
                if let Some(at) = (0..self.outer.len()).max_by_key(|at| self.outer[*at].0) {
                    assert!(self.outer.remove(at).1.unregister());
                }
            }
        }
    }
}

pub(super) fn drive(case: &Case) -> Seen {
    let runs: Arc<[AtomicU32; 2]> = Arc::default();
    let heard = Heard::default();
    let mut stage = Stage::of(case, &runs, &heard);
    let arguments = match case.arguments {
        Arguments::Good => r#"{"n":1}"#,
        Arguments::Wrong => r#"{"n":-1}"#,
        Arguments::Broken => r#"{"n":"#,
    };
    let cancel = CancellationToken::new();
    if case.cancel == Some(0) {
        cancel.cancel();
    }
    let input = ToolExecutionInput::new("call", "outer", arguments).cancellation(cancel.clone());
    let (mut waits, mut result) = (0, None);
    {
        let call: std::pin::Pin<Box<dyn Future<Output = ToolExecutionResult>>> =
            on!(&stage.layers[case.level], it => Box::pin(it.execute(input)));
        let mut call = pin!(call);
        let mut cx = Context::from_waker(Waker::noop());
        loop {
            match call.as_mut().poll(&mut cx) {
                Poll::Ready(ended) => {
                    result = Some(outcome(&ended));
                    break;
                }
                Poll::Pending => waits += 1,
            }
            assert!(waits < 10_000, "it waits for ever");
            if let Some((at, change)) = case.change
                && at == waits
            {
                stage.change(change);
            }
            if case.cancel == Some(waits) {
                cancel.cancel();
            }
            if case.dropped == Some(waits) {
                break;
            }
        }
    }
    let heard = heard.lock().unwrap().clone();
    let runs = [runs[0].load(Ordering::SeqCst), runs[1].load(Ordering::SeqCst)];
    Seen { result, heard, runs, waits }
}
