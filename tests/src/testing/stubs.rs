//! The tool with a script.

use super::{said, said_in_vain};
use dsh_tools::prelude::*;
use dsh_tools::testing::{ExpectResult, StubTool};
use dsh_tools::{CancellationToken, RetryPolicy};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

struct Server;

#[derive(ToolArgs)]
struct SearchArgs {
    #[arg(length(min = 1), custom(is_lower), alias = "q")]
    query: String,
    #[arg(range(min = 1, max = 9), default = 1)]
    page: u8,
}

fn is_lower(text: &str) -> Result<(), String> {
    if text.to_lowercase() == text { Ok(()) } else { Err("write it in lower case".into()) }
}

#[derive(ToolValue)]
struct Hits {
    count: u32,
}

fn render(hits: &Hits) -> String {
    format!("{} hits", hits.count)
}

/// Search.
#[tool(idempotent, timeout = "5s", render = render)]
async fn search(args: SearchArgs, server: &Server) -> Json<Hits> {
    let Server = server;
    panic!("{} {} is asked for in earnest", args.query, args.page)
}

#[tokio::test]
async fn results_come_in_their_order_and_the_last_one_stays() {
    let stub = StubTool::new("fetch")
        .returns("one")
        .fails("BUSY", "later")
        .fails("TOOL_TIMEOUT", "too long")
        .panics("out of bounds")
        .answers(|arguments| format!("got {arguments}"));
    let tool = stub.definition();
    tool.call("{}").await.expect_text("one");
    assert_eq!(tool.call("{}").await.expect_failure("BUSY").message(), "later");
    tool.call("{}").await.expect_failure("TOOL_TIMEOUT");
    let panicked = tool.call("{}").await;
    let failure = panicked.expect_failure("TOOL_PANICKED");
    assert_eq!(failure.source().unwrap().to_string(), "out of bounds");
    tool.call(json!({"n": 1})).await.expect_text(r#"got {"n":1}"#);
    tool.call(json!({"n": 2})).await.expect_text(r#"got {"n":2}"#);
    stub.assert_called(6);
    tool.call("[]").await.expect_failure("INVALID_ARGS");
    stub.assert_called(6);
}

#[tokio::test]
async fn a_stub_without_a_script_says_so() {
    let result = StubTool::new("fetch").definition().call("{}").await;
    assert_eq!(
        result.expect_failure("STUB").message(),
        "`fetch` is a stub, and nothing is scripted for it: say `.returns(..)`"
    );
}

#[tokio::test]
async fn a_stub_of_a_tool_keeps_all_but_the_body() {
    let stub = StubTool::of(search::definition()).returns(Json(Hits { count: 3 }));
    let tool = stub.definition();
    assert_eq!(tool.schema(), search::definition().schema());
    assert_eq!(tool.hints(), search::definition().hints());
    assert_eq!(tool.timeout(), Some(Duration::from_secs(5)));
    // No server, and nobody misses it.
    let registry = ToolRegistry::builder().tools([&stub]).build().unwrap();
    let call = |arguments| registry.execute(ToolExecutionInput::new("call_1", "search", arguments));
    call(json!({"query": "a"})).await.expect_text("3 hits");
    for (arguments, words) in [
        (json!({"query": ""}), "`query`: expected a string of at least 1 character"),
        (json!({"query": "A"}), "`query`: write it in lower case"),
        (json!({"query": "a", "page": 10}), "`page`: expected an integer from 1 to 9"),
    ] {
        let result = call(arguments).await;
        let message = result.expect_failure("INVALID_ARGS").message();
        assert!(message.contains(words), "{message}");
    }
    stub.assert_called_with([json!({"query": "a", "page": 1})]);
    // However it is written, it is what the body would have got.
    call(json!({"q": "a", "page": null})).await.expect_text("3 hits");
    stub.assert_called_with([json!({"query": "a", "page": 1}), json!({"query": "a", "page": 1})]);
    let stub = StubTool::of(search::definition())
        .answers(|arguments| Json(Hits { count: arguments.get("page").map_or(0, |_| 1) }));
    stub.definition().call(json!({"q": "a"})).await.expect_text("1 hits");

    // The promise about the output is the real one as well.
    let stub = StubTool::of(search::definition()).returns("a text");
    stub.definition().call(json!({"query": "a"})).await.expect_failure("INVALID_TOOL_OUTPUT");
    // A narrowed tool stays narrow.
    let narrow = search::definition().refine().range("page", ..=2).build();
    let stub = StubTool::of(narrow).returns(Json(Hits { count: 0 }));
    stub.definition().call(json!({"query": "a", "page": 3})).await.expect_failure("INVALID_ARGS");
    stub.definition().call(json!({"query": "A", "page": 2})).await.expect_failure("INVALID_ARGS");
    stub.definition().call(json!({"query": "a", "page": 2})).await.expect_ok();
}

#[tokio::test(start_paused = true)]
async fn policies_see_a_stub_as_any_tool() {
    let stub = StubTool::of(search::definition())
        .fails("BUSY", "1")
        .fails("BUSY", "2")
        .returns(Json(Hits { count: 1 }));
    let registry = ToolRegistry::builder()
        .tools([stub.clone()])
        .policy(RetryPolicy::new().codes(["BUSY"]))
        .build()
        .unwrap();
    let call = ToolExecutionInput::new("call_1", "search", json!({"query": "a"}));
    registry.execute(call).await.expect_text("1 hits");
    stub.assert_called(3);

    let start = Instant::now();
    let stub = StubTool::of(search::definition()).hangs();
    stub.definition().call(json!({"query": "a"})).await.expect_failure("TOOL_TIMEOUT");
    assert_eq!(start.elapsed(), Duration::from_secs(5));
}

#[tokio::test]
async fn held_calls_go_on_when_they_are_released() {
    let stub = StubTool::new("fetch").returns("done").held();
    let registry = ToolRegistry::builder().tools([&stub]).build().unwrap();
    let stop = CancellationToken::new();
    let call = |n: u8| ToolExecutionInput::new("call_1", "fetch", json!({"n": n}));
    let first = tokio::spawn(registry.execute(call(1)));
    stub.wait_for(1).await;
    let second = tokio::spawn(registry.execute(call(2).cancellation(stop.clone())));
    assert_eq!(stub.wait_for(2).await[1], json!({"n": 2}));
    assert!(!first.is_finished() && !second.is_finished());
    stop.cancel();
    second.await.unwrap().expect_failure("ABORTED");
    stub.release(1);
    first.await.unwrap().expect_text("done");
}

#[tokio::test(start_paused = true)]
async fn calls_that_were_others_are_told() {
    let stub = StubTool::new("fetch").returns("done");
    assert_eq!(
        said(|| stub.assert_called(2)),
        "expected 2 calls, and there were 0 calls\n  `fetch` was not called"
    );
    for n in [1, 2] {
        stub.definition().call(json!({"all": true, "n": n})).await.expect_ok();
    }
    let calls = "\n  `fetch`: {\"all\":true,\"n\":1}\n  `fetch`: {\"all\":true,\"n\":2}";
    assert_eq!(
        said(|| stub.assert_called(1)),
        format!("expected 1 call, and there were 2 calls{calls}")
    );
    assert_eq!(
        said(|| stub.assert_called_with([json!({"all": true, "n": 1})])),
        format!("expected 1 call, and there were 2 calls{calls}")
    );
    assert_eq!(
        said(|| {
            stub.assert_called_with([json!({"all": true, "n": 1}), json!({"every": true, "n": 3})]);
        }),
        "call 2 of `fetch` has not the expected arguments: 3 differences\n\
         \x20 `every`: is missing, expected true\n\
         \x20 `n`: expected 3, is 2\n\
         \x20 `all`: is not expected, is true"
    );
    let told = said_in_vain(stub.wait_for(3)).await;
    assert!(told.starts_with(&format!("3 calls did not start{calls} (waited for at ")), "{told}");
}
