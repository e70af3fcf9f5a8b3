//! All violations of a document: compact while they are collected, words when they are printed.

use super::check::Told;
use super::walk::DEFAULT_VIOLATION_CAP;
use super::{Code, Direction, Link, Node, Nodes, RawSchema, Root, Shared, Violation};
use crate::json::{FrozenJson, JsonPath};
use std::fmt;

/// A violation that concerns no row.
pub(crate) const NO_ROW: u32 = u32::MAX;

/// One violation as the walker notes it: a place, a node, a code.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Position of the value, of an undeclared key, or of the object that misses one.
    pub(crate) at: u32,
    /// The row that is missing, or given twice; of what a check found the number of its words.
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
    /// The one that was walked beside it.
    Beside,
    /// That of a foreign type within.
    Foreign(fn() -> &'static RawSchema),
}

/// What the validator of another crate says of a violation; its row is the number of the note.
#[cfg(feature = "jsonschema")]
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// The key that is missing.
    pub(crate) key: Option<Box<str>>,
    /// What would be right.
    pub(crate) expected: Box<str>,
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
    /// What few have.
    aside: Option<Box<Aside>>,
}

/// What few violations have.
#[derive(Clone, Default)]
pub(super) struct Aside {
    /// What checks of authors said.
    pub(super) words: Vec<Told>,
    /// Keys that told a form, by the objects they are of: they are declared elsewhere.
    pub(super) read_before: Vec<(u32, Shared<str>)>,
    /// What other validators say.
    #[cfg(feature = "jsonschema")]
    pub(super) notes: Vec<Note>,
    /// Where the document stands in another one, whose violation it explains.
    within: Option<JsonPath>,
    /// What the same document was walked by as well.
    beside: Option<Root>,
}

impl Violations {
    pub(super) fn new(
        document: FrozenJson,
        walked: Root,
        direction: Direction,
        (found, more): (Vec<Found>, usize),
        aside: Option<Box<Aside>>,
    ) -> Self {
        Self { document, walked, direction, found, more, aside }
    }

    /// What a check of the author's own finds at a place of the value that it is asked of: for the function that
    /// `#[arg(custom(..))]` names on a type. The model reads the message behind the place.
    ///
    /// ```
    /// use dsh_tools::json::JsonPath;
    /// use dsh_tools::schema::{Violations, decode};
    /// use dsh_tools::{FrozenJson, ToolArgs};
    ///
    /// #[derive(ToolArgs, Debug)]
    /// #[arg(custom(in_order))]
    /// struct Span {
    ///     start: u32,
    ///     end: u32,
    /// }
    ///
    /// fn in_order(span: &Span) -> Result<(), Violations> {
    ///     if span.start <= span.end {
    ///         return Ok(());
    ///     }
    ///     Err(Violations::custom(JsonPath::root().key("end"), "is before `start`"))
    /// }
    ///
    /// let found = decode::<Span>(&FrozenJson::parse(r#"{"start": 2, "end": 1}"#)?).unwrap_err();
    /// assert_eq!(found.to_string(), "`end`: is before `start`");
    /// # Ok::<(), dsh_tools::json::JsonError>(())
    /// ```
    #[must_use]
    pub fn custom(path: JsonPath, message: impl fmt::Display) -> Self {
        let document = FrozenJson::default();
        let root = Root::from(<FrozenJson as super::ToolValue>::NODE);
        Self::new(document, root, Direction::Input, (Vec::new(), 0), None).and(path, message)
    }

    /// One more of them.
    ///
    /// ```
    /// use dsh_tools::json::JsonPath;
    /// use dsh_tools::schema::Violations;
    ///
    /// let found = Violations::custom(JsonPath::root().key("a"), "is odd")
    ///     .and(JsonPath::root().key("b"), "is odder");
    /// assert_eq!(found.to_string(), "`a`: is odd\n`b`: is odder");
    /// ```
    #[must_use]
    pub fn and(mut self, path: JsonPath, message: impl fmt::Display) -> Self {
        if self.found.len() >= DEFAULT_VIOLATION_CAP {
            self.more += 1;
            return self;
        }
        let node = self.walked.link;
        let words = &mut self.aside().words;
        let row = u32::try_from(words.len()).unwrap_or(NO_ROW);
        words.push(Told::new(path, &message));
        self.found.push(Found { at: 0, row, code: Code::Custom, node, home: Home::Root });
        self
    }

    /// What a check found, for the report of a walk.
    #[inline]
    pub(super) fn told(self) -> Vec<Told> {
        let told = |violation: Violation<'_>| Told {
            path: violation.full_path(),
            message: violation.words().map_or_else(
                || format!("expected {}", violation.expected()).into(),
                |words| words.message.clone(),
            ),
        };
        self.iter().map(told).collect()
    }

    /// What a check said.
    pub(super) fn words(&self, found: &Found) -> Option<&Told> {
        match found.code {
            Code::Custom => self.aside.as_ref()?.words.get(usize::try_from(found.row).ok()?),
            _ => None,
        }
    }

    fn aside(&mut self) -> &mut Aside {
        self.aside.get_or_insert_default()
    }

    /// What another validator says of a violation.
    #[cfg(feature = "jsonschema")]
    pub(super) fn note(&self, found: &Found) -> Option<&Note> {
        let is_foreign = matches!(
            &self.node(found).shape,
            super::Shape::Wide(super::Wide(super::shape::Kind::Foreign(_)))
        );
        self.aside.as_ref()?.notes.get(usize::try_from(found.row).ok()?).filter(|_| is_foreign)
    }

    /// These, and those of another walk of the same document that speak of other places.
    pub(crate) fn and_those(mut self, other: Self) -> Self {
        let told: Vec<String> = self.iter().map(|violation| violation.pointer()).collect();
        let is_within = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_told =
            |place: &str| told.iter().any(|told| is_within(place, told) || is_within(told, place));
        let mut words = std::mem::take(&mut self.aside().words);
        let mut added: Vec<Found> = Vec::new();
        for (violation, found) in other.iter().zip(&other.found) {
            if !matches!(found.home, Home::Root) || is_told(&violation.pointer()) {
                continue;
            }
            let mut found = Found { home: Home::Beside, ..found.clone() };
            if let Some(said) = other.words(&found) {
                found.row = u32::try_from(words.len()).unwrap_or(NO_ROW);
                words.push(said.clone());
            }
            added.push(found);
        }
        let room = DEFAULT_VIOLATION_CAP.saturating_sub(self.found.len());
        self.more += added.len().saturating_sub(room);
        added.truncate(room);
        self.found.extend(added);
        let aside = self.aside();
        (aside.words, aside.beside) = (words, Some(other.walked));
        self
    }

    /// The same, told as part of another document.
    pub(super) fn within(mut self, path: JsonPath) -> Self {
        self.aside().within = Some(path);
        self
    }

    /// Whether a key of the object at this position told a form.
    pub(super) fn told_form(&self, at: u32, key: &str) -> bool {
        let told = self.aside.iter().flat_map(|aside| &aside.read_before);
        told.into_iter().any(|(of, name)| *of == at && **name == *key)
    }

    pub(super) fn outer_path(&self) -> Option<&JsonPath> {
        self.aside.as_ref()?.within.as_ref()
    }

    /// The table that a violation's node is of.
    pub(super) fn home(&self, home: Home) -> &Root {
        match home {
            Home::Root => &self.walked,
            Home::Beside => {
                self.aside.as_ref().and_then(|aside| aside.beside.as_ref()).unwrap_or(&self.walked)
            }
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
    #[inline]
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
    #[inline]
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
    #[inline]
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
