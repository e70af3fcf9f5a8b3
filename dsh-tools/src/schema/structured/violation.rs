//! One violation of the subset, and the words it is told in.

use super::code::SubsetCode;
use super::error::OutputSchemaError;
use super::keyword::Keyword;
use super::schema_type::SchemaType;
use crate::json::{JsonKind, JsonPath, Quoted};
use crate::schema::{Draft, nearest};
use std::fmt;

/// One violation as the check notes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) place: usize,
    pub(super) what: What,
}

/// What is wrong, with what the words need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    NotJson(Box<str>),
    NotASchemaObject(JsonKind),
    UnsupportedKeyword(Instead),
    MustBeString(JsonKind),
    MustBeBoolean(JsonKind),
    TypeAndOneOf,
    NeedsType(Keyword),
    BadOneOf,
    BesideOneOf,
    TypeArray,
    /// With the type that was probably meant.
    BadType(Option<SchemaType>),
    WrongTypeKeyword(Keyword, SchemaType),
    BadProperties(JsonKind),
    BadRequired,
    RequiredUndeclared(Box<str>),
    BadEnum(SchemaType),
    BadConst(SchemaType),
    ConstNotInEnum,
    RootNotObject,
    TooLarge(Box<str>),
}

/// What to do about a keyword that the subset does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instead {
    Nothing,
    /// It is another one, misspelt.
    Keyword(Keyword),
    /// It is one of JSON Schema, and can be enforced.
    Compile,
}

impl What {
    #[inline]
    const fn code(&self) -> SubsetCode {
        match self {
            Self::NotJson(_) => SubsetCode::NotJson,
            Self::NotASchemaObject(_) => SubsetCode::NotASchemaObject,
            Self::UnsupportedKeyword(_) => SubsetCode::UnsupportedKeyword,
            Self::MustBeString(_) => SubsetCode::MustBeString,
            Self::MustBeBoolean(_) => SubsetCode::MustBeBoolean,
            Self::TypeAndOneOf => SubsetCode::TypeAndOneOf,
            Self::NeedsType(_) => SubsetCode::NeedsType,
            Self::BadOneOf => SubsetCode::BadOneOf,
            Self::BesideOneOf => SubsetCode::BesideOneOf,
            Self::TypeArray => SubsetCode::TypeArray,
            Self::BadType(_) => SubsetCode::BadType,
            Self::WrongTypeKeyword(..) => SubsetCode::WrongTypeKeyword,
            Self::BadProperties(_) => SubsetCode::BadProperties,
            Self::BadRequired => SubsetCode::BadRequired,
            Self::RequiredUndeclared(_) => SubsetCode::RequiredUndeclared,
            Self::BadEnum(_) => SubsetCode::BadEnum,
            Self::BadConst(_) => SubsetCode::BadConst,
            Self::ConstNotInEnum => SubsetCode::ConstNotInEnum,
            Self::RootNotObject => SubsetCode::RootNotObject,
            Self::TooLarge(_) => SubsetCode::TooLarge,
        }
    }

    /// What no document could be made of.
    #[inline]
    pub(super) fn not_json(why: &impl fmt::Display) -> Self {
        Self::NotJson(why.to_string().into())
    }

    /// A word that is no keyword of the subset.
    #[inline]
    pub(super) fn unsupported(word: &str) -> Self {
        // A word of JSON Schema was meant as it stands, however near another one is.
        if Draft::any_knows(word) {
            return Self::UnsupportedKeyword(Instead::Compile);
        }
        let known = Keyword::ALL.map(Keyword::as_str);
        let meant = nearest::nearest(word, known).and_then(Keyword::named);
        Self::UnsupportedKeyword(meant.map_or(Instead::Nothing, Instead::Keyword))
    }

    /// A text that is no type.
    #[inline]
    pub(super) fn bad_type(word: Option<&str>) -> Self {
        let known = SchemaType::ALL.map(SchemaType::as_str);
        let meant = word.and_then(|word| nearest::nearest(word, known));
        Self::BadType(meant.and_then(SchemaType::named))
    }
}

impl fmt::Display for What {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(why) => write!(f, "is no JSON document: {why}"),
            Self::NotASchemaObject(kind) => write!(f, "expected an object, got {}", article(*kind)),
            Self::UnsupportedKeyword(Instead::Nothing) => {
                f.write_str("is a keyword that is not enforced here: leave it out")
            }
            Self::UnsupportedKeyword(Instead::Compile) => f.write_str(
                "is a keyword that is not enforced here: `RawSchema::compile` takes schemas with it, and enforces them",
            ),
            Self::UnsupportedKeyword(Instead::Keyword(meant)) => {
                let meant = meant.as_str();
                write!(f, "is a keyword that is not enforced here; did you mean `{meant}`?")
            }
            Self::MustBeString(kind) => write!(f, "expected a string, got {}", article(*kind)),
            Self::MustBeBoolean(kind) => {
                write!(f, "expected true or false, got {}", article(*kind))
            }
            Self::TypeAndOneOf => f.write_str("has both `type` and `oneOf`: leave one of them out"),
            Self::NeedsType(keyword) => {
                write!(f, "stands without `type`: it is for {}", keyword.owner())
            }
            Self::BadOneOf => f.write_str("expected an array of at least two schemas"),
            Self::BesideOneOf => f.write_str("cannot stand beside `oneOf`: move it into the forms"),
            Self::TypeArray => {
                f.write_str("expected one type: write `oneOf` with a form for each of several")
            }
            Self::BadType(meant) => {
                f.write_str("expected one of ")?;
                for (at, known) in SchemaType::ALL.into_iter().enumerate() {
                    write!(f, "{}\"{known}\"", if at == 0 { "" } else { ", " })?;
                }
                match meant {
                    Some(meant) => write!(f, "; did you mean \"{meant}\"?"),
                    None => Ok(()),
                }
            }
            Self::WrongTypeKeyword(keyword, schema_type) => {
                write!(f, "does not constrain `{schema_type}`: it is for {}", keyword.owner())
            }
            Self::BadProperties(kind) => {
                write!(f, "expected an object of schemas, got {}", article(*kind))
            }
            Self::BadRequired => f.write_str("expected an array of strings"),
            Self::RequiredUndeclared(name) => {
                write!(f, "lists {}, which `properties` does not declare", Quoted(name))
            }
            Self::BadEnum(schema_type) => {
                write!(f, "expected an array of at least one value, each of type `{schema_type}`")
            }
            Self::BadConst(schema_type) => write!(f, "expected a value of type `{schema_type}`"),
            Self::ConstNotInEnum => f.write_str("is none of the values of `enum`"),
            Self::RootNotObject => f.write_str("expected a schema of type `object`: a value of another type goes under a key of one"),
            Self::TooLarge(what) => write!(f, "is too large: {what}"),
        }
    }
}

/// A kind of values as words have it.
#[inline]
const fn article(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "null",
        JsonKind::Bool => "a boolean",
        JsonKind::Number => "a number",
        JsonKind::String => "a string",
        JsonKind::Array => "an array",
        JsonKind::Object => "an object",
    }
}

/// One place of an output schema that cannot be enforced, or not as it stands.
///
/// ```
/// use dsh_tools::schema::{StructuredOutputSchema, SubsetCode};
///
/// let schema = serde_json::json!({"type": "object", "properties": {"n": {"type": "int"}}});
/// let error = StructuredOutputSchema::parse(schema).unwrap_err();
/// let violation = error.violations().next().unwrap();
/// assert_eq!(violation.path(), "schema.properties.n.type");
/// assert_eq!(violation.pointer(), "/properties/n/type");
/// assert_eq!(violation.code(), SubsetCode::BadType);
/// ```
#[derive(Clone, Copy)]
pub struct SchemaViolation<'a> {
    error: &'a OutputSchemaError,
    found: &'a Found,
}

impl<'a> SchemaViolation<'a> {
    #[inline]
    pub(super) const fn new(error: &'a OutputSchemaError, found: &'a Found) -> Self {
        Self { error, found }
    }

    /// Where, as dotted text from the root, which is called `schema`.
    ///
    /// ```
    /// use dsh_tools::schema::StructuredOutputSchema;
    ///
    /// let error = StructuredOutputSchema::parse(serde_json::json!({"oneOf": []})).unwrap_err();
    /// assert_eq!(error.violations().next().unwrap().path(), "schema.oneOf");
    /// ```
    #[must_use]
    #[inline]
    pub fn path(&self) -> String {
        self.error.places().shown(self.found.place).to_string()
    }

    /// Where, as steps from the root.
    ///
    /// ```
    /// use dsh_tools::json::JsonPath;
    /// use dsh_tools::schema::StructuredOutputSchema;
    ///
    /// let error = StructuredOutputSchema::parse(serde_json::json!({"oneOf": []})).unwrap_err();
    /// assert_eq!(error.violations().next().unwrap().place(), JsonPath::root().key("oneOf"));
    /// ```
    #[must_use]
    #[inline]
    pub fn place(&self) -> JsonPath {
        self.error.places().path(self.found.place)
    }

    /// Where, as JSON Pointer (RFC 6901).
    ///
    /// ```
    /// use dsh_tools::schema::StructuredOutputSchema;
    ///
    /// let error = StructuredOutputSchema::parse(serde_json::json!({"oneOf": []})).unwrap_err();
    /// assert_eq!(error.violations().next().unwrap().pointer(), "/oneOf");
    /// ```
    #[must_use]
    #[inline]
    pub fn pointer(&self) -> String {
        self.place().pointer()
    }

    /// What kind of violation it is.
    ///
    /// ```
    /// use dsh_tools::schema::{StructuredOutputSchema, SubsetCode};
    ///
    /// let error = StructuredOutputSchema::parse(serde_json::json!({"oneOf": []})).unwrap_err();
    /// assert_eq!(error.violations().next().unwrap().code(), SubsetCode::BadOneOf);
    /// ```
    #[must_use]
    #[inline]
    pub const fn code(&self) -> SubsetCode {
        self.found.what.code()
    }

    /// What is wrong, in words, without the place.
    ///
    /// ```
    /// use dsh_tools::schema::StructuredOutputSchema;
    ///
    /// let error = StructuredOutputSchema::parse(serde_json::json!({"oneOf": []})).unwrap_err();
    /// let message = error.violations().next().unwrap().message();
    /// assert_eq!(message, "expected an array of at least two schemas");
    /// ```
    #[must_use]
    #[inline]
    pub fn message(&self) -> String {
        self.found.what.to_string()
    }

    /// The name that `required` lists and `properties` does not declare; `None` for other violations.
    ///
    /// ```
    /// use dsh_tools::schema::StructuredOutputSchema;
    ///
    /// let schema = serde_json::json!({"type": "object", "required": ["a"]});
    /// let error = StructuredOutputSchema::parse(schema).unwrap_err();
    /// assert_eq!(error.violations().next().unwrap().undeclared(), Some("a"));
    /// ```
    #[must_use]
    #[inline]
    pub fn undeclared(&self) -> Option<&'a str> {
        match &self.found.what {
            What::RequiredUndeclared(name) => Some(name),
            _ => None,
        }
    }
}

/// One line: the place and what is wrong there.
impl fmt::Display for SchemaViolation<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.error.places().shown(self.found.place);
        write!(f, "`{shown}`: {}", self.found.what)
    }
}

impl fmt::Debug for SchemaViolation<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaViolation")
            .field("path", &self.path())
            .field("code", &self.code().as_str())
            .field("message", &self.message())
            .finish()
    }
}
