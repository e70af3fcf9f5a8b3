//! Names, ids and keys that are made to mislead, or to drown a message.

use crate::support::{ReadArgs, boom, call, code, free, read, registry, start};
use dsh_tools::ToolCallView;
use dsh_tools::prelude::*;

/// Invisible, reordering, separating and filling characters, one of a kind.
const HIDDEN: &str = "\u{1b}\n\u{7f}\u{85}\u{ad}\u{34f}\u{61c}\u{115f}\u{180e}\u{200d}\u{202e}\u{2028}\u{2066}\u{3164}\u{feff}\u{1d173}\u{e0041}";

/// A message of ours that repeats somebody's text: short, on one line, nothing hidden in it.
#[track_caller]
fn is_tame(message: &str) {
    assert!(message.len() < 2000, "{} bytes", message.len());
    for hidden in HIDDEN.chars() {
        assert!(!message.contains(hidden), "{hidden:?} in {message:?}");
    }
    assert!(message.contains("\\u{202e}"), "it is shown: {message:?}");
}

fn hostile() -> String {
    format!("x{HIDDEN}{}", "y".repeat(1_000_000))
}

#[tokio::test]
async fn c064_a_hostile_call_id_stays_tame_in_the_text_of_a_panic() {
    let registry = registry([free("t").body(|_, _| async { boom("..") }).build()]);
    let result = registry.execute(ToolExecutionInput::new(hostile(), "t", "{}")).await;
    assert_eq!(code(&result), "TOOL_PANICKED");
    is_tame(&result.text());
}

#[tokio::test]
async fn c064_a_hostile_name_stays_tame_in_the_text_of_an_unknown_tool() {
    let result = registry([read()]).execute(call(&hostile(), "{}")).await;
    assert_eq!(code(&result), "UNKNOWN_TOOL");
    is_tame(&result.text());
}

#[tokio::test]
async fn a_hostile_name_stays_tame_in_the_report_of_a_lone_tool() {
    let tool = start(&hostile()).args::<ReadArgs>().body(|_, _| async { "" }).build();
    let result = tool.call("{}").await;
    let text = result.text();
    assert_eq!(code(&result), "INVALID_ARGS");
    is_tame(text.lines().next().unwrap());
}

#[test]
fn c124_hostile_names_stay_tame_in_what_registration_says() {
    struct Workspace;
    let tool = || {
        free(&hostile())
            .timeout(std::time::Duration::ZERO)
            .requires::<Workspace>()
            .body(|_, _| async { "" })
            .build()
    };
    let error = ToolRegistry::builder().tools([tool(), tool()]).build().unwrap_err();
    assert_eq!(error.problems().len(), 7, "{error}");
    for problem in error.problems() {
        is_tame(&problem.to_string());
    }
}

#[tokio::test]
async fn hostile_keys_and_values_stay_tame_in_violations() {
    #[derive(ToolArgs)]
    #[arg(deny_unknown_fields)]
    struct OneArgs {
        #[arg(length(max = 3))]
        path: String,
    }
    let tool = start("one").args::<OneArgs>().body(|args, _| async move { args.path }).build();
    let registry = registry([tool]);
    let arguments = |key: &str, value: &str| serde_json::json!({key: value}).to_string();
    let violations = [
        arguments(&format!("pat{}", HIDDEN.replace('\n', "")), "x"),
        arguments("path", &HIDDEN.replace('\n', "")),
    ];
    for arguments in violations {
        let result = registry.execute(call("one", &arguments)).await;
        assert_eq!(code(&result), "INVALID_ARGS");
        for line in result.text().lines() {
            for hidden in HIDDEN.chars() {
                assert!(!line.contains(hidden), "{hidden:?} in {line:?}");
            }
        }
    }
}

#[test]
fn hostile_titles_stay_tame_on_the_line_of_a_card() {
    // White space is one space there, line separators too.
    let title = HIDDEN.replace(['\n', '\u{85}', '\u{2028}'], "");
    is_tame(&ToolCallView::from(ToolCallView::generic(title)).one_line());
}
