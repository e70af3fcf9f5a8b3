//! What `#[serde(..)]` says, as far as it can be honoured; what cannot is an error, never ignored.

use super::entry::nested;
use super::value::{as_string, found, wrong};
use super::{Entry, Given, Place, entries};
use crate::case::Case;
use crate::ctxt::{At, Ctxt};
use crate::suggest;
use proc_macro2::TokenStream;
use syn::{Attribute, Meta};

/// What serde's attributes say of one place.
#[derive(Debug, Default)]
pub(super) struct Serde {
    pub(super) rename: Option<At<String>>,
    pub(super) rename_all: Option<At<Case>>,
    pub(super) aliases: Vec<At<String>>,
    pub(super) default: Option<At<SerdeDefault>>,
    /// Under some condition serde leaves the key out.
    pub(super) may_be_left_out: Option<At<()>>,
    pub(super) deny_unknown_fields: Option<At<bool>>,
}

/// `#[serde(default)]`, whose value the schema cannot show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SerdeDefault {
    /// The type's own.
    Bare,
    /// A function's.
    Path,
}

/// What becomes of a key.
enum Verdict {
    Read,
    /// Says nothing of the JSON.
    Ignored,
    /// What the JSON looks like then is code, or something the schema cannot say: the way out.
    Unfaithful(&'static str),
    Later(&'static str),
}

const OWN_TYPE: &str = "give the value a type of its own that implements `ToolValue`";
const NO_ENUM_DATA: &str = "put a unit enum beside optional fields";

const KEYS: &[(&str, Verdict)] = &[
    ("rename", Verdict::Read),
    ("rename_all", Verdict::Read),
    ("alias", Verdict::Read),
    ("default", Verdict::Read),
    ("deny_unknown_fields", Verdict::Read),
    ("skip_serializing_if", Verdict::Read),
    ("bound", Verdict::Ignored),
    ("borrow", Verdict::Ignored),
    ("crate", Verdict::Ignored),
    ("expecting", Verdict::Ignored),
    ("with", Verdict::Unfaithful(OWN_TYPE)),
    ("serialize_with", Verdict::Unfaithful(OWN_TYPE)),
    ("deserialize_with", Verdict::Unfaithful(OWN_TYPE)),
    ("getter", Verdict::Unfaithful(OWN_TYPE)),
    (
        "from",
        Verdict::Unfaithful("derive on the type it converts from, and convert in the tool's body"),
    ),
    (
        "try_from",
        Verdict::Unfaithful("derive on the type it converts from, and convert in the tool's body"),
    ),
    (
        "into",
        Verdict::Unfaithful("derive on the type it converts into, and convert in the tool's body"),
    ),
    ("remote", Verdict::Unfaithful("write a type of your own with the same fields")),
    (
        "other",
        Verdict::Unfaithful(
            "take a `String`: a closed set cannot have a variant for every other text",
        ),
    ),
    ("variant_identifier", Verdict::Unfaithful("take the attribute off")),
    ("field_identifier", Verdict::Unfaithful("take the attribute off")),
    ("flatten", Verdict::Later("write the fields here, or nest them under this one")),
    ("skip", Verdict::Later("take the field out of the struct")),
    ("skip_serializing", Verdict::Later("take the field out of the struct")),
    ("skip_deserializing", Verdict::Later("take the field out of the struct")),
    ("tag", Verdict::Later(NO_ENUM_DATA)),
    ("content", Verdict::Later(NO_ENUM_DATA)),
    ("untagged", Verdict::Later(NO_ENUM_DATA)),
    ("transparent", Verdict::Later("use the inner type itself")),
    ("rename_all_fields", Verdict::Later("use `rename_all` on a struct")),
];

impl Serde {
    pub(super) fn read(cx: &Ctxt, attrs: &[Attribute], place: Place) -> Self {
        let mut serde = Self::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
            // Other forms are serde's to refuse.
            let Meta::List(list) = &attr.meta else {
                continue;
            };
            for entry in entries(cx, list, "rename = \"..\"") {
                serde.entry(cx, &entry, place);
            }
        }
        serde
    }

    fn entry(&mut self, cx: &Ctxt, entry: &Entry, place: Place) {
        let name = entry.name();
        let Some((_, verdict)) = KEYS.iter().find(|(key, _)| *key == name) else {
            let near = suggest::nearest(&name, KEYS.iter().map(|(key, _)| *key));
            let near = near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
            cx.error(
                entry.key.span(),
                format!("`#[serde({name})]` is not known here, so the schema cannot say what it does{near}"),
            );
            return;
        };
        match verdict {
            Verdict::Ignored => {}
            Verdict::Unfaithful(way_out) => cx.error(
                entry.key.span(),
                format!("`#[serde({name})]` changes the JSON in a way that the schema cannot follow: {way_out}"),
            ),
            Verdict::Later(way_out) => {
                cx.error(entry.key.span(), format!("`#[serde({name})]` is not supported yet: {way_out}"));
            }
            Verdict::Read => self.read_entry(cx, entry, &name, place),
        }
    }

    fn read_entry(&mut self, cx: &Ctxt, entry: &Entry, name: &str, place: Place) {
        match name {
            "rename" => self.rename = one_name(cx, entry, name).or(self.rename.take()),
            // On a variant it is about the names of its fields, of which there are none.
            "rename_all" if matches!(place, Place::Variant | Place::Field | Place::Parameter) => {}
            "rename_all" => {
                if let Some(text) = one_name(cx, entry, name) {
                    match Case::parse(&text.value) {
                        Ok(case) => self.rename_all = Some(text.map(|_| case)),
                        Err(message) => cx.error(text.blame, message),
                    }
                }
            }
            "alias" => self.aliases.extend(one_name(cx, entry, name)),
            "deny_unknown_fields" if place == Place::Struct => self.deny_unknown_fields = Some(entry.at(true)),
            "skip_serializing_if" if matches!(place, Place::Field | Place::Parameter) => self.may_be_left_out = Some(entry.at(())),
            "default" if matches!(place, Place::Field | Place::Parameter) => {
                let default = if matches!(entry.given, Given::Nothing) { SerdeDefault::Bare } else { SerdeDefault::Path };
                self.default = Some(entry.at(default));
            }
            "default" if place == Place::Struct => cx.error(
                entry.key.span(),
                "`#[serde(default)]` on a struct is code whose values the schema cannot show: put `#[arg(default = ..)]` with a literal on the fields",
            ),
            _ => {}
        }
    }
}

/// `key = ".."`, or `key(serialize = "..", deserialize = "..")` where both directions agree.
fn one_name(cx: &Ctxt, entry: &Entry, name: &str) -> Option<At<String>> {
    match &entry.given {
        Given::Value(expr) => {
            if let Some(text) = as_string(expr) {
                return Some(At::new(text, expr));
            }
        }
        Given::List(_, tokens) => return both_directions(cx, entry, name, tokens),
        Given::Nothing => {}
    }
    cx.error(
        wrong(entry),
        format!("`{name}` takes a string, as in `{name} = \"..\"`{}", found(entry)),
    );
    None
}

fn both_directions(
    cx: &Ctxt,
    entry: &Entry,
    name: &str,
    tokens: &TokenStream,
) -> Option<At<String>> {
    let (mut reading, mut writing) = (None, None);
    for part in nested(cx, tokens, "deserialize = \"..\"") {
        let text = one_name(cx, &part, &part.name())?;
        match part.name().as_str() {
            "deserialize" => reading = Some(text),
            "serialize" => writing = Some(text),
            // serde's to refuse.
            _ => return None,
        }
    }
    match (reading, writing) {
        (Some(reading), Some(writing)) if reading.value != writing.value => {
            cx.error(
                entry.blame(),
                format!(
                    "`#[serde({name}(..))]` reads `{}` and writes `{}`, but the schema has one name for both: make them equal",
                    reading.value, writing.value
                ),
            );
            None
        }
        // A schema of arguments is about what is read.
        (Some(reading), _) => Some(reading),
        (None, Some(writing)) => {
            cx.error(
                writing.blame,
                format!("`#[serde({name}(serialize = ..))]` writes another name than is read, but the schema has one for both: write `{name} = \"..\"`"),
            );
            None
        }
        (None, None) => None,
    }
}
