//! Tools that call tools.

use super::{Diary, brief, words};
use crate::support::{Ears, call, code, free};
use dsh_tools::AdditionalContext;
use dsh_tools::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Calls `inner` and gives its text.
fn outer() -> ToolDefinition {
    free("outer")
        .body(|_, cx| async move {
            let result = cx.call("inner", r#"{"of":"outer"}"#).await;
            format!("inner said: {}", result.text())
        })
        .build()
}

#[tokio::test]
async fn s080_s082_a_nested_call_knows_where_it_comes_from_and_goes_through_all_stages() {
    let diary = Diary::default();
    let registry = crate::support::registry([outer(), diary.tool("inner")]);
    let agent = registry.scope("agent");
    let (pre, post) = (diary.clone(), diary.clone());
    agent.pre_execute_fn(move |call, next| {
        pre.note(format!("pre {} {}", call.name(), call.depth()));
        next.run()
    });
    agent.post_execute_fn(move |call, _, next| {
        post.note(format!("post {}", call.name()));
        next.run()
    });
    let ears = Ears::on(&registry);
    let result = agent.execute(ToolExecutionInput::new("call_1", "outer", "{}")).await;
    assert_eq!(result.text(), "inner said: inner");
    diary.reads(&["pre outer 0", "pre inner 1", "body of inner", "post inner", "post outer"]);
    let heard = ears.heard();
    let (inner, outer) = (&heard[0].0, &heard[1].0);
    assert_eq!((inner.call_id(), inner.root_call_id()), ("call_1/1", "call_1"));
    assert_eq!((outer.call_id(), outer.root_call_id()), ("call_1", "call_1"));
    assert_eq!(inner.parent(), Some(outer.token()));
    assert_eq!((outer.parent(), outer.depth()), (None, 0));
    assert_eq!(inner.scope(), Some("agent"));
    assert_eq!(inner.arguments().unwrap().to_string(), r#"{"of":"outer"}"#);
}

#[tokio::test]
async fn c099_a_denied_tool_is_denied_from_within_another() {
    let runs = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&runs);
    let secret = free("inner").body(move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
        async { "secret" }
    });
    let registry = crate::support::registry([outer(), secret.build()]);
    registry.guard_fn(|call| (call.name() == "inner").then(|| Denial::new("not you")));
    let result = registry.execute(call("outer", "{}")).await;
    assert_eq!(result.text(), "inner said: Error: not you");
    assert_eq!(runs.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn restrictions_hold_for_nested_calls() {
    let registry = crate::support::registry([outer(), Diary::default().tool("inner")]);
    let agent = registry.scope("agent");
    agent.restrict(ToolRestriction::all().deny(["inner"])).unwrap();
    let result = agent.execute(call("outer", "{}")).await;
    assert!(
        result.text().starts_with("inner said: Error: unknown tool `inner`"),
        "{}",
        result.text()
    );
}

#[tokio::test]
async fn what_nested_calls_say_rides_on_the_outer_result_in_order() {
    let says = free("inner").body(|arguments: FrozenJson, cx| async move {
        let word = arguments.get("word").unwrap().as_str().unwrap().into_owned();
        cx.defer_context(AdditionalContext::new("inner", word));
        if arguments.get("fail").is_some() { Err(ToolError::msg("no")) } else { Ok("done") }
    });
    let outer = free("outer").body(|_, cx| async move {
        cx.defer_context(AdditionalContext::new("outer", "before"));
        let _said = cx.call("inner", r#"{"word":"a"}"#).await;
        let failed = cx.call("inner", r#"{"word":"b","fail":1}"#).await;
        cx.defer_context(AdditionalContext::new("outer", "after"));
        assert!(failed.is_error());
        Err::<String, _>(ToolError::msg("in the end it failed"))
    });
    let registry = crate::support::registry([outer.build(), says.build()]);
    let result = registry.execute(call("outer", "{}")).await;
    assert!(result.is_error());
    assert_eq!(words(&result), ["before", "a", "b", "after"]);
}

#[tokio::test]
async fn s236_a_nested_call_that_concludes_concludes_the_outer_one_unless_it_failed() {
    let submit = free("inner").body(|arguments: FrozenJson, cx| async move {
        cx.conclude_turn();
        if arguments.get("fail").is_some() { Err(ToolError::msg("no")) } else { Ok("done") }
    });
    let outer = free("outer").body(|arguments: FrozenJson, cx| async move {
        let _result = cx.call("inner", arguments).await;
        "recovered"
    });
    let registry = crate::support::registry([outer.build(), submit.build()]);
    assert!(registry.execute(call("outer", "{}")).await.concludes_turn());
    let recovered = registry.execute(call("outer", r#"{"fail":true}"#)).await;
    assert_eq!(recovered.text(), "recovered");
    assert!(!recovered.concludes_turn());
}

#[tokio::test]
async fn a_nested_call_ends_with_the_one_that_made_it() {
    let (here, mut is_here) = tokio::sync::mpsc::unbounded_channel();
    let waits = free("inner").body(move |_, cx| {
        let here = here.clone();
        async move {
            here.send(()).unwrap();
            cx.cancellation().cancelled().await;
            Err::<(), _>(ToolError::aborted())
        }
    });
    let registry = crate::support::registry([outer(), waits.build()]);
    let ears = Ears::on(&registry);
    let token = CancellationToken::new();
    let running = tokio::spawn(registry.execute(call("outer", "{}").cancellation(token.clone())));
    is_here.recv().await.unwrap();
    token.cancel();
    assert_eq!(code(&running.await.unwrap()), "ABORTED");
    let codes: Vec<_> = ears.heard().iter().map(|(_, result)| code(result)).collect();
    assert_eq!(codes, ["ABORTED", "ABORTED"]);

    // And with its future.
    let running = tokio::spawn(registry.execute(call("outer", "{}")));
    is_here.recv().await.unwrap();
    running.abort();
    assert!(running.await.unwrap_err().is_cancelled());
    let heard = ears.heard();
    let names: Vec<_> = heard[2..].iter().map(|(call, _)| call.name()).collect();
    assert_eq!(names, ["inner", "outer"], "the inner one first");
}

#[tokio::test]
async fn states_of_a_call_are_seen_by_those_it_makes() {
    struct User(&'static str);
    let whoami = free("inner").body(|_, cx| async move { cx.inject::<User>().map(|user| user.0) });
    let as_other = free("as_other").body(|_, cx| async move {
        cx.call("inner", "{}").state(User("other")).await.text().into_owned()
    });
    let registry = ToolRegistry::builder()
        .state(User("the registry's"))
        .tools([outer(), whoami.build(), as_other.build()])
        .build()
        .unwrap();
    let ada = |name| registry.execute(call(name, "{}").state(User("ada")));
    assert_eq!(ada("outer").await.text(), "inner said: ada");
    assert_eq!(ada("as_other").await.text(), "other");
    let nobody = registry.execute(call("outer", "{}")).await;
    assert_eq!(nobody.text(), "inner said: the registry's");
}

#[test]
fn calls_are_nested_so_deep_and_no_deeper() {
    let depths = |builder: dsh_tools::ToolRegistryBuilder| {
        let deepest = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&deepest);
        let again = free("again").body(move |_, cx| {
            count.fetch_max(cx.execution().depth(), Ordering::SeqCst);
            async move {
                let result = cx.call("again", "{}").await;
                match result.outcome() {
                    Ok(_) => Ok(()),
                    Err(failure) => Err(ToolError::msg(failure.message())),
                }
            }
        });
        let registry = builder.tool(again.build()).build().unwrap();
        let ears = Ears::on(&registry);
        // The stack of a thread as the standard library makes it.
        let result = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(registry.execute(call("again", "{}")))
        });
        let result = result.join().unwrap();
        let deepest = deepest.load(Ordering::SeqCst);
        let codes: Vec<_> = ears.heard().iter().map(|(_, result)| code(result)).collect();
        assert_eq!(codes[0], "NESTING_LIMIT", "the deepest ends first");
        assert_eq!(codes.len(), deepest as usize + 2, "every call is heard of once");
        (deepest, brief(&result))
    };
    let (deepest, text) = depths(ToolRegistry::builder());
    assert_eq!(deepest, 16);
    assert_eq!(text, "TOOL_ERROR tools may call tools 16 deep, and this call is nested in 17");
    assert_eq!(depths(ToolRegistry::builder().max_nesting(2)).0, 2);
    assert_eq!(depths(ToolRegistry::builder().max_nesting(0)).0, 0);
}

#[tokio::test]
async fn ids_go_on_counting_when_a_body_runs_again() {
    let registry = crate::support::registry([outer(), Diary::default().tool("inner")]);
    registry.around_dispatch_fn(|call, next| async move {
        if call.name() == "outer" {
            next.run().await?;
        }
        next.run().await
    });
    let ears = Ears::on(&registry);
    registry.execute(call("outer", "{}")).await;
    let ids: Vec<_> = ears.heard().iter().map(|(call, _)| call.call_id().to_owned()).collect();
    assert_eq!(ids, ["call_1/1", "call_1/2", "call_1"]);
}

#[tokio::test]
async fn a_context_that_outlives_its_call_calls_nothing() {
    let kept = Arc::new(std::sync::Mutex::new(None));
    let keep = Arc::clone(&kept);
    let diary = Diary::default();
    let keeps = free("keeps").body(move |_, cx| {
        *keep.lock().unwrap() = Some(cx);
        async { "kept" }
    });
    let registry = crate::support::registry([keeps.build(), diary.tool("inner")]);
    registry.execute(call("keeps", "{}")).await;
    let cx: ToolContext = kept.lock().unwrap().take().unwrap();
    assert_eq!(code(&cx.call("inner", "{}").await), "ABORTED_BEFORE_DISPATCH");
    assert_eq!(diary.len(), 0);
}
