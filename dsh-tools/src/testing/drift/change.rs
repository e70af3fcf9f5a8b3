//! Changes, and what they mean for callers.

use std::fmt::{self, Display};

/// What a change of a schema means for calls as they were made before.
///
/// ```
/// use dsh_tools::testing::ChangeEffect;
/// assert!(ChangeEffect::Wording < ChangeEffect::Breaking, "from the harmless to the worst");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeEffect {
    /// None: models read other words.
    Wording,
    /// None: more is legal.
    Compatible,
    /// Some no longer fit, or mean something else; or it cannot be told.
    Breaking,
}

/// One change of what a model sees.
///
/// ```
/// use dsh_tools::testing::{ChangeEffect, SchemaChange};
///
/// fn line(change: &SchemaChange) -> Option<String> {
///     (change.effect() == ChangeEffect::Breaking).then(|| format!("{}: {}", change.tool(), change.what()))
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaChange {
    pub(super) tool: String,
    pub(super) path: String,
    pub(super) effect: ChangeEffect,
    pub(super) what: String,
}

/// All that changed of what models see.
///
/// Displayed as a failing test tells it: a line for each change, under its tool.
///
/// ```
/// use dsh_tools::testing::SchemaSnapshot;
///
/// let (before, now) = (SchemaSnapshot::parse("[]")?, SchemaSnapshot::parse("[]")?);
/// assert!(before.drift_to(&now).is_empty());
/// # Ok::<(), dsh_tools::testing::SnapshotError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaDrift(pub(super) Vec<SchemaChange>);

impl ChangeEffect {
    #[inline]
    const fn word(self) -> &'static str {
        match self {
            Self::Wording => "wording",
            Self::Compatible => "compatible",
            Self::Breaking => "breaking",
        }
    }
}

impl Display for ChangeEffect {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl SchemaChange {
    /// The name of the tool.
    ///
    /// ```
    /// # use dsh_tools::testing::SchemaChange;
    /// fn of_search(change: &SchemaChange) -> bool { change.tool() == "search" }
    /// ```
    #[inline]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Which argument it is about, as `filter.kind` or `labels[]`; empty where it is about all of them, or the tool.
    ///
    /// ```
    /// # use dsh_tools::testing::SchemaChange;
    /// fn of_the_tool(change: &SchemaChange) -> bool { change.path().is_empty() }
    /// ```
    #[inline]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What it means for callers.
    ///
    /// ```
    /// # use dsh_tools::testing::{ChangeEffect, SchemaChange};
    /// fn harmless(change: &SchemaChange) -> bool { change.effect() != ChangeEffect::Breaking }
    /// ```
    #[inline]
    pub const fn effect(&self) -> ChangeEffect {
        self.effect
    }

    /// What changed, in words.
    ///
    /// ```
    /// # use dsh_tools::testing::SchemaChange;
    /// fn text(change: &SchemaChange) -> String { format!("{} {}", change.path(), change.what()) }
    /// ```
    #[inline]
    pub fn what(&self) -> &str {
        &self.what
    }
}

impl SchemaDrift {
    /// The changes, tool by tool.
    ///
    /// ```
    /// # use dsh_tools::testing::SchemaDrift;
    /// fn count(drift: &SchemaDrift) -> usize { drift.changes().len() }
    /// ```
    #[inline]
    pub fn changes(&self) -> &[SchemaChange] {
        &self.0
    }

    /// Whether nothing changed.
    ///
    /// ```
    /// # use dsh_tools::testing::SchemaDrift;
    /// assert!(SchemaDrift::default().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether calls as they were made before may not fit any more.
    ///
    /// ```
    /// # use dsh_tools::testing::SchemaDrift;
    /// assert!(!SchemaDrift::default().is_breaking());
    /// ```
    #[inline]
    pub fn is_breaking(&self) -> bool {
        self.breaking() > 0
    }

    #[inline]
    pub(super) fn breaking(&self) -> usize {
        self.0.iter().filter(|change| change.effect == ChangeEffect::Breaking).count()
    }
}

impl Display for SchemaDrift {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tool = None;
        for change in &self.0 {
            if tool != Some(&change.tool) {
                write!(f, "{}`{}`", if tool.is_some() { "\n" } else { "" }, change.tool)?;
                tool = Some(&change.tool);
            }
            write!(f, "\n  {:<11} ", format!("{}:", change.effect))?;
            if !change.path.is_empty() {
                write!(f, "`{}` ", change.path)?;
            }
            f.write_str(&change.what)?;
        }
        Ok(())
    }
}
