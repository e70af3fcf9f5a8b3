//! What a test expects of a result.

use super::compare::Differences;
use super::fail::{fail, labelled, short_name};
use super::subject::Subject;
use crate::json::FrozenJson;
use crate::schema::{ToolValue, Violation, decode};
use crate::tool::{ToolExecutionResult, ToolFailure, ToolSuccess};
use serde_json::Value;

/// What a test expects of a result; what does not hold fails the test, with all that is known of the call.
///
/// It is there for a [`ToolExecutionResult`] and, with better messages, for what knows its call: a
/// [`CallReport`](super::CallReport) and a [`RecordedCall`](super::RecordedCall).
///
/// ```
/// use dsh_tools::prelude::*;
/// use dsh_tools::testing::ExpectResult;
/// use serde_json::json;
///
/// /// Divide one number by another.
/// #[tool]
/// async fn divide(a: i64, b: i64) -> Result<Json<i64>, ToolError> {
///     a.checked_div(b).map(Json).ok_or_else(|| ToolError::new("BY_ZERO", "cannot divide by 0"))
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let divide = divide::definition();
/// let result = divide.call(json!({"a": 6, "b": 2})).await;
/// result.expect_text("3");
/// assert_eq!(result.expect_value::<u8>(), 3);
/// divide.call(json!({"a": 6, "b": 0})).await.expect_failure("BY_ZERO");
/// # });
/// ```
pub trait ExpectResult: sealed::Known {
    /// The call succeeded.
    ///
    /// # Panics
    /// When it failed.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// use dsh_tools::testing::ExpectResult;
    /// # async fn test(tool: &ToolDefinition) {
    /// let result = tool.call("{}").await;
    /// assert!(result.expect_ok().meta().is_none());
    /// # }
    /// ```
    #[track_caller]
    #[inline]
    fn expect_ok(&self) -> &ToolSuccess {
        let subject = self.subject();
        if let Ok(success) = self.outcome_of() {
            return success;
        }
        let sentence = format!("{} {}, and was to succeed", subject.who(), subject.ending());
        fail(&subject.report(&sentence))
    }

    /// The call succeeded, and this is what the model reads.
    ///
    /// # Panics
    /// When it failed, or the text is another one; then it says from which line on.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// use dsh_tools::testing::ExpectResult;
    /// # async fn test(tool: &ToolDefinition) {
    /// tool.call("{}").await.expect_text("12:00");
    /// # }
    /// ```
    #[track_caller]
    #[inline]
    fn expect_text(&self, expected: &str) -> &ToolSuccess {
        let success = self.expect_ok();
        let subject = self.subject();
        let text = subject.result.text();
        if text != expected {
            let mut sentence = format!("the text of {} is not as expected", subject.who());
            differing(&mut sentence, expected, &text);
            fail(&subject.report_but(&sentence, true));
        }
        success
    }

    /// The call succeeded, and this is in what the model reads.
    ///
    /// # Panics
    /// When it failed, or the text has no such part.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// use dsh_tools::testing::ExpectResult;
    /// # async fn test(tool: &ToolDefinition) {
    /// tool.call("{}").await.expect_text_with("12");
    /// # }
    /// ```
    #[track_caller]
    #[inline]
    fn expect_text_with(&self, part: &str) -> &ToolSuccess {
        let success = self.expect_ok();
        let subject = self.subject();
        if !subject.result.text().contains(part) {
            let sentence = format!("the text of {} has no part {part:?}", subject.who());
            fail(&subject.report(&sentence));
        }
        success
    }

    /// The call succeeded, and this is its value.
    ///
    /// # Panics
    /// When it failed, or the value is another one; then it says where.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// use dsh_tools::testing::ExpectResult;
    /// # async fn test(tool: &ToolDefinition) {
    /// tool.call("{}").await.expect_json(serde_json::json!({"rows": 3}));
    /// # }
    /// ```
    #[track_caller]
    #[inline]
    fn expect_json(&self, expected: Value) -> &ToolSuccess {
        let success = self.expect_ok();
        let expected = match FrozenJson::from_value(expected) {
            Ok(expected) => expected,
            Err(error) => fail(&format!("the expected value is no document: {error}")),
        };
        let all = Differences::between(expected.root(), success.value().root(), "value");
        if let Some(all) = all {
            let subject = self.subject();
            let count = all.count();
            let sentence =
                format!("the value of {} is not as expected: {count}{all}", subject.who());
            fail(&subject.report(&sentence));
        }
        success
    }

    /// The call succeeded, and its value as a type.
    ///
    /// # Panics
    /// When it failed, or the value does not fit the type; then it says what is wrong with it.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// use dsh_tools::testing::ExpectResult;
    /// # async fn test(tool: &ToolDefinition) {
    /// let rows: Vec<u32> = tool.call("{}").await.expect_value();
    /// # }
    /// ```
    #[track_caller]
    #[inline]
    fn expect_value<T: ToolValue>(&self) -> T {
        match decode(self.expect_ok().value()) {
            Ok(value) => value,
            Err(violations) => {
                let subject = self.subject();
                let mut sentence =
                    format!("the value of {} is no `{}`", subject.who(), short_name::<T>());
                // What is checked are arguments elsewhere.
                let line = |violation: Violation<'_>| {
                    let line = violation.to_string();
                    let is_root = violation.pointer().is_empty();
                    if is_root { line.replacen("`arguments`", "`value`", 1) } else { line }
                };
                let lines: Vec<String> = violations.iter().map(line).collect();
                labelled(&mut sentence, "violations", &lines.join("\n"));
                fail(&subject.report(&sentence))
            }
        }
    }

    /// The call failed with this code; what the failure says besides is the test's to look at.
    ///
    /// # Panics
    /// When it succeeded, or failed with another code.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// use dsh_tools::testing::ExpectResult;
    /// # async fn test(tool: &ToolDefinition) {
    /// let result = tool.call(r#"{"path": 7}"#).await;
    /// assert!(result.expect_failure("INVALID_ARGS").message().contains("`path`: expected a string"));
    /// # }
    /// ```
    #[track_caller]
    #[inline]
    fn expect_failure(&self, code: impl AsRef<str>) -> &ToolFailure {
        let code = code.as_ref();
        match self.outcome_of() {
            Err(failure) if failure.code().as_str() == code => failure,
            _ => {
                let subject = self.subject();
                let sentence = format!(
                    "{} {}, and was to fail with `{code}`",
                    subject.who(),
                    subject.ending()
                );
                fail(&subject.report(&sentence))
            }
        }
    }
}

impl ExpectResult for ToolExecutionResult {}

impl sealed::Known for ToolExecutionResult {
    #[inline]
    fn subject(&self) -> Subject<'_> {
        Subject { result: self, call: None, progress: &[] }
    }

    #[inline]
    fn outcome_of(&self) -> Result<&ToolSuccess, &ToolFailure> {
        self.outcome()
    }
}

/// The call succeeded: [`expect_ok`](ExpectResult::expect_ok), as a function.
///
/// # Panics
/// When it failed.
///
/// ```
/// # use dsh_tools::ToolDefinition;
/// use dsh_tools::testing::assert_success;
/// # async fn test(tool: &ToolDefinition) {
/// assert_success(&tool.call("{}").await);
/// # }
/// ```
#[track_caller]
#[inline]
pub fn assert_success(result: &impl ExpectResult) {
    result.expect_ok();
}

/// The call failed with this code: [`expect_failure`](ExpectResult::expect_failure), as a function.
///
/// # Panics
/// When it succeeded, or failed with another code.
///
/// ```
/// # use dsh_tools::ToolDefinition;
/// use dsh_tools::testing::assert_failure;
/// # async fn test(tool: &ToolDefinition) {
/// assert_failure(&tool.call("{").await, "INVALID_JSON");
/// # }
/// ```
#[track_caller]
#[inline]
pub fn assert_failure(result: &impl ExpectResult, code: impl AsRef<str>) {
    result.expect_failure(code);
}

/// Where two texts differ: short ones as a whole, of others the first line that does.
#[inline]
fn differing(out: &mut String, expected: &str, found: &str) {
    if !expected.contains('\n') && !found.contains('\n') {
        labelled(out, "expected", &format!("{expected:?}"));
        labelled(out, "found", &format!("{found:?}"));
        return;
    }
    let (mut a, mut b) = (expected.split('\n'), found.split('\n'));
    let mut line = 1;
    loop {
        match (a.next(), b.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (a, b) => {
                let show = |line: Option<&str>| match line {
                    Some(line) => format!("{line:?}"),
                    None => "no such line".to_owned(),
                };
                labelled(out, &format!("line {line}, expected"), &show(a));
                labelled(out, &format!("line {line}, found"), &show(b));
                return;
            }
        }
    }
}

pub(super) mod sealed {
    use super::{Subject, ToolFailure, ToolSuccess};

    /// What expectations are about.
    pub trait Known {
        /// All that is known of it.
        fn subject(&self) -> Subject<'_>;
        /// How it ended.
        #[allow(clippy::missing_errors_doc, reason = "the failure is what there is to say")]
        fn outcome_of(&self) -> Result<&ToolSuccess, &ToolFailure>;
    }
}
