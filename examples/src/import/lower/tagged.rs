//! What tells the forms of a union apart.

use super::Lower;
use super::union::{Member, kinds};
use crate::import::facts::Facts;
use crate::import::kinds::Kinds;
use crate::import::model::{Body, Holds, Meta, Variant};
use crate::import::names::Scope;
use crate::import::site::Part;

impl<'a> Lower<'a, '_> {
    /// The key that tells all members apart, if the schema says nothing else of it.
    pub(super) fn tag(&self, members: &[Member<'a>]) -> Option<String> {
        let first = members.first()?;
        let open = first.facts.closed;
        let plain = members.iter().all(|member| {
            let facts = &member.facts;
            let again =
                |part: &Part<'a>| self.document.targets.get(&part.at).is_some_and(|n| *n > 1);
            let Meta { title, examples, deprecated, .. } = &facts.meta;
            facts.unions.is_empty()
                && kinds(facts) == Kinds::OBJECT
                && facts.values.is_none()
                && facts.odd.is_empty()
                && facts.additional.is_none()
                && facts.entries == (None, None)
                && facts.closed == open
                && facts.typed
                && title.is_none()
                && examples.is_empty()
                && !*deprecated
                && !facts.conjuncts.iter().any(again)
        });
        if !plain {
            return None;
        }
        let keys = first.facts.properties.iter().map(|(key, _)| key);
        keys.into_iter()
            .find(|key| {
                let names: Vec<_> =
                    members.iter().map(|member| self.tag_name(&member.facts, key)).collect();
                let distinct = |(at, name): (usize, &Option<String>)| {
                    !names.iter().take(at).any(|o| o == name)
                };
                names.iter().all(Option::is_some) && names.iter().enumerate().all(distinct)
            })
            .cloned()
    }

    /// The one string that a required key holds.
    fn tag_name(&self, facts: &Facts<'a>, key: &str) -> Option<String> {
        if !facts.required.iter().any(|(name, _)| name == key) {
            return None;
        }
        let (_, site) = facts.properties.iter().find(|(name, _)| name == key)?;
        let tag = Facts::of(&self.document, site);
        let plain = tag.meta.is_empty() && tag.default.is_none() && kinds(&tag) == Kinds::TEXT;
        match tag.values.as_deref() {
            Some([value]) if plain => {
                value.as_str().filter(|name| !name.is_empty()).map(str::to_owned)
            }
            _ => None,
        }
    }

    pub(super) fn tagged(&mut self, tag: String, members: &[Member<'a>], owner: &str) -> Body {
        let mut scope = Scope::default();
        let mut variants = Vec::new();
        let closed = members.iter().any(|member| member.facts.closed);
        for member in members {
            let name = self.tag_name(&member.facts, &tag).unwrap_or_default();
            let ident = scope.variant(&name);
            let since = self.findings.len();
            let mut facts = member.facts.clone();
            self.tell_all(&facts);
            facts.properties.retain(|(key, _)| *key != tag);
            facts.required.retain(|(key, _)| *key != tag);
            let owner = format!("{owner}{ident}");
            let fields = self.fields(&facts, &owner, &mut Scope::default());
            let comments = self.comments(since);
            let description = facts.meta.description;
            variants.push(Variant {
                name,
                ident,
                description,
                holds: Holds::Fields(fields),
                comments,
            });
        }
        Body::Tagged { tag, variants, closed }
    }

    /// Whether no value fits both, as far as types, listed values and keys tell.
    pub(super) fn disjoint(&self, a: &Facts<'a>, b: &Facts<'a>, depth: usize) -> bool {
        let both = kinds(a).and(kinds(b));
        if both.is_none() {
            return true;
        }
        if !a.unions.is_empty() || !b.unions.is_empty() {
            return false;
        }
        if let (Some(a), Some(b)) = (&a.values, &b.values) {
            return !a.iter().any(|a| b.iter().any(|b| a.same(b)));
        }
        if both != Kinds::OBJECT || depth > 4 {
            return false;
        }
        let needs =
            |facts: &Facts<'a>, key: &str| facts.required.iter().any(|(name, _)| name == key);
        let refuses = |a: &Facts<'a>, b: &Facts<'a>| {
            let unknown = |key: &String| !b.properties.iter().any(|(name, _)| name == key);
            b.closed && a.required.iter().any(|(key, _)| unknown(key))
        };
        refuses(a, b)
            || refuses(b, a)
            || a.properties.iter().any(|(key, site)| {
                let Some((_, other)) = b.properties.iter().find(|(name, _)| name == key) else {
                    return false;
                };
                let (a_facts, b_facts) =
                    (Facts::of(&self.document, site), Facts::of(&self.document, other));
                needs(a, key) && needs(b, key) && self.disjoint(&a_facts, &b_facts, depth + 1)
            })
    }
}
