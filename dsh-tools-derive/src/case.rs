//! The spellings of `rename_all`, with the meaning serde gives them.

use crate::suggest;

/// How names are spelled on the wire.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    /// The case that `rename_all` names.
    ///
    /// # Errors
    /// Why the text is no case.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if let Some((_, case)) = CASES.into_iter().find(|(name, _)| *name == text) {
            return Ok(case);
        }
        let names = || CASES.into_iter().map(|(name, _)| name);
        let hint = match suggest::nearest(text, names()) {
            Some(near) => format!(", did you mean `{near}`?"),
            None => String::from(";"),
        };
        Err(format!(
            "unknown case `{text}`{hint} `rename_all` takes one of {}",
            suggest::list(names())
        ))
    }

    /// As `rename_all` names it.
    pub(crate) fn name(self) -> &'static str {
        CASES.iter().find(|(_, case)| *case == self).map_or("", |(name, _)| name)
    }

    /// A field's name, written in `snake_case` as Rust has it.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            // As serde has it: a field's name is taken to be lower case already.
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => pascal(name),
            Self::Camel => lower_first(&pascal(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// A variant's name, written in `PascalCase` as Rust has it.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => lower_first(name),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Self::Kebab => snake(name).replace('_', "-"),
            Self::ScreamingKebab => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// `read_file` as `ReadFile`.
fn pascal(name: &str) -> String {
    name.split('_').map(upper_first).collect()
}

/// `ReadFile` as `read_file`; every capital starts a word.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for (at, c) in name.char_indices() {
        if at > 0 && c.is_uppercase() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

fn upper_first(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |c| format!("{}{}", c.to_ascii_uppercase(), chars.as_str()))
}

fn lower_first(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |c| format!("{}{}", c.to_ascii_lowercase(), chars.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `serde_derive` writes for the same names.
    #[test]
    fn fields_are_spelled_as_serde_spells_them() {
        for (case, outcome, tasty, a) in [
            ("lowercase", "outcome", "very_tasty", "a"),
            ("UPPERCASE", "OUTCOME", "VERY_TASTY", "A"),
            ("PascalCase", "Outcome", "VeryTasty", "A"),
            ("camelCase", "outcome", "veryTasty", "a"),
            ("snake_case", "outcome", "very_tasty", "a"),
            ("SCREAMING_SNAKE_CASE", "OUTCOME", "VERY_TASTY", "A"),
            ("kebab-case", "outcome", "very-tasty", "a"),
            ("SCREAMING-KEBAB-CASE", "OUTCOME", "VERY-TASTY", "A"),
        ] {
            let case = Case::parse(case).unwrap();
            assert_eq!(case.field("outcome"), outcome);
            assert_eq!(case.field("very_tasty"), tasty);
            assert_eq!(case.field("a"), a);
        }
    }

    #[test]
    fn variants_are_spelled_as_serde_spells_them() {
        for (case, outcome, tasty, z42) in [
            ("lowercase", "outcome", "verytasty", "z42"),
            ("UPPERCASE", "OUTCOME", "VERYTASTY", "Z42"),
            ("PascalCase", "Outcome", "VeryTasty", "Z42"),
            ("camelCase", "outcome", "veryTasty", "z42"),
            ("snake_case", "outcome", "very_tasty", "z42"),
            ("SCREAMING_SNAKE_CASE", "OUTCOME", "VERY_TASTY", "Z42"),
            ("kebab-case", "outcome", "very-tasty", "z42"),
            ("SCREAMING-KEBAB-CASE", "OUTCOME", "VERY-TASTY", "Z42"),
        ] {
            let case = Case::parse(case).unwrap();
            assert_eq!(case.variant("Outcome"), outcome);
            assert_eq!(case.variant("VeryTasty"), tasty);
            assert_eq!(case.variant("Z42"), z42);
        }
    }

    #[test]
    fn leading_underscores_and_other_alphabets() {
        assert_eq!(Case::Camel.field("_private_name"), "privateName");
        assert_eq!(Case::Pascal.field("größe_x"), "GrößeX");
        assert_eq!(Case::Snake.variant("HTTPStatus"), "h_t_t_p_status");
    }

    #[test]
    fn unknown_cases_are_answered_with_the_list() {
        let error = Case::parse("camel_case").unwrap_err();
        assert!(
            error.starts_with("unknown case `camel_case`, did you mean `camelCase`?"),
            "{error}"
        );
        let error = Case::parse("title").unwrap_err();
        assert!(error.contains("`SCREAMING-KEBAB-CASE`"), "{error}");
    }
}
