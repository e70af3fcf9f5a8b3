//! What a body gives: checked, rendered, kept, finalized.

use crate::support::{Ears, call, code, failing, free, read, registry, spec};
use dsh_tools::__private::{Invalid, JsonWriter, LossyError, Node, define};
use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use dsh_tools::tool::Declared;
use dsh_tools::{ErrorInfo, ToolCallRecord, ToolResultRecord};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[tokio::test]
async fn s221_a_value_is_checked_rendered_and_kept() {
    /// Lists bytes.
    #[tool(render = rendered, meta = summed)]
    async fn list() -> Json<Vec<u8>> {
        Json(vec![1, 2])
    }
    fn rendered(bytes: &[u8]) -> String {
        format!("{} bytes", bytes.len())
    }
    fn summed(bytes: &[u8]) -> Value {
        json!({"sum": bytes.iter().sum::<u8>()})
    }
    let tool = list::definition();
    let result = tool.call(r#"{"path":"a"}"#).await;
    assert_eq!(result.text(), "2 bytes");
    assert_eq!(result.value().unwrap(), &json!([1, 2]));
    assert_eq!(result.meta().unwrap(), &json!({"sum": 3}));
    let schema = tool.output_schema().unwrap();
    assert_eq!(schema.get("type").unwrap().as_str().as_deref(), Some("array"));
    assert!(read().output_schema().is_none());
}

#[tokio::test]
async fn s222_a_value_that_json_cannot_hold_is_invalid_output() {
    let result = free("nan").body(|_, _| async { Json(f64::NAN) }).build().call("{}").await;
    assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
    assert!(result.value().is_none());
}

#[tokio::test]
async fn s222_a_value_outside_its_schema_is_invalid_output_with_paths_from_value() {
    let tool = free("raw")
        .body(|_, _| async { ToolOutput::document(FrozenJson::parse("[7]").unwrap()) })
        .text_output()
        .build();
    let result = tool.call("{}").await;
    assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
    assert!(result.text().contains("`value`"), "{}", result.text());
    assert!(result.value().is_none());
}

#[tokio::test]
async fn s223_a_renderer_or_projector_that_panics_is_invalid_output() {
    let rendered =
        free("t").body(|_, _| async { "x" }).render(|_| -> String { panic!("no picture") }).build();
    let projected =
        free("t").body(|_, _| async { "x" }).meta(|_| -> Value { panic!("no data") }).build();
    for tool in [rendered, projected] {
        let result = tool.call("{}").await;
        assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
        assert!(!result.text().contains("no "), "{}", result.text());
    }
}

#[tokio::test]
async fn s220_s224_metadata_is_kept_for_direct_calls_and_absent_otherwise() {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let projected = free("projected")
        .body(|_, _| async { "x" })
        .meta(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            json!({"n": 1})
        })
        .build();
    let built = free("built")
        .body(|_, _| async { ToolOutput::text("x").with_meta(json!({"n": 1})) })
        .text_output()
        .build();
    let registry = registry([projected, built, read()]);
    let ears = Ears::on(&registry);
    assert!(registry.execute(call("read", r#"{"path":"a"}"#)).await.meta().is_none());
    let token = ears.one().0.token();
    for name in ["projected", "built"] {
        assert_eq!(registry.execute(call(name, "{}")).await.meta().unwrap(), &json!({"n": 1}));
        assert!(
            registry.execute(call(name, "{}").parent(token)).await.meta().is_none(),
            "nested: {name}"
        );
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn s226_durable_forms_are_these_and_read_back() {
    let record = call("read", "{\"path\":\n\"a\"}").record();
    assert_eq!(
        serde_json::to_value(&record).unwrap(),
        json!({"callId": "call_1", "name": "read", "arguments": "{\"path\":\n\"a\"}"})
    );
    assert_eq!(
        serde_json::from_value::<ToolCallRecord>(serde_json::to_value(&record).unwrap()).unwrap(),
        record
    );

    let tool = free("t")
        .body(|_, _| async { "secret value" })
        .render(|_| "shown")
        .meta(|_| json!({"m": 1}))
        .build();
    let record = tool.call("{}").await.record("call_1");
    let wire = json!({"callId": "call_1", "content": [{"type": "text", "text": "shown"}], "isError": false, "meta": {"m": 1}});
    assert_eq!(serde_json::to_value(&record).unwrap(), wire);
    assert_eq!(serde_json::from_value::<ToolResultRecord>(wire).unwrap(), record);

    let result = failing(|| ToolError::new("BUSY", "later")).await;
    assert_eq!(
        serde_json::to_value(result.record("call_1")).unwrap(),
        json!({"callId": "call_1", "content": [{"type": "text", "text": "Error: later"}], "isError": true, "error": {"name": "ToolError", "code": "BUSY"}})
    );
    assert_eq!(
        serde_json::to_value(&result).unwrap(),
        json!({"content": [{"type": "text", "text": "Error: later"}], "isError": true, "error": {"name": "ToolError", "code": "BUSY"}})
    );
    let back: ErrorInfo =
        serde_json::from_value(json!({"name": "TimeoutError", "code": "TOOL_TIMEOUT"})).unwrap();
    assert_eq!(back.code, ErrorCode::ToolTimeout);
}

#[tokio::test]
async fn s227_s228_the_finalizer_has_the_last_word_on_content_of_every_outcome() {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let tool =
        define::<crate::support::ReadArgs, String, _, _>(spec("read"), |args, _| async move {
            assert_ne!(args.path, "panic");
            IntoToolOutput::into_tool_output(if args.path == "fail" {
                Err("no")
            } else {
                Ok(args.path)
            })
        })
        .finalize(move |result: &ToolExecutionResult| {
            count.fetch_add(1, Ordering::SeqCst);
            (result.text() != "plain")
                .then(|| vec![ContentBlock::text(format!("<{}>", result.is_error()))])
        })
        .build();
    for (arguments, text) in [
        (r#"{"path":"a"}"#, "<false>"),
        (r#"{"path":"plain"}"#, "plain"),
        (r#"{"path":"fail"}"#, "<true>"),
        (r#"{"path":"panic"}"#, "<true>"),
        ("{}", "<true>"),
        ("{", "<true>"),
    ] {
        let before = asked.load(Ordering::SeqCst);
        let result = tool.call(arguments).await;
        assert_eq!(result.text(), text, "{arguments}");
        assert_eq!(asked.load(Ordering::SeqCst), before + 1, "once for {arguments}");
    }
    assert_eq!(tool.call(r#"{"path":"a"}"#).await.value().unwrap(), &json!("a"), "content only");
    assert_eq!(code(&tool.call("{").await), "INVALID_JSON");
}

#[tokio::test]
async fn s229_a_finalizer_that_panics_makes_it_a_failure() {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let tool = free("t")
        .body(|_, cx| async move {
            cx.conclude_turn();
            "x"
        })
        .finalize(move |_| -> Option<Vec<ContentBlock>> {
            count.fetch_add(1, Ordering::SeqCst);
            panic!("last word")
        })
        .build();
    let result = tool.call("{}").await;
    assert_eq!(code(&result), "TOOL_PANICKED");
    assert!(!result.concludes_turn() && result.value().is_none());
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn s222_a_value_whose_writing_panics_is_invalid_output() {
    struct Rude;
    impl ToolValue for Rude {
        const NODE: &'static Node = <String as ToolValue>::NODE;
        fn decode(_: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
            Ok(Self)
        }
        fn encode(&self, _: &mut JsonWriter) -> Result<(), LossyError> {
            panic!("said so")
        }
    }
    let result = free("t").body(|_, _| async { Json(Rude) }).build().call("{}").await;
    assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
    assert_eq!(result.text(), "Error: writing the output panicked");
    assert_eq!(result.outcome().unwrap_err().source().unwrap().to_string(), "said so");
}

#[tokio::test]
async fn s222_what_json_cannot_hold_has_a_path_from_value() {
    let root = free("t").body(|_, _| async { Json(f64::NAN) }).build();
    let inside = free("t").body(|_, _| async { Json(vec![1.0, f64::INFINITY]) }).build();
    assert_eq!(
        root.call("{}").await.text(),
        "Error: the tool gave what JSON cannot hold:\n`value`: NaN has no JSON form"
    );
    assert!(inside.call("{}").await.text().ends_with("\n`[1]`: infinity has no JSON form"));
}

#[tokio::test]
async fn c133_nothing_has_a_text() {
    let texts = [
        free("t").body(|_, _| async {}).build().call("{}").await,
        free("t").body(|_, _| async { Json(None::<u32>) }).build().call("{}").await,
        free("t").body(|_, _| async { Ok::<_, String>(Json(())) }).build().call("{}").await,
    ];
    for result in texts {
        assert_eq!(result.content(), [ContentBlock::text("null")]);
        assert_eq!(result.value().unwrap(), &Value::Null);
    }
    let text = free("t").body(|_, _| async { Json("a \"b\"".to_owned()) }).build();
    assert_eq!(text.call("{}").await.text(), "a \"b\"", "a string is its own text");
}

/// A body's own type of output, which lies about its value.
struct Claims(FrozenJson);

impl IntoToolOutput for Claims {
    type Value = u8;
    type Declared = Declared<u8>;

    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::document(self.0))
    }
}

#[tokio::test]
async fn s222_a_type_of_ones_own_is_held_to_the_value_that_it_claims() {
    let gives = |text: &'static str| {
        free("t").body(move |_, _| async move { Claims(FrozenJson::parse(text).unwrap()) }).build()
    };
    assert_eq!(gives("7").call("{}").await.text(), "7");
    for text in ["\"no number\"", "256", "null"] {
        let result = gives(text).call("{}").await;
        assert_eq!(code(&result), "INVALID_TOOL_OUTPUT", "{text}");
    }
    let schema = gives("7").output_schema().unwrap().to_string();
    assert!(schema.contains("255"), "what is enforced is advertised: {schema}");
}
