//! Keywords of strings.

use super::{Compiler, Said, number};
use crate::json::{Cursor, visible};
use crate::schema::pattern::PatternLink;
use crate::schema::{Choice, Format, Pattern, Shape, Shared, Text};
use std::borrow::Cow;
use std::sync::Arc;

const KEYWORDS: &[&str] = &["minLength", "maxLength", "pattern", "format"];

/// Formats that say how a string is to be read, and refuse none (the registry of `OpenAPI`).
const SILENT: &[&str] = &["password", "byte", "binary", "char", "html", "markdown", "commonmark"];

impl<'d> Compiler<'d> {
    /// What is said of strings; where they are all there is, also nothing.
    #[inline]
    pub(super) fn text(&mut self, said: Said<'d>, alone: bool) -> Option<Shape> {
        if !alone && !said.any(KEYWORDS) {
            return None;
        }
        let text = Text {
            min: self.count(said, "minLength").unwrap_or(0),
            max: self.count(said, "maxLength").unwrap_or(u32::MAX),
            pattern: self.pattern(said),
            format: self.format(said),
            base64: false,
            reads: None,
        };
        let nothing = text.min == 0
            && text.max == u32::MAX
            && text.pattern.is_none()
            && text.format.is_none();
        if nothing && !alone {
            return None;
        }
        Some(Shape::Text(text))
    }

    #[inline]
    fn pattern(&mut self, said: Said<'d>) -> Option<PatternLink> {
        let pattern = said.get("pattern")?;
        if let Some(source) = pattern.as_str() {
            return self.ecma(said, "pattern", &source);
        }
        self.defect(said.schema, Some("pattern"), "must be a string");
        None
    }

    #[inline]
    pub(super) fn ecma(
        &mut self,
        said: Said<'d>,
        keyword: &str,
        source: &str,
    ) -> Option<PatternLink> {
        if !self.count_pattern(said.schema, keyword) {
            return None;
        }
        match Pattern::ecma(source) {
            Ok(pattern) => self
                .count_program(pattern.weight(), said.schema, keyword)
                .then(|| PatternLink::Owned(Arc::new(pattern))),
            Err(error) => {
                let message = format!("is no regular expression that can be run: {error}");
                self.defect(said.schema, Some(keyword), message);
                None
            }
        }
    }

    #[inline]
    fn format(&mut self, said: Said<'d>) -> Option<Format> {
        let format = said.get("format")?;
        let Some(name) = format.as_str() else {
            self.defect(said.schema, Some("format"), "must be a string");
            return None;
        };
        if !self.options.formats || SILENT.contains(&&*name) || number::is_numeric(&name) {
            return None;
        }
        let known = Format::named(&name);
        if known.is_none() {
            let message = format!(
                "`{}` is not one that is checked; leave it out, or read the schema with `.formats(false)`",
                visible(&name)
            );
            self.defect(said.schema, Some("format"), message);
        }
        known
    }
}

/// One of some strings, and other names of these.
#[inline]
pub(super) fn choices<'a>(
    texts: impl Iterator<Item = Cow<'a, str>>,
    aliases: Option<Cursor<'_>>,
) -> Shape {
    let mut choices: Vec<Choice> = texts
        .zip(0_u16..)
        .map(|(text, variant)| Choice {
            text: Shared::Owned(text.into()),
            variant,
            alias: false,
            description: None,
        })
        .collect();
    let others: Vec<Choice> = aliases
        .into_iter()
        .flat_map(Cursor::entries)
        .filter_map(|(alias, name)| {
            let name = name.as_str()?;
            let of = choices.iter().find(|choice| *choice.text == *name)?;
            let text = Shared::Owned(alias.into());
            Some(Choice { text, variant: of.variant, alias: true, description: None })
        })
        .collect();
    choices.extend(others);
    Shape::Choice(Shared::Owned(choices.into()))
}
