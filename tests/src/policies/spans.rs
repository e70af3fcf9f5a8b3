//! Spans as an exporter of OpenTelemetry gets them.

use crate::support::{call, code, free, plain, poll_once, read, registry};
use dsh_tools::TracingPolicy;
use dsh_tools::prelude::*;
use opentelemetry::Value;
use opentelemetry::trace::{SpanKind, Status, TracerProvider as _};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use std::future::pending;
use std::pin::pin;
use tracing::instrument::WithSubscriber;
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::layer::SubscriberExt;

/// Runs under a subscriber that exports to memory: the spans that ended, in that order.
async fn spans<T>(work: impl Future<Output = T>) -> (T, Vec<SpanData>) {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("tests"));
    let done = work.with_subscriber(tracing_subscriber::registry().with(layer)).await;
    provider.force_flush().unwrap();
    (done, exporter.get_finished_spans().unwrap())
}

fn attribute<'a>(span: &'a SpanData, key: &str) -> Option<&'a Value> {
    let mut found = span.attributes.iter().filter(|attribute| attribute.key.as_str() == key);
    let value = found.next().map(|attribute| &attribute.value);
    assert!(found.next().is_none(), "`{key}` is there twice");
    value
}

#[track_caller]
fn text(span: &SpanData, key: &str) -> String {
    attribute(span, key).unwrap_or_else(|| panic!("no {key}")).to_string()
}

fn traced(tools: impl IntoIterator<Item = ToolDefinition>) -> ToolRegistry {
    let registry = registry(tools);
    registry.policy(TracingPolicy::new());
    registry
}

#[tokio::test]
async fn a_call_is_a_span_with_the_attributes_of_the_conventions() {
    let registry = traced([read()]);
    let (result, spans) = spans(registry.execute(call("read", r#"{"path":"secret"}"#))).await;
    assert!(!result.is_error());
    let [span] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!((span.name.as_ref(), &span.span_kind), ("execute_tool read", &SpanKind::Internal));
    assert_eq!(text(span, "gen_ai.operation.name"), "execute_tool");
    assert_eq!(text(span, "gen_ai.tool.name"), "read");
    assert_eq!(text(span, "gen_ai.tool.type"), "function");
    assert_eq!(text(span, "gen_ai.tool.description"), "A tool of the tests.");
    assert_eq!(text(span, "gen_ai.tool.call.id"), "call_1");
    assert_eq!(span.status, Status::Unset);
    assert_eq!(attribute(span, "error.type"), None);
    assert!(!format!("{span:?}").contains("secret"), "nobody asked for arguments or results");
}

#[tokio::test]
async fn arguments_and_results_where_they_are_asked_for() {
    let registry = registry([read()]);
    registry.policy(TracingPolicy::new().with_arguments().with_result());
    let ((), spans) = spans(async {
        registry.execute(call("read", r#"{"path":"secret", "limit": 7}"#)).await;
        registry.execute(call("read", "{}")).await;
    })
    .await;
    let arguments = |at: usize| -> serde_json::Value {
        serde_json::from_str(&text(&spans[at], "gen_ai.tool.call.arguments")).unwrap()
    };
    assert_eq!(arguments(0), serde_json::json!({"path": "secret", "limit": 7}));
    assert_eq!(text(&spans[0], "gen_ai.tool.call.result"), r#""read secret Some(7)""#);
    assert_eq!(arguments(1), serde_json::json!({}));
    assert_eq!(attribute(&spans[1], "gen_ai.tool.call.result"), None);
}

#[tokio::test]
async fn every_failure_has_its_code_and_every_call_one_span() {
    let boom = free("boom").body(|_, _| async { crate::support::boom("on purpose") }).build();
    let registry = traced([read(), plain("denied"), boom]);
    registry.guard_fn(|call| (call.name() == "denied").then(|| Denial::new("no")));
    let cancelled = CancellationToken::new();
    cancelled.cancel();
    let calls = [
        (call("read", "{}"), "INVALID_ARGS"),
        (call("read", "{"), "INVALID_JSON"),
        (call("denied", "{}"), "DENIED"),
        (call("boom", "{}"), "TOOL_PANICKED"),
        (call("unknown", "{}"), "UNKNOWN_TOOL"),
        (call("read", "{}").cancellation(cancelled), "ABORTED_BEFORE_DISPATCH"),
    ];
    for (input, expected) in calls {
        let (result, spans) = spans(registry.execute(input)).await;
        let [span] = &spans[..] else { panic!("{expected}: {spans:?}") };
        assert_eq!(
            (code(&result).as_str(), text(span, "error.type").as_str()),
            (expected, expected)
        );
        assert!(matches!(span.status, Status::Error { .. }), "{expected}: {:?}", span.status);
        assert_eq!(attribute(span, "otel.status_code"), None, "it is the status itself");
    }
}

#[tokio::test]
async fn names_that_are_no_tool_are_kept_out_of_the_spans_name() {
    let registry = traced([]);
    let name = format!("rm\u{202e}\n{}", "x".repeat(10_000));
    let id = format!("id\u{1b}[2J{}", "y".repeat(10_000));
    let input = ToolExecutionInput::new(id, name, "{}");
    let (_, spans) = spans(registry.execute(input)).await;
    assert_eq!(spans[0].name, "execute_tool");
    for (key, starts) in
        [("gen_ai.tool.name", r"rm\u{202e}\u{a}xxx"), ("gen_ai.tool.call.id", r"id\u{1b}[2Jyyy")]
    {
        let shown = text(&spans[0], key);
        assert!(shown.starts_with(starts) && shown.chars().count() <= 129, "{shown}");
    }
}

#[tokio::test]
async fn nested_calls_are_children_and_bodies_run_inside() {
    let inner = free("inner")
        .body(|_, _| async { tracing::info_span!("work").in_scope(|| "done") })
        .build();
    let outer = free("outer")
        .body(|_, cx| async move {
            tokio::task::yield_now().await;
            cx.call("inner", "{}").await.text().into_owned()
        })
        .build();
    let registry = traced([inner, outer]);
    let (result, spans) = spans(async {
        use tracing::Instrument;
        registry.execute(call("outer", "{}")).instrument(tracing::info_span!("turn")).await
    })
    .await;
    assert_eq!(result.text(), "done");
    let names: Vec<_> = spans.iter().map(|span| span.name.as_ref()).collect();
    assert_eq!(names, ["work", "execute_tool inner", "execute_tool outer", "turn"]);
    for pair in spans.windows(2) {
        assert_eq!(pair[0].parent_span_id, pair[1].span_context.span_id(), "{}", pair[0].name);
        assert_eq!(pair[0].span_context.trace_id(), pair[1].span_context.trace_id());
    }
    assert_eq!(text(&spans[1], "gen_ai.tool.call.id"), "call_1/1");
}

#[tokio::test]
async fn a_dropped_call_ends_its_span() {
    let never = free("never").body(|_, _| async { pending::<&'static str>().await }).build();
    let registry = traced([never]);
    let ((), ended) = spans(async {
        let mut running = pin!(registry.execute(call("never", "{}")));
        assert!(poll_once(running.as_mut()).is_pending());
    })
    .await;
    let [span] = &ended[..] else { panic!("{ended:?}") };
    assert_eq!(text(span, "error.type"), "ABORTED");
    assert!(matches!(span.status, Status::Error { .. }));
    // One that was dropped before it ran.
    let asked = registry.pre_execute_fn(|_, _| pending());
    let ((), ended) = spans(async {
        let mut running = pin!(registry.execute(call("never", "{}")));
        assert!(poll_once(running.as_mut()).is_pending());
    })
    .await;
    assert_eq!(text(&ended[0], "error.type"), "ABORTED_BEFORE_DISPATCH");
    assert!(asked.unregister());
}

#[tokio::test]
async fn concurrent_calls_do_not_stand_in_each_others_spans() {
    let wait = free("wait")
        .body(|_, cx| async move {
            for _ in 0..3 {
                tokio::task::yield_now().await;
            }
            tracing::info_span!("work", id = cx.call_id()).in_scope(|| "done")
        })
        .build();
    let registry = traced([wait]);
    let calls = (0..5)
        .map(|n| registry.execute(ToolExecutionInput::new(format!("call_{n}"), "wait", "{}")));
    let (_, spans) = spans(futures_util::future::join_all(calls.collect::<Vec<_>>())).await;
    assert_eq!(spans.len(), 10);
    for work in spans.iter().filter(|span| span.name == "work") {
        let parent =
            spans.iter().find(|span| span.span_context.span_id() == work.parent_span_id).unwrap();
        assert_eq!(text(parent, "gen_ai.tool.call.id"), text(work, "id"));
    }
    assert!(
        spans
            .iter()
            .filter(|span| span.name != "work")
            .all(|span| span.parent_span_id.to_string() == "0000000000000000")
    );
}

/// Panics wherever it is told to.
struct Rude(&'static str);

impl Rude {
    fn act(&self, what: &str) {
        assert!(self.0 != what, "a subscriber");
    }
}

impl tracing::Subscriber for Rude {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        self.act("new");
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {
        self.act("record");
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &tracing::Event<'_>) {}
    fn enter(&self, _: &Id) {
        self.act("enter");
    }
    fn exit(&self, _: &Id) {
        self.act("exit");
    }
    fn clone_span(&self, id: &Id) -> Id {
        self.act("clone");
        id.clone()
    }
    fn try_close(&self, _: Id) -> bool {
        self.act("close");
        true
    }
}

#[tokio::test]
async fn a_subscriber_that_panics_harms_no_call_and_without_one_all_is_as_before() {
    let registry = registry([plain("a")]);
    registry.policy(TracingPolicy::new().with_result());
    assert_eq!(registry.execute(call("a", "{}")).await.text(), "done");
    for what in ["new", "record", "enter", "exit", "clone", "close"] {
        let traced = registry.execute(call("a", "{}")).with_subscriber(Rude(what)).await;
        assert_eq!(traced.text(), "done", "{what}");
    }
}
