//! Ways around rules of permission and standing grants.

use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{
    Calls, FailOpen, Grant, PermissionRule as Rule, PermissionRules, RuleEffect, StandingGrants,
    pre_execute_fn,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(ToolValue, Debug)]
enum Mode {
    Keep,
    #[arg(alias = "erase")]
    Delete,
}

#[derive(ToolArgs, Debug)]
struct Target {
    /// Where.
    #[arg(alias = "at")]
    place: String,
}

/// Does something to a file.
#[tool(name = "touch")]
async fn touch(
    /// Which.
    #[arg(alias = "file", alias = "filename")]
    path: Option<String>,
    /// How often.
    #[arg(default = 1)]
    count: u32,
    /// How much.
    share: Option<f64>,
    /// What is done.
    mode: Option<Mode>,
    /// Where to.
    #[arg(alias = "dest")]
    target: Option<Target>,
    /// Whether what is there is overwritten.
    #[arg(default = true)]
    force: bool,
    /// All of them.
    list: Option<Vec<String>>,
) -> String {
    format!("{path:?} {count} {share:?} {mode:?} {target:?} {force} {list:?}")
}

fn touching() -> ToolRegistry {
    ToolRegistry::builder().tools(tools![touch]).build().unwrap()
}

/// What is done to a place.
#[derive(ToolArgs, Debug)]
#[arg(tag = "op")]
enum Op {
    /// Takes it away.
    #[arg(alias = "rm")]
    Remove {
        /// Which.
        #[arg(alias = "dir")]
        path: String,
    },
    /// Shows it.
    Show {
        /// Which.
        path: String,
    },
}

#[derive(ToolValue, Debug)]
enum Outer {
    #[arg(alias = "rm")]
    Remove {
        #[arg(alias = "dir")]
        path: String,
    },
    #[arg(alias = "none")]
    Nothing,
}

#[derive(ToolValue, Debug)]
struct Part {
    /// Who.
    #[arg(alias = "owner", default = "root")]
    user: String,
}

/// Does it.
#[tool(name = "operate")]
async fn operate(args: Op) -> String {
    format!("{args:?}")
}

#[derive(ToolArgs, Debug)]
struct Wide {
    /// Flattened.
    #[arg(flatten)]
    part: Part,
    /// Several.
    outer: Option<Vec<Outer>>,
}

/// Does more.
#[tool(name = "widely")]
async fn widely(args: Wide) -> String {
    format!("{args:?}")
}

#[tokio::test]
async fn variants_and_flattened_parts_are_no_way_around_either() {
    let registry = || ToolRegistry::builder().tools(tools![operate, widely]).build().unwrap();
    let denied = async |tool: &str, pointer: &str, like: &str, arguments: &str| {
        let registry = registry();
        let ran = registry.execute(call(tool, arguments)).await;
        assert!(!ran.is_error(), "{arguments}: {}", ran.text());
        let calls = Calls::of(tool).unwrap().argument(pointer, like).unwrap();
        registry.policy(PermissionRules::new([Rule::deny(calls)]));
        registry.execute(call(tool, arguments)).await.is_error()
    };
    for (pointer, like, arguments) in [
        ("/op", "Remove", r#"{"op":"Remove","path":"a"}"#),
        ("/op", "Remove", r#"{"op":"rm","path":"a"}"#),
        ("/path", "a", r#"{"op":"rm","dir":"a"}"#),
        ("/dir", "a", r#"{"op":"rm","path":"a"}"#),
    ] {
        assert!(denied("operate", pointer, like, arguments).await, "{pointer} {arguments}");
    }
    assert!(!denied("operate", "/op", "Remove", r#"{"op":"Show","path":"a"}"#).await);
    for (pointer, like, arguments) in [
        ("/user", "root", "{}"),
        ("/user", "root", r#"{"owner":"root"}"#),
        ("/outer/0/Remove/path", "a", r#"{"outer":[{"rm":{"dir":"a"}}]}"#),
        ("/outer/1", "Nothing", r#"{"outer":["Nothing","none"]}"#),
    ] {
        assert!(denied("widely", pointer, like, arguments).await, "{pointer} {arguments}");
    }
    assert!(!denied("widely", "/user", "root", r#"{"owner":"me"}"#).await);
}

/// Whether a rule to deny calls with such an argument holds for the call.
async fn denied(pointer: &str, like: &str, arguments: &str) -> bool {
    let registry = touching();
    let calls = Calls::of("touch").unwrap().argument(pointer, like).unwrap();
    registry.policy(PermissionRules::new([Rule::deny(calls)]));
    let result = registry.execute(call("touch", arguments)).await;
    if result.is_error() {
        assert_eq!(code(&result), "DENIED", "{}", result.text());
    }
    result.is_error()
}

#[tokio::test]
async fn a_denied_argument_is_denied_under_each_of_its_names() {
    for arguments in [
        r#"{"path":"keys/a"}"#,
        r#"{"file":"keys/a"}"#,
        r#"{"filename":"keys/a"}"#,
        r#"{"path":null,"file":"keys/a"}"#,
        r#"{"\u0066ile":"keys/a"}"#,
    ] {
        assert!(denied("/path", "keys/*", arguments).await, "{arguments}");
        assert!(denied("/file", "keys/*", arguments).await, "{arguments}");
        assert!(!denied("/path", "locks/*", arguments).await, "{arguments}");
    }
    for arguments in [
        r#"{"target":{"place":"keys/a"}}"#,
        r#"{"dest":{"place":"keys/a"}}"#,
        r#"{"dest":{"at":"keys/a"}}"#,
        r#"{"target":{"at":"keys/a"}}"#,
    ] {
        assert!(denied("/target/place", "keys/*", arguments).await, "{arguments}");
    }
    assert!(denied("/mode", "Delete", r#"{"mode":"Delete"}"#).await);
    assert!(denied("/mode", "Delete", r#"{"mode":"erase"}"#).await);
    assert!(!denied("/mode", "Delete", r#"{"mode":"Keep"}"#).await);
}

#[tokio::test]
async fn a_default_that_is_denied_is_denied_where_it_is_left_out() {
    for arguments in ["{}", r#"{"force":true}"#, r#"{"force":null}"#] {
        assert!(denied("/force", "true", arguments).await, "{arguments}");
        assert!(denied("/count", "1", arguments).await, "{arguments}");
    }
    assert!(!denied("/force", "true", r#"{"force":false}"#).await);
    assert!(!denied("/path", "*", "{}").await, "nothing stands for it");
}

#[tokio::test]
async fn a_number_is_the_same_however_it_is_written() {
    for arguments in
        [r#"{"count":3}"#, r#"{"count":3.0}"#, r#"{"count":3e0}"#, r#"{"count":0.3E1}"#]
    {
        assert!(denied("/count", "3", arguments).await, "{arguments}");
        assert!(!denied("/count", "30", arguments).await, "{arguments}");
    }
    for arguments in [r#"{"share":0.5}"#, r#"{"share":5e-1}"#, r#"{"share":0.50}"#] {
        assert!(denied("/share", "0.5", arguments).await, "{arguments}");
    }
}

#[tokio::test]
async fn what_is_no_text_is_the_same_however_it_is_spaced_and_escaped() {
    for arguments in [
        r#"{"list":["rm","-rf"]}"#,
        r#"{"list": [ "rm" , "-rf" ] }"#,
        r#"{"list":["\u0072m","-rf"]}"#,
    ] {
        assert!(denied("/list", r#"["rm",*"#, arguments).await, "{arguments}");
    }
    assert!(denied("/target", r#"*"place":"k"*"#, r#"{"target": {"place": "k"}}"#).await);
}

#[tokio::test]
async fn a_denied_path_is_denied_with_its_detours() {
    for path in [
        "keys/a",
        "./keys/a",
        "src/../keys/a",
        "src/./../keys/./a",
        "keys//a",
        r"src\..\keys\a",
        "x/y/../../keys/a",
    ] {
        let arguments = serde_json::json!({"path": path}).to_string();
        assert!(denied("/path", "keys/*", &arguments).await, "{path}");
    }
    assert!(!denied("/path", "keys/*", r#"{"path":"keys.rs"}"#).await);
}

/// Whether a rule to allow lets such a call pass where all else is denied.
async fn allowed(pointer: &str, like: &str, arguments: &str) -> bool {
    let registry = touching();
    let calls = Calls::of("touch").unwrap().argument(pointer, like).unwrap();
    let rules = PermissionRules::new([Rule::allow(calls)]).otherwise(RuleEffect::Deny);
    registry.policy(rules);
    !registry.execute(call("touch", arguments)).await.is_error()
}

#[tokio::test]
async fn an_allowed_directory_is_not_left_by_detours() {
    for path in ["src/a", "src/b/../a", "src/./a", "src/..a", "src/a..", "src/...", "src/"] {
        let arguments = serde_json::json!({"path": path}).to_string();
        assert!(allowed("/path", "src/*", &arguments).await, "{path}");
    }
    for path in [
        "src/../keys/a",
        "src/../../etc/passwd",
        "src/a/../../x",
        r"src/..\..\x",
        "src/..",
        r"src\..\x",
    ] {
        let arguments = serde_json::json!({"path": path}).to_string();
        assert!(!allowed("/path", "src/*", &arguments).await, "{path}");
    }
    let url = |url: &str| serde_json::json!({"path": url}).to_string();
    assert!(allowed("/path", "https://docs.rs/*", &url("https://docs.rs/serde/1.0")).await);
    assert!(!allowed("/path", "https://docs.rs/*", &url("https://docs.rs/../../evil")).await);
    // Its alias is the argument, too.
    assert!(allowed("/path", "src/*", r#"{"file":"src/a"}"#).await);
    assert!(!allowed("/path", "src/*", r#"{"file":"src/../a"}"#).await);
    assert!(!allowed("/path", "src/*", "{}").await);
}

#[tokio::test]
async fn a_number_is_allowed_only_as_what_it_is() {
    assert!(allowed("/count", "???", r#"{"count":999}"#).await);
    assert!(!allowed("/count", "???", r#"{"count":1e9}"#).await);
}

#[tokio::test]
async fn a_grant_for_a_directory_is_not_left_by_detours() {
    let grants = StandingGrants::before(|_: ApprovalRequest| async {
        Ok::<_, ToolError>(ApprovalDecision::Unavailable)
    });
    let source = Calls::of("touch").unwrap().argument("/path", "src/*").unwrap();
    grants.grant(Grant::calls(source)).unwrap();
    let registry = touching();
    registry.policy(PermissionRules::ask_on_write());
    let agent = registry.scope("agent");
    agent.approver(grants);
    let run = async |path: &str| {
        let arguments = serde_json::json!({"path": path}).to_string();
        !agent.execute(call("touch", &arguments)).await.is_error()
    };
    assert!(run("src/a").await);
    assert!(!run("src/../../.ssh/authorized_keys").await);
    assert!(!run(r"src\..\..\.ssh\authorized_keys").await);
}

#[tokio::test]
async fn a_grant_for_a_scope_is_for_no_scope_that_is_only_named_like_one_in_it() {
    let grants = StandingGrants::before(|_: ApprovalRequest| async {
        Ok::<_, ToolError>(ApprovalDecision::Unavailable)
    });
    grants.grant(Grant::calls(Calls::all()).within("agent")).unwrap();
    let registry = touching();
    registry.policy(PermissionRules::ask_on_write());
    registry.approver(grants);
    let inside = registry.scope("agent").child("helper");
    let outside = registry.scope("agent/helper");
    assert_ne!(inside.path(), outside.path());
    assert!(!inside.execute(call("touch", "{}")).await.is_error());
    assert!(outside.execute(call("touch", "{}")).await.is_error());
}

#[tokio::test]
async fn nobody_is_asked_twice_behind_two_hooks_that_may_fail() {
    let asked = Arc::new(AtomicU32::new(0));
    let registry = registry([free("t").body(|_, _| async { "ran" }).build()]);
    registry.pre_execute(FailOpen(FailOpen(pre_execute_fn(|_, next| async move {
        let _lost = next.run().await;
        Err(ToolError::msg("down"))
    }))));
    let count = Arc::clone(&asked);
    registry.pre_execute_fn(move |_, _| {
        let time = count.fetch_add(1, Ordering::Relaxed);
        async move {
            if time == 0 {
                Err(ToolError::new("CLOSED", "cannot decide"))
            } else {
                Ok(PreToolDecision::Allow)
            }
        }
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!((code(&result).as_str(), asked.load(Ordering::Relaxed)), ("CLOSED", 1));
}

#[test]
fn a_file_that_says_two_things_of_one_argument_is_refused() {
    let twice =
        r#"{"rules":[{"effect":"deny","calls":{"arguments":{"/path":"keys/*","/path":"x"}}}]}"#;
    assert!(PermissionRules::from_json(twice).is_err());
    // No document has such a place: the rule would never hold.
    assert!(Calls::all().argument("/a~2b", "*").is_err());
    assert!(Calls::all().argument("/a~", "*").is_err());
    assert!(Calls::all().argument("/a~0~1", "*").is_ok());
}
