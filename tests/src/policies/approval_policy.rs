//! Scopes in which nobody is asked.

use crate::support::{call, code, plain, registry};
use dsh_tools::prelude::*;
use dsh_tools::{ApprovalPolicy, Calls, Grant, PermissionRules, StandingGrants};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A registry whose rules ask about every call, and somebody who says yes, and counts.
fn asking() -> (ToolRegistry, Arc<AtomicU32>) {
    let registry = registry([plain("write")]);
    registry.policy(PermissionRules::ask_on_write());
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    registry.approver_fn(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        async { Ok(ApprovalDecision::AllowedOnce) }
    });
    (registry, asked)
}

async fn write(scope: &ToolScope) -> ToolExecutionResult {
    scope.execute(call("write", "{}")).await
}

#[tokio::test]
async fn never_denies_what_would_be_asked_and_tells_the_model_what_to_do() {
    let (registry, asked) = asking();
    let nightly = registry.scope("nightly");
    let silence = nightly.policy(ApprovalPolicy::Never);
    let denied = write(&nightly).await;
    assert_eq!(code(&denied), "DENIED");
    assert_eq!(
        denied.text(),
        "Error: it may change something: nobody is asked about calls here, so it does not run; find a way that needs no approval, or go on without it"
    );
    assert_eq!(asked.load(Ordering::SeqCst), 0, "an outer approver hears nothing of it");
    assert!(!write(&registry.scope("daily")).await.is_error(), "others are asked about as before");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    assert!(silence.unregister());
    assert!(!write(&nightly).await.is_error());
}

#[tokio::test]
async fn no_child_lifts_it() {
    let (registry, asked) = asking();
    let nightly = registry.scope("nightly");
    let child = nightly.child("helper").child("helper of the helper");
    child.policy(ApprovalPolicy::Ask);
    child.approver_fn(|_| async { Ok(ApprovalDecision::AllowedOnce) });
    assert!(!write(&child).await.is_error());
    nightly.policy(ApprovalPolicy::Never);
    assert!(write(&child).await.is_error());
    // Nor does the same scope, nor whoever comes later and further out.
    nightly.policy(ApprovalPolicy::Ask);
    assert!(write(&nightly).await.is_error());
    registry.install(|hooks| {
        hooks
            .prepend()
            .pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("an outer hook asks")) });
    });
    assert!(write(&child).await.text().starts_with("Error: an outer hook asks: nobody is asked"));
    // A grant is given by an approver, who is not asked.
    let grants = StandingGrants::before(|_| async { Ok(ApprovalDecision::AllowedOnce) });
    grants.grant(Grant::calls(Calls::all())).unwrap();
    child.approver(grants);
    assert!(write(&child).await.is_error());
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn it_holds_whatever_the_order_and_for_calls_of_tools_and_calls_without_a_scope() {
    let registry = registry([
        plain("write"),
        crate::support::free("outer")
            .read_only(true)
            .body(|_, cx| async move { cx.call("write", "{}").await.text().into_owned() })
            .build(),
    ]);
    registry.policy(ApprovalPolicy::Never);
    registry.policy(PermissionRules::ask_on_write());
    let agent = registry.scope("agent");
    agent.approver_fn(|_| async { Ok(ApprovalDecision::AllowedOnce) });
    let nested = agent.execute(call("outer", "{}")).await;
    assert!(!nested.is_error() && nested.text().contains("nobody is asked about calls here"));
    let without = registry.execute(call("write", "{}")).await;
    assert!(without.text().contains("nobody is asked about calls here"), "{}", without.text());
}

#[tokio::test]
async fn what_nobody_asks_about_runs() {
    let registry = registry([plain("write")]);
    registry.policy(ApprovalPolicy::Never);
    assert!(!write(&registry.scope("agent")).await.is_error());
}

#[test]
fn it_can_be_written_down() {
    let never: ApprovalPolicy = serde_json::from_str("\"never\"").unwrap();
    assert_eq!(never, ApprovalPolicy::Never);
    assert_eq!(serde_json::to_string(&ApprovalPolicy::default()).unwrap(), "\"ask\"");
}
