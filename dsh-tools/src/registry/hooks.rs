//! Hooks of every kind, in order. What a kind is, the pipeline knows.

use super::layer::EntryId;
use std::any::{Any, TypeId};
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

/// The hooks of a layer or of a chain of layers: a list a kind, the kind being the type of its trait objects.
#[derive(Clone, Default)]
pub(crate) struct HookLists {
    kinds: Vec<(TypeId, Arc<dyn List>)>,
}

/// A kind of hooks: what their trait objects are.
pub(crate) trait HookKind: Send + Sync + 'static {
    /// Its number, less than [`KindSet::KINDS`]; no two kinds share one.
    const NUMBER: u32;
}

/// Kinds of hooks, and of each apart those that are asked for nothing but timeouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KindSet(u32);

impl KindSet {
    const KINDS: u32 = 12;
    pub(super) const BITS: u32 = 2 * Self::KINDS;

    /// Hooks of this kind, whatever they are for.
    pub(super) const fn all<H: ?Sized + HookKind>() -> Self {
        Self::registered::<H>().and(Self::timeouts::<H>())
    }

    /// Those that are asked about every call.
    pub(super) const fn registered<H: ?Sized + HookKind>() -> Self {
        const { assert!(H::NUMBER < Self::KINDS) };
        Self(1 << H::NUMBER)
    }

    /// Those that the library puts innermost, to keep the timeouts that tools declare.
    const fn timeouts<H: ?Sized + HookKind>() -> Self {
        Self(1 << (H::NUMBER + Self::KINDS))
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn bits(self) -> u64 {
        self.0 as u64
    }
}

/// A hook in its place.
pub(crate) struct Hook<H: ?Sized> {
    pub(crate) run: Arc<H>,
    id: EntryId,
    place: Place,
    honours_timeouts: bool,
}

/// Where a hook goes among those of its kind, of whatever layer: the outermost place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// Outside all others, whenever they are registered: rules that must hold whatever the order.
    Outermost,
    /// Outside those that were registered before, and all that are not prepended.
    Prepended,
    /// Within those that were registered before.
    Registered,
    /// Within all others, whenever they are registered: the library's own defaults.
    Innermost,
}

impl<H: ?Sized> Hook<H> {
    /// Of two hooks the one that was registered later has the greater id.
    pub(crate) const fn id(&self) -> EntryId {
        self.id
    }

    /// The outermost hook has the least.
    fn order(&self) -> (Place, Option<EntryId>, Reverse<Option<EntryId>>) {
        match self.place {
            Place::Outermost | Place::Prepended => (self.place, None, Reverse(Some(self.id))),
            Place::Registered | Place::Innermost => (self.place, Some(self.id), Reverse(None)),
        }
    }
}

impl<H: ?Sized> Clone for Hook<H> {
    fn clone(&self) -> Self {
        Self { run: Arc::clone(&self.run), ..*self }
    }
}

/// Hooks of both lists, in order.
pub(super) fn together<H: ?Sized>(some: &[Hook<H>], more: &[Hook<H>]) -> Arc<[Hook<H>]> {
    // Nearly always all of `more` goes last; a sort would be generated for each kind of hook.
    let mut hooks: Vec<Hook<H>> = Vec::with_capacity(some.len() + more.len());
    for hook in some.iter().chain(more) {
        let order = hook.order();
        let inner = hooks.iter().rev().take_while(|before| before.order() > order).count();
        hooks.insert(hooks.len() - inner, hook.clone());
    }
    hooks.into()
}

/// A layer's own hooks of a kind at one moment.
pub(crate) struct Live<H: ?Sized> {
    pub(crate) hooks: Arc<[Hook<H>]>,
    /// How often the last of them was removed before.
    pub(crate) generation: u64,
}

/// The hooks of one kind, the outermost first.
struct Kind<H: ?Sized> {
    hooks: Arc<[Hook<H>]>,
    generation: u64,
}

/// A list of hooks, whatever their kind.
trait List: Any + Send + Sync {
    /// The list without these, unless it has none of them.
    fn without(&self, ids: &[EntryId]) -> Option<Arc<dyn List>>;
    /// The hooks of both, in order. `None` when the other list is of another kind.
    fn merged(&self, other: &dyn List) -> Option<Arc<dyn List>>;
    fn ids(&self) -> Vec<EntryId>;
    fn is_empty(&self) -> bool;
    /// Its kind, as far as there are any.
    fn kinds(&self) -> KindSet;
    fn honours_timeouts(&self) -> bool;
}

impl<H: ?Sized + HookKind> List for Kind<H> {
    fn without(&self, ids: &[EntryId]) -> Option<Arc<dyn List>> {
        let kept: Arc<[Hook<H>]> =
            self.hooks.iter().filter(|hook| !ids.contains(&hook.id)).cloned().collect();
        if kept.len() == self.hooks.len() {
            return None;
        }
        let generation = self.generation + u64::from(kept.is_empty());
        Some(Arc::new(Self { hooks: kept, generation }))
    }

    fn merged(&self, other: &dyn List) -> Option<Arc<dyn List>> {
        let other = (other as &dyn Any).downcast_ref::<Self>()?;
        Some(Arc::new(Self { hooks: together(&self.hooks, &other.hooks), generation: 0 }))
    }

    fn ids(&self) -> Vec<EntryId> {
        self.hooks.iter().map(Hook::id).collect()
    }

    fn is_empty(&self) -> bool {
        self.hooks.is_empty()
    }

    fn kinds(&self) -> KindSet {
        self.hooks.iter().fold(KindSet::default(), |all, hook| {
            all.and(match hook.place {
                Place::Innermost if hook.honours_timeouts => KindSet::timeouts::<H>(),
                _ => KindSet::registered::<H>(),
            })
        })
    }

    fn honours_timeouts(&self) -> bool {
        self.hooks.iter().any(|hook| hook.honours_timeouts)
    }
}

impl HookLists {
    fn kind<H: ?Sized + HookKind>(&self) -> Option<&Kind<H>> {
        let (_, list) = self.kinds.iter().find(|(kind, _)| *kind == TypeId::of::<H>())?;
        (&**list as &dyn Any).downcast_ref()
    }

    /// The hooks of a kind, the outermost first.
    pub(super) fn of<H: ?Sized + HookKind>(&self) -> Arc<[Hook<H>]> {
        self.some().unwrap_or_default()
    }

    /// The same, if there are any.
    pub(super) fn some<H: ?Sized + HookKind>(&self) -> Option<Arc<[Hook<H>]>> {
        let hooks = &self.kind::<H>()?.hooks;
        (!hooks.is_empty()).then(|| Arc::clone(hooks))
    }

    /// The kinds of which there are any.
    pub(super) fn kinds(&self) -> KindSet {
        self.kinds.iter().fold(KindSet::default(), |all, (_, list)| all.and(list.kinds()))
    }

    #[inline]
    pub(super) fn ids(&self) -> Box<[EntryId]> {
        self.kinds.iter().flat_map(|(_, list)| list.ids()).collect()
    }

    pub(super) fn live<H: ?Sized + HookKind>(&self) -> Live<H> {
        Live { hooks: self.of(), generation: self.kind::<H>().map_or(0, |kind| kind.generation) }
    }

    fn with<H: ?Sized + HookKind>(&self, hook: &Hook<H>) -> Self {
        let Live { hooks, generation } = self.live::<H>();
        let at = hooks.partition_point(|known| known.order() <= hook.order());
        let (outside, within) = hooks.split_at_checked(at).unwrap_or((&hooks, &[]));
        let hooks = outside.iter().chain([hook]).chain(within).cloned().collect();
        let list: Arc<dyn List> = Arc::new(Kind { hooks, generation });
        let mut next = self.clone();
        match next.kinds.iter_mut().find(|(kind, _)| *kind == TypeId::of::<H>()) {
            Some((_, known)) => *known = list,
            None => next.kinds.push((TypeId::of::<H>(), list)),
        }
        next
    }

    #[inline]
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

    /// The hooks of several layers as one.
    pub(super) fn merged<'a>(layers: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for (kind, list) in layers.into_iter().flat_map(|layer| &layer.kinds) {
            if list.is_empty() {
                continue;
            }
            match all.kinds.iter_mut().find(|(known, _)| known == kind) {
                Some((_, known)) => {
                    if let Some(both) = known.merged(&**list) {
                        *known = both;
                    }
                }
                None => all.kinds.push((*kind, Arc::clone(list))),
            }
        }
        all
    }

    pub(super) fn honour_timeouts(&self) -> bool {
        self.kinds.iter().any(|(_, list)| list.honours_timeouts())
    }
}

impl fmt::Debug for HookLists {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HookLists").field("kinds", &self.kinds.len()).finish_non_exhaustive()
    }
}

/// Hooks that are to be added to a layer at once.
#[derive(Default)]
pub(crate) struct NewHooks {
    hooks: Vec<(EntryId, AddHook)>,
}

type AddHook = Box<dyn FnOnce(&HookLists) -> HookLists + Send>;

impl NewHooks {
    pub(crate) fn add<H: ?Sized + HookKind>(
        &mut self,
        run: Arc<H>,
        place: Place,
        honours_timeouts: bool,
    ) {
        let id = EntryId::next();
        let hook = Hook { run, id, place, honours_timeouts };
        self.hooks.push((id, Box::new(move |lists| lists.with(&hook))));
    }

    #[inline]
    pub(super) fn append(&mut self, mut more: Self) {
        self.hooks.append(&mut more.hooks);
    }

    pub(super) fn ids(&self) -> Box<[EntryId]> {
        self.hooks.iter().map(|(id, _)| *id).collect()
    }

    pub(super) fn add_to(self, lists: &HookLists) -> HookLists {
        self.hooks.into_iter().fold(lists.clone(), |lists, (_, add)| add(&lists))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    trait Named: Send + Sync {
        fn name(&self) -> &'static str;
    }

    impl HookKind for dyn Named {
        const NUMBER: u32 = 0;
    }

    impl HookKind for dyn Fn() + Send + Sync {
        const NUMBER: u32 = 1;
    }

    impl Named for &'static str {
        fn name(&self) -> &'static str {
            self
        }
    }

    fn names(hooks: &HookLists) -> Vec<&'static str> {
        hooks.of::<dyn Named>().iter().map(|hook| hook.run.name()).collect()
    }

    /// The lists with one more, and its id.
    fn with(hooks: &HookLists, name: &'static str, place: Place) -> (HookLists, EntryId) {
        let mut new = NewHooks::default();
        let hook: Arc<dyn Named> = Arc::new(name);
        new.add(hook, place, place == Place::Innermost);
        let id = new.ids()[0];
        (new.add_to(hooks), id)
    }

    #[test]
    fn hooks_keep_their_order_and_defaults_stay_within() {
        let (hooks, default) = with(&HookLists::default(), "default", Place::Innermost);
        let (hooks, a) = with(&hooks, "a", Place::Registered);
        let (hooks, b) = with(&hooks, "b", Place::Registered);
        let (hooks, rules) = with(&hooks, "rules", Place::Outermost);
        let (hooks, _) = with(&hooks, "c", Place::Registered);
        let (hooks, first) = with(&hooks, "first", Place::Prepended);
        let (hooks, second) = with(&hooks, "second", Place::Prepended);
        assert_eq!(names(&hooks), ["rules", "second", "first", "a", "b", "c", "default"]);
        assert!(hooks.honour_timeouts());

        let hooks = hooks.without(&[b, first, rules]).unwrap();
        assert_eq!(names(&hooks), ["second", "a", "c", "default"]);
        assert!(hooks.without(&[b]).is_none(), "it is gone already");
        let hooks = hooks.without(&[a, default, second]).unwrap();
        assert_eq!(names(&hooks), ["c"]);
        assert!(!hooks.honour_timeouts());
        assert!(hooks.of::<dyn Fn() + Send + Sync>().is_empty());
    }

    #[test]
    fn layers_are_merged_by_place_and_time() {
        let empty = HookLists::default();
        let (near, _) = with(&empty, "near", Place::Registered);
        let (far, _) = with(&empty, "far", Place::Registered);
        let (far, _) = with(&far, "far, prepended", Place::Prepended);
        let (near, _) = with(&near, "near, later", Place::Registered);
        let (near, _) = with(&near, "default", Place::Innermost);
        let merged = HookLists::merged([&far, &near]);
        assert_eq!(names(&merged), ["far, prepended", "near", "far", "near, later", "default"]);
        assert_eq!(names(&HookLists::merged([&empty, &near])), ["near", "near, later", "default"]);
    }

    #[test]
    fn a_list_that_became_empty_is_another_one() {
        let generation = |hooks: &HookLists| hooks.live::<dyn Named>().generation;
        let (hooks, a) = with(&HookLists::default(), "a", Place::Registered);
        let (hooks, b) = with(&hooks, "b", Place::Registered);
        assert_eq!(generation(&hooks), 0);
        let one_left = hooks.without(&[a]).unwrap();
        assert_eq!(generation(&one_left), 0);
        let (again, _) = with(&one_left.without(&[b]).unwrap(), "c", Place::Registered);
        assert_eq!(generation(&again), 1);
    }
}
