//! `rename_all`, where it saves more attributes than it costs.

use super::model::{Field, Variant};
use proc_macro2::TokenStream;
use quote::quote;

/// How names are spelled on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// As in Rust.
    Plain,
    /// `lowercase`
    Lower,
    /// `UPPERCASE`
    Upper,
    /// `PascalCase`
    Pascal,
    /// `camelCase`
    Camel,
    /// `snake_case`
    Snake,
    /// `SCREAMING_SNAKE_CASE`
    ScreamingSnake,
    /// `kebab-case`
    Kebab,
    /// `SCREAMING-KEBAB-CASE`
    ScreamingKebab,
}

impl Case {
    /// The case of a struct's keys.
    #[must_use]
    pub(crate) fn of_fields<'f>(fields: impl IntoIterator<Item = &'f Field>) -> Self {
        let names: Vec<(&str, &str)> = fields
            .into_iter()
            .map(|field| (field.ident.strip_prefix("r#").unwrap_or(&field.ident), &*field.key))
            .collect();
        let cases = [Self::Camel, Self::Kebab, Self::Pascal, Self::ScreamingSnake];
        Self::best(&names, &cases, Self::field)
    }

    /// The case of an enum's strings.
    #[must_use]
    pub(crate) fn of_variants(variants: &[Variant]) -> Self {
        let names: Vec<(&str, &str)> =
            variants.iter().map(|variant| (&*variant.ident, &*variant.name)).collect();
        let cases = [
            Self::Lower,
            Self::Snake,
            Self::Upper,
            Self::Kebab,
            Self::Camel,
            Self::ScreamingSnake,
            Self::ScreamingKebab,
        ];
        Self::best(&names, &cases, Self::variant)
    }

    fn best(names: &[(&str, &str)], cases: &[Self], spell: fn(Self, &str) -> String) -> Self {
        let wrong =
            |case: Self| names.iter().filter(|(name, key)| spell(case, name) != *key).count();
        let mut best = (wrong(Self::Plain), Self::Plain);
        for &case in cases {
            // An attribute on the type has to save more than one.
            let cost = wrong(case) + 1;
            if cost < best.0 {
                best = (cost, case);
            }
        }
        best.1
    }

    /// `rename_all = ".."`, unless names are as in Rust.
    #[must_use]
    pub(crate) fn entry(self, key: &str) -> Option<TokenStream> {
        let name = match self {
            Self::Plain => return None,
            Self::Lower => "lowercase",
            Self::Upper => "UPPERCASE",
            Self::Pascal => "PascalCase",
            Self::Camel => "camelCase",
            Self::Snake => "snake_case",
            Self::ScreamingSnake => "SCREAMING_SNAKE_CASE",
            Self::Kebab => "kebab-case",
            Self::ScreamingKebab => "SCREAMING-KEBAB-CASE",
        };
        let key = super::emit::ident(key);
        Some(quote!(#key = #name))
    }

    /// The key of a field.
    #[must_use]
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::Plain | Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => name.split('_').map(|word| first(word, true)).collect(),
            Self::Camel => first(&Self::Pascal.field(name), false),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The string of a variant.
    #[must_use]
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::Plain | Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => first(name, false),
            Self::Snake => apart(name),
            Self::ScreamingSnake => apart(name).to_ascii_uppercase(),
            Self::Kebab => apart(name).replace('_', "-"),
            Self::ScreamingKebab => apart(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// Every capital starts a word.
fn apart(name: &str) -> String {
    let mut text = String::new();
    for (at, c) in name.char_indices() {
        if at > 0 && c.is_uppercase() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

fn first(word: &str, upper: bool) -> String {
    let mut chars = word.chars();
    let Some(c) = chars.next() else { return String::new() };
    let c = if upper { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    format!("{c}{}", chars.as_str())
}
