//! What is to be generated: types, fields, constraints.

use super::json::Json;

/// What authors say beside the shape.
#[derive(Clone, Debug, std::default::Default, PartialEq)]
pub(crate) struct Meta {
    /// A short name for people.
    pub(crate) title: Option<String>,
    /// What it means.
    pub(crate) description: Option<String>,
    /// Values to show.
    pub(crate) examples: Vec<Json>,
    /// Still accepted, not to be used.
    pub(crate) deprecated: bool,
}

impl Meta {
    /// Nothing said.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What this says and `known` does not say alike.
    #[must_use]
    pub(crate) fn beyond(&self, known: &Self) -> Self {
        Self {
            title: self.title.clone().filter(|_| self.title != known.title),
            description: self.description.clone().filter(|_| self.description != known.description),
            examples: if self.examples == known.examples {
                Vec::new()
            } else {
                self.examples.clone()
            },
            deprecated: self.deprecated && !known.deprecated,
        }
    }
}

/// Bounds of numbers, each as it was written.
#[derive(Clone, Debug, std::default::Default, PartialEq)]
pub(crate) struct Range {
    /// `minimum`
    pub(crate) min: Option<Json>,
    /// `maximum`
    pub(crate) max: Option<Json>,
    /// `exclusiveMinimum`
    pub(crate) exclusive_min: Option<Json>,
    /// `exclusiveMaximum`
    pub(crate) exclusive_max: Option<Json>,
    /// `multipleOf`
    pub(crate) multiple_of: Option<Json>,
}

/// How many characters, elements or entries.
#[derive(Clone, Copy, Debug, std::default::Default, PartialEq, Eq)]
pub(crate) struct Length {
    /// At least.
    pub(crate) min: u32,
    /// At most.
    pub(crate) max: Option<u32>,
}

/// A type with the constraints of the place where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    /// `serde_json::Value`
    Any,
    /// `()`
    Null,
    /// `bool`
    Bool,
    /// An integer of the named type.
    Int(&'static str, Range),
    /// `f64`
    Float(Range),
    /// `String`
    Text {
        /// In characters.
        length: Length,
        /// `pattern`
        pattern: Option<String>,
        /// `format`
        format: Option<String>,
    },
    /// A `String` out of some.
    Words(Vec<String>),
    /// An integer out of some.
    Ints(Vec<i128>),
    /// `Vec`
    List {
        /// Each element.
        item: Box<Place>,
        /// In elements.
        length: Length,
        /// No two are equal.
        unique: bool,
    },
    /// A tuple.
    Tuple(Vec<Place>),
    /// A map from strings.
    Map {
        /// What each key must be: a string with constraints.
        keys: Option<Box<Type>>,
        /// Each value.
        value: Box<Place>,
        /// In entries.
        length: Length,
    },
    /// A generated type, by its number.
    Named {
        /// Its number.
        number: usize,
        /// It holds this place without anything between.
        boxed: bool,
    },
}

/// A place for a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// What stands there.
    pub(crate) ty: Type,
    /// `null` may stand there too.
    pub(crate) nullable: bool,
    /// What is said of it, beyond what its type says of itself.
    pub(crate) meta: Meta,
}

impl Place {
    /// A place without anything said.
    #[must_use]
    pub(crate) fn plain(ty: Type) -> Self {
        Self { ty, nullable: false, meta: Meta::default() }
    }
}

/// A property.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    /// Its key on the wire.
    pub(crate) key: String,
    /// Its name in Rust.
    pub(crate) ident: String,
    /// What stands there.
    pub(crate) place: Place,
    /// The key must be there.
    pub(crate) required: bool,
    /// What an absent key stands for.
    pub(crate) default: Option<Default>,
    /// What is lost here.
    pub(crate) comments: Vec<String>,
}

/// What an absent key stands for, and how that is said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Default {
    /// `default`: what the type itself takes, which is `null`.
    Own,
    /// `default = ..`
    Literal(Json),
    /// `default_json = ".."`: what no literal says, or of which the type is known later.
    Json(Json),
}

/// A string of an enum, or one form of a union.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Variant {
    /// On the wire; empty in unions without tags.
    pub(crate) name: String,
    /// In Rust.
    pub(crate) ident: String,
    /// What it means.
    pub(crate) description: Option<String>,
    /// What it holds.
    pub(crate) holds: Holds,
    /// What is lost here.
    pub(crate) comments: Vec<String>,
}

/// What a variant holds.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a few of them, for a moment")]
pub(crate) enum Holds {
    /// Nothing.
    Nothing,
    /// One value.
    One(Place),
    /// Fields.
    Fields(Vec<Field>),
}

/// A generated type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Named {
    /// Its name in Rust.
    pub(crate) name: String,
    /// What the schema calls it, of recursive types.
    pub(crate) meta: Meta,
    /// What it is.
    pub(crate) body: Body,
    /// What is lost here.
    pub(crate) comments: Vec<String>,
}

/// What a generated type is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Body {
    /// A struct with fields.
    Struct {
        /// In the order of the schema.
        fields: Vec<Field>,
        /// Undeclared keys are violations.
        closed: bool,
        /// Undeclared keys are values of this.
        extra: Option<(String, Place)>,
    },
    /// An enum of strings.
    Words(Vec<Variant>),
    /// Forms that a key tells apart.
    Tagged {
        /// The key.
        tag: String,
        /// The forms.
        variants: Vec<Variant>,
        /// Undeclared keys are violations.
        closed: bool,
    },
    /// Forms that their shape tells apart.
    Untagged(Vec<Variant>),
    /// A type around another.
    Newtype(Place),
}

/// The places of a type.
#[must_use]
pub(crate) fn places(body: &Body) -> Vec<&Place> {
    match body {
        Body::Struct { fields, extra, .. } => fields
            .iter()
            .map(|field| &field.place)
            .chain(extra.as_ref().map(|(_, place)| place))
            .collect(),
        Body::Words(_) => Vec::new(),
        Body::Tagged { variants, .. } | Body::Untagged(variants) => variants
            .iter()
            .flat_map(|variant| match &variant.holds {
                Holds::Nothing => Vec::new(),
                Holds::One(place) => vec![place],
                Holds::Fields(fields) => fields.iter().map(|field| &field.place).collect(),
            })
            .collect(),
        Body::Newtype(place) => vec![place],
    }
}
