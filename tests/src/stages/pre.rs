//! Hooks that decide before anything runs.

use super::{Diary, brief, run};
use crate::support::{Ears, call, code};
use dsh_tools::prelude::*;
use dsh_tools::{FailOpen, pre_execute_fn};

/// Notes when it comes in and what comes out.
fn noted(diary: &Diary, name: &'static str) -> impl PreExecute {
    let diary = diary.clone();
    pre_execute_fn(move |_, next| {
        let diary = diary.clone();
        async move {
            diary.note(format!("{name} in"));
            let decision = next.run().await;
            diary.note(format!("{name} out"));
            decision
        }
    })
}

#[tokio::test]
async fn s085_with_no_hook_a_call_is_allowed() {
    let diary = Diary::default();
    let registry = diary.registry();
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "t");
    diary.reads(&["body of t", "observed ok t"]);
}

#[tokio::test]
async fn s086_s088_a_denied_call_runs_nothing_and_says_why() {
    let diary = Diary::default();
    let registry = diary.registry();
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::deny("not on Sundays")) });
    let inside = diary.clone();
    registry.around_dispatch_fn(move |_, next| {
        inside.note("wrapper");
        async move { next.run().await }
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(result.content().len(), 1);
    assert_eq!(result.text(), "Error: not on Sundays");
    let failure = result.outcome().unwrap_err();
    assert_eq!((failure.message(), failure.code().as_str()), ("not on Sundays", "DENIED"));
    assert_eq!(&*failure.info().unwrap().name, "DeniedError");
    diary.reads(&["observed DENIED not on Sundays"]);
}

#[tokio::test]
async fn s087_post_hooks_look_at_a_denied_call_and_may_say_more() {
    let diary = Diary::default();
    let registry = diary.registry();
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::deny("no")) });
    registry.post_execute_fn(|_, result, next| async move {
        assert_eq!(result.error().unwrap().code(), "DENIED");
        Ok(next.run().await?.with_content("no, and here is why"))
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(result.text(), "no, and here is why");
    assert_eq!(code(&result), "DENIED");
    diary.reads(&["observed DENIED no"]);
}

#[tokio::test]
async fn s089_hooks_nest_in_the_order_of_registration_and_prepended_ones_are_outermost() {
    let diary = Diary::default();
    let registry = diary.registry();
    let agent = registry.scope("agent");
    registry.pre_execute(noted(&diary, "first"));
    agent.pre_execute(noted(&diary, "of the agent"));
    registry.pre_execute(noted(&diary, "third"));
    agent.install(|hooks| {
        hooks.prepend().pre_execute(noted(&diary, "prepended"));
    });
    run(&agent).await;
    diary.reads(&[
        "prepended in",
        "first in",
        "of the agent in",
        "third in",
        "third out",
        "of the agent out",
        "first out",
        "prepended out",
        "body of t",
        "observed ok t",
    ]);
}

#[tokio::test]
async fn an_outer_decision_is_final_and_inner_hooks_are_not_asked() {
    let diary = Diary::default();
    let registry = diary.registry();
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Allow) });
    registry.pre_execute(noted(&diary, "inner"));
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::deny("no")) });
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "t");
    diary.reads(&["body of t", "observed ok t"]);
}

#[tokio::test]
async fn s090_s091_a_scopes_hooks_are_for_it_and_what_stands_in_it() {
    let diary = Diary::default();
    let registry = diary.registry();
    let agent = registry.scope("agent");
    agent.pre_execute_fn(|call, _| async move {
        Ok(PreToolDecision::deny(format!("not in {}", call.scope().unwrap_or("nothing"))))
    });
    assert!(!registry.execute(call("t", "{}")).await.is_error());
    assert!(!run(&registry.scope("other")).await.is_error());
    assert_eq!(run(&agent).await.text(), "Error: not in agent");
    assert_eq!(run(&agent.child("helper")).await.text(), "Error: not in agent/helper");
}

#[tokio::test]
async fn s092_s093_a_hook_that_fails_ends_the_call_without_post_hooks() {
    let diary = Diary::default();
    let registry = diary.registry();
    let seen = diary.clone();
    registry.post_execute_fn(move |_, _, next| {
        seen.note("post");
        next.run()
    });
    let plain =
        registry.pre_execute_fn(|_, _| async { Err(ToolError::msg("the ledger is locked")) });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(result.text(), "Error: the ledger is locked");
    assert!(result.outcome().unwrap_err().info().is_none(), "a plain error has no class");
    assert!(plain.unregister());
    registry.pre_execute_fn(|_, _| async { Err(ToolError::new("LOCKED", "later")) });
    let result = registry.execute(call("t", "{}")).await;
    let info = result.outcome().unwrap_err().info().unwrap().clone();
    assert_eq!((&*info.name, info.code.as_str()), ("ToolError", "LOCKED"));
    diary.reads(&["observed TOOL_ERROR the ledger is locked", "observed LOCKED later"]);
}

#[tokio::test]
async fn s094_names_that_no_tool_has_are_decided_about() {
    let registry = ToolRegistry::new();
    let ears = Ears::on(&registry);
    registry.pre_execute_fn(|call, next| async move {
        assert!(call.definition().is_none());
        if call.name() == "rm" { Ok(PreToolDecision::deny("never")) } else { next.run().await }
    });
    assert_eq!(code(&registry.execute(call("rm", "{}")).await), "DENIED");
    assert_eq!(code(&registry.execute(call("mv", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(ears.heard().len(), 2);
}

/// An attempt to rewrite arguments does not compile: pinned among the compile-fail tests. What runs is what was
/// decided about.
#[tokio::test]
async fn s095_c102_c103_c104_what_is_decided_about_is_what_runs() {
    let text = r#"{"path": "a.rs",  "n": 1.50}"#;
    let registry = ToolRegistry::builder()
        .tool(
            crate::support::free("echo")
                .body(|_, cx| async move { cx.arguments().to_string() })
                .build(),
        )
        .build()
        .unwrap();
    let agent = registry.scope("agent");
    let ears = Ears::on(&registry);
    let seen = Diary::default();
    let (pre, guard, asked, post) = (seen.clone(), seen.clone(), seen.clone(), seen.clone());
    agent.pre_execute_fn(move |call, _| {
        pre.note(call.arguments().unwrap().to_string());
        async { Ok(PreToolDecision::ask("it echoes")) }
    });
    agent.approver_fn(move |request| {
        asked.note(request.execution().arguments().unwrap().to_string());
        assert_eq!(request.digest(), dsh_tools::ArgumentsDigest::of(request.execution()));
        async { Ok(ApprovalDecision::AllowedOnce) }
    });
    agent.guard_fn(move |call| {
        guard.note(call.arguments().unwrap().to_string());
        None
    });
    agent.post_execute_fn(move |call, _, next| {
        post.note(call.arguments().unwrap().to_string());
        next.run()
    });
    let result = agent.execute(call("echo", text)).await;
    let frozen = FrozenJson::parse(text).unwrap().to_string();
    assert_eq!(result.text(), frozen);
    seen.reads(&[&*frozen; 4]);
    assert_eq!(ears.one().0.arguments().unwrap().to_string(), frozen);
}

#[tokio::test]
async fn c088_c092_c095_whatever_the_order_a_guard_holds_and_hooks_are_as_they_nest() {
    for allow_first in [true, false] {
        let diary = Diary::default();
        let registry = diary.registry();
        let allow = || pre_execute_fn(|_, _| async { Ok(PreToolDecision::Allow) });
        let deny = || pre_execute_fn(|_, _| async { Ok(PreToolDecision::deny("keys")) });
        if allow_first {
            registry.pre_execute(allow());
            registry.pre_execute(deny());
        } else {
            registry.pre_execute(deny());
            registry.pre_execute(allow());
        }
        // A waterfall: the outer one decides.
        assert_eq!(registry.execute(call("t", "{}")).await.is_error(), !allow_first);
        registry.guard_fn(|_| Some(Denial::new("keys")));
        assert_eq!(code(&registry.execute(call("t", "{}")).await), "DENIED");
    }
}

#[tokio::test]
async fn c093_a_decider_that_breaks_denies_unless_it_says_otherwise() {
    let diary = Diary::default();
    let registry = ToolRegistry::builder()
        .hook_deadline(std::time::Duration::from_millis(50))
        .tool(diary.tool("t"))
        .build()
        .unwrap();
    let ended = |registration: Registration| {
        let run = registry.execute(call("t", "{}"));
        async move {
            let result = run.await;
            assert!(registration.unregister());
            brief(&result)
        }
    };
    let panics = ended(registry.pre_execute_fn(|_, _| async { panic!("a hook") })).await;
    assert_eq!(panics, "HOOK_PANICKED a hook panicked in call `call_1`");
    let fails = ended(registry.pre_execute_fn(|_, _| async { Err(ToolError::msg("junk")) })).await;
    assert_eq!(fails, "TOOL_ERROR junk");
    let missing = ended(registry.pre_execute_fn(|_, next| async move {
        // What an external checker is run by.
        tokio::task::spawn_blocking(|| std::process::Command::new("/no/such/checker").output())
            .await
            .map_err(ToolError::msg)?
            .map_err(ToolError::msg)?;
        next.run().await
    }))
    .await;
    assert!(missing.starts_with("TOOL_ERROR "), "{missing}");
    tokio::time::pause();
    let hangs = ended(registry.pre_execute_fn(|_, _| std::future::pending())).await;
    assert_eq!(hangs, "DENIED the call was not decided about: no answer within 50 ms");
    assert_eq!(diary.len(), 0, "nothing ran");

    // Open is said, and says nothing of those within.
    registry.pre_execute(FailOpen(pre_execute_fn(|_, _| async { Err(ToolError::msg("junk")) })));
    registry.pre_execute(FailOpen(pre_execute_fn(|_, next| async move {
        let _decision = next.run().await;
        panic!("after it asked")
    })));
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "t");
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::deny("no")) });
    assert_eq!(brief(&registry.execute(call("t", "{}")).await), "DENIED no");
}

#[tokio::test]
async fn s081_s075_what_hooks_hold_is_the_call_itself() {
    let diary = Diary::default();
    let registry = diary.registry();
    let tokens = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let (pre, around, post) = (tokens.clone(), tokens.clone(), tokens.clone());
    registry.pre_execute_fn(move |call, next| {
        pre.lock().unwrap().push(call.token());
        next.run()
    });
    registry.around_dispatch_fn(move |call, next| {
        around.lock().unwrap().push(call.token());
        async move { next.run().await }
    });
    registry.post_execute_fn(move |call, result, next| {
        post.lock().unwrap().push(call.token());
        // A result is shared, not copied: what is made of it is another one.
        let other = result.clone().with_content("other");
        assert_ne!(other.text(), result.text());
        next.run()
    });
    let ears = Ears::on(&registry);
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "t");
    let token = ears.one().0.token();
    assert_eq!(*tokens.lock().unwrap(), [token; 3]);
}
