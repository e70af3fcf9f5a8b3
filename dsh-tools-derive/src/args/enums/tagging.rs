//! How a value tells its variant: what the attributes of the enum say together.

use super::model::Tagging;
use super::read::{Given, Holds};
use crate::attr::Attrs;
use crate::ctxt::{At, Blame, Ctxt};
use syn::Ident;

/// The tagging, and where it is said.
pub(super) fn tagging(cx: &Ctxt, attrs: &mut Attrs, given: &[Given<'_>]) -> Tagging {
    let (tag, content) = (attrs.tag.take(), attrs.content.take());
    let untagged = attrs.untagged.take().filter(|flag| flag.value);
    if untagged.is_some() {
        for (key, other) in [("tag", &tag), ("content", &content)] {
            if let Some(other) = other {
                cx.error(other.blame, format!("`{key}` contradicts `untagged`: either a key holds the variant's name or nothing does; keep one"));
            }
        }
        for variant in given {
            if let Some(flag) = variant.attrs.untagged.as_ref().filter(|flag| flag.value) {
                cx.error(flag.blame, "`untagged` is said of the whole enum already: leave it out");
            }
        }
        return Tagging::Untagged;
    }
    match (tag, content) {
        (Some(tag), None) => Tagging::Inner { tag: tag.value },
        (Some(tag), Some(content)) => {
            if tag.value == content.value {
                cx.error(content.blame, format!("`content` and `tag` are the same key `{}`: one holds the variant's name, the other what it holds; rename one", tag.value));
            }
            Tagging::Beside { tag: tag.value, content: content.value }
        }
        (None, Some(content)) => {
            cx.error(content.blame, format!("`content = {:?}` needs a `tag`, the key that holds the variant's name: write `tag = \"..\"` beside it, or leave it out", content.value));
            Tagging::Outer
        }
        (None, None) => {
            let plain = given.iter().all(|variant| {
                matches!(variant.holds, Holds::Nothing)
                    && !variant.attrs.untagged.as_ref().is_some_and(|flag| flag.value)
            });
            if plain { Tagging::Names } else { Tagging::Outer }
        }
    }
}

/// Variants that no name tells are tried when the names of the others told nothing.
pub(super) fn check_untagged_last(cx: &Ctxt, given: &[Given<'_>]) {
    let mut last: Option<(&Ident, At<bool>)> = None;
    for variant in given {
        let flag = variant.attrs.untagged.clone().filter(|flag| flag.value);
        match (flag, &last) {
            (Some(flag), _) => last = Some((variant.ident, flag)),
            (None, Some((ident, flag))) => {
                cx.error(flag.blame, format!("`{ident}` is `untagged`, but `{}` behind it is not: put the untagged variants last, where they are tried", variant.ident));
                return;
            }
            (None, None) => {}
        }
    }
}

/// A root is an object: why this enum is none, if so.
pub(super) fn check_root(cx: &Ctxt, ident: &Ident, tagging: &Tagging, given: &[Given<'_>]) {
    let kept = || given.iter().filter(|variant| variant.attrs.skip.is_none());
    let is_untagged = |variant: &Given<'_>| {
        *tagging == Tagging::Untagged
            || variant.attrs.untagged.as_ref().is_some_and(|flag| flag.value)
    };
    if *tagging == Tagging::Names {
        cx.error_on(
            ident,
            format!(
                "`{ident}` is an enum of plain variants, on the wire a string, but the arguments of a tool are an object: derive `ToolValue` and make it a field of a struct that derives `ToolArgs`"
            ),
        );
        return;
    }
    for variant in kept() {
        let (name, blame) = (variant.ident, Blame::on(variant.ident));
        let told = match (&variant.holds, is_untagged(variant)) {
            (_, true) if *tagging != Tagging::Untagged => {
                Some("is `untagged` among variants that a name tells, which no one object can show")
            }
            (Holds::Nothing, true) => Some("holds nothing, which is `null` on the wire"),
            (Holds::Unnamed(fields), true) if fields.len() != 1 => {
                Some("is a tuple, which is an array on the wire")
            }
            (Holds::Nothing, false) if *tagging == Tagging::Outer => {
                Some("holds nothing, which is a string on the wire")
            }
            _ => None,
        };
        if let Some(told) = told {
            let tagged = match tagging {
                Tagging::Outer => "; or tell the variants by a key, `#[arg(tag = \"kind\")]`",
                _ => "",
            };
            cx.error(
                blame,
                format!(
                    "`{name}` {told}, but the arguments of a tool are an object: derive `ToolValue` and make the enum a field of a struct that derives `ToolArgs`{tagged}"
                ),
            );
        }
    }
}
