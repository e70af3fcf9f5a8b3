//! Writes one document.

use super::cursor::Place;
use super::error::Fault;
use super::path::path_at_end;
use super::scan::quote;
use super::serialize::serialize;
use super::sink::{too_deep, too_long};
use super::visible::Quoted;
use super::{Cursor, DEFAULT_DEPTH_LIMIT, FrozenJson, JsonError, LossyError};
use super::{LossyErrorKind, MAX_DEPTH_LIMIT};
use serde::Serialize;
use serde_json::{Number, Value};

/// Writes one JSON document, value by value; refuses what JSON cannot hold.
///
/// Commas and colons are written where they belong. Calls out of order (a value in an object without a key, a
/// bracket too many, two documents) never panic: [`finish`](Self::finish) finds and refuses them.
///
/// ```
/// use dsh_tools::json::JsonWriter;
///
/// let mut out = JsonWriter::new();
/// out.begin_object()?;
/// out.key("rows")?;
/// out.begin_array()?;
/// out.f64(0.5)?;
/// out.str("a")?;
/// out.end_array()?;
/// out.end_object()?;
/// assert_eq!(out.finish()?.to_string(), r#"{"rows":[0.5,"a"]}"#);
/// # Ok::<(), dsh_tools::json::LossyError>(())
/// ```
#[derive(Debug)]
pub struct JsonWriter {
    pub(super) out: String,
    pub(super) depth: usize,
    pub(super) limit: usize,
    /// `Some`s and newtypes that a serializer is inside of.
    pub(super) wrappers: usize,
}

impl Default for JsonWriter {
    fn default() -> Self {
        Self::new()
    }
}

impl JsonWriter {
    /// A writer with the default depth limit.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.bool(true)?;
    /// assert_eq!(out.finish()?.to_string(), "true");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    pub fn new() -> Self {
        Self::with_depth(DEFAULT_DEPTH_LIMIT)
    }

    /// A writer with a depth limit of its own; over [`MAX_DEPTH_LIMIT`] it counts as that.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::with_depth(1);
    /// out.begin_array()?;
    /// assert!(out.begin_array().is_err());
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    pub fn with_depth(limit: usize) -> Self {
        Self { out: String::new(), depth: 0, limit: limit.min(MAX_DEPTH_LIMIT), wrappers: 0 }
    }

    /// Writes `null`.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.null()?;
    /// assert_eq!(out.finish()?.to_string(), "null");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// A text of 4 GiB or more.
    pub fn null(&mut self) -> Result<(), LossyError> {
        self.literal("null")
    }

    /// Writes a boolean.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.bool(false)?;
    /// assert_eq!(out.finish()?.to_string(), "false");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// A text of 4 GiB or more.
    pub fn bool(&mut self, value: bool) -> Result<(), LossyError> {
        self.literal(if value { "true" } else { "false" })
    }

    /// Writes an integer.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.i128(i128::MIN)?;
    /// assert_eq!(out.finish()?.to_string(), i128::MIN.to_string());
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// A text of 4 GiB or more.
    pub fn i128(&mut self, value: i128) -> Result<(), LossyError> {
        self.display(value)
    }

    /// Writes an unsigned integer.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.u128(u128::MAX)?;
    /// assert_eq!(out.finish()?.to_string(), u128::MAX.to_string());
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// A text of 4 GiB or more.
    pub fn u128(&mut self, value: u128) -> Result<(), LossyError> {
        self.display(value)
    }

    /// Writes a number by the shortest text that reads back as the same double.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.begin_array()?;
    /// out.f64(-0.0)?;
    /// assert_eq!(out.f64(f64::NAN).unwrap_err().to_string(), "[1]: NaN has no JSON form");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// NaN and infinities, with the path where they were to stand.
    pub fn f64(&mut self, value: f64) -> Result<(), LossyError> {
        // The text that `serde_json` prints: where several are shortest, all ways in must choose the same one.
        match Number::from_f64(value) {
            Some(number) => self.display(number),
            None => Err(self.non_finite(value)),
        }
    }

    /// Writes a number by the shortest text that reads back as the same single.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.f32(0.1)?;
    /// assert_eq!(out.finish()?.to_string(), "0.1");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// NaN and infinities, with the path where they were to stand.
    #[inline]
    pub fn f32(&mut self, value: f32) -> Result<(), LossyError> {
        match serde_json::to_string(&value) {
            Ok(text) if value.is_finite() => self.literal(&text),
            _ => Err(self.non_finite(f64::from(value))),
        }
    }

    /// Writes a string.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.str("say \"hi\"")?;
    /// assert_eq!(out.finish()?.to_string(), r#""say \"hi\"""#);
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// A text of 4 GiB or more.
    pub fn str(&mut self, value: &str) -> Result<(), LossyError> {
        self.separate()?;
        quote(value, &mut self.out);
        Ok(())
    }

    /// Writes part of another document; what came as text is copied as it stands.
    ///
    /// ```
    /// use dsh_tools::json::{FrozenJson, JsonWriter};
    ///
    /// let document = FrozenJson::parse("[1.50]").unwrap();
    /// let mut out = JsonWriter::new();
    /// out.begin_array()?;
    /// out.json(document.root())?;
    /// out.end_array()?;
    /// assert_eq!(out.finish()?.to_string(), "[[1.50]]");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// More levels than the limit (in what came as text, [`finish`](Self::finish) finds them).
    pub fn json(&mut self, value: Cursor<'_>) -> Result<(), LossyError> {
        match value.0 {
            Place::Text(..) => self.display(value),
            Place::Value(value) => self.value(value),
        }
    }

    /// Writes a `Value`.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.value(&serde_json::json!({"a": [1]}))?;
    /// assert_eq!(out.finish()?.to_string(), r#"{"a":[1]}"#);
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// More levels than the limit, where the recursion ends, too.
    pub fn value(&mut self, value: &Value) -> Result<(), LossyError> {
        match value {
            Value::Null => self.null(),
            Value::Bool(value) => self.bool(*value),
            Value::Number(number) => self.display(number),
            Value::String(text) => self.str(text),
            Value::Array(items) => {
                self.begin_array()?;
                for item in items {
                    self.value(item)?;
                }
                self.end_array()
            }
            Value::Object(entries) => {
                self.begin_object()?;
                for (key, item) in entries {
                    self.key(key)?;
                    self.value(item)?;
                }
                self.end_object()
            }
        }
    }

    /// Writes any `Serialize`.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.serialize(&Some((1, 'a')))?;
    /// assert_eq!(out.finish()?.to_string(), r#"[1,"a"]"#);
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// As [`FrozenJson::from_serialize`].
    #[inline]
    pub fn serialize<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), LossyError> {
        serialize(self, value)
    }

    /// Opens an object.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.begin_object()?;
    /// out.key("a")?;
    /// out.null()?;
    /// out.end_object()?;
    /// assert_eq!(out.finish()?.to_string(), r#"{"a":null}"#);
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// More levels than the limit.
    pub fn begin_object(&mut self) -> Result<(), LossyError> {
        self.open('{')
    }

    /// Writes a key, whose value is to follow.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.begin_object()?;
    /// for _ in 0..2 {
    ///     out.key("a")?;
    ///     out.null()?;
    /// }
    /// out.end_object()?;
    /// assert_eq!(out.finish().unwrap_err().to_string(), r#"the key "a" is written twice"#);
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// A text of 4 GiB or more. A key that the object has already is found by [`finish`](Self::finish).
    pub fn key(&mut self, key: &str) -> Result<(), LossyError> {
        self.str(key)?;
        self.out.push(':');
        Ok(())
    }

    /// Closes an object.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.begin_object()?;
    /// out.end_object()?;
    /// assert_eq!(out.finish()?.to_string(), "{}");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// None today; where it closes something else, [`finish`](Self::finish) finds it.
    pub fn end_object(&mut self) -> Result<(), LossyError> {
        self.close('}');
        Ok(())
    }

    /// Opens an array.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.begin_array()?;
    /// out.u128(1)?;
    /// out.u128(2)?;
    /// out.end_array()?;
    /// assert_eq!(out.finish()?.to_string(), "[1,2]");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// More levels than the limit.
    pub fn begin_array(&mut self) -> Result<(), LossyError> {
        self.open('[')
    }

    /// Closes an array.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.begin_array()?;
    /// out.end_array()?;
    /// assert_eq!(out.finish()?.to_string(), "[]");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// None today; where it closes something else, [`finish`](Self::finish) finds it.
    pub fn end_array(&mut self) -> Result<(), LossyError> {
        self.close(']');
        Ok(())
    }

    /// A refusal with a reason of the caller's own, at the place where the next value would stand.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.begin_object()?;
    /// out.key("path")?;
    /// assert_eq!(out.refuse("no Unicode text").to_string(), "path: no Unicode text");
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    #[cold]
    pub fn refuse(&self, why: &str) -> LossyError {
        self.refusal(LossyErrorKind::Custom, why)
    }

    /// The document that was written, parsed as strictly as any other.
    ///
    /// ```
    /// let mut out = dsh_tools::json::JsonWriter::new();
    /// out.str("a")?;
    /// out.str("b")?;
    /// assert!(out.finish().is_err());
    /// # Ok::<(), dsh_tools::json::LossyError>(())
    /// ```
    ///
    /// # Errors
    /// Keys written twice, and what is no JSON document because calls came out of order.
    pub fn finish(self) -> Result<FrozenJson, LossyError> {
        FrozenJson::try_parse(self.out.into(), self.limit).map_err(|(text, misfit)| {
            let path = path_at_end(text.get(..misfit.at).unwrap_or_default());
            let error = JsonError::at(&text, misfit, self.limit);
            match misfit.fault {
                Fault::Duplicate => {
                    let key = Quoted(error.key().unwrap_or_default());
                    let reason = format!("the key {key} is written twice");
                    LossyError::new(LossyErrorKind::DuplicateKey, path, reason)
                }
                Fault::Depth => too_deep(path, self.limit),
                Fault::Size => too_long(),
                _ => LossyError::new(LossyErrorKind::Malformed, path, error.to_string()),
            }
        })
    }
}
