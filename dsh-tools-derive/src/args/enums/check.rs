//! Everything that the macro can know to be wrong with an enum.

use super::super::fields::{self, Common, label};
use super::super::names::Names;
use super::model::{Content, Enum, Tagging, Variant};
use super::read::{Given, Holds};
use super::tagging::{check_root, check_untagged_last, tagging};
use crate::attr::{Attrs, Literal, plain};
use crate::case::Case;
use crate::ctxt::{At, Ctxt};
use syn::{Ident, Member};

/// How the names are spelled that are not written out.
#[derive(Clone, Copy)]
struct Cases {
    variants: Option<Case>,
    fields: Option<Case>,
}

pub(crate) fn check<'a>(
    cx: &Ctxt,
    ident: &Ident,
    root: bool,
    attrs: &mut Attrs,
    given: Vec<Given<'a>>,
) -> Enum<'a> {
    let cases = Cases {
        variants: attrs.rename_all.take().map(|case| case.value),
        fields: attrs.rename_all_fields.take().map(|case| case.value),
    };
    let deny = attrs.deny_unknown_fields.take().is_some_and(|deny| deny.value);
    let tagging = tagging(cx, attrs, &given);
    check_untagged_last(cx, &given);
    if given.iter().all(|variant| variant.attrs.skip.is_some()) {
        let none =
            if given.is_empty() { "has no variants" } else { "has none but skipped variants" };
        cx.error_on(ident, format!("`{ident}` {none}, so no value would be legal: add one"));
    } else if root {
        check_root(cx, ident, &tagging, &given);
    }
    let mut names = Names::new(cx, "variant");
    let variants: Vec<Variant<'a>> = given
        .into_iter()
        .zip(0_u16..)
        .map(|(given, number)| variant(cx, cases, deny, &tagging, &mut names, given, number))
        .collect();
    if tagging == Tagging::Untagged {
        check_nulls(cx, &variants);
    }
    check_examples(cx, &attrs.examples, &tagging, &variants);
    Enum { tagging, variants, deny }
}

fn variant<'a>(
    cx: &Ctxt,
    cases: Cases,
    deny: bool,
    tagging: &Tagging,
    names: &mut Names<'_>,
    given: Given<'a>,
    number: u16,
) -> Variant<'a> {
    let Given { ident, mut attrs, holds, fields } = given;
    let owner = plain(ident);
    let skip = attrs.skip.is_some();
    let untagged = attrs.untagged.take().is_some_and(|flag| flag.value);
    let (name, blame) = match attrs.rename.take() {
        Some(name) => (name.value, name.blame),
        None => (
            cases.variants.map_or_else(|| owner.clone(), |case| case.variant(&owner)),
            ident.span().into(),
        ),
    };
    let told = !skip && !untagged && *tagging != Tagging::Untagged;
    if told {
        names.name(&owner, &name, blame);
        for alias in &attrs.aliases {
            names.alias(&owner, alias);
        }
    }
    let inner = match tagging {
        Tagging::Inner { tag } if told => Some(tag),
        _ => None,
    };
    let content = match holds {
        Holds::Nothing => Content::Unit,
        Holds::Named(list) => {
            if let Some(tag) = inner {
                check_tag(cx, tag, &list, cases.fields_of(&attrs));
            }
            let case = cases.fields_of(&attrs);
            Content::Struct(fields::check(cx, &Common { case, deny, default: None }, list))
        }
        Holds::Unnamed(list) => {
            if let (Some(tag), false) = (inner, list.len() == 1) {
                cx.error_on(fields, format!("a tuple has no key to hold its name, as `tag = {tag:?}` asks: name its fields, or put what it holds at a key of its own, `content = \"..\"`"));
            }
            for field in &list {
                if let Some(skip) = field.attrs.skip {
                    cx.error(skip, "`skip` would move the elements behind it to other places: name the fields, or skip the variant");
                }
            }
            let fields = fields::check(cx, &Common::default(), list);
            if fields.list.len() == 1 { Content::Newtype(fields) } else { Content::Tuple(fields) }
        }
    };
    Variant {
        ident,
        name,
        aliases: attrs.aliases.into_iter().map(|alias| alias.value).collect(),
        description: attrs.description,
        content,
        skip,
        untagged,
        number,
    }
}

impl Cases {
    /// Of the fields of a variant with these attributes.
    fn fields_of(self, attrs: &Attrs) -> Option<Case> {
        attrs.rename_all.as_ref().map(|case| case.value).or(self.fields)
    }
}

/// The key that holds the variant's name is none of its fields'.
fn check_tag(cx: &Ctxt, tag: &str, fields: &[fields::Given<'_>], case: Option<Case>) {
    for field in fields {
        if field.attrs.skip.is_some() || field.attrs.flatten.is_some() {
            continue;
        }
        let owner = label(&field.member);
        let spelled = || case.map_or_else(|| owner.clone(), |case| case.field(&owner));
        let (name, blame) = match (&field.attrs.rename, &field.member) {
            (Some(name), _) => (name.value.clone(), name.blame),
            (None, Member::Named(ident)) => (spelled(), ident.span().into()),
            (None, Member::Unnamed(index)) => (spelled(), index.span.into()),
        };
        let aliases = field.attrs.aliases.iter().map(|alias| (alias.value.clone(), alias.blame));
        for (_, blame) in
            std::iter::once((name, blame)).chain(aliases).filter(|(name, _)| name == tag)
        {
            cx.error(blame, format!("the key `{tag}` holds the variant's name: give the field another name by `rename`, or the enum another `tag`"));
        }
    }
}

/// All variants that hold nothing are `null`.
fn check_nulls(cx: &Ctxt, variants: &[Variant<'_>]) {
    let mut nulls =
        variants.iter().filter(|variant| !variant.skip && matches!(variant.content, Content::Unit));
    if let Some(first) = nulls.next() {
        for other in nulls {
            cx.error_on(other.ident, format!("`{}` would never be read: it is `null` on the wire, as `{}` before it; leave one out, or tell them by a name", other.ident, first.ident));
        }
    }
}

fn check_examples(
    cx: &Ctxt,
    examples: &[At<Literal>],
    tagging: &Tagging,
    variants: &[Variant<'_>],
) {
    let names = variants.iter().filter(|variant| {
        !variant.skip && !variant.untagged && matches!(variant.content, Content::Unit)
    });
    for example in examples {
        match tagging {
            Tagging::Names | Tagging::Outer => {
                let is_name = |text: &String| names.clone().any(|variant| variant.name == *text);
                if !matches!(&example.value, Literal::Str(text) if is_name(text)) {
                    let known =
                        crate::suggest::list(names.clone().map(|variant| variant.name.as_str()));
                    cx.error(
                        example.blame,
                        format!(
                            "`example = {}` is no variant's name: there are {known}",
                            example.value.json()
                        ),
                    );
                }
            }
            Tagging::Untagged => {}
            Tagging::Inner { .. } | Tagging::Beside { .. } => cx.error(
                example.blame,
                format!(
                    "`example = {}` is no value of an enum that is an object on the wire, which no literal is: put examples on its fields",
                    example.value.json()
                ),
            ),
        }
    }
}
