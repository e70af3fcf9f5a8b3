//! What a definition is made of; both ways of making one end here.

use super::arguments::Input;
use super::body::{NotStarted, Runs, Started};
use super::contain::Shielded;
use super::contract::OutputContract;
use super::defect::Defect;
use super::source::ArgumentSource;
use super::state::Requirement;
use super::{ToolContext, ToolDefinition, ToolExecutionResult, ToolHints, ToolResultData};
use crate::json::{ContentBlock, FrozenJson};
use crate::view::{ToolCallView, ToolResultView};
use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

type Callback<F> = Option<Arc<Shielded<Box<F>>>>;

pub(crate) type PresentCall = dyn Fn(&FrozenJson) -> Option<ToolCallView> + Send + Sync;
pub(crate) type PresentResult =
    dyn Fn(&FrozenJson, &ToolResultData<'_>) -> Option<ToolResultView> + Send + Sync;
pub(crate) type Classify = dyn Fn(&FrozenJson) -> bool + Send + Sync;
pub(crate) type Finalize = dyn Fn(&ToolExecutionResult) -> Option<Vec<ContentBlock>> + Send + Sync;

/// What a definition is made of.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) name: Arc<str>,
    pub(crate) title: Option<Arc<str>>,
    pub(crate) description: Arc<str>,
    pub(crate) hints: ToolHints,
    pub(crate) timeout: Option<Duration>,
    pub(crate) location: SourceLocation,
    /// Scopes below the one that it is registered in do not inherit it.
    pub(crate) confined: bool,
    pub(crate) input: Input,
    pub(crate) output: OutputContract,
    pub(crate) body: Option<Runs>,
    pub(crate) present_call: Callback<PresentCall>,
    pub(crate) present_result: Callback<PresentResult>,
    pub(crate) classify: Callback<Classify>,
    pub(crate) finalize: Callback<Finalize>,
    pub(crate) requirements: Vec<Requirement>,
    pub(crate) defects: Vec<Defect>,
}

/// Where something is written: for messages about two of them.
///
/// ```
/// use dsh_tools::ToolDefinition;
///
/// let tool = ToolDefinition::builder("now").description("The time.")
///     .no_args()
///     .body(|_, _| async { "12:00" })
///     .build();
/// assert!(tool.location().file.ends_with(".rs"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SourceLocation {
    /// The file, as the compiler names it.
    pub file: &'static str,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
}

impl SourceLocation {
    pub(crate) const fn new(file: &'static str, line: u32, column: u32) -> Self {
        Self { file, line, column }
    }

    #[track_caller]
    #[inline]
    pub(crate) const fn caller() -> Self {
        let caller = std::panic::Location::caller();
        Self::new(caller.file(), caller.line(), caller.column())
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

fn shared<F: ?Sized>(callback: Box<F>) -> Arc<Shielded<Box<F>>> {
    Arc::new(Shielded::new(callback))
}

/// Arguments for a callback, which drops them while it unwinds where it panics.
fn read<I: ArgumentSource>(arguments: &FrozenJson) -> Option<Shielded<I::Args>> {
    I::read(arguments).ok().map(Shielded::new)
}

impl Parts {
    pub(crate) fn new(name: Arc<str>, location: SourceLocation, input: Input) -> Self {
        Self {
            name,
            title: None,
            description: Arc::from(""),
            hints: ToolHints::default(),
            timeout: None,
            location,
            confined: false,
            input,
            output: OutputContract::of::<()>(),
            body: None,
            present_call: None,
            present_result: None,
            classify: None,
            finalize: None,
            requirements: Vec::new(),
            defects: Vec::new(),
        }
    }

    pub(crate) fn present_call<I: ArgumentSource, V: Into<Option<ToolCallView>>>(
        &mut self,
        present: impl Fn(&I::Args) -> V + Send + Sync + 'static,
    ) {
        self.present_call = Some(shared(Box::new(move |arguments| {
            let args = read::<I>(arguments)?;
            present(args.get()?).into()
        })));
    }

    pub(crate) fn present_result<I: ArgumentSource, V: Into<Option<ToolResultView>>>(
        &mut self,
        present: impl Fn(&I::Args, &ToolResultData<'_>) -> V + Send + Sync + 'static,
    ) {
        self.present_result = Some(shared(Box::new(move |arguments, result| {
            let args = read::<I>(arguments)?;
            present(args.get()?, result).into()
        })));
    }

    pub(crate) fn classify<I: ArgumentSource>(
        &mut self,
        parallel: impl Fn(&I::Args) -> bool + Send + Sync + 'static,
    ) {
        self.classify = Some(shared(Box::new(move |arguments| {
            read::<I>(arguments).is_some_and(|args| args.get().is_some_and(&parallel))
        })));
    }

    pub(crate) fn finalize<C: Into<Option<Vec<ContentBlock>>>>(
        &mut self,
        finalize: impl Fn(&ToolExecutionResult) -> C + Send + Sync + 'static,
    ) {
        self.finalize = Some(shared(Box::new(move |result| finalize(result).into())));
    }

    pub(crate) fn require<T: Any + Send + Sync>(&mut self) {
        let wanted = Requirement::of::<T>();
        // A body's own context is always there.
        if TypeId::of::<T>() != TypeId::of::<ToolContext>()
            && !self.requirements.iter().any(|known| known.same(&wanted))
        {
            self.requirements.push(wanted);
        }
    }

    /// Checks and reads the arguments, and makes the future that runs on them.
    pub(crate) fn start(&self, arguments: &FrozenJson, cx: ToolContext) -> Started {
        match &self.body {
            None => Err(NotStarted::Gone),
            Some(_) if !self.input.admits(arguments) => Err(NotStarted::Invalid),
            Some(body) => body.start(arguments, cx),
        }
    }

    pub(crate) fn build(self) -> ToolDefinition {
        ToolDefinition::from_parts(self)
    }
}

impl fmt::Debug for Parts {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts")
            .field("name", &self.name)
            .field("location", &self.location)
            .finish_non_exhaustive()
    }
}
