//! What is said beside a result, and who hears of it.

use super::{Diary, words};
use crate::support::{Ears, call, code, free};
use dsh_tools::prelude::*;
use dsh_tools::{AdditionalContext, ContextSource, PostToolDecision as Decision};

fn word(from: &str, word: &str) -> AdditionalContext {
    AdditionalContext::new(from, word)
}

/// Defers two messages.
fn talks() -> ToolRegistry {
    let tool = free("t").body(|_, cx| async move {
        cx.defer_context(word("t", "first"));
        cx.defer_context(word("t", "second"));
        "done"
    });
    crate::support::registry([tool.build()])
}

fn remark(registry: &ToolRegistry) {
    registry.around_dispatch_fn(|_, next| async move {
        Ok(next.run().await?.with_context(word("wrapper", "wrapped")))
    });
}

#[tokio::test]
async fn s166_deferred_ones_come_first_then_wrappers_then_post_hooks() {
    let registry = talks();
    remark(&registry);
    registry.post_execute_fn(|_, _, next| async move {
        Ok(next.run().await?.with_context(word("post", "accepted")))
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(words(&result), ["first", "second", "wrapped", "accepted"]);
}

#[tokio::test]
async fn s168_s169_what_is_blocked_says_nothing_but_what_the_block_says() {
    let registry = talks();
    remark(&registry);
    let block = registry.post_execute_fn(|_, result, _| async move {
        assert_eq!(words(&result), ["first", "second", "wrapped"]);
        Ok(Decision::block("no").with_context(word("post", "blocked")))
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(words(&result), ["blocked"]);
    let source = ContextSource::Plugin { plugin: "post".to_owned() };
    assert_eq!(result.additional_contexts()[0].source, source);
    assert!(block.unregister());
    registry.post_execute_fn(|_, _, _| async { Ok(Decision::block("no")) });
    assert!(registry.execute(call("t", "{}")).await.additional_contexts().is_empty());
}

#[tokio::test]
async fn s173_every_message_is_one_of_its_own() {
    let result = talks().execute(call("t", "{}")).await;
    assert_eq!(result.additional_contexts().len(), 2);
    assert!(result.additional_contexts().iter().all(|context| context.content.len() == 1));
}

#[tokio::test]
async fn c112_notes_ride_on_the_result_of_their_call() {
    let registry = talks();
    registry.post_execute_fn(|call, _, next| async move {
        Ok(next.run().await?.with_context(word("post", call.call_id())))
    });
    let calls =
        (0..8).map(|at| registry.execute(ToolExecutionInput::new(format!("call {at}"), "t", "{}")));
    for (at, result) in futures_util::future::join_all(calls).await.iter().enumerate() {
        assert_eq!(words(result), ["first", "second", &format!("call {at}")]);
        let record = serde_json::to_value(result.record(format!("call {at}"))).unwrap();
        assert!(record.get("additionalContexts").is_none(), "{record}");
    }
}

#[tokio::test]
async fn s158_a_scopes_observers_hear_of_its_calls_only() {
    let registry = talks();
    let (a, b) = (registry.scope("a"), registry.scope("b"));
    let all = Ears::on(&registry);
    let of_a = Ears::default();
    a.observe(of_a.clone());
    a.execute(call("t", "{}")).await;
    a.child("helper").execute(call("t", "{}")).await;
    b.execute(call("t", "{}")).await;
    registry.execute(call("t", "{}")).await;
    assert_eq!((all.heard().len(), of_a.heard().len()), (4, 2));
    let scopes: Vec<_> =
        all.heard().iter().map(|(call, _)| call.scope().map(str::to_owned)).collect();
    assert_eq!(scopes, [Some("a".into()), Some("a/helper".into()), Some("b".into()), None]);
}

#[tokio::test]
async fn s069_a_scopes_observers_hear_of_arguments_that_are_no_json() {
    let registry = talks();
    let agent = registry.scope("agent");
    let (all, own) = (Ears::on(&registry), Ears::default());
    agent.observe(own.clone());
    let asked = Diary::default();
    let pre = asked.clone();
    agent.pre_execute_fn(move |_, next| {
        pre.note("pre");
        next.run()
    });
    assert_eq!(code(&registry.execute(call("t", "{")).await), "INVALID_JSON");
    assert_eq!((all.heard().len(), own.heard().len()), (1, 0));
    assert_eq!(code(&agent.execute(call("t", "{")).await), "INVALID_JSON");
    assert_eq!((all.heard().len(), own.heard().len()), (2, 1));
    assert!(own.one().0.arguments().is_none());
    assert_eq!(asked.len(), 0);
}

#[tokio::test]
async fn s159_s160_c094_observers_see_the_last_word_and_cannot_change_it() {
    let registry = talks();
    remark(&registry);
    registry.post_execute_fn(|_, _, _| async { Ok(Decision::accept().with_content("shorter")) });
    registry.observe_fn(|_, _| panic!("an observer"));
    let ears = Ears::on(&registry);
    registry.observe_fn(|_, result| {
        // What it makes of the result is its own.
        assert_eq!(result.clone().with_content("mine").text(), "mine");
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(result.text(), "shorter");
    assert_eq!(ears.one().1.text(), "shorter");
}

#[tokio::test]
async fn s083_other_content_is_recorded_under_the_calls_own_id() {
    let registry = talks();
    registry.post_execute_fn(|_, _, _| async { Ok(Decision::accept().with_content("shorter")) });
    let ears = Ears::on(&registry);
    registry.execute(ToolExecutionInput::new("call_7", "t", "{}")).await;
    let (call, result) = ears.one();
    let record = serde_json::to_value(result.record(call.call_id())).unwrap();
    assert_eq!(record["callId"], "call_7");
    assert_eq!(record["content"][0]["text"], "shorter");
}

#[tokio::test]
async fn s235_another_value_and_other_content_leave_the_turn_concluded() {
    let tool = free("t").body(|_, cx| async move {
        cx.conclude_turn();
        "done"
    });
    let registry = crate::support::registry([tool.build()]);
    for decision in [
        Decision::accept().with_content("shorter"),
        Decision::accept().with_value(FrozenJson::string("other")),
    ] {
        let hook =
            registry.post_execute_fn(move |_, _, _| std::future::ready(Ok(decision.clone())));
        assert!(registry.execute(call("t", "{}")).await.concludes_turn());
        assert!(hook.unregister());
    }
    registry.post_execute_fn(|_, _, _| async { Ok(Decision::block("no")) });
    assert!(!registry.execute(call("t", "{}")).await.concludes_turn(), "s234");
}
