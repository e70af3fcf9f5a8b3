//! Definitions made by hand.

use super::arguments::Input;
use super::parts::{Parts, SourceLocation};
use super::{ToolDefinition, ToolExecutionResult};
use crate::json::{ContentBlock, FrozenJson};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// Makes a [`ToolDefinition`] by hand: first the arguments, then the body, then what goes with them.
///
/// What is wrong with it (a name that no protocol carries, a timeout of zero) is kept and reported when it is
/// registered, with all the rest.
///
/// ```
/// use dsh_tools::{ToolArgs, ToolDefinition};
/// use std::time::Duration;
///
/// #[derive(ToolArgs)]
/// struct ListArgs {
///     /// The directory.
///     path: String,
/// }
///
/// let tool = ToolDefinition::builder("fs/list")
///     .description("Lists a directory.")
///     .read_only(true)
///     .timeout(Duration::from_secs(5))
///     .args::<ListArgs>()
///     .body(|args, cx| async move { format!("{} asked for {}", cx.call_id(), args.path) })
///     .parallel()
///     .build();
/// assert!(tool.is_enforced());
/// ```
pub struct ToolDefinitionBuilder<I = Undecided, O = NoBody> {
    pub(super) parts: Parts,
    state: PhantomData<fn() -> (I, O)>,
}

/// Nothing said about arguments yet.
///
/// ```
/// use dsh_tools::tool::{ToolDefinitionBuilder, Undecided};
/// let builder: ToolDefinitionBuilder<Undecided> = dsh_tools::ToolDefinition::builder("ls");
/// # let _ = builder;
/// ```
#[derive(Debug)]
pub struct Undecided(());

/// No body yet.
///
/// ```
/// use dsh_tools::tool::{NoBody, ToolDefinitionBuilder, Undecided};
/// let builder: ToolDefinitionBuilder<Undecided, NoBody> = dsh_tools::ToolDefinition::builder("ls");
/// # let _ = builder;
/// ```
#[derive(Debug)]
pub struct NoBody(());

impl ToolDefinition {
    /// Starts a definition by hand. The name is made of `[A-Za-z0-9_./-]`, 1 to 128 of them.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("server/list").description("Lists.");
    /// # let _ = builder;
    /// ```
    #[track_caller]
    pub fn builder(name: impl Into<Arc<str>>) -> ToolDefinitionBuilder {
        let input = Input::unvalidated(FrozenJson::empty_object());
        ToolDefinitionBuilder {
            parts: Parts::new(name.into(), SourceLocation::caller(), input),
            state: PhantomData,
        }
    }
}

impl<I, O> ToolDefinitionBuilder<I, O> {
    #[inline]
    pub(super) fn into_state<J, P>(self) -> ToolDefinitionBuilder<J, P> {
        ToolDefinitionBuilder { parts: self.parts, state: PhantomData }
    }

    /// A name for people.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").title("List files");
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn title(mut self, title: impl Into<Arc<str>>) -> Self {
        self.parts.title = Some(title.into());
        self
    }

    /// What it does, for the model.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").description("Lists files.");
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn description(mut self, description: impl Into<Arc<str>>) -> Self {
        self.parts.description = description.into();
        self
    }

    /// Says that it changes nothing, or that it does.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").read_only(true);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn read_only(mut self, read_only: bool) -> Self {
        self.parts.hints.read_only = Some(read_only);
        self
    }

    /// Says whether it may destroy what was there.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("rm").destructive(true);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn destructive(mut self, destructive: bool) -> Self {
        self.parts.hints.destructive = Some(destructive);
        self
    }

    /// Says whether another call with the same arguments changes nothing more.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("touch").idempotent(true);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.parts.hints.idempotent = Some(idempotent);
        self
    }

    /// Says whether it deals with the world outside.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("fetch").open_world(true);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn open_world(mut self, open_world: bool) -> Self {
        self.parts.hints.open_world = Some(open_world);
        self
    }

    /// How long a run may take, until the body is told to stop.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// let builder = ToolDefinition::builder("ls").timeout(std::time::Duration::from_secs(5));
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.parts.timeout = Some(timeout);
        self
    }

    /// Says that the body injects a state, so that registration can tell when nothing supplies it.
    ///
    /// ```
    /// use dsh_tools::ToolDefinition;
    /// struct Workspace;
    /// let builder = ToolDefinition::builder("ls").requires::<Workspace>();
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn requires<T: Any + Send + Sync>(mut self) -> Self {
        self.parts.require::<T>();
        self
    }

    /// Makes the content of every outcome, failures included; `None` leaves it.
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, json::ContentBlock};
    /// let builder = ToolDefinition::builder("ls")
    ///     .finalize(|result| Some(vec![ContentBlock::text(format!("[{}]", result.text()))]));
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn finalize<C: Into<Option<Vec<ContentBlock>>>>(
        mut self,
        finalize: impl Fn(&ToolExecutionResult) -> C + Send + Sync + 'static,
    ) -> Self {
        self.parts.finalize(finalize);
        self
    }

    /// Scopes below the one that it is registered in do not inherit it: there its name is free.
    #[must_use]
    pub(crate) fn confined(mut self) -> Self {
        self.parts.confined = true;
        self
    }
}

impl<I, O> fmt::Debug for ToolDefinitionBuilder<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.parts, f)
    }
}
