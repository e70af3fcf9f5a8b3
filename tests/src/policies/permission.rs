//! Rules and grants: what they look at, who is asked in vain, what files may say.

use crate::support::{call, code, free, plain, registry};
use dsh_tools::prelude::*;
use dsh_tools::{
    Calls, CallsError, Denial, FileGrantStore, Grant, GrantLedger, PermissionRule as Rule,
    PermissionRules, RuleEffect, StandingGrants, ToolGuard,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(ToolValue, Debug)]
struct Edit {
    #[arg(alias = "file")]
    path: String,
    #[arg(default = "append")]
    mode: String,
}

/// Edit files.
#[tool]
async fn edit(
    /// What to edit.
    edits: Vec<Edit>,
    /// Variables.
    env: Option<BTreeMap<String, String>>,
    /// How often.
    #[arg(default = 1)]
    times: u32,
) -> String {
    format!("edited {} {env:?} {times}", edits.len())
}

/// Counts who is asked, and says yes.
fn yes(scope: &ToolScope) -> Arc<AtomicU32> {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    scope.approver_fn(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        async { Ok(ApprovalDecision::AllowedOnce) }
    });
    asked
}

fn effect(rule: Rule, arguments: &str) -> RuleEffect {
    let rules = PermissionRules::new([rule]).otherwise(RuleEffect::Ask);
    rules.explain_call(&edit::definition(), "edit", arguments).unwrap().effect()
}

fn edits(pointer: &str, like: &str) -> Calls {
    Calls::of("edit").unwrap().argument(pointer, like).unwrap()
}

#[test]
fn a_step_for_every_element_is_met_by_one_that_is_denied_and_by_all_that_are_allowed() {
    let denies = |arguments: &str| {
        effect(Rule::deny(edits("/edits/*/path", "*.env")), arguments) == RuleEffect::Deny
    };
    let allows = |arguments: &str| {
        effect(Rule::allow(edits("/edits/*/path", "src/*")), arguments) == RuleEffect::Allow
    };
    assert!(denies(r#"{"edits":[{"path":"a"},{"path":".env"}]}"#));
    assert!(denies(r#"{"edits":[{"path":"a"},{"file":".env"}]}"#));
    assert!(denies(r#"{"edits":[{"path":"a/../.env"}]}"#));
    assert!(!denies(r#"{"edits":[{"path":"a"}]}"#));
    assert!(allows(r#"{"edits":[{"path":"src/a"},{"file":"src/b"}]}"#));
    assert!(!allows(r#"{"edits":[{"path":"src/a"},{"path":"b"}]}"#));
    assert!(!allows(r#"{"edits":[{"path":"src/a"},{"file":"src/../b"}]}"#));
    // One that has no such place is not alike, and none at all is nothing that is known to be.
    assert!(!allows(r#"{"edits":[{"path":"src/a"},{}]}"#));
    assert!(!allows(r#"{"edits":[]}"#));
    // What is left out is its default, in every element.
    let appends = Rule::deny(edits("/edits/*/mode", "append"));
    assert_eq!(
        effect(appends.clone(), r#"{"edits":[{"path":"a","mode":"x"},{"path":"b"}]}"#),
        RuleEffect::Deny
    );
    assert_eq!(effect(appends, r#"{"edits":[{"path":"a","mode":"x"}]}"#), RuleEffect::Ask);
    // Members of an object are elements as well.
    let tokens = Rule::deny(edits("/env/*", "secret*"));
    assert_eq!(
        effect(tokens.clone(), r#"{"edits":[],"env":{"A":"b","C":"secret 1"}}"#),
        RuleEffect::Deny
    );
    assert_eq!(effect(tokens, r#"{"edits":[],"env":{"A":"b"}}"#), RuleEffect::Ask);
}

#[test]
fn no_number_of_elements_hides_one() {
    let mut all: Vec<_> = (0..20_000).map(|n| json!({"path": format!("src/{n}")})).collect();
    all.push(json!({"file": ".env"}));
    let text = json!({"edits": all}).to_string();
    assert_eq!(effect(Rule::deny(edits("/edits/*/path", "*.env")), &text), RuleEffect::Deny);
    assert_eq!(effect(Rule::allow(edits("/edits/*/path", "src/*")), &text), RuleEffect::Ask);
    assert_eq!(effect(Rule::deny(edits("/edits/*/mode", "append")), &text), RuleEffect::Deny);
    let many: BTreeMap<_, _> = (0..20_000).map(|n| (format!("k{n}"), "x".to_owned())).collect();
    let text = json!({"edits": [], "env": many}).to_string();
    assert_eq!(effect(Rule::deny(edits("/env/*", "y")), &text), RuleEffect::Ask);
    assert_eq!(effect(Rule::allow(edits("/env/*", "x")), &text), RuleEffect::Allow);
}

#[test]
fn of_two_patterns_for_one_argument_none_is_dropped() {
    let one = Calls::all().argument("/a", "x*").unwrap();
    let error = one.clone().argument("/a", "*y").unwrap_err();
    assert!(matches!(error, CallsError::Twice { .. }));
    assert_eq!(
        error.to_string(),
        "`/a` is there already, like `x*`: write a rule for each, or one pattern"
    );
    assert!(one.argument("/b", "*y").is_ok());
}

#[tokio::test]
async fn nobody_is_asked_about_what_a_rule_denies_wherever_it_stands() {
    let denies = || {
        let secret = Calls::all().argument("/path", "*.env").unwrap();
        PermissionRules::new([Rule::deny(secret).because("secrets stay")])
    };
    for deny_within in [true, false] {
        for asks_by_rule in [true, false] {
            let registry = registry([plain("write")]);
            let agent = registry.scope("agent");
            let asks = |scope: &ToolScope| {
                if asks_by_rule {
                    scope.policy(PermissionRules::ask_on_write());
                } else {
                    scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("a hook asks")) });
                }
            };
            let helper = agent.child("helper");
            if deny_within {
                asks(&agent);
                helper.policy(denies());
            } else {
                agent.policy(denies());
                asks(&helper);
            }
            let asked = yes(&agent);
            let secret = helper.execute(call("write", r#"{"path":".env"}"#)).await;
            assert_eq!(
                (secret.text().as_ref(), code(&secret).as_str()),
                ("Error: secrets stay", "DENIED")
            );
            assert_eq!(asked.load(Ordering::Relaxed), 0);
            assert!(!helper.execute(call("write", r#"{"path":"a"}"#)).await.is_error());
            assert_eq!(asked.load(Ordering::Relaxed), 1);
        }
    }
}

#[tokio::test]
async fn nobody_is_asked_about_what_cannot_run() {
    let registry = registry([edit::definition()]);
    let agent = registry.scope("agent");
    agent.policy(PermissionRules::ask_on_write());
    let asked = yes(&agent);
    let helper = agent.child("helper");
    helper.restrict(ToolRestriction::all().deny(["edit"])).unwrap();
    for (scope, name, arguments, expected) in [
        (&agent, "deplo", "{}", "UNKNOWN_TOOL"),
        (&agent, "", "{}", "UNKNOWN_TOOL"),
        (&helper, "edit", r#"{"edits":[]}"#, "UNKNOWN_TOOL"),
        (&agent, "edit", r#"{"edit":[]}"#, "INVALID_ARGS"),
        (&agent, "edit", r#"{"edits":[{"path":1}]}"#, "INVALID_ARGS"),
    ] {
        assert_eq!(
            code(&scope.execute(call(name, arguments)).await),
            expected,
            "{name} {arguments}"
        );
    }
    assert_eq!(asked.load(Ordering::Relaxed), 0);
    assert!(!agent.execute(call("edit", r#"{"edits":[]}"#)).await.is_error());
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    // Nor is what a hook asks about, and post-execute hooks see what came of it.
    let seen = Arc::new(AtomicU32::new(0));
    let sees = Arc::clone(&seen);
    helper.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("a hook asks")) });
    helper.post_execute_fn(move |_, _, next| {
        sees.fetch_add(1, Ordering::Relaxed);
        next.run()
    });
    assert_eq!(code(&helper.execute(call("edit", r#"{"edits":[]}"#)).await), "UNKNOWN_TOOL");
    assert_eq!((asked.load(Ordering::Relaxed), seen.load(Ordering::Relaxed)), (1, 1));
}

#[tokio::test]
async fn a_wrapper_that_answers_for_names_without_a_tool_runs_nothing_that_was_to_be_asked_about() {
    let registry = registry([plain("known")]);
    let agent = registry.scope("agent");
    let ran = Arc::new(AtomicU32::new(0));
    let runs = Arc::clone(&ran);
    agent.around_dispatch_fn(move |_, next| {
        runs.fetch_add(1, Ordering::Relaxed);
        async move { next.run().await }
    });
    agent.policy(PermissionRules::ask_on_write());
    yes(&agent);
    assert_eq!(code(&agent.execute(call("virtual", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(ran.load(Ordering::Relaxed), 0);
    assert!(!agent.execute(call("known", "{}")).await.is_error());
    assert_eq!(ran.load(Ordering::Relaxed), 1);
}

#[test]
fn a_file_says_nothing_by_leaving_it_out_and_nothing_twice() {
    for (text, part) in [
        (r#"{"rules":[{"effect":"allow"}]}"#, "`calls` is missing"),
        (r#"{"rules":[{"effect":"allow","calls":{}}]}"#, "no calls are named"),
        (r#"{"rules":[{"effect":"allow","calls":{"arguments":{}}}]}"#, "no calls are named"),
        (r#"{"rules":[{"effect":"allow","calls":{"tool":null}}]}"#, "invalid type: null"),
        (r#"{"rules":[{"effect":"allow","calls":null}]}"#, "invalid type: null"),
        (
            r#"{"rules":[{"effect":"allow","calls":"every"}]}"#,
            "an object that says which calls, or \"all\"",
        ),
        (
            r#"{"rules":[{"effect":"deny","calls":{"tool":"a","tool":"b"}}]}"#,
            "duplicate field `tool`",
        ),
        (
            r#"{"rules":[{"effect":"deny","calls":{"arguments":{"/a~2":"b"}}}]}"#,
            "`/a~2` is no JSON Pointer",
        ),
        (r#"["allow",[["deny",{"tool":"x"},null]]]"#, "expected an object"),
        ("[]", "expected an object"),
        (r#"{"rules":[["deny",{"tool":"x"},null]]}"#, "expected an object"),
        (r#"{"rules":[{"effect":"deny","calls":["x"]}]}"#, "an object that says which calls"),
        (r#"{"rules":[{"effect":"deny","calls":{"tool":""}}]}"#, "no tool has an empty name"),
        (r#"{"rules":[],"rules":[]}"#, "duplicate field `rules`"),
    ] {
        let error = PermissionRules::from_json(text).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("line 1 column"), "{error}");
    }
    let twice = "{\"rules\":[\n{\"effect\":\"deny\",\"calls\":{\"arguments\":{\"/a\":\"x\",\n\"/a\":\"y\"}}}]}";
    let error = PermissionRules::from_json(twice).unwrap_err().to_string();
    assert!(error.contains("`/a` is there twice") && error.contains("line 3"), "{error}");
    let all = PermissionRules::from_json(r#"{"rules":[{"effect":"ask","calls":"all"}]}"#).unwrap();
    assert_eq!(*all.rules()[0].calls(), Calls::all());
    assert_eq!(PermissionRules::from_json(&serde_json::to_string(&all).unwrap()).unwrap(), all);
    for grant in [
        r#"{"granted":{"calls":{}}}"#,
        r#"[null,{"calls":"all"}]"#,
        r#"{"granted":{"exactly":["t","d"]}}"#,
    ] {
        assert!(serde_json::from_str::<Grant>(grant).is_err(), "{grant}");
    }
}

#[test]
fn rules_that_mean_nothing_that_there_is_are_told() {
    let told = |calls: Calls| {
        let registry = registry([edit::definition(), plain("bash")]);
        let lints = PermissionRules::new([Rule::deny(calls)]).lints_for(&registry.scope("agent"));
        lints.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        told(Calls::of("bsh").unwrap()),
        ["rule 1 means no tool that there is: deny `bsh`; did you mean `bash`?"]
    );
    assert_eq!(
        told(Calls::of("").unwrap().argument("/x", "y").unwrap()),
        ["rule 1 means no tool that there is: deny ``, `/x` like `y`"]
    );
    assert_eq!(
        told(edits("/edits/*/pth", "x")),
        [
            "rule 1 means no argument that its tools have: deny `edit`, `/edits/*/pth` like `x`; no `/edits/*/pth`"
        ]
    );
    for fine in ["/edits/0/path", "/edits/*/file", "/env/A", "/env/*", "/times", "/edits", ""] {
        assert!(told(edits(fine, "x")).is_empty(), "{fine}");
    }
    assert!(told(Calls::all()).is_empty() && told(Calls::of("ed*").unwrap()).is_empty());
    // Where there are no tools yet nothing can be told.
    let rules = PermissionRules::new([Rule::deny(Calls::of("bsh").unwrap())]);
    assert!(rules.lints_for(&ToolRegistry::new()).is_empty());
}

#[test]
fn a_supposed_call_is_explained_as_a_made_one_is() {
    let registry = registry([edit::definition()]);
    let rules = PermissionRules::new([
        Rule::deny(edits("/times", "7")),
        Rule::allow(Calls::of("unknown").unwrap()),
    ]);
    let said = |name: &str, arguments: &str| {
        rules.explain_call(&registry, name, arguments).unwrap().to_string()
    };
    assert_eq!(
        said("edit", r#"{"edits":[],"times":7.0}"#),
        "rule 1: deny `edit`, `/times` like `7`"
    );
    assert_eq!(said("edit", r#"{"edits":[]}"#), "no rule is about it: allow");
    assert_eq!(said("unknown", "{}"), "rule 2: allow `unknown`");
    assert_eq!(rules.explain_call(&registry, "edit", "{").unwrap_err().code(), "INVALID_JSON");
}

#[tokio::test]
async fn an_exact_grant_is_for_the_call_however_it_is_written_and_for_no_other() {
    let ledger = GrantLedger::new();
    let asked = Arc::new(AtomicU32::new(0));
    let (grants, count) = (ledger.clone(), Arc::clone(&asked));
    let person = move |request: ApprovalRequest| {
        count.fetch_add(1, Ordering::Relaxed);
        let grants = grants.clone();
        async move {
            grants.grant(Grant::exactly(&request))?;
            Ok::<_, ToolError>(ApprovalDecision::AllowedOnce)
        }
    };
    let registry = registry([edit::definition()]);
    registry.policy(PermissionRules::ask_on_write());
    let agent = registry.scope("agent");
    agent.approver(StandingGrants::of(ledger.clone(), person));
    for (arguments, times) in [
        (r#"{"edits":[{"path":"a"}],"times":2}"#, 1),
        (r#"{ "times" : 2.0, "edits" : [ {"file":"\u0061","mode":"append"} ], "env":null }"#, 1),
        (r#"{"edits":[{"path":"a","mode":null}],"times":2e0}"#, 1),
        (r#"{"edits":[{"path":"a"}]}"#, 2),
        (r#"{"edits":[{"path":"a"}],"times":1}"#, 2),
        (r#"{"edits":[{"path":"b"}],"times":2}"#, 3),
        (r#"{"edits":[{"path":"a"},{"path":"a"}],"times":2}"#, 4),
    ] {
        assert!(!agent.execute(call("edit", arguments)).await.is_error(), "{arguments}");
        assert_eq!(asked.load(Ordering::Relaxed), times, "{arguments}");
    }
    assert_eq!(
        ledger.grants()[0].to_string(),
        r#"this very call of `edit` with `{"edits":[{"mode":"append","path":"a"}],"times":2}`"#
    );
    assert_eq!(ledger.grants().len(), 4);
}

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("dsh-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn files(&self) -> Vec<String> {
        let files = std::fs::read_dir(&self.0).unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn grants_are_kept_in_a_file_whole_or_as_they_were() {
    let folder = Folder::new("grants");
    let path = folder.0.join("grants.jsonl");
    let fetch = || Grant::calls(Calls::of("fetch").unwrap()).within("agent");
    let all = || Grant::calls(Calls::all().read_only(true));
    let store = FileGrantStore::new(&path);
    assert!(store.load().unwrap().grants.is_empty());
    let ledger = GrantLedger::resume(store, []);
    ledger.grant(fetch()).unwrap();
    ledger.grant(all()).unwrap();
    let kept = FileGrantStore::new(&path).load().unwrap();
    assert_eq!((kept.grants, kept.faults.len()), (vec![fetch(), all()], 0));
    assert_eq!(folder.files(), ["grants.jsonl"], "nothing is left beside it");
    #[cfg(unix)]
    {
        let mode = std::fs::metadata(&path).unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode.permissions()) & 0o777, 0o600);
    }
    ledger.revoke(&fetch()).unwrap();
    assert_eq!(FileGrantStore::new(&path).load().unwrap().grants, [all()]);
    // What cannot be kept is not granted.
    drop(folder);
    let error = ledger.grant(fetch()).unwrap_err().to_string();
    assert!(error.contains("could not be kept") && error.contains("grants.jsonl"), "{error}");
    assert_eq!(ledger.grants(), [all()]);
}

#[test]
fn a_line_that_is_no_grant_grants_nothing_is_told_and_stays() {
    let folder = Folder::new("torn-grants");
    let path = folder.0.join("grants.jsonl");
    let good = r#"{"granted":{"calls":{"tool":"fetch"}}}"#;
    let torn = r#"{"granted":{"calls":{"too"#;
    let wide = r#"{"granted":{"calls":{}}}"#;
    std::fs::write(&path, format!("# by hand\n{good}\n\n{wide}\n{torn}")).unwrap();
    #[cfg(unix)]
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let store = FileGrantStore::new(&path);
    let kept = store.load().unwrap();
    assert_eq!(kept.grants, [Grant::calls(Calls::of("fetch").unwrap())]);
    let told: Vec<_> = kept.faults.iter().map(ToString::to_string).collect();
    assert!(told[0].contains("grants.jsonl:4: this is no grant: no calls are named"), "{told:?}");
    assert!(told[1].contains("grants.jsonl:5: this is no grant: EOF"), "{told:?}");
    let ledger = GrantLedger::resume(store, kept.grants);
    ledger.grant(Grant::calls(Calls::of("ls").unwrap())).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let ls = r#"{"granted":{"calls":{"tool":"ls"}}}"#;
    assert_eq!(text, format!("# by hand\n{wide}\n{torn}\n{good}\n{ls}\n"));
    // What was not read is not replaced.
    let unread = GrantLedger::resume(FileGrantStore::new(&path), []);
    let error = unread.grant(Grant::calls(Calls::of("rm").unwrap())).unwrap_err().to_string();
    assert!(error.contains("`load` it first"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    std::fs::write(&path, b"\xff").unwrap();
    assert!(FileGrantStore::new(&path).load().is_err());
}

#[cfg(unix)]
#[test]
fn a_file_of_grants_that_others_may_write_is_not_read_and_a_link_to_one_stays() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("shared-grants");
    let (path, link) = (folder.0.join("grants.jsonl"), folder.0.join("link"));
    std::fs::write(&path, "").unwrap();
    symlink(&path, &link).unwrap();
    let store = FileGrantStore::new(&link);
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o620)).unwrap();
    assert!(store.load().unwrap_err().to_string().contains("others"));
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
    store.load().unwrap();
    GrantLedger::resume(store, []).grant(Grant::calls(Calls::all())).unwrap();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"granted\":{\"calls\":\"all\"}}\n");
}

#[tokio::test]
async fn a_guard_may_be_one_of_several_kinds() {
    fn no(call: &ToolExecution) -> Option<Denial> {
        (call.name() == "t").then(|| Denial::new("no"))
    }
    let guard: Arc<dyn ToolGuard> = Arc::new(no);
    let registry = registry([free("t").body(|_, _| async { "ran" }).build()]);
    registry.guard(guard);
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "Error: no");
}
