//! The grammar all attributes share: `key`, `key = value`, `key(..)`, separated by commas.

use crate::ctxt::{At, Blame, Ctxt};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, Ident, Token, token};

/// One of the things an attribute says.
pub(crate) struct Entry {
    pub(crate) key: Ident,
    pub(crate) given: Given,
}

/// What stands after the key.
pub(crate) enum Given {
    /// `key`
    Nothing,
    /// `key = value`
    Value(Expr),
    /// `key(..)`
    List(token::Paren, TokenStream),
}

impl Entry {
    /// The key as written, without `r#`.
    pub(crate) fn name(&self) -> String {
        self.key.unraw().to_string()
    }

    /// All of the entry.
    pub(crate) fn blame(&self) -> Blame {
        let end = match &self.given {
            Given::Nothing => self.key.span(),
            Given::Value(value) => Blame::on(value).end,
            Given::List(paren, _) => paren.span.close(),
        };
        Blame { start: self.key.span(), end }
    }

    pub(crate) fn at<T>(&self, value: T) -> At<T> {
        At { value, blame: self.blame() }
    }
}

/// Each entry with its name, but for those whose name came before, which is an error.
pub(crate) fn each_once(cx: &Ctxt, entries: &[Entry], mut take: impl FnMut(&Entry, &str)) {
    let mut seen: Vec<String> = Vec::new();
    for entry in entries {
        let name = entry.name();
        if seen.contains(&name) {
            cx.error(entry.key.span(), format!("`{name}` is written twice: keep one"));
        } else {
            take(entry, &name);
            seen.push(name);
        }
    }
}

/// The entries of a list. What cannot be read is an error and skipped to the next comma, so that one slip hides no
/// other. `example` is how an entry may look.
pub(crate) fn entries(cx: &Ctxt, list: &syn::MetaList, example: &str) -> Vec<Entry> {
    let parser = |input: ParseStream<'_>| Ok(sequence(cx, input, example));
    cx.ok(list.parse_args_with(parser)).unwrap_or_default()
}

/// The entries of a list inside of an entry.
pub(crate) fn nested(cx: &Ctxt, tokens: &TokenStream, example: &str) -> Vec<Entry> {
    let parser = |input: ParseStream<'_>| Ok(sequence(cx, input, example));
    cx.ok(parser.parse2(tokens.clone())).unwrap_or_default()
}

fn sequence(cx: &Ctxt, input: ParseStream<'_>, example: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        match entry(input, example) {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                cx.push(error);
                while !input.is_empty() && !input.peek(Token![,]) {
                    // A token tree can always be taken while there is one.
                    let _ = input.parse::<TokenTree>();
                }
            }
        }
        let _ = input.parse::<Option<Token![,]>>();
    }
    entries
}

fn entry(input: ParseStream<'_>, example: &str) -> syn::Result<Entry> {
    if !input.peek(Ident::peek_any) {
        let found: TokenTree = input.parse()?;
        return Err(syn::Error::new_spanned(
            &found,
            format!("expected a key, as in `{example}`, found `{found}`"),
        ));
    }
    let key = input.call(Ident::parse_any)?;
    let given = if input.peek(Token![=]) {
        let equals: Token![=] = input.parse()?;
        if input.is_empty() || input.peek(Token![,]) {
            let message = format!("`{key}` has no value: write one after the `=`");
            return Err(syn::Error::new_spanned(equals, message));
        }
        Given::Value(ungrouped(input.parse()?))
    } else if input.peek(token::Paren) {
        let content;
        let paren = syn::parenthesized!(content in input);
        Given::List(paren, content.parse()?)
    } else {
        Given::Nothing
    };
    if !input.is_empty() && !input.peek(Token![,]) {
        let found: TokenTree = input.parse()?;
        return Err(syn::Error::new_spanned(
            &found,
            format!("expected `,` between two keys, found `{found}`"),
        ));
    }
    Ok(Entry { key, given })
}

/// Without the invisible group around what another macro passed on.
fn ungrouped(expr: Expr) -> Expr {
    match expr {
        Expr::Group(group) => ungrouped(*group.expr),
        expr => expr,
    }
}

impl ToTokens for Entry {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.key.to_tokens(tokens);
        match &self.given {
            Given::Nothing => {}
            Given::Value(value) => tokens.extend(quote::quote!(= #value)),
            Given::List(_, list) => tokens.extend(quote::quote!((#list))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn read(tokens: &TokenStream) -> (Vec<String>, Vec<String>) {
        let cx = Ctxt::new();
        let entries = nested(&cx, tokens, "key = 1");
        let shown = entries.iter().map(|entry| entry.to_token_stream().to_string()).collect();
        (shown, cx.check().err().map(|errors| errors.messages()).unwrap_or_default())
    }

    #[test]
    fn all_forms() {
        let (entries, errors) =
            read(&quote!(a, b = -1, c = 1.., d = "x", e(1, f), enum("a"), r#type = X, g = ["a"],));
        assert_eq!(
            entries,
            [
                "a",
                "b = - 1",
                "c = 1 ..",
                "d = \"x\"",
                "e (1 , f)",
                "enum (\"a\")",
                "r#type = X",
                "g = [\"a\"]"
            ]
        );
        assert_eq!(errors, [""; 0]);
    }

    #[test]
    fn one_slip_hides_no_other() {
        let (entries, errors) = read(&quote!(a = , "x", b, 1..=2, c d, e));
        assert_eq!(entries, ["b", "e"]);
        assert_eq!(
            errors,
            [
                "`a` has no value: write one after the `=`",
                "expected a key, as in `key = 1`, found `\"x\"`",
                "expected a key, as in `key = 1`, found `1`",
                "expected `,` between two keys, found `d`",
            ]
        );
    }
}
