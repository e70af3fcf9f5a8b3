//! Strings, numbers, booleans, lists.

use super::{Hint, Lower, Position, is_limited};
use crate::import::facts::Facts;
use crate::import::json::Json;
use crate::import::kinds::Kinds;
use crate::import::model::{Body, Holds, Length, Named, Place, Type, Variant};
use crate::import::names::{Scope, speaks};
use crate::import::pattern;
use dsh_tools::schema::Format;

/// Above this many values an enum is no help to whoever matches on it.
const VARIANTS: usize = 128;

/// Any list.
pub(super) fn any_list() -> Type {
    let item = Box::new(Place::plain(Type::Any));
    Type::List { item, length: Length::default(), unique: false }
}

/// Any string.
pub(super) fn any_text() -> Type {
    Type::Text { length: Length::default(), pattern: None, format: None }
}

impl<'a> Lower<'a, '_> {
    pub(super) fn scalar(&mut self, facts: Facts<'a>, hint: &Hint, position: Position) -> Place {
        match facts.kinds {
            Kinds::TEXT => self.text(facts, hint, position),
            Kinds::BOOL => {
                let all = [Json::Bool(true), Json::Bool(false)];
                if let Some(values) = &facts.values
                    && !all.iter().all(|all| values.iter().any(|value| value.same(all)))
                {
                    self.lost("enum", &facts.values_at.clone(), "both booleans are accepted");
                }
                Place { meta: facts.meta, ..Place::plain(Type::Bool) }
            }
            _ => self.number(facts),
        }
    }

    fn text(&mut self, facts: Facts<'a>, hint: &Hint, position: Position) -> Place {
        let length = self.length(facts.length, ("minLength", "maxLength"), &facts.at);
        if let Some(values) = &facts.values {
            for (at, _) in &facts.patterns {
                self.lost("pattern", at, "beside `enum`: leave out the values that do not match");
            }
            let words: Vec<&str> = values
                .iter()
                .filter_map(|value| value.as_str())
                .filter(|word| length.holds(word.chars().count()))
                .collect();
            return self.words(&words, &facts, hint, position);
        }
        let mut pattern = None;
        for (at, source) in &facts.patterns {
            match pattern::compile(source) {
                _ if pattern.is_some() => self.lost("pattern", at, "there is another one already"),
                Ok(_) => pattern = Some((*source).to_owned()),
                Err(why) => {
                    self.lost("pattern", at, why.join("; "));
                }
            }
        }
        let mut format = None;
        for (at, name) in &facts.formats {
            if OTHERS.contains(name) {
                self.lost(
                    "format",
                    at,
                    format!("`{name}` is not checked: every string is accepted"),
                );
            } else if Format::named(name).is_none() {
                let why = format!("`{name}` is no format of JSON Schema: every string is accepted");
                self.tell(super::Finding::note("format", at, why));
            } else if format.is_some() {
                self.lost("format", at, "there is another one already");
            } else {
                format = Some((*name).to_owned());
            }
        }
        Place { meta: facts.meta, ..Place::plain(Type::Text { length, pattern, format }) }
    }

    /// Some strings: an enum, or where names would say nothing a string that is one of them.
    pub(super) fn words(
        &mut self,
        words: &[&str],
        facts: &Facts<'a>,
        hint: &Hint,
        position: Position,
    ) -> Place {
        if words.is_empty() {
            return self.never(facts.clone());
        }
        if words.len() > VARIANTS || !words.iter().all(|word| speaks(word)) {
            let words = words.iter().map(|&word| word.to_owned()).collect();
            return Place { meta: facts.meta.clone(), ..Place::plain(Type::Words(words)) };
        }
        let mut scope = Scope::default();
        let variants = words.iter().map(|&word| Variant {
            name: word.to_owned(),
            ident: scope.variant(word),
            description: None,
            holds: Holds::Nothing,
            comments: Vec::new(),
        });
        let body = Body::Words(variants.collect());
        self.named(body, facts, hint, position, false)
    }

    /// A type of its own that holds nothing which is read after it.
    pub(super) fn named(
        &mut self,
        body: Body,
        facts: &Facts<'a>,
        hint: &Hint,
        position: Position,
        nullable: bool,
    ) -> Place {
        let (mut own, meta) = self.split_meta(facts, position);
        if let Body::Words(variants) = &body {
            let known = |example: &Json| variants.iter().any(|v| example.as_str() == Some(&v.name));
            if !own.examples.iter().all(known) {
                own = self.without_examples(own, &facts.at);
            }
        }
        let wanted = super::named::definition_name(&facts.key).unwrap_or_else(|| hint.name.clone());
        let name = crate::import::names::pascal(&wanted);
        let alike = self.types.iter().position(|named| {
            named.as_ref().is_some_and(|named| {
                let fits = named.name == name || named.name == format!("{}{name}", hint.owner);
                fits && named.body == body && named.meta == own
            })
        });
        let number = alike.unwrap_or_else(|| {
            let number = self.reserve(&facts.key, hint);
            if let Some(Some(named)) = self.types.get_mut(number) {
                *named = Named { name: named.name.clone(), meta: own, body, comments: Vec::new() };
            }
            number
        });
        if !facts.key.is_empty() {
            self.known.insert(facts.key.clone(), (number, nullable));
        }
        Place { ty: Type::Named { number, boxed: false }, nullable, meta }
    }

    pub(super) fn length(
        &mut self,
        (min, max): (Option<&'a Json>, Option<&'a Json>),
        (min_key, max_key): (&str, &str),
        at: &str,
    ) -> Length {
        let most = i128::from(u32::MAX) - 1;
        let min = min.and_then(Json::as_int).unwrap_or(0).max(0);
        if min > most {
            self.lost(min_key, at, "lengths are counted in 32 bits");
        }
        let max = max.and_then(Json::as_int);
        if max.is_some_and(|max| max > most) {
            self.lost(max_key, at, "lengths are counted in 32 bits");
        }
        let max = max.filter(|max| *max <= most);
        if max.is_some_and(|max| max < min) {
            self.lost(max_key, at, "no length lies between the bounds: every length is accepted");
            return Length::default();
        }
        Length {
            min: u32::try_from(min.min(most)).unwrap_or(0),
            max: max.and_then(|max| u32::try_from(max.max(0)).ok()),
        }
    }
}

impl Length {
    /// Whether so many are within.
    #[must_use]
    pub(crate) fn holds(self, count: usize) -> bool {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        count >= self.min && self.max.is_none_or(|max| count <= max)
    }
}

/// Formats of JSON Schema that it does not take.
const OTHERS: &[&str] = &["idn-email", "idn-hostname", "uri-template"];

/// Whether a variant may hold it as it is.
#[must_use]
pub(super) fn stands_alone(place: &Place) -> bool {
    place.meta.is_empty() && !is_limited(&place.ty)
}
