//! A schema's text, opened where it is edited and kept everywhere else.

use super::super::raw::{ANNOTATIONS, Places};
use super::super::{Draft, nearest};
use super::path::Step;
use crate::json::{Cursor, FrozenJson, JsonKind, JsonWriter, LossyError, visible};
use std::borrow::Cow;

/// References that are followed one after the other.
const HOPS: usize = 16;
/// Names that a message lists.
const LISTED: usize = 20;

/// A value of the text.
#[derive(Debug)]
pub(super) struct Place<'d> {
    text: Text<'d>,
    /// The entries of an object that was opened: they count, and not the text.
    entries: Option<Vec<(Cow<'d, str>, Self)>>,
}

#[derive(Debug)]
enum Text<'d> {
    /// As it stands there.
    Kept(Cursor<'d>),
    /// What was written instead.
    New(FrozenJson),
}

impl<'d> Place<'d> {
    #[inline]
    pub(super) const fn new(text: Cursor<'d>) -> Self {
        Self { text: Text::Kept(text), entries: None }
    }

    #[inline]
    const fn written(text: FrozenJson) -> Self {
        Self { text: Text::New(text), entries: None }
    }

    /// Where it stood, if it did.
    #[inline]
    pub(super) const fn origin(&self) -> Option<Cursor<'d>> {
        match &self.text {
            Text::Kept(cursor) => Some(*cursor),
            Text::New(_) => None,
        }
    }

    /// The value of a keyword that nobody opened.
    #[inline]
    pub(super) fn word(&self, keyword: &str) -> Option<Cursor<'_>> {
        match &self.entries {
            None => self.cursor().get(keyword),
            Some(entries) => {
                let value =
                    entries.iter().find(|(key, _)| key == keyword).map(|(_, value)| value)?;
                value.entries.is_none().then(|| value.cursor())
            }
        }
    }

    #[inline]
    fn cursor(&self) -> Cursor<'_> {
        match &self.text {
            Text::Kept(cursor) => *cursor,
            Text::New(document) => document.root(),
        }
    }

    #[inline]
    fn open(&mut self) -> &mut Vec<(Cow<'d, str>, Self)> {
        let text = &self.text;
        self.entries.get_or_insert_with(|| match text {
            Text::Kept(cursor) => {
                cursor.entries().map(|(key, value)| (key, Self::new(value))).collect()
            }
            // What was written is looked into by nobody.
            Text::New(_) => Vec::new(),
        })
    }

    #[inline]
    pub(super) fn set(&mut self, keyword: &'static str, value: FrozenJson) {
        let entries = self.open();
        match entries.iter_mut().find(|(key, _)| key == keyword) {
            Some((_, place)) => *place = Self::written(value),
            None => entries.push((Cow::Borrowed(keyword), Self::written(value))),
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, keyword: &str) {
        self.open().retain(|(key, _)| key != keyword);
    }

    /// Nothing may stand there any more.
    #[inline]
    pub(super) fn close(&mut self, keyword: &str) {
        if let Some((_, place)) = self.open().iter_mut().find(|(key, _)| key == keyword) {
            *place = Self::written(FrozenJson::boolean(false));
        }
    }

    #[inline]
    pub(super) fn child(&mut self, keyword: &str) -> Option<&mut Self> {
        self.open().iter_mut().find(|(key, _)| key == keyword).map(|(_, place)| place)
    }

    #[inline]
    fn names(&mut self) -> Vec<String> {
        self.open().iter().map(|(key, _)| key.clone().into_owned()).collect()
    }

    /// Puts what a `$ref` means in its place: what is edited here is not edited where else it is referred to.
    #[inline]
    pub(super) fn inline(&mut self, document: Cursor<'d>, draft: Draft) -> Result<(), String> {
        for _ in 0..HOPS {
            let Some(uri) = self.word("$ref").and_then(Cursor::as_str).map(Cow::into_owned) else {
                return Ok(());
            };
            let found = Places::default()
                .target(document, &uri)
                .filter(|target| matches!(target.kind(), JsonKind::Object | JsonKind::Bool))
                .ok_or_else(|| format!("refers to `{}`, which is not there", visible(&uri)))?;
            let is_kept =
                |key: &str| key != "$ref" && (ANNOTATIONS.contains(&key) || key.starts_with("x-"));
            let entries = self.open();
            entries.retain(|(key, _)| key != "$ref" && (!draft.refers_alone() || is_kept(key)));
            if let Some((key, _)) = entries.iter().find(|(key, _)| !is_kept(key)) {
                return Err(format!(
                    "says `{}` beside `$ref`, and cannot be looked into",
                    visible(key)
                ));
            }
            if found.as_bool() == Some(false) {
                return Err("is nothing that may be given".to_owned());
            }
            for (key, value) in found.entries() {
                let of_its_own = ["$defs", "definitions", "$id", "id", "$anchor", "$schema"];
                if !of_its_own.contains(&&*key) && !entries.iter().any(|(known, _)| *known == key) {
                    entries.push((key, Self::new(value)));
                }
            }
        }
        Err("refers on and on".to_owned())
    }

    /// One step further in.
    #[inline]
    pub(super) fn step(
        &mut self,
        step: &Step,
        document: Cursor<'d>,
        draft: Draft,
    ) -> Result<&mut Self, String> {
        self.inline(document, draft)?;
        match step {
            Step::Elements => match self.child("items") {
                Some(items) if items.is_schema() => Ok(items),
                _ => Err("declares no `items` of one schema".to_owned()),
            },
            Step::Property(name) => {
                let Some(properties) = self.child("properties") else {
                    return Err(format!("declares no properties, and so no `{}`", visible(name)));
                };
                let names = properties.names();
                let unknown = || unknown(name, &names);
                properties.child(name).filter(|found| found.is_schema()).ok_or_else(unknown)
            }
        }
    }

    /// `true` and `{}` are schemas that can be narrowed; `false` is none.
    #[inline]
    fn is_schema(&self) -> bool {
        match &self.text {
            Text::Kept(cursor) => {
                cursor.kind() == JsonKind::Object || cursor.as_bool() == Some(true)
            }
            Text::New(_) => false,
        }
    }

    /// Whether `type` admits one of these and, `null` aside, nothing else.
    #[inline]
    pub(super) fn is_only(&self, kinds: &[&str]) -> bool {
        let Some(word) = self.word("type") else {
            return false;
        };
        let one = |word: Cursor<'_>| word.as_str().map(Cow::into_owned).unwrap_or_default();
        let mut words: Vec<String> = match word.kind() {
            JsonKind::Array => word.items().map(one).collect(),
            _ => vec![one(word)],
        };
        words.retain(|word| word != "null");
        !words.is_empty() && words.iter().all(|word| kinds.contains(&&**word))
    }

    /// The text, with the edits.
    #[inline]
    pub(super) fn write(&self) -> Result<FrozenJson, LossyError> {
        let mut out = JsonWriter::with_depth(crate::json::MAX_DEPTH_LIMIT);
        self.write_to(&mut out)?;
        out.finish()
    }

    /// Goes as deep as paths do.
    #[inline]
    fn write_to(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        let Some(entries) = &self.entries else {
            return out.json(self.cursor());
        };
        out.begin_object()?;
        for (key, value) in entries {
            out.key(key)?;
            value.write_to(out)?;
        }
        out.end_object()
    }
}

#[inline]
fn unknown(name: &str, names: &[String]) -> String {
    let shown = visible(name);
    if let Some(near) = nearest::nearest(name, names.iter().map(String::as_str)) {
        return format!("declares no `{shown}`; did you mean `{}`?", visible(near));
    }
    if names.is_empty() {
        return format!("declares no `{shown}`, nor anything else");
    }
    let listed: Vec<String> =
        names.iter().take(LISTED).map(|name| format!("`{}`", visible(name))).collect();
    let more = match names.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("declares no `{shown}`; properties: {}{more}", listed.join(", "))
}
