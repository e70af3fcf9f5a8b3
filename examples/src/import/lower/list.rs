//! Lists and tuples.

use super::{Frame, Hint, Lower};
use crate::import::facts::Facts;
use crate::import::json::Json;
use crate::import::model::{Body, Length, Place, Type};
use crate::import::names::singular;
use crate::import::site::{Part, Site};

impl<'a> Lower<'a, '_> {
    pub(super) fn list(&mut self, facts: Facts<'a>, nullable: bool, hint: &Hint) -> Place {
        if facts.values.is_some() {
            self.lost("enum", &facts.values_at.clone(), "of lists: every list is accepted");
        }
        let one = Hint::new(&singular(&hint.name), &hint.owner);
        self.stack.push(Frame {
            key: facts.key.clone(),
            number: None,
            between: true,
            referred: false,
        });
        let length = self.length(facts.count, ("minItems", "maxItems"), &facts.at);
        let ty = match &facts.prefix {
            Some((at, sites)) if !sites.is_empty() => {
                self.tuple(at, sites, facts.items.as_ref(), length, &one)
            }
            _ => {
                let item = match &facts.items {
                    Some(site) => self.element(site, &one),
                    None => Place::plain(Type::Any),
                };
                Type::List { item: Box::new(item), length, unique: facts.unique }
            }
        };
        if facts.unique && matches!(ty, Type::Tuple(_)) {
            self.lost("uniqueItems", &facts.at, "the elements of a tuple may be equal");
        }
        let frame = self.stack.pop();
        match frame.and_then(|frame| frame.number) {
            Some(number) => self.recursive(number, ty, &facts, nullable),
            None => Place { meta: facts.meta, ..Place::plain(ty) },
        }
    }

    /// A list or map within itself: a type around it has the name.
    pub(super) fn recursive(
        &mut self,
        number: usize,
        ty: Type,
        facts: &Facts<'a>,
        nullable: bool,
    ) -> Place {
        if let Some(Some(named)) = self.types.get_mut(number) {
            named.body = Body::Newtype(Place::plain(ty));
            named.meta = facts.meta.clone();
        }
        self.known.insert(facts.key.clone(), (number, nullable));
        Place { nullable, ..Place::plain(Type::Named { number, boxed: false }) }
    }

    /// Exactly so many elements, each of a type of its own; or any list.
    fn tuple(
        &mut self,
        at: &str,
        sites: &[Site<'a>],
        rest: Option<&Site<'a>>,
        length: Length,
        hint: &Hint,
    ) -> Type {
        let count = u32::try_from(sites.len()).unwrap_or(u32::MAX);
        let none = |part: &Part<'_>| *part.json == Json::Bool(false);
        let ends = rest.is_some_and(|rest| rest.iter().any(none));
        let exact = length.min == count && (ends || length.max == Some(count));
        if !exact || count > 12 {
            let why = "only a list of exactly these elements is a tuple, with `minItems` and `maxItems` of their number (and up to 12): every list of that length is accepted";
            self.lost("prefixItems", at, why);
            let item = Box::new(Place::plain(Type::Any));
            return Type::List { item, length, unique: false };
        }
        Type::Tuple(sites.iter().map(|site| self.bare(site, hint)).collect())
    }
}
