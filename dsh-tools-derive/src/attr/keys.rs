//! The keys of `#[arg(..)]`: where each may stand, and what an unknown one was meant to be.

use super::Entry;
use crate::ctxt::Ctxt;
use crate::suggest;

/// What an attribute stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Struct,
    Enum,
    Field,
    Variant,
    Parameter,
}

impl Place {
    /// With its article, for messages.
    const fn name(self) -> &'static str {
        match self {
            Self::Struct => "a struct",
            Self::Enum => "an enum",
            Self::Field => "a field",
            Self::Variant => "a variant",
            Self::Parameter => "a parameter",
        }
    }
}

enum Support {
    On(&'static [Place]),
    /// Known and not there yet: the way out.
    Later(&'static str),
}

use Place::{Enum, Field, Parameter, Struct, Variant};
use Support::{Later, On};

const VALUE: &[Place] = &[Field, Parameter];

/// In the order in which messages list them.
const KEYS: &[(&str, Support)] = &[
    ("alias", On(&[Field, Variant, Parameter])),
    ("crate", On(&[Struct, Enum])),
    ("default", On(VALUE)),
    ("deny_unknown_fields", On(&[Struct])),
    ("deprecated", On(&[Struct, Enum, Field, Parameter])),
    ("description", On(&[Struct, Enum, Field, Variant, Parameter])),
    ("enum", On(VALUE)),
    ("example", On(&[Enum, Field, Parameter])),
    ("length", On(VALUE)),
    ("object", On(&[Parameter])),
    ("pattern", On(VALUE)),
    ("range", On(VALUE)),
    ("rename", On(&[Struct, Enum, Field, Variant, Parameter])),
    ("rename_all", On(&[Struct, Enum])),
    ("required", On(VALUE)),
    ("title", On(&[Struct, Enum, Field, Parameter])),
    ("unique_items", On(VALUE)),
    ("content", Later("put a unit enum beside optional fields")),
    ("custom", Later("check the value in the tool's body")),
    ("default_json", Later("write a literal, `default = ..`")),
    ("flatten", Later("write the fields here, or nest them under this one")),
    ("format", Later("write a `pattern`, or check the value in the tool's body")),
    (
        "inner",
        Later("make the element a type of its own, or check the elements in the tool's body"),
    ),
    ("rename_all_fields", Later("only enums with data need it; use `rename_all` on a struct")),
    ("schemars", Later("take `serde_json::Value` and deserialize it in the tool's body")),
    ("skip", Later("take the field out of the struct")),
    ("tag", Later("put a unit enum beside optional fields")),
    ("transparent", Later("use the inner type itself")),
    ("untagged", Later("make each form a field of its own, all of them optional")),
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
        Some((_, On(places))) if places.contains(&place) => true,
        Some((_, On(places))) => {
            let right: Vec<&str> = places
                .iter()
                .filter(|right| fits(**right, place))
                .map(|place| place.name())
                .collect();
            let hint = match (name.as_str(), place) {
                ("example", Struct) => {
                    "; an object cannot be written as a literal: put examples on its fields"
                        .to_owned()
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
        Some((_, Later(way_out))) => {
            cx.error(entry.key.span(), format!("`{name}` is not supported yet: {way_out}"));
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
    if place == Parameter { right != Field } else { right != Parameter }
}

/// The keys that may stand there.
pub(crate) fn known(place: Place) -> impl Iterator<Item = &'static str> {
    KEYS.iter()
        .filter(move |(_, support)| matches!(support, On(places) if places.contains(&place)))
        .map(|(key, _)| *key)
}

fn unknown_key(name: &str, place: Place, attribute: &str) -> String {
    if CLAP.contains(&name) {
        return format!(
            "unknown key `{name}` in `#[{attribute}(..)]`; if it is meant for clap, write this library's keys as `#[tool_arg(..)]` everywhere in the item"
        );
    }
    if matches!(name, "optional" | "nullable") {
        return format!("unknown key `{name}` in `#[{attribute}(..)]`; make the type an `Option`");
    }
    let here = || known(place);
    let synonym = SYNONYMS.iter().find(|(words, _)| words.contains(&name)).map(|(_, key)| *key);
    // A slip of a key that is for another place, or for later, is still that slip.
    let near = synonym
        .or_else(|| suggest::nearest(name, here()))
        .or_else(|| suggest::nearest(name, KEYS.iter().map(|(key, _)| *key)));
    unknown(name, &format!("#[{attribute}(..)]"), near, place.name(), here())
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
