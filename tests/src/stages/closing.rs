//! A scope that is closed while a call of it is somewhere in the pipeline.

use super::{Diary, brief, run};
use crate::support::free;
use dsh_tools::prelude::*;

/// Where the scope is closed, in the order of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum At {
    Pre,
    Approval,
    Guard,
    Around,
    Body,
    Post,
}

/// A scope with a hook in each stage, and a body, one of which closes it. Hooks of the registry itself note what was
/// reached.
fn closed_at(at: At) -> (Diary, ToolScope) {
    let diary = Diary::default();
    let agent = diary.registry().scope("agent");
    let reached = |stage: At| {
        let (diary, agent) = (diary.clone(), agent.clone());
        move || {
            diary.note(format!("{stage:?}"));
            if at == stage {
                agent.close();
            }
        }
    };
    let (pre, approval, guard) = (reached(At::Pre), reached(At::Approval), reached(At::Guard));
    let (around, body, post) = (reached(At::Around), reached(At::Body), reached(At::Post));
    let registry = agent.registry();
    registry.pre_execute_fn(move |_, _| {
        pre();
        async { Ok(PreToolDecision::Ask(None)) }
    });
    registry.approver_fn(move |_| {
        approval();
        async { Ok(ApprovalDecision::AllowedOnce) }
    });
    registry.guard_fn(move |_| {
        guard();
        None
    });
    registry.around_dispatch_fn(move |_, next| {
        around();
        async move { next.run().await }
    });
    let own = free("t").body(move |_, _| {
        body();
        async { "the scope's own" }
    });
    agent.register(own.build()).unwrap();
    registry.post_execute_fn(move |_, _, next| {
        post();
        next.run()
    });
    // What only the scope forbids, and what goes when it is closed.
    let denies = diary.clone();
    agent.guard_fn(move |_| {
        denies.note("the scope's guard");
        None
    });
    (diary, agent)
}

/// The scope's guards go with it, so a call that is not past them does not run; one that is past them keeps the tool
/// that it started with.
#[tokio::test]
async fn a_scope_that_is_closed_before_the_dispatch_runs_nothing_and_after_it_all() {
    let unknown = "UNKNOWN_TOOL unknown tool `t`";
    for at in [At::Pre, At::Approval, At::Guard] {
        let (diary, agent) = closed_at(at);
        let result = run(&agent).await;
        assert!(brief(&result).starts_with(unknown), "{at:?}: {}", brief(&result));
        let observed = format!("observed {}", brief(&result));
        diary.reads(&["Pre", "Approval", "Guard", "Post", &observed]);
    }
    for at in [At::Around, At::Body, At::Post] {
        let (diary, agent) = closed_at(at);
        assert_eq!(brief(&run(&agent).await), "ok the scope's own", "{at:?}");
        diary.reads(&[
            "Pre",
            "Approval",
            "Guard",
            "the scope's guard",
            "Around",
            "Body",
            "Post",
            "observed ok the scope's own",
        ]);
        // The next call finds nothing.
        assert!(brief(&run(&agent).await).starts_with(unknown), "{at:?}");
    }
}

/// The same when what is closed is further out, and when the one who asks is a tool of the scope.
#[tokio::test]
async fn closing_ends_what_stands_within_and_what_is_called_from_within() {
    let diary = Diary::default();
    let registry = diary.registry();
    let (agent, helper) = (registry.scope("agent"), registry.scope("agent").child("helper"));
    let closing = agent.clone();
    let outer = free("outer").body(move |_, cx| {
        assert!(closing.close());
        async move { brief(&cx.call("t", "{}").await) }
    });
    helper.register(outer.build()).unwrap();
    let result = helper.execute(crate::support::call("outer", "{}")).await;
    assert!(result.text().starts_with("UNKNOWN_TOOL unknown tool `t`"), "{}", result.text());
    assert_eq!(diary.len(), 2, "both were observed, and no body of `t` ran");
}
