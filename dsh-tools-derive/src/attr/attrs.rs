//! All that the attributes of one place say.

use super::keys::allowed;
use super::serde::Serde;
use super::value::{found, wrong};
use super::{
    Entry, Given, Length, Literal, Place, Range, describe, entries, flag, path, string, text,
};
use crate::case::Case;
use crate::ctxt::{At, Blame, Ctxt};
use crate::docs::{self, Text};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, Meta, Token};

pub(crate) use super::serde::SerdeDefault;

/// Which attribute is this library's in an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// All that the attributes of one place say: each key read, none compared with another.
#[derive(Debug, Default)]
pub(crate) struct Attrs {
    pub(crate) rename: Option<At<String>>,
    pub(crate) rename_all: Option<At<Case>>,
    pub(crate) aliases: Vec<At<String>>,
    pub(crate) default: Option<At<Literal>>,
    pub(crate) serde_default: Option<At<SerdeDefault>>,
    /// Under some condition serde leaves the key out.
    pub(crate) may_be_left_out: Option<At<()>>,
    pub(crate) required: Option<At<bool>>,
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
        for alias in serde.aliases {
            // The same alias for both libraries is one alias.
            if self.aliases.iter().all(|own| own.value != alias.value) {
                self.aliases.push(alias);
            }
        }
        self.serde_default = serde.default;
        self.may_be_left_out = serde.may_be_left_out;
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
}

impl Reader<'_> {
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
        if !allowed(cx, entry, self.place, self.attribute) {
            return;
        }
        if self.seen.contains(&name) && !matches!(name.as_str(), "alias" | "example") {
            cx.error(entry.key.span(), format!("`{name}` is written twice: keep one"));
            return;
        }
        let attrs = &mut self.attrs;
        match name.as_str() {
            "rename" => attrs.rename = wire_name(cx, entry),
            "alias" => attrs.aliases.extend(wire_name(cx, entry)),
            "rename_all" => {
                if let Some(text) = string(cx, entry, "camelCase") {
                    match Case::parse(&text.value) {
                        Ok(case) => attrs.rename_all = Some(text.map(|_| case)),
                        Err(message) => cx.error(text.blame, message),
                    }
                }
            }
            "default" => attrs.default = default(cx, entry),
            "required" => attrs.required = flag(cx, entry),
            "deny_unknown_fields" => attrs.deny_unknown_fields = flag(cx, entry),
            "title" => attrs.title = text(cx, entry).map(|title| title.value),
            "description" => {
                attrs.description = text(cx, entry).map(|description| description.value);
            }
            "example" => attrs.examples.extend(literal(cx, entry, "example")),
            "deprecated" => attrs.deprecated |= flag(cx, entry).is_some_and(|flag| flag.value),
            "range" => attrs.range = Range::parse(cx, entry),
            "length" => attrs.length = Length::parse(cx, entry),
            "pattern" => attrs.pattern = string(cx, entry, "^[a-z]+$"),
            "enum" => attrs.choices = choices(cx, entry),
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

fn wire_name(cx: &Ctxt, entry: &Entry) -> Option<At<String>> {
    let name = string(cx, entry, "..")?;
    if name.value.is_empty() {
        let key = entry.name();
        cx.error(name.blame, format!("`{key}` is empty: a name has at least one character"));
        return None;
    }
    Some(name)
}

fn default(cx: &Ctxt, entry: &Entry) -> Option<At<Literal>> {
    if let Given::Value(expr) = &entry.given {
        match Literal::parse(expr) {
            Ok(value) => Some(At::new(value, expr)),
            Err(error) => {
                let way_out = error.value.way_out(expr);
                cx.error(error.blame, format!("{}{way_out}", error.value.reason));
                None
            }
        }
    } else {
        cx.error(wrong(entry), "`default` without a value is not supported yet: write the value out, as in `default = 1`");
        None
    }
}

fn literal(cx: &Ctxt, entry: &Entry, key: &str) -> Option<At<Literal>> {
    let Given::Value(expr) = &entry.given else {
        cx.error(
            wrong(entry),
            format!(
                "`{key}` takes a literal, as in `{key} = 1` or `{key} = \"a\"`{}",
                found(entry)
            ),
        );
        return None;
    };
    match Literal::parse(expr) {
        Ok(value) => Some(At::new(value, expr)),
        Err(error) => {
            cx.error(
                error.blame,
                format!("`{key}` takes a value that is written out: {}", error.value.reason),
            );
            None
        }
    }
}

/// `enum("a", "b")`, `enum(1, 2)`.
fn choices(cx: &Ctxt, entry: &Entry) -> Option<At<Vec<At<Literal>>>> {
    let Given::List(_, tokens) = &entry.given else {
        cx.error(
            wrong(entry),
            format!(
                "`enum` lists its values in parentheses, as in `enum(\"a\", \"b\")`{}",
                found(entry)
            ),
        );
        return None;
    };
    let list = cx.ok(Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens.clone()))?;
    if list.is_empty() {
        cx.error(
            entry.blame(),
            "`enum()` lists nothing, so no value would be legal: list the values, or leave it out",
        );
        return None;
    }
    let mut values: Vec<At<Literal>> = Vec::new();
    for expr in &list {
        let value = match Literal::parse(expr) {
            Ok(value @ (Literal::Str(_) | Literal::Int(_))) => At::new(value, expr),
            Ok(other) => {
                cx.error_on(
                    expr,
                    format!("`enum` lists strings or integers, found {}", other.kind()),
                );
                continue;
            }
            Err(_) => {
                cx.error_on(
                    expr,
                    format!(
                        "`enum` lists strings or integers that are written out, found {}",
                        describe(expr)
                    ),
                );
                continue;
            }
        };
        match values.first() {
            Some(first) if first.value.kind() != value.value.kind() => cx.error(
                value.blame,
                format!(
                    "`enum` lists strings or integers, not both: the first is {}, this is {}",
                    first.value.kind(),
                    value.value.kind()
                ),
            ),
            _ if values.iter().any(|other| other.value == value.value) => {
                cx.error(
                    value.blame,
                    format!("`enum` lists `{}` twice: keep one", value.value.json()),
                );
            }
            _ => values.push(value),
        }
    }
    Some(At { value: values, blame: Blame::from(entry.key.span()) })
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
