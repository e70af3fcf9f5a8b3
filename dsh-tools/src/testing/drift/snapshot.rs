//! The schemas of some tools, as a file keeps them.

use super::change::{ChangeEffect, SchemaChange, SchemaDrift};
use super::compare::Comparison;
use crate::json::{Cursor, FrozenJson, JsonError, JsonKind, visible};
use crate::tool::ToolSchema;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// What models see of some tools, ordered by name, to be kept in a file and held against what they see later.
///
/// Displayed as the text of that file. In a test, [`assert_no_drift!`](crate::testing::assert_no_drift) does all of it.
///
/// ```
/// use dsh_tools::ToolDefinition;
/// use dsh_tools::testing::SchemaSnapshot;
/// use serde_json::json;
///
/// fn snapshot(schema: serde_json::Value) -> SchemaSnapshot {
///     let tool = ToolDefinition::builder("read").description("Reads a file.")
///         .validated(schema)
///         .body(|_, _| async { "" })
///         .build();
///     SchemaSnapshot::of([tool.schema()])
/// }
/// let before = snapshot(json!({"type": "object", "properties": {"path": {"type": "string"}}}));
/// let kept = before.to_string();
///
/// let now = snapshot(json!({
///     "type": "object",
///     "properties": {"path": {"type": "string", "maxLength": 9}, "limit": {"type": "integer"}},
/// }));
/// let drift = SchemaSnapshot::parse(&kept)?.drift_to(&now);
/// assert!(drift.is_breaking());
/// assert_eq!(
///     drift.to_string(),
///     "`read`\n  breaking:   `path` has a `maxLength` of 9 now\n  compatible: `limit` is new, and optional",
/// );
/// # Ok::<(), dsh_tools::testing::SnapshotError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SchemaSnapshot(BTreeMap<Arc<str>, ToolSchema>);

/// Why a text is no snapshot.
///
/// ```
/// use dsh_tools::testing::SchemaSnapshot;
///
/// let error = SchemaSnapshot::parse("{}").unwrap_err();
/// assert_eq!(error.to_string(), "expected an array of tools, found object");
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SnapshotError(String);

impl From<JsonError> for SnapshotError {
    #[inline]
    fn from(error: JsonError) -> Self {
        Self(error.to_string())
    }
}

impl SchemaSnapshot {
    /// Of these schemas, as `registry.schemas().iter()` gives them; of two with one name the last.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// use dsh_tools::testing::SchemaSnapshot;
    /// assert_eq!(SchemaSnapshot::of(ToolRegistry::new().schemas().iter()).to_string(), "[]\n");
    /// ```
    #[inline]
    pub fn of<'a>(schemas: impl IntoIterator<Item = &'a ToolSchema>) -> Self {
        let named = |schema: &ToolSchema| (Arc::clone(&schema.name), schema.clone());
        Self(schemas.into_iter().map(named).collect())
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// What is no array of `{name, description, parameters}`.
    ///
    /// ```
    /// use dsh_tools::testing::SchemaSnapshot;
    /// assert!(SchemaSnapshot::parse("<<<<<<< HEAD\n[]").is_err());
    /// ```
    #[inline]
    pub fn parse(text: &str) -> Result<Self, SnapshotError> {
        let document = FrozenJson::parse(text)?;
        if document.kind() != JsonKind::Array {
            return Err(SnapshotError(format!(
                "expected an array of tools, found {}",
                document.kind()
            )));
        }
        let mut all = BTreeMap::new();
        for (at, tool) in document.root().items().enumerate() {
            let text = |key: &str| -> Result<Arc<str>, SnapshotError> {
                let found = tool.get(key).and_then(Cursor::as_str);
                let found = found.ok_or_else(|| {
                    SnapshotError(format!("`{key}` of tool {at} is missing, or no string"))
                })?;
                Ok(found.as_ref().into())
            };
            let name = text("name")?;
            let parameters = tool.get("parameters").ok_or_else(|| {
                SnapshotError(format!("`parameters` of `{}` are missing", visible(&name)))
            })?;
            let schema = ToolSchema {
                name: Arc::clone(&name),
                description: text("description")?,
                parameters: parameters.to_frozen(),
            };
            if all.insert(Arc::clone(&name), schema).is_some() {
                return Err(SnapshotError(format!("`{}` is there twice", visible(&name))));
            }
        }
        Ok(Self(all))
    }

    /// What changed from this snapshot to a later one.
    ///
    /// ```
    /// use dsh_tools::testing::SchemaSnapshot;
    ///
    /// let before = r#"[{"name": "now", "description": "The time.", "parameters": {}}]"#;
    /// let drift = SchemaSnapshot::parse(before)?.drift_to(&SchemaSnapshot::parse("[]")?);
    /// assert_eq!(drift.to_string(), "`now`\n  breaking:   is gone");
    /// # Ok::<(), dsh_tools::testing::SnapshotError>(())
    /// ```
    #[inline]
    pub fn drift_to(&self, now: &Self) -> SchemaDrift {
        let names: BTreeSet<&Arc<str>> = self.0.keys().chain(now.0.keys()).collect();
        let mut all = Vec::new();
        for name in names {
            let whole = |effect, what: &str| SchemaChange {
                tool: visible(name).to_string(),
                path: String::new(),
                effect,
                what: what.to_owned(),
            };
            match (self.0.get(name), now.0.get(name)) {
                (Some(before), Some(now)) => {
                    all.extend(Comparison::of(before, now));
                }
                (Some(_), None) => all.push(whole(ChangeEffect::Breaking, "is gone")),
                _ => all.push(whole(ChangeEffect::Compatible, "is new")),
            }
        }
        SchemaDrift(all)
    }
}

impl fmt::Display for SchemaSnapshot {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools: Vec<&ToolSchema> = self.0.values().collect();
        let text = serde_json::to_string_pretty(&tools).map_err(|_no_json| fmt::Error)?;
        writeln!(f, "{text}")
    }
}
