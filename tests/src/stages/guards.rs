//! Guards: they deny, and that stands.

use super::{Diary, run};
use crate::support::{call, code};
use dsh_tools::Registration;
use dsh_tools::prelude::*;
use std::sync::{Arc, Mutex};

/// Notes that it is asked.
fn noted(diary: &Diary, name: &'static str, says: Option<&'static str>) -> impl ToolGuard {
    let diary = diary.clone();
    move |_: &ToolExecution| {
        diary.note(name);
        says.map(Denial::new)
    }
}

#[tokio::test]
async fn s115_s116_s118_one_denial_is_enough_and_nobody_lifts_it() {
    let diary = Diary::default();
    let registry = diary.registry();
    registry.guard(noted(&diary, "abstains", None));
    registry.guard(noted(&diary, "denies", Some("not here")));
    registry.guard(noted(&diary, "is not asked", None));
    registry.install(|hooks| {
        hooks.prepend().pre_execute_fn(|_, _| async { Ok(PreToolDecision::Allow) });
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(result.text(), "Error: not here");
    assert_eq!(code(&result), "DENIED");
    diary.reads(&["abstains", "denies", "observed DENIED not here"]);
}

#[tokio::test]
async fn s117_guards_are_not_asked_after_a_denial() {
    let diary = Diary::default();
    let registry = diary.registry();
    registry.guard(noted(&diary, "guard", None));
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::deny("no")) });
    registry.execute(call("t", "{}")).await;
    diary.reads(&["observed DENIED no"]);
}

#[tokio::test]
async fn s119_s125_global_guards_come_first_and_then_the_chain_from_far_to_near() {
    let diary = Diary::default();
    let registry = diary.registry();
    let agent = registry.scope("agent");
    let helper = agent.child("helper");
    helper.guard(noted(&diary, "near", None));
    agent.guard(noted(&diary, "far", None));
    registry.guard(noted(&diary, "global", None));
    run(&helper).await;
    run(&registry.scope("other")).await;
    registry.execute(call("t", "{}")).await;
    diary.reads(&[
        "global",
        "far",
        "near",
        "body of t",
        "observed ok t",
        "global",
        "body of t",
        "observed ok t",
        "global",
        "body of t",
        "observed ok t",
    ]);
}

#[tokio::test]
async fn s120_a_guard_that_is_registered_twice_is_lifted_twice() {
    let diary = Diary::default();
    let registry = diary.registry();
    let agent = registry.scope("agent");
    let guard = Arc::new(noted(&diary, "guard", Some("no")));
    let first = agent.guard(Arc::clone(&guard));
    agent.guard(guard);
    assert!(first.unregister());
    assert_eq!(code(&run(&agent).await), "DENIED");
    agent.close();
    assert!(!run(&registry.scope("agent")).await.is_error());
}

#[tokio::test]
async fn s121_guards_see_the_frozen_arguments() {
    let registry = Diary::default().registry();
    registry.guard_fn(|call| {
        let arguments: &FrozenJson = call.arguments()?;
        Some(Denial::new(arguments.root().get("a")?.as_str()?.into_owned()))
    });
    assert_eq!(registry.execute(call("t", r#"{"a":"b"}"#)).await.text(), "Error: b");
}

#[tokio::test]
async fn s122_post_hooks_look_at_what_a_guard_denied() {
    let diary = Diary::default();
    let registry = diary.registry();
    registry.guard_fn(|_| Some(Denial::new("no")));
    registry.post_execute_fn(|_, result, _| async move {
        assert_eq!(result.error().unwrap().message(), "no");
        Ok(PostToolDecision::block("ask the owner"))
    });
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "ask the owner");
}

#[tokio::test]
async fn s123_a_guard_that_a_guard_registers_is_asked_in_the_same_pass() {
    for in_scope in [false, true] {
        let diary = Diary::default();
        let registry = diary.registry();
        let agent = registry.scope("agent");
        let (on, near) = (registry.clone(), agent.clone());
        registry.guard_fn(move |_| {
            let deny = |_: &ToolExecution| Some(Denial::new("the new one"));
            if in_scope {
                near.guard(deny)
            } else {
                on.guard(deny)
            };
            None
        });
        assert_eq!(run(&agent).await.text(), "Error: the new one");
    }
}

#[tokio::test]
async fn s124_a_guard_that_replaces_the_last_one_of_its_layer_is_for_the_next_call() {
    let diary = Diary::default();
    let registry = diary.registry();
    let own: Arc<Mutex<Option<Registration>>> = Arc::default();
    let (on, me) = (registry.clone(), Arc::clone(&own));
    let registration = registry.guard_fn(move |_| {
        let me = me.lock().unwrap().take()?;
        assert!(me.unregister());
        on.guard_fn(|_| Some(Denial::new("the replacement")));
        None
    });
    *own.lock().unwrap() = Some(registration);
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "t");
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "Error: the replacement");
}

#[tokio::test]
async fn s126_a_guard_that_panics_ends_the_call_without_post_hooks() {
    let diary = Diary::default();
    let registry = diary.registry();
    let seen = diary.clone();
    registry.guard_fn(|_| panic!("a guard"));
    registry.post_execute_fn(move |_, _, next| {
        seen.note("post");
        next.run()
    });
    assert_eq!(code(&registry.execute(call("t", "{}")).await), "HOOK_PANICKED");
    diary.reads(&["observed HOOK_PANICKED a guard panicked in call `call_1`"]);
}

#[tokio::test]
async fn s101_a_grant_is_before_guards() {
    let diary = Diary::default();
    let agent = diary.registry().scope("agent");
    agent.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Ask(None)) });
    agent.approver_fn(|_| async { Ok(ApprovalDecision::AllowedOnce) });
    let guard = agent.guard_fn(|_| Some(Denial::new("not even so")));
    assert_eq!(run(&agent).await.text(), "Error: not even so");
    assert!(guard.unregister());
    assert_eq!(run(&agent).await.text(), "t");
}
