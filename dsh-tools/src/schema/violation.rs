//! One violation, and the words it is told in.

use super::check::Told;
use super::likely::keys_of;
use super::render::render;
use super::union::Tagging;
use super::violations::{Found, NO_ROW, Violations};
use super::wording::{self, Wording, expected, expected_range};
use super::{Code, Direction, Link, Node, Nodes, Object, Root, Row, Shape, Text, Union};
use crate::json::{Cursor, FrozenJson, JsonKind, JsonPath, Quoted, visible, visible_text};
use std::fmt;

/// One place of a document that is not as it must be.
///
/// What it tells is enough for a program to mend the value: where, what kind of violation, what would be right.
///
/// ```
/// use dsh_tools::schema::{Code, Direction, validate};
/// use dsh_tools::{FrozenJson, ToolValue};
///
/// let document = FrozenJson::parse(r#"{"a": [1, 300]}"#)?;
/// type Bytes = std::collections::BTreeMap<String, Vec<u8>>;
/// let found = validate(&document, Bytes::NODE, Direction::Input).unwrap_err();
/// let first = found.iter().next().unwrap();
/// assert_eq!((first.path().as_str(), first.pointer().as_str()), ("a[1]", "/a/1"));
/// assert_eq!((first.code(), first.expected().as_str()), (Code::Range, "an integer from 0 to 255"));
/// # Ok::<(), dsh_tools::json::JsonError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Violation<'a> {
    pub(super) all: &'a Violations,
    pub(super) found: &'a Found,
}

impl<'a> Violation<'a> {
    pub(super) fn new(all: &'a Violations, found: &'a Found) -> Self {
        Self { all, found }
    }

    /// What kind of violation it is.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.iter().next().unwrap().code(), dsh_tools::schema::Code::Type);
    /// ```
    #[must_use]
    pub fn code(&self) -> Code {
        self.found.code
    }

    /// Where, as dotted text: `rows[3].dim.w`; the root is `arguments` or `value`.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.iter().next().unwrap().path(), "[1]");
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        self.full_path().dotted(self.all.root())
    }

    /// Where, as JSON Pointer (RFC 6901).
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.iter().next().unwrap().pointer(), "/1");
    /// ```
    #[must_use]
    pub fn pointer(&self) -> String {
        self.full_path().pointer()
    }

    /// What would be right, in words: `an integer from 1 to 2000`.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.iter().next().unwrap().expected(), "an integer from 0 to 255");
    /// ```
    #[must_use]
    pub fn expected(&self) -> String {
        #[cfg(feature = "jsonschema")]
        if let Some(note) = self.all.note(self.found) {
            return note.expected.to_string();
        }
        let mut out = match self.code() {
            Code::UnknownField => return String::from("no such field"),
            Code::Missing | Code::Enum if self.is_keyed() => {
                wording::one_of(&wording::allowed(self.target(), self.nodes()))
            }
            Code::Range => return expected_range(self.target(), self.nodes()),
            _ => expected(self.target(), self.nodes()),
        };
        if self.may_be_none() && !out.ends_with("null") && out != "any JSON value" {
            out.push_str(" or null");
        }
        out
    }

    /// What would be right, as JSON Schema; `None` for an undeclared field.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// let schema = found.iter().next().unwrap().expected_schema().unwrap();
    /// assert_eq!(schema.to_string(), r#"{"type":"integer","minimum":0,"maximum":255}"#);
    /// ```
    #[must_use]
    #[inline]
    pub fn expected_schema(&self) -> Option<FrozenJson> {
        match self.code() {
            Code::UnknownField => None,
            _ => match (self.source(), self.target()) {
                (Some(source), _) => Some(source),
                (None, target) => render(target, self.all.direction).ok(),
            },
        }
    }

    /// The values of a closed set, as JSON texts; empty where the set is not closed.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert!(found.iter().next().unwrap().allowed().is_empty());
    /// ```
    #[must_use]
    pub fn allowed(&self) -> Vec<String> {
        match self.code() {
            Code::UnknownField => Vec::new(),
            _ => wording::allowed(self.target(), self.nodes()),
        }
    }

    /// The kind of what was found; `None` for a missing field.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.iter().next().unwrap().found(), Some(dsh_tools::json::JsonKind::Bool));
    /// ```
    #[must_use]
    #[inline]
    pub fn found(&self) -> Option<JsonKind> {
        self.value().map(Cursor::kind)
    }

    /// The declared name that an undeclared field looks like, or the undeclared field that looks like
    /// the missing one.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert_eq!(found.iter().next().unwrap().nearest(), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn nearest(&self) -> Option<String> {
        match self.code() {
            Code::Missing => self.look_alike().or_else(|| self.tag_like()),
            Code::UnknownField => self.declared_like(),
            _ => None,
        }
    }

    /// The same line without a value of the document: for logs.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, ToolValue, schema::{Direction, validate}};
    /// # let document = FrozenJson::parse("[1, true, \"secret\"]").unwrap();
    /// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
    /// assert!(!found.iter().last().unwrap().without_values().to_string().contains("secret"));
    /// ```
    #[must_use]
    #[inline]
    pub fn without_values(&self) -> impl fmt::Display + 'a {
        struct Line<'a>(Violation<'a>);
        impl fmt::Display for Line<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, false)
            }
        }
        Line(*self)
    }

    pub(super) fn json_path(&self) -> JsonPath {
        let path = self.all.document.path_of(self.found.at);
        if let Some(words) = self.words() {
            return path.join(&words.path);
        }
        #[cfg(feature = "jsonschema")]
        if let Some(key) = self.all.note(self.found).and_then(|note| note.key.as_deref()) {
            return path.key(key);
        }
        match (self.code(), self.row(), self.union()) {
            (Code::Missing, Some(row), _) => path.key(&*row.key.name),
            (Code::Missing, None, Some(Union { tagging: Tagging::Key(key), .. })) => {
                path.key(&*key.name)
            }
            _ => path,
        }
    }

    /// Where in the document that the reader knows.
    pub(super) fn full_path(&self) -> JsonPath {
        match self.all.outer_path() {
            None => self.json_path(),
            Some(outer) => outer.clone().join(&self.json_path()),
        }
    }

    /// The table and the direction of the walk, and whether the violation explains another one.
    pub(super) fn walked(&self) -> (&'a Root, Direction, bool) {
        (self.all.home(self.found.home), self.all.direction, self.all.outer_path().is_some())
    }

    pub(super) fn nodes(&self) -> Nodes<'a> {
        self.all.nodes(self.found.home)
    }

    /// The link of the node that is violated: of a missing field the field's.
    fn target_link(&self) -> Link {
        match self.row() {
            Some(row) if self.code() == Code::Missing => row.node,
            _ => self.found.node,
        }
    }

    pub(super) fn target(&self) -> &'a Node {
        self.nodes().get(self.target_link())
    }

    /// What a schema that came as text says of the place.
    #[inline]
    pub(super) fn source(&self) -> Option<FrozenJson> {
        self.all.home(self.found.home).source(self.target_link())
    }

    pub(super) fn object(&self) -> Option<&'a Object> {
        match &self.nodes().follow(self.all.node(self.found)).shape {
            Shape::Object(object) => Some(object),
            _ => None,
        }
    }

    pub(super) fn union(&self) -> Option<&'a Union> {
        match &self.nodes().follow(self.all.node(self.found)).shape {
            Shape::Union(union) => Some(union),
            _ => None,
        }
    }

    pub(super) fn row(&self) -> Option<&'a Row> {
        if self.found.row == NO_ROW || self.code() == Code::Custom {
            return None;
        }
        self.object()?.row(usize::try_from(self.found.row).ok()?)
    }

    /// What a check of the author's own said.
    pub(super) fn words(&self) -> Option<&'a Told> {
        self.all.words(self.found)
    }

    /// What stands at the place; of a missing field nothing does.
    pub(super) fn value(&self) -> Option<Cursor<'a>> {
        match self.code() {
            Code::Missing => None,
            _ => self.all.document.root().pointer(&self.json_path().pointer()),
        }
    }

    /// Whether it is of the whole document, and not of a place within.
    pub(super) fn is_whole(&self) -> bool {
        self.json_path().is_root()
    }

    /// The object that misses a field, or has one too many.
    pub(super) fn holder(&self) -> Option<Cursor<'a>> {
        let pointer = self.json_path().pointer();
        let (holder, _) = pointer.rsplit_once('/')?;
        self.all.document.root().pointer(holder)
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, values: bool) -> fmt::Result {
        let path = visible_text(&self.path()).to_string();
        let line = Wording { path: &path, expected: &self.expected(), values };
        match self.code() {
            Code::Missing => {
                line.missing(f)?;
                self.instead(f)
            }
            Code::UnknownField if self.row().is_some() => {
                write!(
                    f,
                    "`{path}`: is another name of `{}`, which is given too: leave one out",
                    self.name()
                )
            }
            Code::UnknownField if self.is_bare() => {
                let name = self.json_path().last_key().unwrap_or_default().to_owned();
                write!(
                    f,
                    "`{path}`: is no key, it holds nothing: write the string {} in place of the object",
                    Quoted(&name)
                )
            }
            Code::UnknownField => {
                write!(f, "`{path}`: is not a declared field")?;
                match (self.declared_like(), self.object(), self.union()) {
                    (Some(name), ..) => write!(f, "; did you mean `{}`?", visible(&name)),
                    (None, Some(object), _) => {
                        wording::declared(f, object.all_rows().iter().map(|row| &*row.key.name))
                    }
                    (None, None, Some(union)) => {
                        let keys: Vec<&str> = keys_of(union).collect();
                        wording::declared(f, keys.into_iter())
                    }
                    (None, None, None) => Ok(()),
                }
            }
            Code::Key => write!(
                f,
                "`{path}`: is not a legal key, expected {}",
                expected(self.target(), self.nodes())
            ),
            Code::Never => write!(f, "`{path}`: nothing may stand here; leave it out"),
            Code::Custom => match self.words().filter(|_| values) {
                Some(words) => write!(f, "`{path}`: {words}"),
                None => write!(f, "`{path}`: is refused by a check that the schema does not show"),
            },
            code => match self.value() {
                None => line.unmet(f),
                Some(value) => {
                    line.found(f, code, value)?;
                    if self.is_unread() {
                        f.write_str("; the form is right, but there is no such value")?;
                    }
                    if let (Code::OneOf, Some(union)) = (code, self.union()) {
                        self.forms(f, union, value, values)?;
                    }
                    if values { self.hint(f, value) } else { Ok(()) }
                }
            },
        }
    }

    /// A place of a result that is not there or of another kind, where a `None` is written as `null`.
    fn may_be_none(&self) -> bool {
        self.all.direction == Direction::Output
            && matches!(self.code(), Code::Missing | Code::Type)
            && self.target().optional
    }

    /// A string of the pattern that is told, which its type does not read: the 25th hour.
    fn is_unread(&self) -> bool {
        self.code() == Code::Format
            && matches!(
                &self.nodes().follow(self.target()).shape,
                Shape::Text(Text { format: None, base64: false, pattern: Some(_), .. })
            )
    }

    /// A form's name is a key of the object.
    pub(super) fn is_keyed(&self) -> bool {
        self.union().is_some_and(|union| matches!(union.tagging, Tagging::Key(_)))
    }

    pub(super) fn name(&self) -> impl fmt::Display {
        visible(self.row().map_or("", |row| &row.key.name))
    }
}

impl fmt::Display for Violation<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, true)
    }
}

impl fmt::Debug for Violation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Violation")
            .field("path", &self.path())
            .field("code", &self.code().as_str())
            .field("message", &self.to_string())
            .finish()
    }
}
