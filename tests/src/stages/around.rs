//! Wrappers, as far as the stages before and after them are concerned.

use super::{Diary, brief};
use crate::support::{call, code};
use dsh_tools::CancellationToken;
use dsh_tools::prelude::*;
use futures_util::FutureExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[tokio::test]
async fn s127_the_order_of_stages() {
    let diary = Diary::default();
    let registry = diary.registry();
    let (pre, guard, around, post) = (diary.clone(), diary.clone(), diary.clone(), diary.clone());
    registry.post_execute_fn(move |_, result, next| {
        post.note(format!("post {}", result.text()));
        next.run()
    });
    registry.around_dispatch_fn(move |_, next| {
        let around = around.clone();
        async move {
            around.note("wrapper in");
            let result = next.run().await;
            around.note("wrapper out");
            result
        }
    });
    registry.guard_fn(move |_| {
        guard.note("guard");
        None
    });
    registry.pre_execute_fn(move |_, next| {
        pre.note("pre");
        next.run()
    });
    registry.execute(call("t", "{}")).await;
    diary.reads(&[
        "pre",
        "guard",
        "wrapper in",
        "body of t",
        "wrapper out",
        "post t",
        "observed ok t",
    ]);
}

#[tokio::test]
async fn s140_a_denied_call_enters_no_wrapper() {
    let diary = Diary::default();
    let registry = diary.registry();
    let around = diary.clone();
    registry.around_dispatch_fn(move |_, next| {
        around.note("wrapper");
        async move { next.run().await }
    });
    let guard = registry.guard_fn(|_| Some(Denial::new("no")));
    assert_eq!(code(&registry.execute(call("t", "{}")).await), "DENIED");
    assert!(guard.unregister());
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::deny("no")) });
    assert_eq!(code(&registry.execute(call("t", "{}")).await), "DENIED");
    diary.reads(&["observed DENIED no", "observed DENIED no"]);
}

/// An authored success has no content of its own: the first edition of the reference used it, the current one makes it
/// from the value, and so do we.
#[tokio::test]
async fn s130_s171_an_authored_result_is_made_by_the_tools_contract_and_keeps_its_contexts() {
    let diary = Diary::default();
    let registry = diary.registry();
    registry.around_dispatch_fn(|_, _| async {
        let cached = ToolExecutionResult::success(FrozenJson::string("cached"))
            .with_content("as the wrapper would have it")
            .with_context(dsh_tools::AdditionalContext::new("cache", "from the cache"));
        Ok(cached)
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(result.text(), "cached");
    assert_eq!(super::words(&result), ["from the cache"]);
    diary.reads(&["observed ok cached"]);
}

#[tokio::test]
async fn s135_post_hooks_are_not_asked_about_a_wrapper_that_fails() {
    let diary = Diary::default();
    let registry = diary.registry();
    let post = diary.clone();
    registry.post_execute_fn(move |_, _, next| {
        post.note("post");
        next.run()
    });
    registry.around_dispatch_fn(|_, next| async move {
        next.run().await?;
        Err(ToolError::new("CACHE_FULL", "no room"))
    });
    assert_eq!(brief(&registry.execute(call("t", "{}")).await), "CACHE_FULL no room");
    diary.reads(&["body of t", "observed CACHE_FULL no room"]);
}

#[tokio::test]
async fn s139_wrappers_and_post_hooks_see_that_a_tool_is_unknown() {
    let diary = Diary::default();
    let registry = diary.registry();
    let (around, post) = (diary.clone(), diary.clone());
    registry.around_dispatch_fn(move |_, next| {
        let around = around.clone();
        async move {
            let result = next.run().await?;
            around.note(result.error().unwrap().code().to_string());
            Ok(result)
        }
    });
    registry.post_execute_fn(move |_, result, next| {
        post.note(result.error().unwrap().code().to_string());
        next.run()
    });
    assert_eq!(code(&registry.execute(call("u", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(diary.len(), 3);
}

/// Tells, when it is dropped, whether its run had heard of the end.
struct Held {
    run: CancellationToken,
    heard: Arc<AtomicBool>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.heard.store(self.run.is_cancelled(), Ordering::SeqCst);
    }
}

#[tokio::test]
async fn a_run_that_a_wrapper_gives_up_hears_of_it_before_it_is_dropped() {
    for other in [None, Some(CancellationToken::new())] {
        let heard = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&heard);
        let tool = ToolDefinition::builder("t").description("Waits.").no_args();
        let tool = tool.body(move |(), cx: ToolContext| {
            let held = Held { run: cx.cancellation().clone(), heard: Arc::clone(&seen) };
            async move {
                let _held = held;
                std::future::pending::<&str>().await
            }
        });
        let registry = ToolRegistry::builder().tools([tool.build()]).build().unwrap();
        registry.around_dispatch_fn(move |_, next| {
            let next = match &other {
                None => next,
                Some(token) => next.cancellation(token.clone()),
            };
            async move {
                assert!(next.run().now_or_never().is_none(), "the body waits");
                Err(ToolError::msg("given up"))
            }
        });
        assert_eq!(registry.execute(call("t", "{}")).await.text(), "Error: given up");
        assert!(heard.load(Ordering::SeqCst));
    }
}
