//! Types of their own: which places share one, what they are called, and what is said of them.

use super::literal::{is_literal, spelled, takes_literals};
use super::{Hint, Lower, Position};
use crate::import::facts::{Facts, SEPARATOR};
use crate::import::fits::fits;
use crate::import::json::Json;
use crate::import::model::{Body, Meta, Named, Place, Type};
use crate::import::site::Part;

impl<'a> Lower<'a, '_> {
    /// A place that became a type before, or becomes one now.
    pub(super) fn known(&mut self, facts: &Facts<'a>) -> Option<Place> {
        if facts.key.is_empty() {
            return None;
        }
        let at = self.stack.iter().rposition(|frame| frame.key == facts.key);
        let (number, nullable) = match (self.known.get(&facts.key), at) {
            (Some(known), _) => *known,
            // A list or a map within itself: it needs a name.
            (None, Some(at)) => {
                let number = self.reserve(&facts.key, &Hint::new("Value", ""));
                if let Some(frame) = self.stack.get_mut(at) {
                    frame.number = Some(number);
                }
                (number, false)
            }
            (None, None) => return None,
        };
        let boxed = at.is_some_and(|at| self.stack.iter().skip(at).all(|frame| !frame.between));
        if let Some(frame) = at.and_then(|at| self.stack.get_mut(at)) {
            frame.referred = true;
        }
        let own = self.types.get(number).and_then(Option::as_ref).map(|named| &named.meta);
        let meta = own.map_or_else(|| facts.meta.clone(), |own| facts.meta.beyond(own));
        Some(Place { ty: Type::Named { number, boxed }, nullable, meta })
    }

    /// A type that is not read yet, with its name.
    pub(super) fn reserve(&mut self, key: &str, hint: &Hint) -> usize {
        let name = self.names.ty(&hint.owner, &definition_name(key).unwrap_or(hint.name.clone()));
        let body = Body::Words(Vec::new());
        self.types.push(Some(Named { name, meta: Meta::default(), body, comments: Vec::new() }));
        self.types.len() - 1
    }

    /// What is said of a type by itself, and what by the place where it stands.
    pub(super) fn split_meta(&self, facts: &Facts<'a>, position: Position) -> (Meta, Meta) {
        let refers = |part: &Part<'a>| self.document.targets.contains_key(&part.at);
        if position == Position::Field && !facts.conjuncts.iter().any(refers) {
            return (Meta::default(), facts.meta.clone());
        }
        // What stands beside a reference is said of the place.
        let own: Vec<Part<'a>> = facts
            .conjuncts
            .iter()
            .filter(|part| {
                facts.key.lines().any(|key| key.split(SEPARATOR).next() == Some(&*part.at))
            })
            .cloned()
            .collect();
        let own: Vec<Part<'a>> = own
            .into_iter()
            .map(|part| Part { without: [part.without, vec!["$ref", "allOf"]].concat(), ..part })
            .collect();
        let meta = Facts::of(&self.document, &own).meta;
        let beyond = facts.meta.beyond(&meta);
        (meta, beyond)
    }

    /// Those that are checked as defaults are, and can be said.
    pub(super) fn examples(&mut self, place: &Place, at: &str) -> Vec<Json> {
        let named = |number: usize| self.types.get(number).and_then(Option::as_ref);
        let all = &place.meta.examples;
        let literals = takes_literals(&place.ty, &named, 0);
        let legal =
            |example: &&Json| literals && is_literal(example) && fits(example, place, &named);
        let legal: Vec<Json> =
            all.iter().filter(legal).map(|example| spelled(example, &place.ty, &named)).collect();
        if legal.len() < all.len() {
            let why = "an example is a literal that fits the schema: others are left out";
            self.lost("examples", at, why);
        }
        legal
    }

    /// Types have no attribute for examples, but for enums of strings.
    pub(super) fn without_examples(&mut self, own: Meta, at: &str) -> Meta {
        if !own.examples.is_empty() {
            self.lost("examples", at, "the type has no attribute for it");
        }
        Meta { examples: Vec::new(), ..own }
    }

    pub(super) fn newtype(&mut self, place: Place, hint: &Hint) -> Place {
        let Place { ty, nullable, mut meta } = place;
        let examples = std::mem::take(&mut meta.examples);
        let inner = Place { ty, nullable: false, meta: Meta { examples, ..Meta::default() } };
        let name = self.names.ty(&hint.owner, &hint.name);
        let body = Body::Newtype(inner);
        self.types.push(Some(Named { name, meta, body, comments: Vec::new() }));
        let number = self.types.len() - 1;
        Place { nullable, ..Place::plain(Type::Named { number, boxed: false }) }
    }
}

/// What a definition is called where it stands.
pub(super) fn definition_name(key: &str) -> Option<String> {
    let place = key.split(SEPARATOR).next().filter(|_| !key.contains('\n'))?;
    let (list, name) = place.rsplit_once('/')?;
    let named = list.ends_with("/$defs") || list.ends_with("/definitions");
    named.then(|| name.replace("~1", "/").replace("~0", "~"))
}
