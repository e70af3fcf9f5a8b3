//! Rules of permission, and what somebody allowed once and for all.

use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{
    Approver, Calls, Grant, GrantError, GrantStore, PermissionRule as Rule, PermissionRules,
    Registration, RuleEffect, StandingGrants,
};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;

fn reads() -> ToolDefinition {
    free("fs_read").read_only(true).body(|_, _| async { "read" }).build()
}

fn writes() -> ToolDefinition {
    free("write").body(|_, _| async { "written" }).build()
}

fn text(scope: &ToolScope, name: &str, arguments: &str) -> impl Future<Output = String> + use<> {
    let run = scope.execute(call(name, arguments));
    async move { run.await.text().into_owned() }
}

fn allow(registry: &ToolRegistry) -> Registration {
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Allow) })
}

fn yes(scope: &ToolScope) -> Registration {
    scope.approver_fn(|_| async { Ok(ApprovalDecision::AllowedOnce) })
}

#[tokio::test]
async fn c088_a_deny_holds_beside_a_wide_allow_whatever_the_order() {
    let allows = || Rule::allow(Calls::of("fs_read").unwrap());
    let denies = || {
        let keys = Calls::of("fs_read").unwrap().argument("/path", "*/keys/*").unwrap();
        Rule::deny(keys).because("keys stay here")
    };
    for rules in [[allows(), denies()], [denies(), allows()]] {
        for allow_first in [true, false] {
            let registry = registry([reads()]);
            if allow_first {
                allow(&registry);
            }
            registry.policy(PermissionRules::new(rules.clone()));
            if !allow_first {
                registry.install(|hooks| {
                    hooks.prepend().pre_execute_fn(|_, _| async { Ok(PreToolDecision::Allow) });
                });
            }
            let agent = registry.scope("agent");
            assert_eq!(text(&agent, "fs_read", r#"{"path":"a/src/b"}"#).await, "read");
            let denied = text(&agent, "fs_read", r#"{"path":"a/keys/b"}"#).await;
            assert_eq!(denied, "Error: keys stay here");
        }
    }
}

#[tokio::test]
async fn c092_a_rule_to_ask_is_lifted_by_no_hook_and_a_read_only_mode_by_nothing() {
    for allow_first in [true, false] {
        let registry = registry([writes()]);
        let rules = PermissionRules::ask_on_write();
        if allow_first {
            allow(&registry);
            registry.policy(rules);
        } else {
            registry.policy(rules);
            registry.install(|hooks| {
                hooks.prepend().pre_execute_fn(|_, _| async { Ok(PreToolDecision::Allow) });
            });
        }
        let agent = registry.scope("agent");
        assert_eq!(
            text(&agent, "write", "{}").await,
            "Error: it may change something; nobody can be asked: no approver is registered"
        );
        let approver = yes(&agent);
        assert_eq!(text(&agent, "write", "{}").await, "written");
        assert!(approver.unregister());
        // A denial of a hook stands above the question.
        registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::deny("no")) });
        if !allow_first {
            continue;
        }
        registry.policy(PermissionRules::read_only());
        yes(&agent);
        let denied = text(&agent, "write", "{}").await;
        assert_eq!(denied, "Error: only tools that read may run here");
    }
}

#[tokio::test]
async fn c095_a_rule_to_allow_lifts_what_holds_otherwise_and_no_hook() {
    let scratch =
        || Rule::allow(Calls::of("write").unwrap().argument("/path", "/scratch/*").unwrap());
    let registry = registry([writes()]);
    let agent = registry.scope("agent");
    let own = agent.policy(PermissionRules::new([scratch()]).otherwise(RuleEffect::Ask));
    assert_eq!(text(&agent, "write", r#"{"path":"/scratch/a"}"#).await, "written");
    assert_eq!(
        text(&agent, "write", r#"{"path":"/etc/a"}"#).await,
        "Error: no rule allows `write`; nobody can be asked: no approver is registered"
    );
    assert!(own.unregister());
    // Where another hook asks, an allow of the rules is no answer, in either order.
    for ask_first in [true, false] {
        let ask = |agent: &ToolScope| {
            agent.pre_execute_fn(|_, _| async {
                Ok(PreToolDecision::ask("the ambient policy asks"))
            })
        };
        let rules = PermissionRules::new([scratch()]);
        let both = if ask_first {
            [ask(&agent), agent.policy(rules)]
        } else {
            [agent.policy(rules), ask(&agent)]
        };
        let asked = text(&agent, "write", r#"{"path":"/scratch/a"}"#).await;
        assert_eq!(
            asked,
            "Error: the ambient policy asks; nobody can be asked: no approver is registered"
        );
        for registration in both {
            assert!(registration.unregister());
        }
    }
}

#[tokio::test]
async fn c096_an_exception_within_a_deny_is_denied_and_told_to_whoever_wrote_it() {
    let rules = PermissionRules::new([
        Rule::deny(Calls::of("x*").unwrap()),
        Rule::allow(Calls::of("x_safe").unwrap()),
        Rule::allow(Calls::of("y").unwrap()),
        Rule::ask(Calls::of("x_safe").unwrap().argument("/a", "b").unwrap()),
    ]);
    let lints: Vec<_> = rules.lints().iter().map(ToString::to_string).collect();
    assert_eq!(
        lints,
        [
            "rule 2 never decides: allow `x_safe` is all within rule 1, deny `x*`",
            "rule 4 never decides: ask about `x_safe`, `/a` like `b` is all within rule 1, deny `x*`",
        ]
    );
    assert!(rules.lints()[0].is_allow());
    let registry = registry([free("x_safe").body(|_, _| async { "ran" }).build()]);
    registry.policy(rules);
    let result = registry.execute(call("x_safe", "{}")).await;
    assert_eq!(result.text(), "Error: a rule says: deny `x*`");
    assert_eq!(code(&result), "DENIED");
}

#[tokio::test]
async fn rules_say_which_of_them_decided() {
    let rules = PermissionRules::from_json(
        r#"{"otherwise": "deny", "rules": [
            {"effect": "allow", "calls": {"readOnly": true}},
            {"effect": "ask", "calls": {"tool": "fs_*", "arguments": {"/lines": "1?"}}},
            {"effect": "ask", "calls": "all"}
        ]}"#,
    )
    .unwrap();
    let written = serde_json::to_string(&rules).unwrap();
    assert_eq!(PermissionRules::from_json(&written).unwrap(), rules);
    let explained = Arc::new(Mutex::new(Explained::new()));
    let (keep, policy) = (Arc::clone(&explained), rules.clone());
    let registry = registry([reads(), writes()]);
    registry.observe_fn(move |call, _| {
        let explanation = policy.explain(call);
        let rule = explanation.rule().map(|(at, _)| at);
        keep.lock().unwrap().push((explanation.to_string(), rule));
    });
    registry.execute(call("fs_read", r#"{"lines":12}"#)).await;
    registry.execute(call("write", "{}")).await;
    let explained = explained.lock().unwrap().clone();
    assert_eq!(
        explained,
        [
            ("rule 2: ask about `fs_*`, `/lines` like `1?`".to_owned(), Some(1)),
            ("rule 3: ask about any tool".to_owned(), Some(2)),
        ]
    );
    for (wrong, part) in [
        (r#"{"rules":[{"effect":"forbid"}]}"#, "unknown variant `forbid`"),
        (r#"{"rules":[{"effect":"deny","tool":"x"}]}"#, "unknown field `tool`"),
        (
            r#"{"rules":[{"effect":"deny","calls":{"arguments":{"path":"x"}}}]}"#,
            "is no JSON Pointer",
        ),
        (r#"{"rule":[]}"#, "unknown field `rule`"),
    ] {
        let error = PermissionRules::from_json(wrong).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[tokio::test]
async fn patterns_cost_no_more_than_they_are_long() {
    let like = "*a".repeat(300);
    let rules = PermissionRules::new([Rule::deny(Calls::all().argument("/text", &like).unwrap())]);
    let registry = registry([writes()]);
    registry.policy(rules);
    let long = format!(r#"{{"text":"{}"}}"#, "a".repeat(50_000) + "b");
    assert_eq!(registry.execute(call("write", &long)).await.text(), "written");
    assert!(Calls::of(&"a".repeat(5_000)).is_err());
}

type Question = (ApprovalRequest, oneshot::Sender<ApprovalDecision>);

/// What was said of calls, and by which rules.
type Explained = Vec<(String, Option<usize>)>;

/// Answers when the test does, in the order of asking.
#[derive(Clone, Default)]
struct Desk {
    asked: Arc<Mutex<VecDeque<Question>>>,
}

impl Approver for Desk {
    async fn approve(&self, request: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
        let (answer, answered) = oneshot::channel();
        self.asked.lock().unwrap().push_back((request, answer));
        answered.await.map_err(ToolError::msg)
    }
}

impl Desk {
    async fn has(&self, count: usize) {
        while self.asked.lock().unwrap().len() < count {
            tokio::task::yield_now().await;
        }
    }

    fn take(&self, at: usize) -> Question {
        self.asked.lock().unwrap().remove(at).unwrap()
    }
}

fn asking(desk: impl Approver) -> ToolScope {
    let agent = registry([writes()]).scope("agent");
    agent.policy(PermissionRules::ask_on_write());
    agent.approver(desk);
    agent
}

fn spawn(agent: &ToolScope, id: &str) -> tokio::task::JoinHandle<ToolExecutionResult> {
    let arguments = format!(r#"{{"path":"{id}"}}"#);
    tokio::spawn(agent.execute(ToolExecutionInput::new(id, "write", arguments.as_str())))
}

#[tokio::test]
async fn c108_c109_an_answer_is_for_the_call_it_was_asked_about_and_for_no_other() {
    let desk = Desk::default();
    let agent = asking(desk.clone());
    let [first, second, third] = ["a", "b", "c"].map(|id| spawn(&agent, id));
    desk.has(3).await;
    let (request, answer) = desk.take(1);
    assert_eq!(request.call_id(), "b");
    answer.send(ApprovalDecision::AllowedOnce).unwrap();
    let (request, answer) = desk.take(1);
    assert_eq!(request.call_id(), "c");
    answer.send(ApprovalDecision::Rejected(None)).unwrap();
    assert_eq!(second.await.unwrap().text(), "written");
    assert_eq!(code(&third.await.unwrap()), "DENIED");
    assert!(!first.is_finished(), "nobody answered that one");
    let (request, answer) = desk.take(0);
    assert_eq!(request.call_id(), "a");
    answer.send(ApprovalDecision::AllowedOnce).unwrap();
    assert_eq!(first.await.unwrap().text(), "written");
}

#[tokio::test]
async fn c110_a_grant_settles_the_questions_that_wait_and_match() {
    let desk = Desk::default();
    let grants = StandingGrants::before(desk.clone());
    let agent = asking(grants.clone());
    let [first, second, other] = ["src/a", "src/b", "doc/c"].map(|id| spawn(&agent, id));
    desk.has(3).await;
    // Once is once.
    let (_, answer) = desk.take(0);
    answer.send(ApprovalDecision::AllowedOnce).unwrap();
    assert_eq!(first.await.unwrap().text(), "written");
    assert!(!second.is_finished());
    let source = Calls::of("write").unwrap().argument("/path", "src/*").unwrap();
    grants.grant(Grant::calls(source)).unwrap();
    assert_eq!(second.await.unwrap().text(), "written");
    assert!(!other.is_finished(), "it is about something else");
    assert_eq!(spawn(&agent, "src/d").await.unwrap().text(), "written");
    let (request, answer) = desk.take(1);
    assert_eq!(request.call_id(), "doc/c");
    answer.send(ApprovalDecision::Rejected(None)).unwrap();
    assert_eq!(code(&other.await.unwrap()), "DENIED");
}

/// Keeps what it is given, or fails.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<(Option<&'static str>, String)>>);

impl GrantStore for Kept {
    fn save(&self, grants: &[Grant]) -> Result<(), ToolError> {
        let mut kept = self.0.lock().unwrap();
        if let Some(why) = kept.0 {
            return Err(ToolError::msg(why));
        }
        kept.1 = serde_json::to_string(grants).unwrap();
        Ok(())
    }
}

#[tokio::test]
async fn c097_a_grant_is_what_was_shown_and_is_kept_or_is_an_error() {
    let (desk, kept) = (Desk::default(), Kept::default());
    let grants = StandingGrants::resume(desk.clone(), kept.clone(), []);
    let agent = asking(grants.clone());
    let running = spawn(&agent, "cargo fmt");
    desk.has(1).await;
    let (request, answer) = desk.take(0);
    // What is offered is this very call, and it reads as what it is.
    let grant = Grant::exactly(&request);
    assert_eq!(grant.to_string(), "this very call of `write` with `{\"path\":\"cargo fmt\"}`");
    kept.0.lock().unwrap().0 = Some("the disk is full");
    let error = grants.grant(grant.clone()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the grant could not be kept, and nothing was changed: the disk is full"
    );
    assert!(grants.grants().is_empty() && !running.is_finished());
    kept.0.lock().unwrap().0 = None;
    grants.grant(grant.clone()).unwrap();
    assert_eq!(running.await.unwrap().text(), "written");
    assert!(answer.is_closed(), "nobody has to answer any more");

    // It is read back as it was, by another process.
    let read: Vec<Grant> = serde_json::from_str(&kept.0.lock().unwrap().1.clone()).unwrap();
    assert_eq!(read, std::slice::from_ref(&grant));
    let grants = StandingGrants::resume(desk.clone(), kept.clone(), read);
    let agent = asking(grants.clone());
    assert_eq!(spawn(&agent, "cargo fmt").await.unwrap().text(), "written");
    // The very call and no other.
    let other = spawn(&agent, "git reset --hard");
    desk.has(1).await;
    assert!(!other.is_finished());
    grants.revoke(&grant).unwrap();
    assert_eq!(grants.revoke(&grant), Err(GrantError::Unknown));
    let again = spawn(&agent, "cargo fmt");
    desk.has(2).await;
    assert!(!again.is_finished());
    assert_eq!(kept.0.lock().unwrap().1, "[]");
    other.abort();
    again.abort();
}

#[tokio::test]
async fn grants_may_be_for_one_scope() {
    let desk = Desk::default();
    let grants = StandingGrants::before(desk.clone());
    let registry = registry([writes()]);
    registry.policy(PermissionRules::ask_on_write());
    registry.approver(grants.clone());
    grants.grant(Grant::calls(Calls::of("write").unwrap()).within("agent")).unwrap();
    let helper = registry.scope("agent").child("helper");
    assert_eq!(spawn(&helper, "a").await.unwrap().text(), "written");
    let other = spawn(&registry.scope("agent 2"), "a");
    desk.has(1).await;
    assert!(!other.is_finished());
    other.abort();
}
