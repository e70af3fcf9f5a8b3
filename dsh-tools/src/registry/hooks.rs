//! Hooks of every kind, in order. What a kind is, the pipeline knows.

use super::layer::EntryId;
use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

/// The hooks of a layer: a list a kind, the kind being the type of its trait objects.
#[derive(Clone, Default)]
pub(crate) struct Hooks {
    kinds: Vec<(TypeId, Arc<dyn List>)>,
}

/// A hook in its place.
pub(crate) struct Hook<H: ?Sized> {
    pub(crate) run: Arc<H>,
    id: EntryId,
    place: Place,
    honours_timeouts: bool,
}

/// Where a hook goes among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Within those that were registered before.
    Registered,
    /// Within all others, whenever they are registered: the library's own defaults.
    Innermost,
}

impl<H: ?Sized> Clone for Hook<H> {
    fn clone(&self) -> Self {
        Self { run: Arc::clone(&self.run), ..*self }
    }
}

/// The hooks of one kind, the outermost first.
struct Kind<H: ?Sized>(Arc<[Hook<H>]>);

/// A list of hooks, whatever their kind.
trait List: Any + Send + Sync {
    /// The list without these, unless it has none of them.
    fn without(&self, ids: &[EntryId]) -> Option<Arc<dyn List>>;
    fn honours_timeouts(&self) -> bool;
}

impl<H: ?Sized + Send + Sync + 'static> List for Kind<H> {
    fn without(&self, ids: &[EntryId]) -> Option<Arc<dyn List>> {
        let kept: Arc<[Hook<H>]> =
            self.0.iter().filter(|hook| !ids.contains(&hook.id)).cloned().collect();
        (kept.len() < self.0.len()).then(|| Arc::new(Self(kept)) as Arc<dyn List>)
    }

    fn honours_timeouts(&self) -> bool {
        self.0.iter().any(|hook| hook.honours_timeouts)
    }
}

impl Hooks {
    /// The hooks of a kind, the outermost first.
    pub(crate) fn of<H: ?Sized + Send + Sync + 'static>(&self) -> Arc<[Hook<H>]> {
        self.kinds
            .iter()
            .find(|(kind, _)| *kind == TypeId::of::<H>())
            .and_then(|(_, list)| (&**list as &dyn Any).downcast_ref::<Kind<H>>())
            .map_or_else(Arc::default, |kind| Arc::clone(&kind.0))
    }

    pub(super) fn with<H: ?Sized + Send + Sync + 'static>(
        &self,
        id: EntryId,
        hook: Arc<H>,
        place: Place,
        honours_timeouts: bool,
    ) -> Self {
        let mut hooks = self.of::<H>().to_vec();
        let at = match place {
            Place::Registered => {
                hooks.iter().take_while(|known| known.place == Place::Registered).count()
            }
            Place::Innermost => hooks.len(),
        };
        hooks.insert(at, Hook { run: hook, id, place, honours_timeouts });
        let list: Arc<dyn List> = Arc::new(Kind(hooks.into()));
        let mut next = self.clone();
        match next.kinds.iter_mut().find(|(kind, _)| *kind == TypeId::of::<H>()) {
            Some((_, known)) => *known = list,
            None => next.kinds.push((TypeId::of::<H>(), list)),
        }
        next
    }

    pub(super) fn without(&self, ids: &[EntryId]) -> Option<Self> {
        let mut next = self.clone();
        let mut found = false;
        for (_, list) in &mut next.kinds {
            if let Some(kept) = list.without(ids) {
                *list = kept;
                found = true;
            }
        }
        found.then_some(next)
    }

    pub(super) fn honour_timeouts(&self) -> bool {
        self.kinds.iter().any(|(_, list)| list.honours_timeouts())
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks").field("kinds", &self.kinds.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    trait Named: Send + Sync {
        fn name(&self) -> &'static str;
    }

    impl Named for &'static str {
        fn name(&self) -> &'static str {
            self
        }
    }

    fn names(hooks: &Hooks) -> Vec<&'static str> {
        hooks.of::<dyn Named>().iter().map(|hook| hook.run.name()).collect()
    }

    #[test]
    fn hooks_keep_their_order_and_defaults_stay_within() {
        let (a, b, c, d) = (EntryId::next(), EntryId::next(), EntryId::next(), EntryId::next());
        let add = |hooks: &Hooks, id, name: &'static str, place| {
            hooks.with::<dyn Named>(id, Arc::new(name), place, place == Place::Innermost)
        };
        let hooks = add(&Hooks::default(), d, "default", Place::Innermost);
        let hooks = add(&hooks, a, "a", Place::Registered);
        let hooks = add(&hooks, b, "b", Place::Registered);
        let hooks = add(&hooks, c, "c", Place::Registered);
        assert_eq!(names(&hooks), ["a", "b", "c", "default"]);
        assert!(hooks.honour_timeouts());

        let hooks = hooks.without(&[b]).unwrap();
        assert_eq!(names(&hooks), ["a", "c", "default"]);
        assert!(hooks.without(&[b]).is_none(), "it is gone already");
        let hooks = hooks.without(&[a, d]).unwrap();
        assert_eq!(names(&hooks), ["c"]);
        assert!(!hooks.honour_timeouts());
        assert!(hooks.of::<dyn Fn() + Send + Sync>().is_empty());
    }
}
