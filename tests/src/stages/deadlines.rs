//! Deciders that never answer.

use super::{Diary, brief, run};
use crate::support::call;
use dsh_tools::prelude::*;
use std::time::Duration;

fn builder(diary: &Diary) -> dsh_tools::ToolRegistryBuilder {
    ToolRegistry::builder().tool(diary.tool("t"))
}

#[tokio::test(start_paused = true)]
async fn approvals_have_a_deadline_of_their_own() {
    let diary = Diary::default();
    let registry = builder(&diary)
        .approval_deadline(Duration::from_mins(1))
        .hook_deadline(Duration::from_secs(1))
        .pre_execute_fn(|_, _| async { Ok(PreToolDecision::Ask(None)) })
        .build()
        .unwrap();
    let agent = registry.scope("agent");
    let slow = agent.approver_fn(|_| async {
        tokio::time::sleep(Duration::from_secs(59)).await;
        Ok(ApprovalDecision::AllowedOnce)
    });
    assert_eq!(brief(&run(&agent).await), "ok t", "the hooks' deadline is not the person's");
    assert!(slow.unregister());
    agent.approver_fn(|_| std::future::pending());
    let start = tokio::time::Instant::now();
    assert_eq!(
        brief(&run(&agent).await),
        "DENIED `t` needs approval, and there was no answer within 60000 ms"
    );
    assert_eq!(start.elapsed(), Duration::from_mins(1));
    diary.reads(&["body of t"]);
}

#[tokio::test(start_paused = true)]
async fn a_result_that_is_not_decided_about_is_withheld() {
    let diary = Diary::default();
    let registry = builder(&diary)
        .hook_deadline(Duration::from_secs(1))
        .post_execute_fn(|_, _, _| std::future::pending())
        .build()
        .unwrap();
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(
        brief(&result),
        "DENIED the result was withheld: it was not decided about, no answer within 1000 ms"
    );
    assert!(result.value().is_none());
}

#[test]
fn a_deadline_that_nothing_can_keep_denies() {
    let diary = Diary::default();
    let registry = builder(&diary).hook_deadline(Duration::from_secs(1)).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let run = || brief(&runtime.block_on(registry.execute(call("t", "{}"))));
    assert_eq!(run(), "ok t", "who answers at once needs no timer");
    registry.pre_execute_fn(|_, _| std::future::pending());
    assert_eq!(
        run(),
        "DENIED the call was not decided about: no answer: a deadline is set, and it takes a tokio runtime with its \
         timer enabled to keep it"
    );
    diary.reads(&["body of t"]);
}

#[tokio::test(start_paused = true)]
async fn without_a_deadline_hooks_take_their_time() {
    let diary = Diary::default();
    let registry = builder(&diary)
        .pre_execute_fn(|_, next| async move {
            tokio::time::sleep(Duration::from_secs(100_000)).await;
            next.run().await
        })
        .build()
        .unwrap();
    assert_eq!(brief(&registry.execute(call("t", "{}")).await), "ok t");
}
