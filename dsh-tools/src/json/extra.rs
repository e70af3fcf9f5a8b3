//! Members that a type does not name.

use super::FrozenJson;
use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::ops::Deref;

/// Members of a block that its type does not name (`annotations`, `_meta`, ..), kept as they came: to be read, a
/// [`BTreeMap`]. Most blocks have none.
///
/// ```
/// use dsh_tools::json::{ContentBlock, ExtraMembers, FrozenJson};
///
/// let block: ContentBlock = serde_json::from_str(r#"{"type":"text","text":"hi","_meta":{}}"#)?;
/// let ContentBlock::Text { extra, .. } = block else { unreachable!() };
/// assert_eq!(extra, ExtraMembers::from([("_meta".into(), FrozenJson::empty_object())]));
/// assert!(extra.contains_key("_meta"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
// A map that is there has members: so two are equal when their members are. To drop an empty one costs more than to see
// that there is none.
pub struct ExtraMembers(Option<BTreeMap<String, FrozenJson>>);

impl ExtraMembers {
    /// None.
    ///
    /// ```
    /// use dsh_tools::json::ExtraMembers;
    /// assert!(ExtraMembers::new().is_empty());
    /// ```
    pub const fn new() -> Self {
        Self(None)
    }

    /// Adds a member; gives the value of an earlier one of this name.
    ///
    /// ```
    /// use dsh_tools::json::{ExtraMembers, FrozenJson};
    ///
    /// let mut extra = ExtraMembers::new();
    /// assert!(extra.insert("_meta".into(), FrozenJson::empty_object()).is_none());
    /// assert_eq!(extra.len(), 1);
    /// ```
    pub fn insert(&mut self, name: String, value: FrozenJson) -> Option<FrozenJson> {
        self.0.get_or_insert_default().insert(name, value)
    }
}

impl Deref for ExtraMembers {
    type Target = BTreeMap<String, FrozenJson>;

    fn deref(&self) -> &Self::Target {
        static NONE: BTreeMap<String, FrozenJson> = BTreeMap::new();
        self.0.as_ref().unwrap_or(&NONE)
    }
}

impl FromIterator<(String, FrozenJson)> for ExtraMembers {
    fn from_iter<I: IntoIterator<Item = (String, FrozenJson)>>(members: I) -> Self {
        let mut extra = Self::new();
        for (name, value) in members {
            extra.insert(name, value);
        }
        extra
    }
}

impl<const N: usize> From<[(String, FrozenJson); N]> for ExtraMembers {
    fn from(members: [(String, FrozenJson); N]) -> Self {
        members.into_iter().collect()
    }
}

impl From<BTreeMap<String, FrozenJson>> for ExtraMembers {
    fn from(members: BTreeMap<String, FrozenJson>) -> Self {
        Self((!members.is_empty()).then_some(members))
    }
}

impl IntoIterator for ExtraMembers {
    type Item = (String, FrozenJson);
    type IntoIter = btree_map::IntoIter<String, FrozenJson>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.unwrap_or_default().into_iter()
    }
}

impl<'a> IntoIterator for &'a ExtraMembers {
    type Item = (&'a String, &'a FrozenJson);
    type IntoIter = btree_map::Iter<'a, String, FrozenJson>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for ExtraMembers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
