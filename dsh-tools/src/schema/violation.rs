//! One violation, and the words it is told in.

use super::render::render;
use super::union::Tagging;
use super::violations::{Found, NO_ROW, Violations};
use super::walk::fits;
use super::wording::{self, Wording, expected, expected_range};
use super::{Code, Direction, Link, Node, Nodes, Object, Root, Row, Shape, Union, nearest};
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
    all: &'a Violations,
    found: &'a Found,
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
        match self.code() {
            Code::UnknownField => String::from("no such field"),
            Code::Missing | Code::Enum if self.union().is_some() => {
                wording::one_of(&wording::allowed(self.target(), self.nodes()))
            }
            Code::Range => expected_range(self.target(), self.nodes()),
            _ => expected(self.target(), self.nodes()),
        }
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
    pub fn nearest(&self) -> Option<String> {
        match self.code() {
            Code::Missing => self.look_alike(),
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
    pub fn without_values(&self) -> impl fmt::Display + 'a {
        struct Line<'a>(Violation<'a>);
        impl fmt::Display for Line<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, false)
            }
        }
        Line(*self)
    }

    fn json_path(&self) -> JsonPath {
        let path = self.all.document.path_of(self.found.at);
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

    fn nodes(&self) -> Nodes<'a> {
        self.all.nodes(self.found.home)
    }

    /// The link of the node that is violated: of a missing field the field's.
    fn target_link(&self) -> Link {
        match self.row() {
            Some(row) if self.code() == Code::Missing => row.node,
            _ => self.found.node,
        }
    }

    fn target(&self) -> &'a Node {
        self.nodes().get(self.target_link())
    }

    /// What a schema that came as text says of the place.
    pub(super) fn source(&self) -> Option<FrozenJson> {
        self.all.home(self.found.home).source(self.target_link())
    }

    fn object(&self) -> Option<&'a Object> {
        match &self.nodes().follow(self.all.node(self.found)).shape {
            Shape::Object(object) => Some(object),
            _ => None,
        }
    }

    fn union(&self) -> Option<&'a Union> {
        match &self.nodes().follow(self.all.node(self.found)).shape {
            Shape::Union(union) => Some(union),
            _ => None,
        }
    }

    fn row(&self) -> Option<&'a Row> {
        if self.found.row == NO_ROW {
            return None;
        }
        self.object()?.rows.get(usize::try_from(self.found.row).ok()?)
    }

    /// What stands at the place; of a missing field nothing does.
    fn value(&self) -> Option<Cursor<'a>> {
        match self.code() {
            Code::Missing => None,
            _ => self.all.document.root().pointer(&self.json_path().pointer()),
        }
    }

    /// The object that misses a field, or has one too many.
    fn holder(&self) -> Option<Cursor<'a>> {
        let pointer = self.json_path().pointer();
        let (holder, _) = pointer.rsplit_once('/')?;
        self.all.document.root().pointer(holder)
    }

    /// Keys of the object that no row declares.
    fn undeclared(&self) -> Vec<(String, Cursor<'a>)> {
        let (Some(object), Some(holder)) = (self.object(), self.holder()) else {
            return Vec::new();
        };
        holder
            .raw_entries()
            .filter(|(key, _)| object.find(*key, &mut 0).is_none())
            .take(nearest::CANDIDATES)
            .map(|(key, value)| (key.text().into_owned(), value))
            .collect()
    }

    fn look_alike(&self) -> Option<String> {
        let row = self.row()?;
        let undeclared = self.undeclared();
        let keys = || undeclared.iter().map(|(key, _)| key.as_str());
        std::iter::once(&row.key)
            .chain(row.aliases.iter())
            .find_map(|name| nearest::nearest(&name.name, keys()))
            .map(str::to_owned)
    }

    /// Where a model wrapped its arguments once more: the undeclared key that holds the missing one.
    fn wrapper(&self) -> Option<String> {
        let name = &self.row()?.key.name;
        let inside = |(_, value): &(String, Cursor<'_>)| value.get(name).is_some();
        self.undeclared().into_iter().find(inside).map(|(key, _)| key)
    }

    /// A declared name that is absent is the likelier one.
    fn declared_like(&self) -> Option<String> {
        let holder = self.holder()?;
        let path = self.json_path();
        let name = path.last_key()?;
        if let Some(union) = self.union() {
            return nearest::nearest(name, union.names()).map(str::to_owned);
        }
        let object = self.object()?;
        let mut given = vec![false; object.rows.len()];
        for (key, _) in holder.raw_entries() {
            let row = object.find(key, &mut 0);
            if let Some(given) = row.and_then(|row| given.get_mut(row)) {
                *given = true;
            }
        }
        let names = || object.rows.iter().map(|row| &*row.key.name);
        let absent = names().zip(&given).filter(|(_, given)| !**given).map(|(name, _)| name);
        nearest::nearest(name, absent)
            .or_else(|| nearest::nearest(name, names()))
            .map(str::to_owned)
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
            Code::UnknownField => {
                write!(f, "`{path}`: is not a declared field")?;
                match (self.declared_like(), self.object(), self.union()) {
                    (Some(name), ..) => write!(f, "; did you mean `{}`?", visible(&name)),
                    (None, Some(object), _) => {
                        wording::declared(f, object.rows.iter().map(|row| &*row.key.name))
                    }
                    (None, None, Some(union)) => wording::declared(f, union.names()),
                    (None, None, None) => Ok(()),
                }
            }
            Code::Key => write!(
                f,
                "`{path}`: is not a legal key, expected {}",
                expected(self.target(), self.nodes())
            ),
            Code::Never => write!(f, "`{path}`: nothing may stand here; leave it out"),
            Code::Custom => {
                write!(f, "`{path}`: is refused by a check that the schema does not show")
            }
            code => match self.value() {
                None => line.unmet(f),
                Some(value) => {
                    line.found(f, code, value)?;
                    if let (Code::OneOf, Some(union)) = (code, self.union()) {
                        self.forms(f, union, value, values)?;
                    }
                    if values { self.hint(f, value) } else { Ok(()) }
                }
            },
        }
    }

    /// Whether what the object does not declare is declared nowhere: other schemas of the same value may.
    fn declares_all(&self) -> bool {
        self.object().is_some_and(|object| !object.exact || object.deny)
    }

    /// What was probably meant by the missing field: it stands inside another one, or under another name.
    fn instead(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(wrapper) = self.wrapper() {
            return write!(
                f,
                "; it was found inside `{}`: move it one level up",
                visible(&wrapper)
            );
        }
        match (self.look_alike(), self.undeclared().as_slice()) {
            (Some(name), _) => {
                let name = visible(&name);
                write!(f, "; `{name}` is not a declared field: did you mean `{}`?", self.name())
            }
            (None, [(only, _)]) if self.declares_all() => {
                write!(f, "; `{}` is not a declared field", visible(only))
            }
            (None, _) => Ok(()),
        }
    }

    fn name(&self) -> impl fmt::Display {
        visible(self.row().map_or("", |row| &row.key.name))
    }

    /// A model's slips that have one obvious remedy.
    fn hint(&self, f: &mut fmt::Formatter<'_>, value: Cursor<'_>) -> fmt::Result {
        /// Longer text is not read again for the sake of a hint.
        const LONGEST: usize = 16 * 1024;
        let node = self.target();
        match (self.code(), value.as_str()) {
            (Code::Type, Some(text)) if text == "null" && node.optional => {
                f.write_str("; leave it out, or write null without quotes")
            }
            (Code::Type, Some(text)) if text.len() <= LONGEST => {
                let root = self.all.home(self.found.home).at(self.found.node);
                let fits = FrozenJson::parse(text.as_ref())
                    .is_ok_and(|inner| fits(&inner, &root, self.all.direction));
                if fits { f.write_str("; write it without quotes") } else { Ok(()) }
            }
            (Code::Enum, Some(text)) => {
                let names: Vec<&str> = match self.union() {
                    Some(union) => union.names().collect(),
                    None => wording::choices(node, self.nodes()).collect(),
                };
                match nearest::nearest(&text, names) {
                    Some(choice) => write!(f, "; did you mean {}?", Quoted(choice)),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Violation<'_> {
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
