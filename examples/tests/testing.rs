//! How tests of tools look: those of the workbench's files, by `dsh_tools::testing`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected fails"
)]

use dsh_tools::prelude::*;
use dsh_tools::testing::{
    ExpectResult, FakeApprover, RecordedCalls, StubTool, assert_accepts, assert_no_drift,
    assert_rejects,
};
use dsh_tools::{PermissionRules, RetryPolicy};
use dsh_tools_examples::files::{ReadArgs, ReadOutput};
use dsh_tools_examples::{Workspace, edit, glob, grep, ls, read, write};
use serde_json::json;
use tempfile::TempDir;

/// A workspace with one file.
fn workspace() -> (TempDir, Workspace) {
    let dir = TempDir::new().unwrap();
    std::fs::write(dir.path().join("notes.txt"), "one\ntwo\nthree\n").unwrap();
    let workspace = Workspace::open(dir.path()).unwrap();
    (dir, workspace)
}

#[tokio::test]
async fn a_part_of_a_file_is_read() {
    let (_dir, workspace) = workspace();
    let call = read::definition().call(json!({"path": "notes.txt", "offset": 2, "limit": 1}));
    let report = call.state(workspace).recorded().await;
    report.expect_text_with("     2\ttwo\n");
    report.expect_text_with("go on with `offset: 3`");
    let output: ReadOutput = report.expect_value();
    assert_eq!((output.lines, output.total_lines), (vec!["two".to_owned()], 3));
}

#[tokio::test]
async fn what_cannot_be_read_has_a_code() {
    for (arguments, code) in [
        (json!({"path": "nope.txt"}), "NOT_FOUND"),
        (json!({"path": "../notes.txt"}), "OUTSIDE_WORKSPACE"),
        (json!({"path": "notes.txt", "offset": 9}), "OUT_OF_RANGE"),
        (json!({"path": ""}), "INVALID_ARGS"),
    ] {
        let (_dir, workspace) = workspace();
        read::definition().call(arguments).state(workspace).recorded().await.expect_failure(code);
    }
}

#[test]
fn arguments_are_held_to_their_bounds() {
    assert_accepts!(ReadArgs, {"path": "a", "offset": 1, "limit": 2000});
    assert_rejects!(ReadArgs, {"path": "a", "offset": 0, "limit": 2001}, ["`offset`", "`limit`"]);
    assert_rejects!(write::definition(), {"path": "a"}, ["`content`"]);
}

#[test]
fn what_models_see_changes_only_when_it_is_meant() {
    let registry = ToolRegistry::builder()
        .tools(tools![read, write, edit, ls, glob, grep])
        .scoped_state::<Workspace>()
        .build()
        .unwrap();
    assert_no_drift!("tests/schemas.json", &registry.schemas());
}

/// A host's policy, with stubs for the tools: nothing is written, whatever goes wrong.
#[tokio::test(start_paused = true)]
async fn the_host_asks_before_it_writes_and_reads_again_when_busy() {
    let reading = StubTool::of(read::definition())
        .fails("BUSY", "later")
        .returns(Json(ReadOutput { offset: 1, lines: Vec::new(), total_lines: 0, cut_lines: 0 }));
    let writing = StubTool::of(write::definition()).returns("created");
    let approver = FakeApprover::new().reject("read it first").allow();
    let recorded = RecordedCalls::new();
    let registry = ToolRegistry::builder()
        .tools([&reading, &writing])
        .policy(PermissionRules::ask_on_write())
        .policy(RetryPolicy::new().codes(["BUSY"]))
        .approver(approver.clone())
        .observe(recorded.clone())
        .build()
        .unwrap();
    let agent = registry.scope("agent");
    let write = || {
        let arguments = json!({"path": "a.txt", "content": "hi"});
        agent.execute(ToolExecutionInput::new("call_1", "write", arguments))
    };
    write().await.expect_failure("DENIED");
    let read = ToolExecutionInput::new("call_2", "read", json!({"path": "a.txt"}));
    agent.execute(read).await.expect_text("[the file is empty]\n");
    write().await.expect_text("created");

    recorded.assert_calls(["write", "read", "write"]);
    reading.assert_called(2);
    writing.assert_called_with([json!({"path": "a.txt", "content": "hi"})]);
    approver.assert_asked(["write", "write"]);
    approver.assert_finished();
}
