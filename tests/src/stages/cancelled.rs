//! Calls that are given up while somebody decides, and calls whose future is dropped.

use super::{Diary, brief, words};
use crate::support::{call, code};
use dsh_tools::prelude::*;
use dsh_tools::{AdditionalContext, PostToolDecision as Decision};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use tokio::sync::oneshot;

/// A call that waits in the stage that awaits the receiver, and what lets it go on.
struct Waiting {
    running: tokio::task::JoinHandle<ToolExecutionResult>,
    go: oneshot::Sender<()>,
    token: CancellationToken,
}

impl Waiting {
    /// `install` gets what its hook awaits, once.
    async fn start(registry: &ToolRegistry, install: impl FnOnce(&ToolRegistry, Once)) -> Self {
        let (go, goes) = oneshot::channel();
        let (here, is_here) = oneshot::channel();
        install(registry, Once(std::sync::Mutex::new(Some((here, goes)))));
        let token = CancellationToken::new();
        let running = tokio::spawn(registry.execute(call("t", "{}").cancellation(token.clone())));
        is_here.await.unwrap();
        Self { running, go, token }
    }

    async fn cancelled_then_gone_on(self) -> ToolExecutionResult {
        self.token.cancel();
        self.go.send(()).unwrap();
        self.running.await.unwrap()
    }
}

struct Once(std::sync::Mutex<Option<(oneshot::Sender<()>, oneshot::Receiver<()>)>>);

impl Once {
    fn wait(&self) -> impl Future<Output = ()> + Send + use<> {
        let (here, goes) = self.0.lock().unwrap().take().unwrap();
        async move {
            here.send(()).unwrap();
            goes.await.unwrap();
        }
    }
}

#[tokio::test]
async fn s178_an_allowed_call_that_was_cancelled_meanwhile_does_not_run() {
    let diary = Diary::default();
    let registry = diary.registry();
    let post = diary.clone();
    registry.post_execute_fn(move |_, result, next| {
        post.note(format!("post {}", code(&result)));
        next.run()
    });
    let waiting = Waiting::start(&registry, |registry, once| {
        registry.pre_execute_fn(move |_, next| {
            let wait = once.wait();
            async move {
                wait.await;
                next.run().await
            }
        });
    })
    .await;
    assert_eq!(code(&waiting.cancelled_then_gone_on().await), "ABORTED_BEFORE_DISPATCH");
    diary.reads(&[
        "post ABORTED_BEFORE_DISPATCH",
        "observed ABORTED_BEFORE_DISPATCH the call was cancelled before the tool was started",
    ]);
}

#[tokio::test]
async fn s179_a_no_and_a_failure_say_more_than_the_cancellation() {
    for (decision, expected) in [
        (Ok(PreToolDecision::deny("no")), "DENIED no"),
        (Err(ToolError::new("LEDGER", "locked")), "LEDGER locked"),
    ] {
        let registry = Diary::default().registry();
        let decision = std::sync::Mutex::new(Some(decision));
        let waiting = Waiting::start(&registry, |registry, once| {
            registry.pre_execute_fn(move |_, _| {
                let (wait, decision) = (once.wait(), decision.lock().unwrap().take().unwrap());
                async move {
                    wait.await;
                    decision
                }
            });
        })
        .await;
        assert_eq!(brief(&waiting.cancelled_then_gone_on().await), expected);
    }
}

#[tokio::test]
async fn s174_s186_what_was_gathered_stays_when_a_success_gives_way() {
    let tool = crate::support::free("t").body(|_, cx| async move {
        cx.defer_context(AdditionalContext::new("t", "deferred"));
        "done"
    });
    let registry = crate::support::registry([tool.build()]);
    registry.around_dispatch_fn(|_, next| async move {
        Ok(next.run().await?.with_context(AdditionalContext::new("wrapper", "wrapped")))
    });
    let accept = |decision: Decision| {
        move |registry: &ToolRegistry, once: Once| {
            registry.post_execute_fn(move |_, _, _| {
                let (wait, decision) = (once.wait(), decision.clone());
                async move {
                    wait.await;
                    Ok(decision)
                }
            });
        }
    };
    let noted = Decision::accept().with_context(AdditionalContext::new("post", "accepted"));
    let waiting = Waiting::start(&registry, accept(noted)).await;
    let result = waiting.cancelled_then_gone_on().await;
    assert_eq!(code(&result), "ABORTED", "the body had run");
    assert_eq!(words(&result), ["deferred", "wrapped", "accepted"]);

    let registry = Diary::default().registry();
    let waiting = Waiting::start(&registry, accept(Decision::block("withheld"))).await;
    assert_eq!(brief(&waiting.cancelled_then_gone_on().await), "TOOL_ERROR withheld");
}

#[tokio::test]
async fn s187_the_code_says_whether_the_body_was_started() {
    let registry = Diary::default().registry();
    let token = CancellationToken::new();
    token.cancel();
    let before = registry.execute(call("t", "{}").cancellation(token)).await;
    let token = CancellationToken::new();
    let stop = token.clone();
    registry.post_execute_fn(move |_, _, next| {
        stop.cancel();
        next.run()
    });
    let after = registry.execute(call("t", "{}").cancellation(token)).await;
    for (result, expected) in [(before, "ABORTED_BEFORE_DISPATCH"), (after, "ABORTED")] {
        let info = result.error().unwrap().info().unwrap().clone();
        assert_eq!((&*info.name, info.code.as_str()), ("AbortError", expected));
    }
}

#[tokio::test]
async fn s189_nothing_of_a_call_listens_to_the_callers_token_afterwards() {
    let registry = Diary::default().registry();
    registry.around_dispatch_fn(|_, next| async move {
        next.cancellation(CancellationToken::new()).run().await
    });
    let token = CancellationToken::new();
    let result = registry.execute(call("t", "{}").cancellation(token.clone())).await;
    // A later cancellation finds nobody and changes nothing.
    token.cancel();
    assert_eq!(result.text(), "t");
}

/// At whatever point the future is dropped, observers hear one outcome, and what the stage held is dropped before.
#[test]
fn a_future_that_is_dropped_anywhere_has_one_outcome() {
    // A stage more waits in each: pre, approval, wrapper, body, post.
    for stage in 0..5 {
        let diary = Diary::default();
        let agent = diary.registry().scope("agent");
        let waits = move |at: usize| async move {
            if at == stage {
                std::future::pending::<()>().await;
            }
        };
        let guarded = diary.clone();
        agent.pre_execute_fn(move |_, _| async move {
            waits(0).await;
            Ok(PreToolDecision::Ask(None))
        });
        agent.approver_fn(move |_| async move {
            waits(1).await;
            Ok(ApprovalDecision::AllowedOnce)
        });
        agent.around_dispatch_fn(move |_, next| async move {
            waits(2).await;
            next.run().await
        });
        let own = crate::support::free("t").body(move |_, _| {
            let diary = guarded.clone();
            async move {
                diary.note("started");
                let on_drop = OnDrop(diary);
                waits(3).await;
                drop(on_drop);
                "t"
            }
        });
        agent.register(own.build()).unwrap();
        agent.post_execute_fn(move |_, _, next| async move {
            waits(4).await;
            next.run().await
        });
        let mut running: Pin<Box<dyn Future<Output = _>>> = Box::pin(super::run(&agent));
        let mut cx = Context::from_waker(Waker::noop());
        assert!(matches!(running.as_mut().poll(&mut cx), Poll::Pending));
        drop(running);
        let before =
            "observed ABORTED_BEFORE_DISPATCH the call was cancelled before the tool was started";
        let while_running = "observed ABORTED the call was cancelled while the tool was running";
        match stage {
            0..3 => diary.reads(&[before]),
            _ => diary.reads(&["started", "dropped", while_running]),
        }
    }
}

struct OnDrop(Diary);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.note("dropped");
    }
}
