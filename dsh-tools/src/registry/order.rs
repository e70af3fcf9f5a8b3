//! The order in which a model sees tools.

use crate::json::visible;
use crate::tool::ToolSchema;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The order in which a model sees tools: by name, unless some are listed.
///
/// Either way the same tools give the same list, byte for byte, whatever the order of registration: caches of prompts
/// hold.
///
/// ```
/// use dsh_tools::{Rest, SchemaOrder, ToolDefinition, ToolRegistry};
///
/// let tool = |name: &str| ToolDefinition::builder(name).description("..")
///     .no_args()
///     .body(|_, _| async { ".." })
///     .build();
/// let registry = ToolRegistry::builder().tools([tool("bash"), tool("edit"), tool("read")]).build()?;
/// let order = SchemaOrder::listed(["read"], Rest::Last)?;
/// let names: Vec<_> = registry.schemas_in(&order)?.iter().map(|schema| schema.name.to_string()).collect();
/// assert_eq!(names, ["read", "bash", "edit"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaOrder {
    listed: Vec<Arc<str>>,
    /// How many of the listed ones stand before the rest.
    before: usize,
}

/// Where tools go that a [`SchemaOrder`] does not list; among themselves they go by name.
///
/// ```
/// use dsh_tools::{Rest, SchemaOrder};
/// let order = SchemaOrder::listed(["read", "write", "bash"], Rest::After(2))?;
/// # Ok::<(), dsh_tools::SchemaOrderError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Before those that are listed.
    First,
    /// After those that are listed.
    Last,
    /// After so many of those that are listed.
    After(usize),
}

/// Why there is no such order.
///
/// ```
/// use dsh_tools::{Rest, SchemaOrder};
/// let error = SchemaOrder::listed(["read", "read"], Rest::Last).unwrap_err();
/// assert_eq!(error.to_string(), "the order of tools lists `read` twice");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaOrderError {
    /// A name is listed twice.
    #[error("the order of tools lists `{name}` twice", name = visible(name))]
    #[non_exhaustive]
    Duplicate {
        /// The name.
        name: Arc<str>,
    },
    /// Names are listed that no tool has, here or further out.
    #[error(
        "the order of tools lists what cannot be called from here: {}; register it here or further out, or take it from the list",
        list(names)
    )]
    #[non_exhaustive]
    Unknown {
        /// The names.
        names: Vec<Arc<str>>,
    },
}

#[inline]
fn list(names: &[Arc<str>]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{}`", visible(name))).collect();
    names.join(", ")
}

impl SchemaOrder {
    /// By name.
    ///
    /// ```
    /// use dsh_tools::SchemaOrder;
    /// assert_eq!(SchemaOrder::by_name(), SchemaOrder::default());
    /// ```
    #[inline]
    pub const fn by_name() -> Self {
        Self { listed: Vec::new(), before: 0 }
    }

    /// These in the order in which they are listed, and the rest by name.
    ///
    /// # Errors
    /// A name is listed twice.
    ///
    /// ```
    /// use dsh_tools::{Rest, SchemaOrder};
    /// let order = SchemaOrder::listed(["read", "write"], Rest::Last)?;
    /// # Ok::<(), dsh_tools::SchemaOrderError>(())
    /// ```
    #[inline]
    pub fn listed(
        names: impl IntoIterator<Item = impl Into<Arc<str>>>,
        rest: Rest,
    ) -> Result<Self, SchemaOrderError> {
        let mut places = BTreeMap::new();
        let listed: Vec<Arc<str>> = names.into_iter().map(Into::into).collect();
        for (at, name) in listed.iter().enumerate() {
            if places.insert(Arc::clone(name), at).is_some() {
                return Err(SchemaOrderError::Duplicate { name: Arc::clone(name) });
            }
        }
        let before = match rest {
            Rest::First => 0,
            Rest::Last => listed.len(),
            Rest::After(count) => count.min(listed.len()),
        };
        Ok(Self { listed, before })
    }

    /// Schemas that are ordered by name, in this order.
    #[inline]
    pub(super) fn arrange(
        &self,
        schemas: &Arc<[ToolSchema]>,
        is_registered: impl Fn(&str) -> bool,
    ) -> Result<Arc<[ToolSchema]>, SchemaOrderError> {
        if self.listed.is_empty() {
            return Ok(Arc::clone(schemas));
        }
        let unknown: Vec<_> =
            self.listed.iter().filter(|name| !is_registered(name)).cloned().collect();
        if !unknown.is_empty() {
            return Err(SchemaOrderError::Unknown { names: unknown });
        }
        let mut rest: BTreeMap<&str, &ToolSchema> =
            schemas.iter().map(|schema| (&*schema.name, schema)).collect();
        let listed: Vec<_> = self.listed.iter().map(|name| rest.remove(&**name)).collect();
        let (first, last) = listed.split_at_checked(self.before).unwrap_or((&listed, &[]));
        let last = last.iter().flatten().copied();
        Ok(first.iter().flatten().copied().chain(rest.into_values()).chain(last).cloned().collect())
    }
}
