//! The kinds of what the subset refuses.

use std::fmt;

/// What an output schema says that cannot be enforced, or not as it stands; stable.
///
/// ```
/// use dsh_tools::schema::SubsetCode;
///
/// assert_eq!(SubsetCode::TypeAndOneOf.to_string(), "type-and-oneof");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SubsetCode {
    /// No JSON document, or none that a schema could be rendered to.
    NotJson,
    /// A schema is an object.
    NotASchemaObject,
    /// A keyword outside the subset.
    UnsupportedKeyword,
    /// An annotation that is a text.
    MustBeString,
    /// `additionalProperties` is true or false.
    MustBeBoolean,
    /// `type` and `oneOf` in one schema.
    TypeAndOneOf,
    /// A keyword that constrains a type stands without one.
    NeedsType,
    /// `oneOf` is an array of at least two schemas.
    BadOneOf,
    /// A constraint beside `oneOf`.
    BesideOneOf,
    /// Several types in an array.
    TypeArray,
    /// No type of JSON Schema.
    BadType,
    /// A keyword of another type.
    WrongTypeKeyword,
    /// `properties` is an object.
    BadProperties,
    /// `required` is an array of strings.
    BadRequired,
    /// `required` lists what `properties` does not declare.
    RequiredUndeclared,
    /// `enum` is a non-empty array of scalars of the type.
    BadEnum,
    /// `const` is a scalar of the type.
    BadConst,
    /// `const` is none of `enum`.
    ConstNotInEnum,
    /// The root is of type `object`.
    RootNotObject,
    /// More than a schema may have: text, schemas, keys of one object, forms of one `oneOf`.
    TooLarge,
}

impl SubsetCode {
    /// The code as it is written in logs.
    ///
    /// ```
    /// assert_eq!(dsh_tools::schema::SubsetCode::BadEnum.as_str(), "bad-enum");
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotJson => "not-json",
            Self::NotASchemaObject => "not-a-schema-object",
            Self::UnsupportedKeyword => "unsupported-keyword",
            Self::MustBeString => "must-be-string",
            Self::MustBeBoolean => "must-be-boolean",
            Self::TypeAndOneOf => "type-and-oneof",
            Self::NeedsType => "needs-type",
            Self::BadOneOf => "bad-oneof",
            Self::BesideOneOf => "beside-oneof",
            Self::TypeArray => "type-array",
            Self::BadType => "bad-type",
            Self::WrongTypeKeyword => "wrong-type-keyword",
            Self::BadProperties => "bad-properties",
            Self::BadRequired => "bad-required",
            Self::RequiredUndeclared => "required-undeclared",
            Self::BadEnum => "bad-enum",
            Self::BadConst => "bad-const",
            Self::ConstNotInEnum => "const-not-in-enum",
            Self::RootNotObject => "root-not-object",
            Self::TooLarge => "too-large",
        }
    }
}

impl fmt::Display for SubsetCode {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
