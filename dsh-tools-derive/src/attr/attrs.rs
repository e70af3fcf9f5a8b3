//! All that the attributes of one place say.

use super::format::Format;
use super::keys::allowed;
use super::serde::Serde;
use super::value::{found, wrong};
use super::{
    Entry, Given, Length, Literal, Place, Range, entries, flag, given, nested, path, string, text,
};
use crate::case::Case;
use crate::ctxt::{At, Blame, Ctxt};
use crate::docs::{self, Text};
use syn::{Attribute, Expr, Ident, Meta};

pub(crate) use super::serde::SerdeDefault;

/// Which attribute is this library's in an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `#[arg(..)]`
    Arg,
    /// `#[tool_arg(..)]`; every `#[arg(..)]` of the item belongs to somebody else.
    ToolArg,
}

impl Dialect {
    /// The dialect of an item with these attributes, its own and those of its parts.
    pub(crate) fn of<'a>(attrs: impl IntoIterator<Item = &'a Attribute>) -> Self {
        let other = attrs.into_iter().any(|attr| attr.path().is_ident(Self::ToolArg.name()));
        if other { Self::ToolArg } else { Self::Arg }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Arg => "arg",
            Self::ToolArg => "tool_arg",
        }
    }

    pub(crate) fn owns(self, attr: &Attribute) -> bool {
        attr.path().is_ident(self.name())
    }
}

/// What an absent key stands for, as written.
#[derive(Clone)]
pub(crate) enum Default {
    /// Known to the macro.
    Literal(Literal),
    /// The type's own.
    Bare,
    /// Code that gives a value of the type.
    Code(Box<Expr>),
}

/// Whose word it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    Own,
    Serde,
}

/// All that the attributes of one place say: each key read, none compared with another.
#[derive(std::default::Default)]
pub(crate) struct Attrs {
    pub(crate) rename: Option<At<String>>,
    pub(crate) rename_all: Option<At<Case>>,
    pub(crate) rename_all_fields: Option<At<Case>>,
    pub(crate) aliases: Vec<At<String>>,
    pub(crate) tag: Option<At<String>>,
    pub(crate) content: Option<At<String>>,
    pub(crate) untagged: Option<At<bool>>,
    pub(crate) default: Option<At<Default>>,
    pub(crate) serde_default: Option<At<SerdeDefault>>,
    /// The field's keys stand among those of its struct.
    pub(crate) flatten: Option<At<Spelling>>,
    /// The field has no place in the JSON.
    pub(crate) skip: Option<Blame>,
    /// The struct is its one field.
    pub(crate) transparent: Option<Blame>,
    pub(crate) custom: Option<At<Expr>>,
    /// The type is a foreign one, of which `schemars` and serde know.
    pub(crate) schemars: Option<Blame>,
    /// Under some condition serde leaves the key out.
    pub(crate) may_be_left_out: Option<At<()>>,
    pub(crate) required: Option<At<bool>>,
    /// The schema says that `null` is legal where a key may be absent.
    pub(crate) nullable: Option<At<bool>>,
    pub(crate) deny_unknown_fields: Option<At<bool>>,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) examples: Vec<At<Literal>>,
    pub(crate) deprecated: bool,
    pub(crate) range: Option<Range>,
    pub(crate) length: Option<Length>,
    pub(crate) pattern: Option<At<String>>,
    pub(crate) choices: Option<At<Vec<At<Literal>>>>,
    pub(crate) unique_items: Option<At<bool>>,
    pub(crate) format: Option<At<Format>>,
    /// What `inner(..)` says.
    pub(crate) inner: Option<At<Box<Attrs>>>,
    /// What `keys(..)` says.
    pub(crate) keys: Option<At<Box<Attrs>>>,
    pub(crate) object: Option<Blame>,
    pub(crate) krate: Option<syn::Path>,
    /// The first key that makes a parameter an argument of its own.
    pub(crate) first_key: Option<Blame>,
    /// Something of it could not be read.
    pub(crate) broken: bool,
}

impl Attrs {
    pub(crate) fn read(cx: &Ctxt, dialect: Dialect, place: Place, attrs: &[Attribute]) -> Self {
        let before = cx.count();
        let mut reader = Reader {
            cx,
            place,
            attribute: dialect.name(),
            seen: Vec::new(),
            attrs: Self::default(),
            within: None,
        };
        for attr in attrs.iter().filter(|attr| dialect.owns(attr)) {
            reader.attribute(attr);
        }
        let mut out = reader.attrs;
        out.deprecated |= attrs.iter().any(|attr| attr.path().is_ident("deprecated"));
        out.description = out.description.take().or_else(|| docs::description(attrs));
        out.merge(cx, dialect, Serde::read(cx, attrs, place));
        super::others::refuse(cx, dialect, attrs, &out);
        out.broken = cx.count() > before;
        out
    }

    fn merge(&mut self, cx: &Ctxt, dialect: Dialect, serde: Serde) {
        let names = |name: &String| format!(" = {name:?}");
        self.rename = agree(cx, dialect, "rename", self.rename.take(), serde.rename, names);
        self.rename_all =
            agree(cx, dialect, "rename_all", self.rename_all.take(), serde.rename_all, |case| {
                format!(" = {:?}", case.name())
            });
        self.deny_unknown_fields = agree(
            cx,
            dialect,
            "deny_unknown_fields",
            self.deny_unknown_fields.take(),
            serde.deny_unknown_fields,
            |deny| String::from(if *deny { "" } else { " = false" }),
        );
        self.rename_all_fields = agree(
            cx,
            dialect,
            "rename_all_fields",
            self.rename_all_fields.take(),
            serde.rename_all_fields,
            |case| format!(" = {:?}", case.name()),
        );
        self.tag = agree(cx, dialect, "tag", self.tag.take(), serde.tag, names);
        self.content = agree(cx, dialect, "content", self.content.take(), serde.content, names);
        let flag = |on: &bool| String::from(if *on { "" } else { " = false" });
        self.untagged = agree(cx, dialect, "untagged", self.untagged.take(), serde.untagged, flag);
        for alias in serde.aliases {
            // The same alias for both libraries is one alias.
            if self.aliases.iter().all(|own| own.value != alias.value) {
                self.aliases.push(alias);
            }
        }
        self.serde_default = serde.default;
        self.may_be_left_out = serde.may_be_left_out;
        // That serde does the same matters where serde's reading of it is another one.
        self.flatten = serde.flatten.or(self.flatten.take());
        self.skip = self.skip.or(serde.skip);
        self.transparent = self.transparent.or(serde.transparent);
    }
}

/// What both libraries are told, if it is the same.
fn agree<T: PartialEq>(
    cx: &Ctxt,
    dialect: Dialect,
    key: &str,
    ours: Option<At<T>>,
    serdes: Option<At<T>>,
    show: impl Fn(&T) -> String,
) -> Option<At<T>> {
    if let (Some(ours), Some(serdes)) = (&ours, &serdes)
        && ours.value != serdes.value
    {
        let (attribute, our, their) = (dialect.name(), show(&ours.value), show(&serdes.value));
        let message = format!(
            "`#[{attribute}({key}{our})]` contradicts `#[serde({key}{their})]`: there is one `{key}` for both, keep one or make them equal"
        );
        cx.error(ours.blame, &message);
        cx.error(serdes.blame, &message);
    }
    ours.or(serdes)
}

struct Reader<'a> {
    cx: &'a Ctxt,
    place: Place,
    attribute: &'static str,
    seen: Vec<String>,
    attrs: Attrs,
    /// `inner` or `keys`, in whose list the entries stand.
    within: Option<String>,
}

impl Reader<'_> {
    /// What `inner(..)` or `keys(..)` says.
    fn nested(&self, entry: &Entry, place: Place) -> Option<At<Box<Attrs>>> {
        let name = entry.name();
        let Given::List(_, tokens) = &entry.given else {
            self.cx.error(
                wrong(entry),
                format!("`{name}` takes constraints, as in `{name}(length = 1..)`{}", found(entry)),
            );
            return None;
        };
        if tokens.is_empty() {
            self.cx.error(
                entry.key.span(),
                format!("`{name}` limits nothing: write a constraint into it, as in `{name}(length = 1..)`, or leave it out"),
            );
            return None;
        }
        let mut reader = Reader {
            cx: self.cx,
            place,
            attribute: self.attribute,
            seen: Vec::new(),
            attrs: Attrs::default(),
            within: Some(name.clone()),
        };
        for part in nested(self.cx, tokens, &format!("{name}(length = 1..)")) {
            reader.entry(&part);
        }
        Some(At { value: Box::new(reader.attrs), blame: entry.key.span().into() })
    }

    fn attribute(&mut self, attr: &Attribute) {
        let name = self.attribute;
        match &attr.meta {
            Meta::List(list) if list.tokens.is_empty() => {
                self.attrs.first_key.get_or_insert(Blame::on(&attr.meta));
                self.cx.error_on(
                    &attr.meta,
                    format!("`#[{name}()]` says nothing: write a key, or leave it out"),
                );
            }
            Meta::List(list) => {
                self.attrs.first_key.get_or_insert(Blame::on(&attr.meta));
                for entry in entries(self.cx, list, "description = \"..\"") {
                    self.entry(&entry);
                }
            }
            meta => self.cx.error_on(
                meta,
                format!(
                    "`#[{name}]` takes keys in parentheses, as in `#[{name}(description = \"..\")]`"
                ),
            ),
        }
    }

    fn entry(&mut self, entry: &Entry) {
        let (cx, name) = (self.cx, entry.name());
        let attribute = match &self.within {
            None => format!("#[{}(..)]", self.attribute),
            Some(list) => format!("{list}(..)"),
        };
        if !allowed(cx, entry, self.place, &attribute) {
            return;
        }
        match name.as_str() {
            "inner" => {
                self.attrs.inner = self.nested(entry, Place::Inner).or(self.attrs.inner.take());
            }
            "keys" => {
                self.attrs.keys = self.nested(entry, Place::Keys).or(self.attrs.keys.take());
            }
            _ => {}
        }
        if self.seen.contains(&name) && !matches!(name.as_str(), "alias" | "example") {
            cx.error(entry.key.span(), format!("`{name}` is written twice: keep one"));
            return;
        }
        let attrs = &mut self.attrs;
        match name.as_str() {
            "rename" => attrs.rename = wire_name(cx, entry),
            "alias" => attrs.aliases.extend(wire_name(cx, entry)),
            "rename_all" => attrs.rename_all = case(cx, entry),
            "rename_all_fields" => attrs.rename_all_fields = case(cx, entry),
            "tag" => attrs.tag = wire_name(cx, entry),
            "content" => attrs.content = wire_name(cx, entry),
            "untagged" => attrs.untagged = flag(cx, entry),
            "default" => attrs.default = given::default(cx, entry, self.place),
            "default_json" => {
                let json = given::json(cx, entry);
                if let (Some(_), Some(json)) = (&attrs.default, &json) {
                    cx.error(json.blame, "`default` and `default_json` say the same: keep one");
                }
                attrs.default = json.or(attrs.default.take());
            }
            "flatten" => {
                attrs.flatten = flag(cx, entry)
                    .filter(|flag| flag.value)
                    .map(|flag| flag.map(|_| Spelling::Own));
            }
            "skip" => {
                attrs.skip = flag(cx, entry).filter(|flag| flag.value).map(|flag| flag.blame);
            }
            "transparent" => {
                attrs.transparent =
                    flag(cx, entry).filter(|flag| flag.value).map(|flag| flag.blame);
            }
            "custom" => attrs.custom = given::custom(cx, entry),
            "schemars" => {
                attrs.schemars = flag(cx, entry).filter(|flag| flag.value).map(|flag| flag.blame);
            }
            "format" => attrs.format = given::format(cx, entry),
            "required" => attrs.required = flag(cx, entry),
            "nullable" => attrs.nullable = flag(cx, entry),
            "deny_unknown_fields" => attrs.deny_unknown_fields = flag(cx, entry),
            "title" => attrs.title = text(cx, entry).map(|title| title.value),
            "description" => {
                attrs.description = text(cx, entry).map(|description| description.value);
            }
            "example" => attrs.examples.extend(given::literal(cx, entry, "example")),
            "deprecated" => attrs.deprecated |= flag(cx, entry).is_some_and(|flag| flag.value),
            "range" => attrs.range = Range::parse(cx, entry),
            "length" => attrs.length = Length::parse(cx, entry),
            "pattern" => attrs.pattern = string(cx, entry, "^[a-z]+$"),
            "enum" => attrs.choices = given::choices(cx, entry),
            "unique_items" => attrs.unique_items = flag(cx, entry),
            "object" => {
                attrs.object = flag(cx, entry).filter(|flag| flag.value).map(|flag| flag.blame);
            }
            "crate" => attrs.krate = path(cx, entry, "::dsh_tools"),
            _ => {}
        }
        self.seen.push(name);
    }
}

fn case(cx: &Ctxt, entry: &Entry) -> Option<At<Case>> {
    let text = string(cx, entry, "camelCase")?;
    match Case::parse(&text.value) {
        Ok(case) => Some(text.map(|_| case)),
        Err(message) => {
            cx.error(text.blame, message);
            None
        }
    }
}

fn wire_name(cx: &Ctxt, entry: &Entry) -> Option<At<String>> {
    let name = string(cx, entry, "..")?;
    if name.value.is_empty() {
        let key = entry.name();
        cx.error(name.blame, format!("`{key}` is empty: a name has at least one character"));
        return None;
    }
    Some(name)
}

/// The attributes that another macro or the compiler reads.
pub(crate) fn foreign(attrs: &[Attribute], dialect: Dialect) -> Vec<Attribute> {
    let ours = |attr: &&Attribute| {
        !dialect.owns(attr)
            && !["doc", "serde", "deprecated", "cfg_attr"]
                .iter()
                .any(|name| attr.path().is_ident(name))
    };
    attrs.iter().filter(ours).cloned().collect()
}

/// A name without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    syn::ext::IdentExt::unraw(ident).to_string()
}
