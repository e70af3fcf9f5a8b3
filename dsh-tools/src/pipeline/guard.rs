//! Guards: they deny, or have nothing to say.

use super::call::{Call, over};
use crate::registry::{EntryId, LayerCell, Live};
use crate::tool::{ErrorCode, Shielded, ToolError, ToolExecution, contain, panicked_in};
use std::sync::Arc;

/// Why a call does not run.
///
/// ```
/// use dsh_tools::Denial;
/// assert_eq!(Denial::new("not on Sundays").reason(), "not on Sundays");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a denial denies when a guard returns it: `Some(denial)`"]
pub struct Denial(Arc<str>);

impl Denial {
    /// A denial for this reason, which the model reads.
    ///
    /// ```
    /// use dsh_tools::Denial;
    /// let denial = Denial::new(format!("`{}` is not for this directory", "write"));
    /// # let _ = denial;
    /// ```
    pub fn new(reason: impl Into<Arc<str>>) -> Self {
        Self(reason.into())
    }

    /// The reason.
    ///
    /// ```
    /// use dsh_tools::Denial;
    /// assert_eq!(Denial::new("no").reason(), "no");
    /// ```
    pub fn reason(&self) -> &str {
        &self.0
    }

    pub(super) fn into_reason(self) -> Arc<str> {
        self.0
    }
}

/// Says no to calls that must not run, whatever hooks and approvers said before.
///
/// All guards are asked after a call was allowed, right before it is dispatched: those of the global layer first, then
/// those of scopes from the farthest to the nearest. One denial is enough, and nobody can lift it: a guard has no way
/// to allow. Guards are read as they are at that moment, also those that a guard registers while it is asked. A panic
/// ends the call with [`ErrorCode::HookPanicked`].
///
/// A guard is quick and does no I/O: what has to wait is a [`PreExecute`](super::PreExecute) hook. It decides by the
/// [effective](ToolExecution::effective_arguments) arguments: those that were written may have other names for a key, and
/// leave defaults out. A person who was asked before a guard denies has been asked in vain; what is known before, rules
/// ([`PermissionRules`](crate::PermissionRules)) and hooks say before.
///
/// ```
/// use dsh_tools::{Denial, ToolExecution, ToolGuard, ToolRegistry};
///
/// struct NoSecrets;
///
/// impl ToolGuard for NoSecrets {
///     fn guard(&self, call: &ToolExecution) -> Option<Denial> {
///         // What the body gets: whatever other name or spelling the model has for it.
///         let path = call.effective_arguments()?.get("path")?;
///         path.as_str()?.contains(".env").then(|| Denial::new("files of secrets are not read or written"))
///     }
/// }
/// ToolRegistry::new().guard(NoSecrets);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot guard calls",
    note = "implement `ToolGuard`, or give a `fn(&ToolExecution) -> Option<Denial>`",
    note = "closures go through `guard_fn(|call| ..)`"
)]
pub trait ToolGuard: Send + Sync + 'static {
    /// Why the call must not run, or `None`.
    fn guard(&self, call: &ToolExecution) -> Option<Denial>;
}

impl<F: Fn(&ToolExecution) -> Option<Denial> + Send + Sync + 'static> ToolGuard for F {
    fn guard(&self, call: &ToolExecution) -> Option<Denial> {
        self(call)
    }
}

/// Shared with whoever reads what it gathers, or one of several kinds (`Arc<dyn ToolGuard>`).
impl<G: ToolGuard + ?Sized> ToolGuard for Arc<G> {
    fn guard(&self, call: &ToolExecution) -> Option<Denial> {
        G::guard(self, call)
    }
}

/// A guard whose destructor may panic.
pub(super) struct Guard<G>(pub(super) Shielded<G>);

/// The kind of hook.
pub(super) trait Judge: Send + Sync {
    fn judge(&self, call: &ToolExecution) -> Option<Denial>;
}

impl<G: ToolGuard> Judge for Guard<G> {
    fn judge(&self, call: &ToolExecution) -> Option<Denial> {
        self.0.get()?.guard(call)
    }
}

/// The guards of one layer, as far as a call has met them.
struct Met {
    generation: u64,
    last: Option<EntryId>,
    /// As they were when the last of them had been asked.
    seen: Option<Live<dyn Judge>>,
}

impl Met {
    /// Whether these are the guards that were met last. What is held is no other list's place in memory.
    fn are(&self, now: &Live<dyn Judge>) -> bool {
        self.seen.as_ref().is_some_and(|seen| {
            seen.generation == now.generation
                && (Arc::ptr_eq(&seen.hooks, &now.hooks)
                    || seen.hooks.is_empty() && now.hooks.is_empty())
        })
    }
}

/// Asks all guards. The error is a guard's panic.
///
/// Layers are read one after another, and a guard may go from one that is still to be read to one that was read: they
/// are gone through until none has changed meanwhile, or none has a guard that was not asked. So there was a moment at
/// which all guards that there were had been asked.
pub(super) fn judge(call: &Arc<Call>) -> Result<Option<Denial>, ToolError> {
    // At one moment no layer has a guard, so there is none who would be passed over.
    if call.has_none::<dyn Judge>() {
        return Ok(None);
    }
    let execution = call.execution();
    // Nothing runs of a call that has its outcome.
    let reach = call.reach().ok_or_else(over)?;
    let layers = reach.layers();
    let (mut one, mut several) = ([None], Vec::new());
    let met: &mut [Option<Met>] = if layers.len() > 1 {
        several.resize_with(layers.len(), || None);
        &mut several
    } else {
        &mut one
    };
    loop {
        let changes = reach.changes();
        let mut is_settled = true;
        for (layer, met) in layers.iter().zip(met.iter_mut()) {
            let asked = ask(call, &execution, layer, met)?;
            is_settled &= matches!(asked, Asked::NobodyNew);
            if let Some(denial) = asked.denial() {
                return Ok(Some(denial));
            }
        }
        if is_settled || layers.len() == 1 || reach.changes() == changes {
            return Ok(None);
        }
    }
}

enum Asked {
    Denied(Denial),
    /// The layer has changed since it was read last.
    Anew,
    NobodyNew,
}

impl Asked {
    fn denial(self) -> Option<Denial> {
        match self {
            Self::Denied(denial) => Some(denial),
            Self::Anew | Self::NobodyNew => None,
        }
    }
}

/// Asks those guards of a layer that were not asked yet.
fn ask(
    call: &Call,
    execution: &ToolExecution,
    layer: &LayerCell,
    met: &mut Option<Met>,
) -> Result<Asked, ToolError> {
    // A guard that is registered meanwhile is asked, too. A layer whose guards were all lifted meanwhile is done
    // with: those that came after that are for the next call.
    let mut changes = layer.changes();
    let mut now = layer.live::<dyn Judge>();
    let met = met.get_or_insert_with(|| Met { generation: now.generation, last: None, seen: None });
    while now.generation == met.generation {
        let at = now.hooks.partition_point(|hook| met.last.is_some_and(|last| hook.id() <= last));
        let Some(guard) = now.hooks.get(at) else { break };
        met.last = Some(guard.id());
        match contain(|| guard.run.judge(execution)) {
            Ok(None) => {}
            Ok(Some(denial)) => return Ok(Asked::Denied(denial)),
            Err(panicked) => {
                panicked_in("guard", &call.identity, &panicked);
                return Err(call.identity.panicked(ErrorCode::HookPanicked, "a guard", panicked));
            }
        }
        let since = layer.changes();
        if since != changes {
            changes = since;
            now = layer.live::<dyn Judge>();
        }
    }
    let are_known = met.are(&now);
    met.seen = Some(now);
    Ok(if are_known { Asked::NobodyNew } else { Asked::Anew })
}
