//! Texts of every format and near misses, each group with the rule that settles it.

/// A format, the rule, texts that fit and texts that do not.
pub(crate) type Row =
    (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    super::times::ROWS.iter().chain(super::hosts::ROWS).chain(super::texts::ROWS)
}

/// Where another validator says otherwise: the format, the text, what it says, and why it is not so.
pub(crate) const DISAGREEMENTS: &[(&str, &str, bool, &str)] = &[
    ("email", "Ada <ada@example.org>", true, "RFC 5321 has no display names; those are RFC 5322's"),
    ("email", "\"a\tb\"@example.org", true, "RFC 5321, 4.1.2: qtextSMTP has no tab"),
    ("relative-json-pointer", "0+1", false, "steps among neighbours came with drafts after 2019"),
    ("relative-json-pointer", "0-1", false, "steps among neighbours came with drafts after 2019"),
    (
        "relative-json-pointer",
        "2+10/a",
        false,
        "steps among neighbours came with drafts after 2019",
    ),
    ("relative-json-pointer", "1-3#", false, "steps among neighbours came with drafts after 2019"),
    ("regex", "[\\w-.]", false, "annex B, B.1.2: ClassAtom before a hyphen; as `pattern` reads it"),
    ("regex", "a{", false, "annex B, B.1.2: ExtendedPatternCharacter; as `pattern` reads it"),
    ("regex", "\\p{Nope}", true, "ECMA-262, 22.2.1.1: an unknown property is an early error"),
];
