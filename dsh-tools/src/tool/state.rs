//! What hosts hand to tools: values found by their type.

use super::contain::Shielded;
use std::any::{Any, TypeId, type_name};
use std::fmt;
use std::sync::Arc;

/// Values by type, with those of a wider place behind them: the call's, then the registry's. A cheap handle; where there
/// are none, as in most registries, nothing is shared between the calls of all threads.
#[derive(Clone, Default)]
pub(crate) struct States(Option<Arc<Values>>);

#[derive(Clone, Default)]
struct Values {
    own: Vec<Entry>,
    wider: States,
}

#[derive(Clone)]
struct Entry {
    of: Requirement,
    value: Arc<Shielded<Box<dyn Any + Send + Sync>>>,
}

impl States {
    /// Sets a value; a later one of the same type replaces it, and so does the same type in an `Arc`.
    pub(crate) fn set<T: Any + Send + Sync>(&mut self, value: T) {
        let of = Requirement::of::<T>();
        let value = Arc::new(Shielded::new(Box::new(value) as Box<dyn Any + Send + Sync>));
        let Values { own, .. } = Arc::make_mut(self.0.get_or_insert_default());
        own.retain(|known| !known.of.stands_for(&of) && !of.stands_for(&known.of));
        own.push(Entry { of, value });
    }

    /// The same values, with others behind them.
    pub(crate) fn within(self, wider: Self) -> Self {
        let Some(values) = self.0 else { return wider };
        let own = Arc::unwrap_or_clone(values).own;
        Self(Some(Arc::new(Values { own, wider })))
    }

    /// The nearest value of the type. One that was given in an `Arc` counts: hosts share what they hand over.
    pub(crate) fn find<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.layers().find_map(|layer| {
            layer.value(TypeId::of::<T>()).and_then(|value| value.downcast_ref::<T>()).or_else(
                || {
                    let shared = layer.value(TypeId::of::<Arc<T>>())?.downcast_ref::<Arc<T>>()?;
                    Some(&**shared)
                },
            )
        })
    }

    pub(crate) fn supplies(&self, wanted: &Requirement) -> bool {
        self.layers().any(|layer| layer.own.iter().any(|entry| entry.of.stands_for(wanted)))
    }

    /// Names of the types there are, for messages.
    #[inline]
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.layers().flat_map(|layer| layer.own.iter().map(|entry| entry.of.name))
    }

    fn layers(&self) -> impl Iterator<Item = &Values> {
        std::iter::successors(self.0.as_deref(), |layer| layer.wider.0.as_deref())
    }
}

impl Values {
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        self.own.iter().find(|entry| entry.of.id == id)?.value.get().map(|value| &**value)
    }
}

impl fmt::Debug for States {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// A type that a tool takes by reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Requirement {
    id: TypeId,
    /// The same in an `Arc`.
    shared: TypeId,
    name: &'static str,
}

impl Requirement {
    pub(crate) fn of<T: Any + Send + Sync>() -> Self {
        Self { id: TypeId::of::<T>(), shared: TypeId::of::<Arc<T>>(), name: type_name::<T>() }
    }

    /// The type, as the compiler names it.
    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    #[inline]
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.id == other.id
    }

    /// Whether a value of this type is found where the other one is wanted.
    pub(crate) fn stands_for(&self, wanted: &Self) -> bool {
        self.id == wanted.id || self.id == wanted.shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_state_wins_and_wider_ones_stay_visible() {
        let mut wide = States::default();
        wide.set(1_u8);
        wide.set("wide");
        let mut near = States::default();
        near.set(2_u8);
        let both = near.within(wide);
        assert_eq!(both.find::<u8>(), Some(&2));
        assert_eq!(both.find::<&str>(), Some(&"wide"));
        assert_eq!(both.find::<u16>(), None);
        assert!(both.supplies(&Requirement::of::<&str>()));
        assert!(!both.supplies(&Requirement::of::<u16>()));
    }

    #[test]
    fn shared_state_is_found_as_what_it_holds() {
        let mut states = States::default();
        states.set(Arc::new(String::from("shared")));
        assert_eq!(states.find::<String>().map(String::as_str), Some("shared"));
        assert!(states.find::<Arc<String>>().is_some());
        assert!(states.supplies(&Requirement::of::<String>()));
    }

    #[test]
    fn a_later_value_of_a_type_replaces() {
        let mut states = States::default();
        states.set(1_u8);
        states.set(2_u8);
        assert_eq!(states.find::<u8>(), Some(&2));
        states.set(Arc::new(3_u8));
        assert_eq!(states.find::<u8>(), Some(&3));
        assert_eq!(states.names().count(), 1);
        states.set(4_u8);
        assert_eq!(states.find::<u8>(), Some(&4));
        assert_eq!(states.names().count(), 1);
    }
}
