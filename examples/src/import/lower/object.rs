//! Structs and maps.

use super::literal::{is_literal, spelled, takes_literals};
use super::{Frame, Hint, Lower, Lowered, Position, is_limited};
use crate::import::facts::Facts;
use crate::import::fits::fits;
use crate::import::json::Json;
use crate::import::kinds::Kinds;
use crate::import::model::{Body, Default, Field, Length, Named, Place, Type};
use crate::import::names::{Scope, singular};
use crate::import::pattern;
use crate::import::site::{Part, Site};
use std::collections::HashSet;

/// Any value.
const ANY: Json = Json::Bool(true);

impl<'a> Lower<'a, '_> {
    /// The arguments of a tool: always a struct.
    pub(super) fn arguments(&mut self, facts: Facts<'a>, name: &str) -> usize {
        for (number, keyword) in &facts.unions {
            let at = facts.conjuncts.get(*number).map(|part| part.at.clone()).unwrap_or_default();
            let why = "of the arguments themselves: what it refuses is accepted, and its properties are not declared";
            self.lost(keyword, &format!("{at}/{keyword}"), why);
        }
        if !facts.kinds.meets(Kinds::OBJECT) {
            self.lost("type", &facts.at.clone(), "arguments are always an object");
        }
        if let Some((at, _)) = &facts.default {
            self.lost("default", at, "arguments have no default of their own");
        }
        self.tell_odd(&facts, Kinds::OBJECT);
        if facts.values.is_some() {
            self.lost("enum", &facts.values_at.clone(), "of objects");
        }
        let hint = Hint::new(name, "");
        // A reference to the root is a reference to the arguments.
        let mut facts = Facts { kinds: Kinds::OBJECT, ..facts };
        if !facts.meta.examples.is_empty() {
            facts.meta.examples.clear();
            self.lost("examples", &facts.at.clone(), "a struct has no attribute for it");
        }
        let additional = facts.additional.clone();
        let (number, _) = self.structure(&facts, false, &hint, Position::Element, additional);
        let comments = self.comments(0);
        if let Some(Some(named)) = self.types.get_mut(number) {
            named.meta = facts.meta;
            named.comments = comments;
        }
        number
    }

    pub(super) fn object(
        &mut self,
        mut facts: Facts<'a>,
        nullable: bool,
        hint: &Hint,
        position: Position,
    ) -> Place {
        if facts.values.is_some() {
            self.lost("enum", &facts.values_at.clone(), "of objects: every object is accepted");
        }
        if facts.properties.is_empty() && facts.required.is_empty() && !facts.closed {
            return self.map(facts, nullable, hint);
        }
        if position == Position::Element && !facts.meta.examples.is_empty() {
            facts.meta.examples.clear();
            self.lost("examples", &facts.at.clone(), "a struct has no attribute for it");
        }
        let additional = facts.additional.clone();
        let (number, meta) = self.structure(&facts, nullable, hint, position, additional);
        Place { ty: Type::Named { number, boxed: false }, nullable, meta }
    }

    fn map(&mut self, facts: Facts<'a>, nullable: bool, hint: &Hint) -> Place {
        let length = self.length(facts.entries, ("minProperties", "maxProperties"), &facts.at);
        let one = Hint::new(&singular(&hint.name), &hint.owner);
        let key = facts.key.clone();
        self.stack.push(Frame { key, number: None, between: true, referred: false });
        let (keys, values) = self.keys(&facts);
        let value = match &values {
            Some(site) => self.element(site, &one),
            None => Place::plain(Type::Any),
        };
        let frame = self.stack.pop();
        let ty = Type::Map { keys: keys.map(Box::new), value: Box::new(value), length };
        match frame.and_then(|frame| frame.number) {
            Some(number) => self.recursive(number, ty, &facts, nullable),
            None => Place { meta: facts.meta, ..Place::plain(ty) },
        }
    }

    /// What the keys of a map must be, and its values.
    fn keys(&mut self, facts: &Facts<'a>) -> (Option<Type>, Option<Site<'a>>) {
        let additional = facts.additional.clone();
        match facts.patterned.as_slice() {
            [] => {}
            // Keys that match, and no others: a map.
            [(pattern, part)]
                if facts.patterned_only && facts.names.is_empty() && additional.is_none() =>
            {
                if pattern::compile(pattern).is_ok() {
                    let (length, pattern) = (Length::default(), Some((*pattern).to_owned()));
                    let keys = Type::Text { length, pattern, format: None };
                    return (Some(keys), Some(vec![part.clone()]));
                }
                self.patterned(facts);
            }
            _ => self.patterned(facts),
        }
        (self.key_type(facts), additional)
    }

    /// What `propertyNames` makes of keys, if it says anything.
    fn key_type(&mut self, facts: &Facts<'a>) -> Option<Type> {
        let names = Facts::of(&self.document, &facts.names);
        self.tell_all(&names);
        if let Some(values) = &names.values {
            let words = values.iter().filter_map(|value| value.as_str()).map(str::to_owned);
            let words: Vec<String> = words.collect();
            if !words.is_empty() && names.unions.is_empty() {
                return Some(Type::Words(words));
            }
        } else if names.kinds.meets(Kinds::TEXT) && names.unions.is_empty() && names.odd.is_empty()
        {
            let text = Facts { kinds: Kinds::TEXT, ..names };
            let ty = self.scalar(text, &Hint::new("Key", ""), Position::Element).ty;
            // Every key is a string.
            return Some(ty).filter(is_limited);
        }
        self.names(facts);
        None
    }

    fn patterned(&mut self, facts: &Facts<'a>) {
        for (_, part) in &facts.patterned {
            let why =
                "only a map whose keys all match one pattern is a type: any value is accepted";
            self.lost("patternProperties", &part.at, why);
        }
    }

    fn names(&mut self, facts: &Facts<'a>) {
        for part in &facts.names {
            self.lost(
                "propertyNames",
                &part.at,
                "of a map it is a string with constraints: any key is accepted",
            );
        }
    }

    /// A struct, by its number, and what is said of the place where it stands.
    fn structure(
        &mut self,
        facts: &Facts<'a>,
        nullable: bool,
        hint: &Hint,
        position: Position,
        additional: Option<Site<'a>>,
    ) -> (usize, crate::import::model::Meta) {
        let (own, beyond) = self.split_meta(facts, position);
        let number = self.reserve(&facts.key, hint);
        let name = self.type_name(number);
        if let Some(Some(named)) = self.types.get_mut(number) {
            named.meta = own.clone();
        }
        let key = self.enter(facts, number, nullable);
        let since = self.findings.len();
        self.entries(facts);
        self.patterned(facts);
        if self.key_type(facts).is_some() {
            self.names(facts);
        }
        let mut scope = Scope::default();
        let fields = self.fields(facts, &name, &mut scope);
        // A key that no field has would be refused.
        let closed = facts.closed && !facts.properties.iter().any(|(key, _)| key.is_empty());
        let mut body = Body::Struct { fields, closed, extra: None };
        if let (Some(site), false) = (additional, facts.closed) {
            let value = self.element(&site, &Hint::new("extra", &name));
            let place = Place::plain(Type::Map {
                keys: None,
                value: Box::new(value),
                length: Length::default(),
            });
            let ident = scope.field("extra");
            if let Body::Struct { extra, .. } = &mut body {
                *extra = Some((ident, place));
            }
        }
        let comments = self.comments(since);
        let frame = self.stack.pop();
        // Another one of the same shape and name will do, unless this one is within itself.
        let twin = self.twin(number, hint, &body, &own, &comments);
        if let (Some(twin), Some(false)) = (twin, frame.map(|frame| frame.referred)) {
            if let Some(slot) = self.types.get_mut(number) {
                *slot = None;
            }
            self.names.free(&name);
            self.known.insert(key, (twin, nullable));
            return (twin, beyond);
        }
        if let Some(slot) = self.types.get_mut(number) {
            *slot = Some(Named { name, meta: own, body, comments });
        }
        (number, beyond)
    }

    fn twin(
        &self,
        number: usize,
        hint: &Hint,
        body: &Body,
        own: &crate::import::model::Meta,
        comments: &[String],
    ) -> Option<usize> {
        let name = crate::import::names::pascal(&hint.name);
        self.types.iter().take(number).position(|named| {
            named.as_ref().is_some_and(|named| {
                named.name == name
                    && named.body == *body
                    && named.meta == *own
                    && named.comments == comments
            })
        })
    }

    pub(super) fn type_name(&self, number: usize) -> String {
        let named = self.types.get(number).and_then(Option::as_ref);
        named.map(|named| named.name.clone()).unwrap_or_default()
    }

    /// Numbers of entries, where the keys do not say them anyway.
    fn entries(&mut self, facts: &Facts<'a>) {
        let (min, max) = facts.entries;
        let required = i128::try_from(facts.required.len()).unwrap_or(0);
        if min.and_then(Json::as_int).is_some_and(|min| min > required) {
            self.lost("minProperties", &facts.at.clone(), "a struct does not count its keys");
        }
        let all = i128::try_from(facts.properties.len()).unwrap_or(0);
        if max.and_then(Json::as_int).is_some_and(|max| max < all || !facts.closed) {
            self.lost("maxProperties", &facts.at.clone(), "a struct does not count its keys");
        }
    }

    pub(super) fn fields(
        &mut self,
        facts: &Facts<'a>,
        owner: &str,
        scope: &mut Scope,
    ) -> Vec<Field> {
        let mut fields = Vec::new();
        let needed: HashSet<&str> = facts.required.iter().map(|(name, _)| &**name).collect();
        let declared: HashSet<&str> = facts.properties.iter().map(|(name, _)| &**name).collect();
        for (key, site) in &facts.properties {
            let required = needed.contains(&**key);
            if key.is_empty() {
                let at = site.first().map(|part| part.at.clone()).unwrap_or_default();
                self.lost("properties", &at, "a key without characters has no attribute");
                continue;
            }
            if site.iter().any(|part| *part.json == Json::Bool(false)) {
                self.forbidden(facts, key, site, required);
                if facts.closed && !required {
                    continue;
                }
            }
            let since = self.findings.len();
            let Lowered { place, default } = self.field(site, &Hint::new(key, owner));
            let mut field = Field {
                key: key.clone(),
                ident: scope.field(key),
                place,
                required,
                default: None,
                comments: Vec::new(),
            };
            let at = site.first().map_or(&facts.at, |part| &part.at).clone();
            field.place.meta.examples = self.examples(&field.place, &at);
            if let Some((at, value)) = default {
                field.default = self.default(&field, &at, value);
            }
            field.comments = self.comments(since);
            fields.push(field);
        }
        for (key, at) in &facts.required {
            if declared.contains(&**key) || key.is_empty() {
                continue;
            }
            if facts.closed {
                self.lost("required", at, "of a key that is not declared where others are refused: nothing fits the schema");
                continue;
            }
            let site =
                facts.additional.clone().unwrap_or_else(|| vec![Part::new(&ANY, at.clone())]);
            let Lowered { place, .. } = self.field(&site, &Hint::new(key, owner));
            fields.push(Field {
                key: key.clone(),
                ident: scope.field(key),
                place,
                required: true,
                default: None,
                comments: Vec::new(),
            });
        }
        fields
    }

    /// A key that must not be there.
    fn forbidden(&mut self, facts: &Facts<'a>, key: &str, site: &Site<'a>, required: bool) {
        if !facts.closed || required {
            let at = site.first().map(|part| part.at.clone()).unwrap_or_default();
            self.lost("properties", &at, format!("no value fits `{key}`: any is accepted"));
        }
    }

    /// A default that can be said.
    fn default(&mut self, field: &Field, at: &str, value: &Json) -> Option<Default> {
        if field.required {
            self.lost("default", at, "a key that must be there needs none");
            return None;
        }
        let named = |number: usize| self.types.get(number).and_then(Option::as_ref);
        let Place { ty, nullable, .. } = &field.place;
        if fits(value, &field.place, &named) {
            let own = *nullable || matches!(ty, Type::Any | Type::Null);
            return Some(match value {
                Json::Null if own => Default::Own,
                value if is_literal(value) && takes_literals(ty, &named, 0) => {
                    Default::Literal(spelled(value, ty, &named))
                }
                value => Default::Json(value.clone()),
            });
        }
        let why = match value {
            Json::Null => String::from(
                "`null` does not fit the schema; the key may be left out, and `null` counts as absent",
            ),
            other => format!("`{}` does not fit the schema", other.text()),
        };
        self.lost("default", at, why);
        None
    }
}
