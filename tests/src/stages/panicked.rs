//! A panic in each place of a call where a user's code runs: one failure, one outcome, and the next call is as ever.

use super::{Diary, run};
use crate::support::{code, free};
use dsh_tools::prelude::*;

/// Where it panics: before there is a future, in it, or after what is further in has answered.
const PLACES: [&str; 3] = ["first", "polled", "last"];

#[tokio::test]
async fn a_hook_that_panics_anywhere_is_one_failure_and_the_next_call_runs() {
    for stage in ["pre", "guard", "around", "post"] {
        for place in PLACES {
            let diary = Diary::default();
            let agent = diary.registry().scope("agent");
            let broken = agent.install(|hooks| install(hooks, stage, place));
            let result = run(&agent).await;
            assert_eq!(code(&result), "HOOK_PANICKED", "{stage} {place}");
            assert!(!result.text().contains("by a test"), "{stage} {place}: that is for the host");
            // A body ran where the hook stands behind it, and only there.
            let ran = stage == "post" || (stage, place) == ("around", "last");
            assert_eq!(diary.len(), 1 + usize::from(ran), "{stage} {place}");
            assert!(broken.unregister());
            assert_eq!(run(&agent).await.text(), "t", "{stage} {place}");
        }
    }
}

fn install(hooks: &mut Hooks, stage: &'static str, place: &'static str) {
    let at = move |here: &str| assert_ne!(here, place, "by a test");
    match stage {
        "pre" => hooks.pre_execute_fn(move |_, next| {
            at("first");
            async move {
                at("polled");
                let decision = next.run().await;
                at("last");
                decision
            }
        }),
        "guard" => hooks.guard_fn(move |_| {
            for place in PLACES {
                at(place);
            }
            None
        }),
        "around" => hooks.around_dispatch_fn(move |_, next| {
            at("first");
            async move {
                at("polled");
                let result = next.run().await;
                at("last");
                result
            }
        }),
        _ => hooks.post_execute_fn(move |_, _, next| {
            at("first");
            async move {
                at("polled");
                let decision = next.run().await;
                at("last");
                decision
            }
        }),
    };
}

/// What is called from within a tool is contained there: the outer tool reads of it.
#[tokio::test]
async fn a_panic_about_a_nested_call_is_that_calls_own() {
    let diary = Diary::default();
    let agent = diary.registry().scope("agent");
    let outer = free("outer").body(|_, cx| async move { code(&cx.call("t", "{}").await) });
    agent.register(outer.build()).unwrap();
    agent.guard_fn(|call| {
        assert_ne!(call.name(), "t", "by a test");
        None
    });
    let result = agent.execute(crate::support::call("outer", "{}")).await;
    assert_eq!(result.text(), "HOOK_PANICKED");
    diary.reads(&[
        "observed HOOK_PANICKED a guard panicked in call `call_1/1`",
        "observed ok HOOK_PANICKED",
    ]);
}
