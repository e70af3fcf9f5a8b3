//! The keys of `#[arg(..)]`: where each may stand, and what an unknown one was meant to be.

use super::Entry;
use crate::ctxt::Ctxt;
use crate::suggest;

/// What an attribute stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Struct,
    Enum,
    Field,
    /// A field of a tuple struct.
    Element,
    Variant,
    Parameter,
    /// Within `inner(..)`.
    Inner,
    /// Within `keys(..)`.
    Keys,
}

impl Place {
    /// With its article, for messages.
    const fn name(self) -> &'static str {
        match self {
            Self::Struct => "a struct",
            Self::Enum => "an enum",
            Self::Field => "a field",
            Self::Element => "a field without a name",
            Self::Inner => "what is in a value",
            Self::Keys => "the keys of a map",
            Self::Variant => "a variant",
            Self::Parameter => "a parameter",
        }
    }
}

use Place::{Element, Enum, Field, Inner, Keys, Parameter, Struct, Variant};

/// What has a key and a value.
const KEYED: &[Place] = &[Field, Parameter];
/// What narrows a value.
const VALUE: &[Place] = &[Field, Element, Parameter, Inner];
/// What narrows a string, which a key is, too.
const TEXT: &[Place] = &[Field, Element, Parameter, Inner, Keys];

/// In the order in which messages list them.
const KEYS: &[(&str, &[Place])] = &[
    ("alias", &[Field, Variant, Parameter]),
    ("crate", &[Struct, Enum]),
    ("content", &[Enum]),
    ("custom", &[Struct, Enum, Field, Element, Parameter]),
    ("default", &[Struct, Field, Parameter]),
    ("default_json", KEYED),
    ("deny_unknown_fields", &[Struct, Enum]),
    ("deprecated", &[Struct, Enum, Field, Element, Parameter]),
    ("description", &[Struct, Enum, Field, Element, Variant, Parameter]),
    ("enum", TEXT),
    ("example", &[Enum, Field, Element, Parameter]),
    ("flatten", KEYED),
    ("format", TEXT),
    ("inner", VALUE),
    ("keys", VALUE),
    ("length", TEXT),
    ("nullable", KEYED),
    ("object", &[Parameter]),
    ("pattern", TEXT),
    ("range", VALUE),
    ("rename", &[Struct, Enum, Field, Variant, Parameter]),
    ("rename_all", &[Struct, Enum, Variant]),
    ("rename_all_fields", &[Enum]),
    ("required", KEYED),
    ("schemars", &[Struct, Enum, Field, Parameter]),
    ("skip", &[Variant, Field, Element]),
    ("tag", &[Enum]),
    ("title", &[Struct, Enum, Field, Element, Parameter]),
    ("transparent", &[Struct]),
    ("unique_items", VALUE),
    ("untagged", &[Enum, Variant]),
];

/// What other libraries call it.
const SYNONYMS: &[(&[&str], &str)] = &[
    (&["name"], "rename"),
    (&["regex", "matches"], "pattern"),
    (
        &[
            "min",
            "max",
            "minimum",
            "maximum",
            "gt",
            "ge",
            "lt",
            "le",
            "exclusive_min",
            "exclusive_max",
        ],
        "range(min = ..)",
    ),
    (&["multiple_of", "step"], "range(multiple_of = ..)"),
    (&["min_length", "max_length", "min_items", "max_items", "len", "size"], "length(min = ..)"),
    (&["values", "one_of", "choices", "possible_values", "value_enum"], "enum(..)"),
    (&["desc", "doc", "docs", "help", "about", "long_help"], "description"),
    (&["unique"], "unique_items"),
    (&["examples"], "example"),
    (&["strict", "additional_properties"], "deny_unknown_fields"),
    (&["default_value", "default_value_t"], "default"),
    (&["items", "values_of", "elements", "each"], "inner"),
    (&["property_names", "key"], "keys"),
    (&["validate", "check", "validator", "with"], "custom"),
    (&["ignore", "hidden"], "skip"),
];

/// Keys of clap's own `#[arg(..)]`.
const CLAP: &[&str] = &[
    "short",
    "long",
    "value_name",
    "value_parser",
    "num_args",
    "action",
    "env",
    "global",
    "hide",
    "last",
    "index",
    "conflicts_with",
    "requires",
];

/// Whether the entry's key may stand here; else the error is told.
pub(super) fn allowed(cx: &Ctxt, entry: &Entry, place: Place, attribute: &str) -> bool {
    let name = entry.name();
    match KEYS.iter().find(|(key, _)| *key == name) {
        Some((_, places)) if places.contains(&place) => true,
        Some((_, places)) => {
            let right: Vec<&str> = places
                .iter()
                .filter(|right| fits(**right, place) || places.len() == 2 && **right == Field)
                .map(|place| place.name())
                .collect();
            let hint = match (name.as_str(), place) {
                ("example", Struct) => {
                    "; an object cannot be written as a literal: put examples on its fields"
                        .to_owned()
                }
                ("example" | "default", Inner | Keys) => {
                    "; it stands beside the constraint, and is a value of the whole field"
                        .to_owned()
                }
                ("custom", Inner | Keys) => {
                    "; give the value a type of its own, as in `struct Even(#[arg(custom(is_even))] u32)`"
                        .to_owned()
                }
                ("rename" | "alias" | "default" | "default_json" | "nullable" | "required", Element) => {
                    "; its place says which it is: name the fields of the struct to give them keys"
                        .to_owned()
                }
                ("schemars", Element) => {
                    "; take `dsh_tools::schema::Foreign<T>`, or name the fields of the struct"
                        .to_owned()
                }
                ("flatten", Element) => {
                    "; only keys can stand among others: name the fields of the struct".to_owned()
                }
                ("object", _) => {
                    "; it says that a parameter of `#[tool]` is the whole argument object"
                        .to_owned()
                }
                _ => format!(", it belongs on {}", right.join(" or ")),
            };
            cx.error(
                entry.key.span(),
                format!("`{name}` has no meaning on {}{hint}", place.name()),
            );
            false
        }
        None => {
            cx.error(entry.key.span(), unknown_key(&name, place, attribute));
            false
        }
    }
}

/// Parameters are told of parameters, items of items.
fn fits(right: Place, place: Place) -> bool {
    match right {
        Field => place != Parameter,
        Parameter => place == Parameter,
        Element | Inner | Keys => false,
        Struct | Enum | Variant => true,
    }
}

/// The keys that may stand there.
pub(crate) fn known(place: Place) -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter(move |(_, places)| places.contains(&place)).map(|(key, _)| *key)
}

fn unknown_key(name: &str, place: Place, attribute: &str) -> String {
    if CLAP.contains(&name) {
        return format!(
            "unknown key `{name}` in `{attribute}`; if it is meant for clap, write this library's keys as `#[tool_arg(..)]` everywhere in the item"
        );
    }
    if name == "optional" {
        return format!("unknown key `{name}` in `{attribute}`; make the type an `Option`");
    }
    let here = || known(place);
    let synonym = SYNONYMS.iter().find(|(words, _)| words.contains(&name)).map(|(_, key)| *key);
    // A slip of a key that is for another place, or for later, is still that slip.
    let near = synonym
        .or_else(|| suggest::nearest(name, here()))
        .or_else(|| suggest::nearest(name, KEYS.iter().map(|(key, _)| *key)));
    unknown(name, attribute, near, place.name(), here())
}

/// An unknown key: what it may have been, and what there is.
pub(crate) fn unknown<'a>(
    name: &str,
    attribute: &str,
    near: Option<&str>,
    place: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    let known = suggest::list(known);
    match near {
        Some(near) => format!(
            "unknown key `{name}` in `{attribute}`, did you mean `{near}`? {} takes {known}",
            capital(place)
        ),
        None => format!("unknown key `{name}` in `{attribute}`; {place} takes {known}"),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |c| format!("{}{}", c.to_ascii_uppercase(), chars.as_str()))
}
