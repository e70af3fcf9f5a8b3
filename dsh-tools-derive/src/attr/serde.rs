//! What `#[serde(..)]` says, as far as it can be honoured; what cannot is an error, never ignored.

use super::entry::nested;
use super::value::{as_string, found, wrong};
use super::{Entry, Given, Place, Spelling, entries};
use crate::case::Case;
use crate::ctxt::{At, Blame, Ctxt};
use crate::suggest;
use proc_macro2::TokenStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// What serde's attributes say of one place.
#[derive(Default)]
pub(super) struct Serde {
    pub(super) rename: Option<At<String>>,
    pub(super) rename_all: Option<At<Case>>,
    pub(super) rename_all_fields: Option<At<Case>>,
    pub(super) tag: Option<At<String>>,
    pub(super) content: Option<At<String>>,
    pub(super) untagged: Option<At<bool>>,
    pub(super) aliases: Vec<At<String>>,
    pub(super) default: Option<At<SerdeDefault>>,
    /// Under some condition serde leaves the key out.
    pub(super) may_be_left_out: Option<At<()>>,
    pub(super) deny_unknown_fields: Option<At<bool>>,
    pub(super) flatten: Option<At<Spelling>>,
    pub(super) skip: Option<Blame>,
    pub(super) transparent: Option<Blame>,
}

/// What `#[serde(default)]` takes for an absent key.
#[derive(Clone)]
pub(crate) enum SerdeDefault {
    /// The type's own.
    Bare,
    /// A function's.
    Path(Box<syn::ExprPath>),
}

impl SerdeDefault {
    /// The call of a function, in the place where its path is written.
    pub(crate) fn call(path: &syn::ExprPath) -> Expr {
        syn::parse_quote_spanned!(path.span()=> #path())
    }
}

/// What becomes of a key.
enum Verdict {
    Read,
    /// Says nothing of the JSON.
    Ignored,
    /// What the JSON looks like then is code, or something the schema cannot say: the way out.
    Unfaithful(&'static str),
}

const OWN_TYPE: &str = "give the value a type of its own that implements `ToolValue`";
const ONE_DIRECTION: &str = "what is read and what is written are one type; make them two, or leave it out of both by `skip`";

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
    ("flatten", Verdict::Read),
    ("skip", Verdict::Read),
    ("transparent", Verdict::Read),
    ("skip_serializing", Verdict::Unfaithful(ONE_DIRECTION)),
    ("skip_deserializing", Verdict::Unfaithful(ONE_DIRECTION)),
    ("tag", Verdict::Read),
    ("content", Verdict::Read),
    ("untagged", Verdict::Read),
    ("rename_all_fields", Verdict::Read),
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
            Verdict::Read => self.read_entry(cx, entry, &name, place),
        }
    }

    fn read_entry(&mut self, cx: &Ctxt, entry: &Entry, name: &str, place: Place) {
        match name {
            "rename" => self.rename = one_name(cx, entry, name).or(self.rename.take()),
            // serde's to refuse.
            "rename_all" if matches!(place, Place::Field | Place::Parameter) => {}
            "rename_all" => self.rename_all = case(cx, entry, name).or(self.rename_all.take()),
            "rename_all_fields" if place == Place::Enum => {
                self.rename_all_fields = case(cx, entry, name).or(self.rename_all_fields.take());
            }
            "tag" if place == Place::Struct => cx.error(
                entry.key.span(),
                "`#[serde(tag)]` on a struct writes a key that is not asked for when it is read: make it an enum of one variant, or leave it out",
            ),
            "tag" if place == Place::Enum => self.tag = one_name(cx, entry, name),
            "content" if place == Place::Enum => self.content = one_name(cx, entry, name),
            "untagged" if matches!(place, Place::Enum | Place::Variant) => {
                self.untagged = Some(entry.at(true));
            }
            "alias" => self.aliases.extend(one_name(cx, entry, name)),
            "deny_unknown_fields" if matches!(place, Place::Struct | Place::Enum) => {
                self.deny_unknown_fields = Some(entry.at(true));
            }
            "skip_serializing_if" if matches!(place, Place::Field | Place::Parameter) => {
                self.may_be_left_out = Some(entry.at(()));
            }
            "default" if matches!(place, Place::Field | Place::Parameter | Place::Struct) => {
                self.default = default(cx, entry).or(self.default.take());
            }
            "flatten" if matches!(place, Place::Field | Place::Parameter) => {
                self.flatten = Some(entry.at(Spelling::Serde));
            }
            "skip" if matches!(place, Place::Field | Place::Element | Place::Variant) => {
                self.skip = Some(entry.blame());
            }
            "transparent" if place == Place::Struct => self.transparent = Some(entry.blame()),
            _ => {}
        }
    }
}

fn case(cx: &Ctxt, entry: &Entry, name: &str) -> Option<At<Case>> {
    let text = one_name(cx, entry, name)?;
    match Case::parse(&text.value) {
        Ok(case) => Some(text.map(|_| case)),
        Err(message) => {
            cx.error(text.blame, message);
            None
        }
    }
}

/// `default`, or `default = "path"`.
fn default(cx: &Ctxt, entry: &Entry) -> Option<At<SerdeDefault>> {
    let Given::Value(expr) = &entry.given else {
        return Some(entry.at(SerdeDefault::Bare));
    };
    let text = as_string(expr)?;
    let path = match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().ok(),
        _ => syn::parse_str(&text).ok(),
    };
    if path.is_none() {
        cx.error_on(expr, format!("`{text}` is no path of a function"));
    }
    path.map(|path| entry.at(SerdeDefault::Path(Box::new(path))))
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
