//! How failures read and what is kept of them.

use crate::support::{call, code, failing, free, read, registry};
use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use serde_json::json;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;

#[derive(Debug)]
struct Outer(Option<Box<dyn Error + Send + Sync>>);

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("outer")
    }
}

impl Error for Outer {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.as_deref().map(|error| error as &(dyn Error + 'static))
    }
}

#[tokio::test]
async fn s161_failures_read_as_their_message_behind_the_prefix() {
    assert_eq!(failing(|| std::io::Error::other("disk full")).await.text(), "Error: disk full");
    assert_eq!(failing(|| "text".to_owned()).await.text(), "Error: text");
    assert_eq!(
        failing(|| anyhow::anyhow!("deep").context("reading")).await.text(),
        "Error: reading"
    );
    assert_eq!(failing(|| ToolError::msg("told")).await.text(), "Error: told");
}

#[tokio::test]
async fn s162_an_error_that_cannot_be_printed_still_ends_the_call() {
    #[derive(Debug)]
    struct Mute(bool);
    impl fmt::Display for Mute {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            if self.0 { panic!("not a word") } else { Err(fmt::Error) }
        }
    }
    impl Error for Mute {}
    for panics in [true, false] {
        let result = failing(move || Mute(panics)).await;
        assert_eq!(result.text(), "Error: the tool failed with an error that cannot be printed");
        assert_eq!(code(&result), "TOOL_ERROR");
    }
}

#[tokio::test]
async fn s163_coded_failures_carry_class_and_code_and_plain_ones_none() {
    let coded = failing(|| ToolError::new("BUSY", "later")).await;
    let info = coded.outcome().unwrap_err().info().unwrap().clone();
    assert_eq!((&*info.name, info.code), ("ToolError", ErrorCode::custom("BUSY")));
    let plain = failing(|| std::io::Error::other("no")).await;
    let failure = plain.outcome().unwrap_err();
    assert_eq!(failure.message(), "no");
    assert!(failure.info().is_none());
    assert_eq!(failure.code(), &ErrorCode::ToolError, "it still can be matched on");
}

#[tokio::test]
async fn a_code_survives_the_error_types_of_the_body() {
    let boxed = || -> Box<dyn Error + Send + Sync> { ToolError::new("BUSY", "later").into() };
    assert_eq!(code(&failing(boxed).await), "BUSY");
    assert_eq!(failing(boxed).await.text(), "Error: later");
    let wrapped = failing(move || Outer(Some(boxed()))).await;
    assert_eq!(
        (code(&wrapped), wrapped.text().into_owned()),
        ("BUSY".to_owned(), "Error: outer".to_owned())
    );
    let in_anyhow = failing(move || anyhow::Error::from_boxed(boxed())).await;
    assert_eq!(
        (code(&in_anyhow), in_anyhow.text().into_owned()),
        ("BUSY".to_owned(), "Error: later".to_owned())
    );
    let through_anyhow =
        failing(move || anyhow::Error::from_boxed(boxed()).context("saving")).await;
    assert_eq!(code(&through_anyhow), "BUSY");
    assert_eq!(through_anyhow.text(), "Error: saving");
}

#[tokio::test]
async fn codes_of_the_library_cannot_be_claimed() {
    for claimed in ["DENIED", "UNKNOWN_TOOL", "TOOL_TIMEOUT", "", "two words"] {
        let result = failing(move || ToolError::new(claimed, "mine")).await;
        assert_eq!(code(&result), "TOOL_ERROR");
        assert_eq!(result.text(), "Error: mine");
    }
}

#[tokio::test]
async fn a_cause_is_kept_for_logs_and_hidden_from_the_model() {
    let result = failing(|| {
        ToolError::new("DB", "no answer").with_source(std::io::Error::other("password=hunter2"))
    })
    .await;
    assert!(!result.text().contains("hunter2"));
    let failure = result.outcome().unwrap_err();
    assert!(failure.source().unwrap().is::<std::io::Error>());
    assert!(!serde_json::to_string(&result.record("1")).unwrap().contains("hunter2"));
}

#[tokio::test]
async fn question_marks_and_codes_in_a_body() {
    let tool = free("page")
        .body(|arguments, _| async move {
            let text = arguments.get("page").and_then(Cursor::as_str).map(Cow::into_owned);
            let text = text.ok_or("no page").tool_err("NO_PAGE")?;
            let number: u8 = text.parse()?;
            let boxed: Result<u8, Box<dyn Error>> =
                if number == 0 { Err("zero".into()) } else { Ok(number) };
            let number = boxed.map_err(ToolError::msg)?;
            Ok::<_, ToolError>(format!("page {number}"))
        })
        .build();
    assert_eq!(tool.call(r#"{"page":"3"}"#).await.text(), "page 3");
    assert_eq!(code(&tool.call("{}").await), "NO_PAGE");
    assert_eq!(tool.call(r#"{"page":"x"}"#).await.text(), "Error: invalid digit found in string");
    assert_eq!(tool.call(r#"{"page":"0"}"#).await.text(), "Error: zero");
}

#[tokio::test]
async fn s165_s225_failures_are_data_without_a_value_and_successes_have_no_error() {
    let registry =
        registry([read(), free("fail").body(|_, _| async { Err::<(), _>("no") }).build()]);
    for (name, arguments) in [("read", "{"), ("read", "{}"), ("nope", "{}"), ("fail", "{}")] {
        let result = registry.execute(call(name, arguments)).await;
        assert!(result.is_error() && result.value().is_none() && result.error().is_some());
    }
    let result = registry.execute(call("read", r#"{"path":"a"}"#)).await;
    assert!(!result.is_error() && result.value().is_some() && result.error().is_none());
}

/// How a `ToolError` with a code and a cause is after it went through something.
#[track_caller]
fn is_whole(error: &ToolError) {
    assert_eq!((error.code().as_str(), error.message()), ("BUSY", "locked"));
    assert!(error.source().unwrap().is::<std::io::Error>(), "{error:?}");
    assert_eq!(error.meta().unwrap(), &json!({"pid": 7}));
}

fn locked() -> ToolError {
    ToolError::new("BUSY", "locked")
        .with_source(std::io::Error::other("pid 7"))
        .with_meta(json!({"pid": 7}))
}

#[test]
fn code_and_cause_survive_every_way_out_of_a_body() {
    fn through_anyhow() -> anyhow::Result<()> {
        Err(locked().into_error())?;
        Ok(())
    }
    fn through_a_box() -> Result<(), Box<dyn Error + Send + Sync>> {
        Err(locked())?;
        Ok(())
    }
    is_whole(&ToolError::from_boxed(through_anyhow().unwrap_err()));
    is_whole(&ToolError::from_boxed(through_a_box().unwrap_err()));
    is_whole(&ToolError::from_boxed(locked()));
    is_whole(&ToolError::from(locked().into_error()));
    is_whole(&locked().clone());
    let back = through_anyhow().map_err(ToolError::from_boxed);
    is_whole(&back.unwrap_err());
    let again = through_a_box().tool_err("OTHER").unwrap_err();
    assert_eq!((again.code().as_str(), again.message()), ("OTHER", "locked"));
    assert!(again.source().unwrap().is::<std::io::Error>());

    let below = ToolError::from_boxed(through_anyhow().unwrap_err().context("saving"));
    assert_eq!((below.code().as_str(), below.message()), ("BUSY", "saving"));
}

#[tokio::test]
async fn metadata_of_a_failure_is_kept_with_it_and_told_to_no_model() {
    let result = failing(locked).await;
    assert_eq!(result.meta().unwrap(), &json!({"pid": 7}));
    assert_eq!(result.text(), "Error: locked");
    let record = serde_json::to_value(result.record("call_1")).unwrap();
    assert_eq!(record["meta"], json!({"pid": 7}));

    // What is nested too deep is left out; what went wrong is told.
    let deep = (0..2_000).fold(json!(1), |inner, _| serde_json::Value::Array(vec![inner]));
    let error = ToolError::msg("no").with_meta(deep);
    assert!(error.meta().is_none());
    assert_eq!(error.message(), "no");
}

#[test]
fn a_code_that_is_set_keeps_the_cause() {
    let error = std::fs::read("/no/such/file").tool_err("NO_FILE").unwrap_err();
    assert_eq!(error.code(), "NO_FILE");
    let cause = error.source().unwrap().downcast_ref::<std::io::Error>().unwrap();
    assert_eq!(cause.kind(), std::io::ErrorKind::NotFound);
    let error = Err::<(), _>(anyhow::anyhow!("inner").context("outer")).tool_err("X").unwrap_err();
    assert_eq!(error.message(), "outer");
    assert_eq!(error.source().unwrap().source().unwrap().to_string(), "inner");
}

#[tokio::test]
async fn a_cancellation_goes_through_a_body_that_speaks_anyhow() {
    let tool = free("t")
        .body(|_, cx| async move {
            cx.cancellation().cancel();
            cx.check_cancelled().map_err(ToolError::into_error)?;
            anyhow::Ok("not reached")
        })
        .build();
    assert_eq!(code(&tool.call("{}").await), "ABORTED");
}
