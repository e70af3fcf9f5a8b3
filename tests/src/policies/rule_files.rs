//! Presets, and rules that come from a file.

use crate::support::{call, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{Calls, PermissionRule as Rule, PermissionRules, RuleEffect};

/// A tool with these hints.
fn hinted(
    read_only: Option<bool>,
    destructive: Option<bool>,
    open_world: Option<bool>,
) -> ToolDefinition {
    let mut tool = free("t");
    if let Some(is) = read_only {
        tool = tool.read_only(is);
    }
    if let Some(is) = destructive {
        tool = tool.destructive(is);
    }
    if let Some(is) = open_world {
        tool = tool.open_world(is);
    }
    tool.body(|_, _| async { "done" }).build()
}

/// What becomes of a call under these rules; whoever is asked says yes.
async fn effect(rules: PermissionRules, tool: ToolDefinition) -> RuleEffect {
    let registry = registry([tool]);
    registry.policy(rules);
    let agent = registry.scope("agent");
    if !agent.execute(call("t", "{}")).await.is_error() {
        return RuleEffect::Allow;
    }
    agent.approver_fn(|_| async { Ok(ApprovalDecision::AllowedOnce) });
    if agent.execute(call("t", "{}")).await.is_error() { RuleEffect::Deny } else { RuleEffect::Ask }
}

#[tokio::test]
async fn presets_over_all_hints() {
    let presets: [(fn() -> PermissionRules, RuleEffect); 3] = [
        (PermissionRules::read_only, RuleEffect::Deny),
        (PermissionRules::ask_on_write, RuleEffect::Ask),
        (PermissionRules::trusted, RuleEffect::Allow),
    ];
    let hints = [None, Some(false), Some(true)];
    for (preset, of_writers) in presets {
        assert!(preset().lints().is_empty());
        for read_only in hints {
            for destructive in hints {
                for open_world in hints {
                    // Only what says so reads; silence is no promise, and nothing else matters.
                    let expected = match read_only {
                        Some(true) => RuleEffect::Allow,
                        None | Some(false) => of_writers,
                    };
                    let found = effect(preset(), hinted(read_only, destructive, open_world)).await;
                    assert_eq!(found, expected, "{read_only:?} {destructive:?} {open_world:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn who_is_trusted_is_held_to_what_is_denied_by_hand_and_to_what_others_ask() {
    let denies = Rule::deny(Calls::all().destructive(true)).because("nothing is destroyed here");
    let rules = || PermissionRules::trusted().with([denies.clone()]);
    assert_eq!(effect(rules(), hinted(None, None, None)).await, RuleEffect::Deny);
    assert_eq!(effect(rules(), hinted(None, Some(false), Some(true))).await, RuleEffect::Allow);
    let asks = PermissionRules::trusted().with([Rule::ask(Calls::all())]);
    assert_eq!(effect(asks, hinted(None, None, None)).await, RuleEffect::Ask);

    let registry = registry([hinted(None, None, None)]);
    registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("a hook asks")) });
    registry.policy(PermissionRules::trusted());
    let asked = registry.scope("agent").execute(call("t", "{}")).await;
    assert_eq!(asked.text(), "Error: a hook asks; nobody can be asked: no approver is registered");
}

const FILE: &str = r#"
# What an agent may do in this project.
otherwise = "ask"

[[rules]]
effect = "allow"
calls.readOnly = true

[[rules]]
effect = "deny"
reason = "keys stay where they are"   # the model reads this
[rules.calls]
tool = "write*"
arguments = { "/path" = "*/keys/*" }

[[rules]]
effect = "allow"
[rules.calls]
tool = "bash"
[rules.calls.arguments]
"/command" = "cargo check*"
"#;

#[test]
fn a_file_in_toml_says_the_same_as_json_and_code() {
    let read: PermissionRules = toml::from_str(FILE).unwrap();
    let keys = Calls::of("write*").unwrap().argument("/path", "*/keys/*").unwrap();
    let checks = Calls::of("bash").unwrap().argument("/command", "cargo check*").unwrap();
    let rules = PermissionRules::new([
        Rule::allow(Calls::all().read_only(true)),
        Rule::deny(keys).because("keys stay where they are"),
        Rule::allow(checks),
    ])
    .otherwise(RuleEffect::Ask);
    assert_eq!(read, rules);
    let again = toml::to_string(&rules).unwrap();
    assert_eq!(toml::from_str::<PermissionRules>(&again).unwrap(), rules);
    let json = serde_json::to_string(&rules).unwrap();
    assert_eq!(PermissionRules::from_json(&json).unwrap(), rules);
}

#[tokio::test]
async fn rules_of_a_file_decide() {
    let registry = registry(["write_file", "bash"].map(crate::support::plain));
    registry.policy(toml::from_str::<PermissionRules>(FILE).unwrap());
    let agent = registry.scope("agent");
    let text = async |name: &str, arguments: &str| {
        agent.execute(call(name, arguments)).await.text().into_owned()
    };
    assert_eq!(text("bash", r#"{"command":"cargo check -p x"}"#).await, "done");
    assert_eq!(
        text("write_file", r#"{"path":"a/keys/b"}"#).await,
        "Error: keys stay where they are"
    );
    assert_eq!(
        text("bash", r#"{"command":"rm"}"#).await,
        "Error: no rule allows `bash`; nobody can be asked: no approver is registered"
    );
}

#[test]
fn a_mistake_in_a_file_is_named_with_its_line() {
    for (from, to, line, what) in [
        ("effect = \"deny\"", "effect = \"forbid\"", 10, "unknown variant `forbid`"),
        ("reason =", "because =", 11, "unknown field `because`"),
        ("calls.readOnly", "calls.readonly", 7, "unknown field `readonly`"),
        ("\"/path\"", "\"path\"", 14, "`path` is no JSON Pointer"),
        ("otherwise = \"ask\"", "otherwise = ask", 3, ""),
    ] {
        let broken = FILE.replacen(from, to, 1);
        assert_ne!(broken, FILE);
        let error = toml::from_str::<PermissionRules>(&broken).unwrap_err().to_string();
        assert!(error.contains(&format!("line {line},")), "{error}");
        assert!(error.contains(what), "{error}");
    }
}

/// The plainest way to go on from a preset.
#[tokio::test]
async fn a_preset_takes_exceptions() {
    let calls = || Calls::of("t").unwrap();
    let allowing = |rules: PermissionRules| rules.with([Rule::allow(calls())]);
    for preset in [PermissionRules::read_only, PermissionRules::ask_on_write] {
        let writer = || hinted(Some(false), None, None);
        assert_eq!(effect(allowing(preset()), writer()).await, RuleEffect::Allow);
        let denying = allowing(preset()).with([Rule::deny(calls())]);
        assert_eq!(effect(denying, writer()).await, RuleEffect::Deny);
        let reader = preset().with([Rule::ask(calls())]);
        assert_eq!(effect(reader, hinted(Some(true), None, None)).await, RuleEffect::Ask);
    }
}

#[test]
fn why_a_call_is_not_allowed_otherwise_is_kept_in_the_file() {
    let rules = PermissionRules::ask_on_write();
    let text = serde_json::to_string(&rules).unwrap();
    assert!(text.contains(r#""otherwiseReason":"it may change something""#), "{text}");
    assert_eq!(PermissionRules::from_json(&text).unwrap(), rules);
}
