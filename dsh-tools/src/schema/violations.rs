//! All violations of a document: compact while they are collected, words when they are printed.

use super::{Code, Direction, Link, Node, Nodes, RawSchema, Root, Violation};
use crate::json::{FrozenJson, JsonPath};
use std::fmt;

/// A violation that concerns no row.
pub(crate) const NO_ROW: u32 = u32::MAX;

/// One violation as the walker notes it: a place, a node, a code.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Position of the value, of an undeclared key, or of the object that misses one.
    pub(crate) at: u32,
    /// The row that is missing, or given twice.
    pub(crate) row: u32,
    pub(crate) code: Code,
    pub(crate) node: Link,
    pub(crate) home: Home,
}

/// Which table the number of a link is one of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home {
    /// The one that was walked.
    Root,
    /// That of a foreign type within.
    Foreign(fn() -> &'static RawSchema),
}

/// All that is wrong with a document, in walk order.
///
/// Its `Display` is made for the model: one line a violation.
///
/// ```
/// use dsh_tools::schema::{Direction, validate};
/// use dsh_tools::{FrozenJson, ToolValue};
///
/// let document = FrozenJson::parse(r#"[7, "8", null]"#)?;
/// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
/// assert_eq!(
///     found.to_string(),
///     "`[1]`: expected an integer from 0 to 255, got the string \"8\"; write it without quotes\n\
///      `[2]`: expected an integer from 0 to 255, got null"
/// );
/// # Ok::<(), dsh_tools::json::JsonError>(())
/// ```
#[derive(Clone)]
pub struct Violations {
    pub(super) document: FrozenJson,
    walked: Root,
    pub(super) direction: Direction,
    found: Vec<Found>,
    more: usize,
    /// Where the document stands in another one, whose violation it explains.
    within: Option<JsonPath>,
}

impl Violations {
    pub(crate) fn new(
        document: FrozenJson,
        walked: Root,
        direction: Direction,
        found: Vec<Found>,
        more: usize,
    ) -> Self {
        Self { document, walked, direction, found, more, within: None }
    }

    /// The same, told as part of another document.
    pub(super) fn within(mut self, path: JsonPath) -> Self {
        self.within = Some(path);
        self
    }

    pub(super) fn outer_path(&self) -> Option<&JsonPath> {
        self.within.as_ref()
    }

    /// The table that a violation's node is of.
    pub(super) fn home(&self, home: Home) -> &Root {
        match home {
            Home::Root => &self.walked,
            Home::Foreign(schema) => schema().root(),
        }
    }

    pub(super) fn nodes(&self, home: Home) -> Nodes<'_> {
        self.home(home).nodes()
    }

    pub(super) fn node(&self, found: &Found) -> &Node {
        self.nodes(found.home).get(found.node)
    }

    /// The violations that were kept, in walk order.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.iter().next().unwrap().path(), "[1]");
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Violation<'_>> + Clone {
        self.found.iter().map(|found| Violation::new(self, found))
    }

    /// How many there are, those included that were only counted.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.len(), 2);
    /// ```
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.found.len() + self.more
    }

    /// How many were counted and not kept.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.omitted(), 0);
    /// ```
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.more
    }

    /// The document they were found in.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.document(), &document);
    /// ```
    #[must_use]
    pub fn document(&self) -> &FrozenJson {
        &self.document
    }

    /// The same lines without a value of the document: for logs. Keys are names and are part of the paths.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert!(!found.without_values().to_string().contains("secret"));
    /// ```
    #[must_use]
    pub fn without_values(&self) -> impl fmt::Display + '_ {
        Lines { all: self, values: false }
    }

    /// What the root is called where a path would be empty.
    pub(super) fn root(&self) -> &'static str {
        match self.direction {
            Direction::Input => "arguments",
            Direction::Output => "value",
        }
    }
}

impl fmt::Debug for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

struct Lines<'a> {
    all: &'a Violations,
    values: bool,
}

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, violation) in self.all.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            violation.write(f, self.values)?;
        }
        match self.all.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Lines { all: self, values: true }.fmt(f)
    }
}

impl std::error::Error for Violations {}
