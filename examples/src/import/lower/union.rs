//! `anyOf`, `oneOf`, and lists of types: enums of forms.

use super::{Hint, Lower, Position};
use crate::import::facts::Facts;
use crate::import::json::Json;
use crate::import::kinds::Kinds;
use crate::import::model::{Body, Holds, Meta, Named, Place, Type, Variant};
use crate::import::names::Scope;
use crate::import::site::{Part, Site};

/// Forms that are compared each with each.
const MEMBERS: usize = 64;

/// One form of a union.
pub(super) struct Member<'a> {
    pub(super) site: Site<'a>,
    pub(super) facts: Facts<'a>,
    pub(super) at: String,
}

impl<'a> Lower<'a, '_> {
    /// A place with unions: the first is taken apart, the others belong to each of its members.
    pub(super) fn union(&mut self, facts: Facts<'a>, hint: &Hint, position: Position) -> Place {
        let Some((number, keyword)) = facts.unions.first().copied() else {
            return self.never(facts);
        };
        let (members, nulls) = self.members(&facts, number, keyword);
        let base = facts.conjuncts.get(number);
        let at = format!("{}/{keyword}", base.map(|part| part.at.as_str()).unwrap_or_default());
        let exclusive = keyword == "oneOf";
        let overlap = exclusive && self.overlap(&members);
        let null_overlap = nulls > 1
            || nulls > 0 && members.iter().any(|member| kinds(&member.facts).meets(Kinds::NULL));
        if exclusive && (overlap || null_overlap) {
            self.lost(
                keyword,
                &at,
                "more than one form may fit a value, and that is accepted: read as `anyOf`",
            );
        }
        let nullable = nulls > 0;
        let mut place = match <[Member<'a>; 1]>::try_from(members) {
            Ok([only]) => {
                // What stands around the union is said of its one member.
                let mut site = only.site;
                for (part, before) in site.iter_mut().zip(&facts.conjuncts) {
                    part.bare = before.bare;
                }
                let inner = Facts::of(&self.document, &site);
                self.tell_all(&inner);
                self.shape(inner, hint, position)
            }
            Err(members) if members.is_empty() && nullable => {
                Place { meta: facts.meta, ..Place::plain(Type::Null) }
            }
            Err(members) if members.is_empty() => self.never(facts),
            Err(members) => self.forms(&facts, &members, nullable, hint, position),
        };
        place.nullable |= nullable;
        place
    }

    /// Whether a value may fit more than one of them.
    fn overlap(&self, members: &[Member<'a>]) -> bool {
        let values: Option<Vec<&Json>> = members
            .iter()
            .map(|member| member.facts.values.clone())
            .collect::<Option<Vec<_>>>()
            .map(|values| values.concat());
        if let Some(values) = values {
            let mut seen = std::collections::HashSet::new();
            return !values.into_iter().all(|value| seen.insert(value.identity()));
        }
        // Each with each: of very many it is not asked.
        members.len() > MEMBERS
            || members.iter().enumerate().any(|(at, a)| {
                members.iter().skip(at + 1).any(|b| !self.disjoint(&a.facts, &b.facts, 0))
            })
    }

    /// The members that something fits, without those that are `null`; and how many of these there are.
    fn members(
        &mut self,
        facts: &Facts<'a>,
        number: usize,
        keyword: &'static str,
    ) -> (Vec<Member<'a>>, usize) {
        let rest = |(at, part): (usize, &Part<'a>)| {
            let mut without = part.without.clone();
            let followed = ["$ref", "allOf"].into_iter().filter(|key| part.json.get(key).is_some());
            without.extend(followed.chain((at == number).then_some(keyword)));
            without.sort_unstable();
            without.dedup();
            Part { without, bare: true, ..part.clone() }
        };
        let rest: Site<'a> = facts.conjuncts.iter().enumerate().map(rest).collect();
        let owner = facts.conjuncts.get(number);
        let at = format!("{}/{keyword}", owner.map(|part| part.at.as_str()).unwrap_or_default());
        let list = owner.and_then(|part| part.json.get(keyword)).map(Json::items);
        let (mut members, mut nulls) = (Vec::new(), 0);
        for (number, member) in list.unwrap_or_default().iter().enumerate() {
            let at = format!("{at}/{number}");
            // What the member says of itself counts; what stands around it is said of the whole.
            let mut site = rest.clone();
            site.push(Part::new(member, at.clone()));
            let facts = Facts::of(&self.document, &site);
            self.steps += 1;
            let kinds = kinds(&facts);
            if kinds == Kinds::NULL && facts.unions.is_empty() {
                nulls += 1;
            } else if !kinds.is_none() {
                members.push(Member { site, facts, at });
            }
        }
        (members, nulls)
    }

    fn forms(
        &mut self,
        facts: &Facts<'a>,
        members: &[Member<'a>],
        nullable: bool,
        hint: &Hint,
        position: Position,
    ) -> Place {
        let listed = |member: &Member<'a>| {
            let described = member.facts.meta.description.is_some();
            let one_each = |values: &Vec<&Json>| !described || values.len() == 1;
            member.facts.values.as_ref().is_some_and(one_each) && member.facts.unions.is_empty()
        };
        if members.iter().all(|member| listed(member) && kinds(&member.facts) == Kinds::TEXT) {
            return self.listed(facts, members, hint, position);
        }
        let (own, beyond) = self.split_meta(facts, position);
        let own = self.without_examples(own, &facts.at);
        let number = self.reserve(&facts.key, hint);
        let name = self.type_name(number);
        if let Some(Some(named)) = self.types.get_mut(number) {
            named.meta = own.clone();
        }
        self.enter(facts, number, nullable);
        let since = self.findings.len();
        let body = match self.tag(members) {
            Some(tag) => self.tagged(tag, members, &name),
            None => self.untagged(members.iter().map(|member| &member.site), &name),
        };
        let (body, nullable) = without_null(body, nullable);
        if let Some(known) = self.known.get_mut(&facts.key) {
            known.1 = nullable;
        }
        let comments = self.comments(since);
        self.stack.pop();
        if let Some(slot) = self.types.get_mut(number) {
            *slot = Some(Named { name, meta: own, body, comments });
        }
        Place { ty: Type::Named { number, boxed: false }, nullable, meta: beyond }
    }

    /// Strings that were listed one by one, with their descriptions.
    fn listed(
        &mut self,
        facts: &Facts<'a>,
        members: &[Member<'a>],
        hint: &Hint,
        position: Position,
    ) -> Place {
        let mut words: Vec<&str> = Vec::new();
        let mut described = Vec::new();
        for member in members {
            let Meta { title, description, .. } = &member.facts.meta;
            let values = member.facts.values.iter().flatten().filter_map(|value| value.as_str());
            for word in values {
                if !words.contains(&word) {
                    words.push(word);
                }
                described.extend(description.clone().map(|text| (word.to_owned(), text)));
            }
            if title.is_some() {
                self.lost(
                    "title",
                    &format!("{}/title", member.at),
                    "a variant has no attribute for it",
                );
            }
        }
        let mut place = self.words(&words, facts, hint, position);
        let Type::Named { number, .. } = place.ty else {
            // Without variants what is said of each stands in the description of all, as models read it anyway.
            let texts = described.iter().map(|(word, text)| format!("`{word}`: {text}"));
            let texts: Vec<String> =
                place.meta.description.take().into_iter().chain(texts).collect();
            place.meta.description = Some(texts.join("\n")).filter(|text| !text.is_empty());
            return place;
        };
        if let Some(Some(Named { body: Body::Words(variants), .. })) = self.types.get_mut(number) {
            for (word, text) in described {
                for variant in variants.iter_mut().filter(|variant| variant.name == word) {
                    variant.description = Some(text.clone());
                }
            }
        }
        place
    }

    fn untagged<'s>(&mut self, sites: impl Iterator<Item = &'s Site<'a>>, owner: &str) -> Body
    where
        'a: 's,
    {
        let mut scope = Scope::default();
        let mut variants = Vec::new();
        for site in sites {
            let since = self.findings.len();
            let facts = Facts::of(&self.document, site);
            let name =
                facts.conjuncts.last().and_then(|part| super::named::definition_name(&part.at));
            let name = name.unwrap_or_else(|| format!("{owner}{}", form_name(&facts)));
            let place = self.bare(site, &Hint::new(&name, owner));
            let ident = match &place.ty {
                Type::Named { number, .. } => {
                    let full = self.type_name(*number);
                    full.strip_prefix(owner)
                        .filter(|rest| !rest.is_empty())
                        .map_or(full.clone(), str::to_owned)
                }
                _ => form_name(&facts).to_owned(),
            };
            let ident = scope.variant(&ident);
            let comments = self.comments(since);
            let holds = Holds::One(place);
            variants.push(Variant {
                name: String::new(),
                ident,
                description: None,
                holds,
                comments,
            });
        }
        Body::Untagged(variants)
    }

    /// Several types, each with the keywords that concern it.
    pub(super) fn kinds(
        &mut self,
        facts: &Facts<'a>,
        kinds: Kinds,
        hint: &Hint,
        position: Position,
    ) -> Place {
        let (own, beyond) = self.split_meta(facts, position);
        let own = self.without_examples(own, &facts.at);
        let number = self.reserve(&facts.key, hint);
        let name = self.type_name(number);
        if let Some(Some(named)) = self.types.get_mut(number) {
            named.meta = own.clone();
        }
        let nullable = facts.kinds.meets(Kinds::NULL);
        let key = self.enter(facts, number, nullable);
        let since = self.findings.len();
        let mut variants = Vec::new();
        for kind in kinds.each() {
            let of_kind = |value: &&&Json| Kinds::of(value).meets(kind);
            let values = facts
                .values
                .as_ref()
                .map(|values| values.iter().filter(of_kind).copied().collect());
            // The same place once more, as one type of several.
            let key = format!("{key}\n{kind:?}");
            let meta = Meta::default();
            let one = Facts { kinds: kind, typed: true, values, key, meta, ..facts.clone() };
            let since = self.findings.len();
            let hint = Hint::new(&format!("{name}{}", form_name(&one)), &name);
            let place = self.shape(one.clone(), &hint, Position::Element);
            let place = if super::scalar::stands_alone(&place) {
                place
            } else {
                self.newtype(place, &hint)
            };
            let ident = form_name(&one).to_owned();
            let comments = self.comments(since);
            variants.push(Variant {
                name: String::new(),
                ident,
                description: None,
                holds: Holds::One(place),
                comments,
            });
        }
        let comments = self.comments(since);
        self.stack.pop();
        if let Some(slot) = self.types.get_mut(number) {
            let body = Body::Untagged(variants);
            *slot = Some(Named { name, meta: own, body, comments });
        }
        Place { ty: Type::Named { number, boxed: false }, nullable, meta: beyond }
    }
}

/// What is `null` in a form is `null` of the whole.
fn without_null(mut body: Body, mut nullable: bool) -> (Body, bool) {
    if let Body::Untagged(variants) = &mut body {
        for variant in variants {
            if let Holds::One(place) = &mut variant.holds {
                nullable |= std::mem::take(&mut place.nullable);
            }
        }
    }
    (body, nullable)
}

/// The types that are left of a place, its listed values considered.
pub(super) fn kinds(facts: &Facts<'_>) -> Kinds {
    match &facts.values {
        Some(values) => {
            let of_values =
                values.iter().map(|value| Kinds::of(value)).fold(Kinds::NONE, Kinds::or);
            facts.kinds.and(of_values)
        }
        None => facts.kinds,
    }
}

/// What to call a form when nothing else names it.
fn form_name(facts: &Facts<'_>) -> &'static str {
    match kinds(facts).less(Kinds::NULL) {
        Kinds::BOOL => "Flag",
        Kinds::INT => "Integer",
        Kinds::NUMBER => "Number",
        Kinds::TEXT if facts.values.is_some() => "Word",
        Kinds::TEXT => "Text",
        Kinds::ARRAY => "List",
        Kinds::OBJECT => "Object",
        _ => "Other",
    }
}
