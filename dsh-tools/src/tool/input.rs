//! A call as it comes in.

use super::contain::contain;
use super::label::Label;
use super::progress::{Progress, ProgressSink};
use super::state::States;
use super::{ErrorCode, ToolCallRecord, ToolError, ToolExecution, ToolExecutionToken};
use crate::json::{DEFAULT_DEPTH_LIMIT, FrozenJson};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::any::Any;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A call as it comes in: the id and the name as the model gave them, and the arguments as it wrote them.
///
/// ```
/// use dsh_tools::ToolExecutionInput;
/// use dsh_tools::CancellationToken;
///
/// let stop = CancellationToken::new();
/// let input = ToolExecutionInput::new("call_1", "read_file", r#"{"path": "a.rs"}"#)
///     .cancellation(stop.clone())
///     .state("session 7");
/// assert_eq!(input.name(), "read_file");
/// ```
#[derive(Clone, Debug)]
pub struct ToolExecutionInput {
    pub(crate) call_id: Label,
    pub(crate) name: Label,
    pub(crate) arguments: RawArguments,
    pub(crate) parent: Option<ToolExecutionToken>,
    pub(crate) cancellation: Option<CancellationToken>,
    /// How many calls this one is nested in.
    pub(crate) depth: u32,
    pub(crate) extras: Option<Box<Extras>>,
}

/// What most calls come without.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    pub(crate) root_call_id: Option<Arc<str>>,
    /// What ends the whole batch that the call is in.
    pub(crate) batch: Option<CancellationToken>,
    pub(crate) states: States,
    pub(crate) progress: Option<ProgressSink>,
    /// The states of the call that makes this one, behind its own.
    pub(crate) surrounding: Option<States>,
}

impl ToolExecutionInput {
    /// A call of the named tool.
    ///
    /// Text (`&str`, `String`, `Arc<str>`, `Box<RawValue>`) is JSON to be parsed, a [`Value`], a [`Map`] or a
    /// [`FrozenJson`] is the document itself.
    ///
    /// ```
    /// use dsh_tools::ToolExecutionInput;
    ///
    /// let written = ToolExecutionInput::new("call_1", "read_file", r#"{"path":"a.rs"}"#);
    /// let built = ToolExecutionInput::new("call_2", "read_file", serde_json::json!({"path": "a.rs"}));
    /// assert_eq!(written.name(), built.name());
    /// ```
    pub fn new(
        call_id: impl AsRef<str> + Into<Arc<str>>,
        name: impl AsRef<str> + Into<Arc<str>>,
        arguments: impl Into<RawArguments>,
    ) -> Self {
        Self::of(Label::new(call_id), Label::new(name), arguments.into())
    }

    #[inline]
    pub(crate) const fn of(call_id: Label, name: Label, arguments: RawArguments) -> Self {
        Self { call_id, name, arguments, parent: None, cancellation: None, depth: 0, extras: None }
    }

    pub(crate) fn extras_mut(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }

    /// A call whose arguments are any value that serializes.
    ///
    /// What JSON cannot hold without loss (NaN, keys that are no strings) makes the call fail with
    /// [`ErrorCode::InvalidJson`], as everything else about a call does that goes wrong.
    ///
    /// ```
    /// use dsh_tools::ToolExecutionInput;
    /// use std::collections::BTreeMap;
    ///
    /// let arguments = BTreeMap::from([("path", "a.rs")]);
    /// assert_eq!(ToolExecutionInput::serialize("call_1", "read_file", &arguments).call_id(), "call_1");
    /// ```
    pub fn serialize<T: Serialize + ?Sized>(
        call_id: impl AsRef<str> + Into<Arc<str>>,
        name: impl AsRef<str> + Into<Arc<str>>,
        arguments: &T,
    ) -> Self {
        let document = match contain(|| FrozenJson::from_serialize(arguments)) {
            Ok(Ok(document)) => Repr::Document(document),
            Ok(Err(error)) => Repr::Refused(lossy(&error.to_string()).with_source(error)),
            Err(panicked) => Repr::Refused(lossy("writing them panicked").with_source(panicked)),
        };
        Self::new(call_id, name, RawArguments(document))
    }

    /// Ends the call when the token is cancelled. A body that has started is awaited.
    ///
    /// ```
    /// use dsh_tools::ToolExecutionInput;
    /// use dsh_tools::CancellationToken;
    /// let input = ToolExecutionInput::new("call_1", "ls", "{}").cancellation(CancellationToken::new());
    /// # let _ = input;
    /// ```
    #[must_use]
    pub fn cancellation(mut self, token: CancellationToken) -> Self {
        self.cancellation = Some(token);
        self
    }

    /// Says which execution makes this call.
    ///
    /// ```
    /// use dsh_tools::{ToolContext, ToolExecutionInput};
    ///
    /// fn nested(cx: &ToolContext) -> ToolExecutionInput {
    ///     ToolExecutionInput::new("call_1/1", "ls", "{}")
    ///         .parent(cx.execution().token())
    ///         .root_call_id(cx.execution().root_call_id())
    /// }
    /// ```
    #[must_use]
    pub fn parent(mut self, token: ToolExecutionToken) -> Self {
        self.parent = Some(token);
        self
    }

    /// Says which of the model's calls this one serves; its own id unless said otherwise.
    ///
    /// ```
    /// use dsh_tools::ToolExecutionInput;
    /// let input = ToolExecutionInput::new("call_1/1", "ls", "{}").root_call_id("call_1");
    /// # let _ = input;
    /// ```
    #[must_use]
    pub fn root_call_id(mut self, id: impl Into<Arc<str>>) -> Self {
        self.extras_mut().root_call_id = Some(id.into());
        self
    }

    /// Hands a value to this call: the tool finds it by its type, before what the registry holds.
    ///
    /// ```
    /// use dsh_tools::ToolExecutionInput;
    /// struct User(u32);
    /// let input = ToolExecutionInput::new("call_1", "whoami", "{}").state(User(7));
    /// # let _ = input;
    /// ```
    #[must_use]
    pub fn state<T: Any + Send + Sync>(mut self, value: T) -> Self {
        self.extras_mut().states.set(value);
        self
    }

    /// Listens to the body's [`progress`](super::ToolContext::progress).
    ///
    /// ```
    /// use dsh_tools::ToolExecutionInput;
    /// let input = ToolExecutionInput::new("call_1", "copy", "{}")
    ///     .on_progress(|call, progress| println!("{}: {}", call.call_id(), progress.done));
    /// # let _ = input;
    /// ```
    #[must_use]
    pub fn on_progress(
        mut self,
        listener: impl Fn(&ToolExecution, &Progress) + Send + Sync + 'static,
    ) -> Self {
        self.extras_mut().progress = Some(ProgressSink::new(listener));
        self
    }

    /// The id that the model gave the call.
    ///
    /// ```
    /// use dsh_tools::ToolExecutionInput;
    /// assert_eq!(ToolExecutionInput::new("call_1", "ls", "{}").call_id(), "call_1");
    /// ```
    pub fn call_id(&self) -> &str {
        self.call_id.as_str()
    }

    /// The name of the tool.
    ///
    /// ```
    /// use dsh_tools::ToolExecutionInput;
    /// assert_eq!(ToolExecutionInput::new("call_1", "ls", "{}").name(), "ls");
    /// ```
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// The call as a log keeps it; the arguments are empty where there is no text of them.
    ///
    /// ```
    /// use dsh_tools::ToolExecutionInput;
    ///
    /// let record = ToolExecutionInput::new("call_1", "ls", r#"{"all": true}"#).record();
    /// assert_eq!(
    ///     serde_json::to_string(&record)?,
    ///     r#"{"callId":"call_1","name":"ls","arguments":"{\"all\": true}"}"#,
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn record(&self) -> ToolCallRecord {
        ToolCallRecord {
            call_id: self.call_id().to_owned(),
            name: self.name().to_owned(),
            arguments: self.arguments.text(),
        }
    }
}

/// Arguments before anybody looked at them.
///
/// What no document can be made of (a `Value` nested too deep, for one) makes the call fail, as text does that is
/// no JSON.
///
/// ```
/// use dsh_tools::RawArguments;
///
/// let text: RawArguments = r#"{"path":"a.rs"}"#.into();
/// let document: RawArguments = serde_json::json!({"path": "a.rs"}).into();
/// # let _ = (text, document);
/// ```
#[derive(Clone, Debug)]
pub struct RawArguments(Repr);

#[derive(Clone, Debug)]
enum Repr {
    Text(Arc<str>),
    Document(FrozenJson),
    /// There is no document; why.
    Refused(ToolError),
    Read(Box<ReadArguments>),
}

/// Arguments after somebody looked at them.
#[derive(Clone, Debug)]
pub(crate) struct ReadArguments {
    /// The document, or why there is none.
    pub(crate) document: Result<FrozenJson, ToolError>,
    /// What was written, where that is not the document's own text.
    pub(crate) written: Option<Arc<str>>,
}

impl ReadArguments {
    fn of(document: Result<FrozenJson, ToolError>) -> Self {
        Self { document, written: None }
    }
}

impl RawArguments {
    /// The document; at the root, nothing and `null` are no arguments at all.
    pub(crate) fn materialize(self) -> ReadArguments {
        match self.0 {
            Repr::Text(text) => {
                if !text.starts_with('{') && text.trim().is_empty() {
                    let document = Ok(FrozenJson::empty_object());
                    return ReadArguments { document, written: Some(text) };
                }
                match FrozenJson::parse(Arc::clone(&text)) {
                    Ok(document) if document.root().is_null() => {
                        let document = Ok(FrozenJson::empty_object());
                        ReadArguments { document, written: Some(text) }
                    }
                    Ok(document) => ReadArguments::of(Ok(document)),
                    Err(error) => {
                        ReadArguments { document: Err(invalid(&error)), written: Some(text) }
                    }
                }
            }
            Repr::Document(document) if document.root().is_null() => {
                let written = Some(document.to_string().into());
                ReadArguments { document: Ok(FrozenJson::empty_object()), written }
            }
            Repr::Document(document) if document.is_within_depth(DEFAULT_DEPTH_LIMIT) => {
                ReadArguments::of(Ok(document))
            }
            // Bodies are decoded by recursion: what a caller parsed with a limit of its own ends here.
            Repr::Document(document) => {
                let why = format!("it nests deeper than {DEFAULT_DEPTH_LIMIT} levels; flatten it");
                let written = document.text().map(Arc::from);
                ReadArguments { document: Err(refused(&why)), written }
            }
            Repr::Refused(why) => ReadArguments::of(Err(why)),
            Repr::Read(read) => *read,
        }
    }

    /// The same, read: to ask for the document again costs nothing.
    pub(crate) fn read(self) -> Self {
        Self(match self.materialize() {
            ReadArguments { document: Ok(document), written: None } => Repr::Document(document),
            ReadArguments { document: Err(why), written: None } => Repr::Refused(why),
            read => Repr::Read(Box::new(read)),
        })
    }

    fn text(&self) -> String {
        match &self.0 {
            Repr::Text(text) => text.to_string(),
            Repr::Document(document) => document.to_string(),
            Repr::Refused(_) => String::new(),
            Repr::Read(read) => match (&read.written, &read.document) {
                (Some(written), _) => written.to_string(),
                (None, Ok(document)) => document.to_string(),
                (None, Err(_)) => String::new(),
            },
        }
    }
}

fn invalid(error: &crate::json::JsonError) -> ToolError {
    ToolError::coded(ErrorCode::InvalidJson, format!("the arguments are not valid JSON: {error}"))
        .with_source(error.clone())
}

fn refused(why: &str) -> ToolError {
    ToolError::coded(ErrorCode::InvalidJson, format!("the arguments are not valid JSON: {why}"))
}

fn lossy(why: &str) -> ToolError {
    let message = format!("the arguments cannot be written as JSON without loss: {why}");
    ToolError::coded(ErrorCode::InvalidJson, message)
}

impl From<&str> for RawArguments {
    fn from(text: &str) -> Self {
        Self(Repr::Text(text.into()))
    }
}

impl From<&String> for RawArguments {
    fn from(text: &String) -> Self {
        Self(Repr::Text(text.as_str().into()))
    }
}

impl From<String> for RawArguments {
    fn from(text: String) -> Self {
        Self(Repr::Text(text.into()))
    }
}

impl From<Arc<str>> for RawArguments {
    fn from(text: Arc<str>) -> Self {
        Self(Repr::Text(text))
    }
}

impl From<Box<RawValue>> for RawArguments {
    fn from(text: Box<RawValue>) -> Self {
        Self(Repr::Text(Box::<str>::from(text).into()))
    }
}

impl From<Value> for RawArguments {
    fn from(value: Value) -> Self {
        // At once: what is too deep cannot even be dropped by those who know nothing of it.
        Self(match FrozenJson::from_value(value) {
            Ok(document) => Repr::Document(document),
            Err(error) => Repr::Refused(invalid(&error)),
        })
    }
}

impl From<Map<String, Value>> for RawArguments {
    fn from(entries: Map<String, Value>) -> Self {
        Value::Object(entries).into()
    }
}

impl From<FrozenJson> for RawArguments {
    fn from(document: FrozenJson) -> Self {
        Self(Repr::Document(document))
    }
}

impl From<&FrozenJson> for RawArguments {
    fn from(document: &FrozenJson) -> Self {
        document.clone().into()
    }
}

/// The arguments of that call.
impl From<&ToolExecutionInput> for RawArguments {
    fn from(input: &ToolExecutionInput) -> Self {
        input.arguments.clone()
    }
}
