//! All that the schemas of one place say together.

mod object;
mod read;

use crate::import::finding::Finding;
use crate::import::json::Json;
use crate::import::kinds::Kinds;
use crate::import::model::{Meta, Range};
use crate::import::site::{Document, Part, Site};
use std::collections::VecDeque;
use std::rc::Rc;

/// What is said at one place, the schemas of `$ref` and `allOf` laid together.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts of a place")]
pub(crate) struct Facts<'a> {
    /// Where the outermost of them stands.
    pub(crate) at: String,
    /// The schemas, the outermost first.
    pub(crate) conjuncts: Vec<Part<'a>>,
    /// What tells shapes apart: the places that say more than a description.
    pub(crate) key: String,
    /// The types that are legal.
    pub(crate) kinds: Kinds,
    /// Something names types or values.
    pub(crate) typed: bool,
    /// `nullable`, a word of `OpenAPI`.
    pub(crate) nullable: bool,
    /// `enum` and `const`
    pub(crate) values: Option<Vec<&'a Json>>,
    /// Where the values stand.
    pub(crate) values_at: String,
    /// Bounds of numbers.
    pub(crate) range: Range,
    /// `minLength`, `maxLength`
    pub(crate) length: (Option<&'a Json>, Option<&'a Json>),
    /// `pattern`, with places.
    pub(crate) patterns: Vec<(String, &'a str)>,
    /// `format`, with places.
    pub(crate) formats: Vec<(String, &'a str)>,
    /// `minItems`, `maxItems`
    pub(crate) count: (Option<&'a Json>, Option<&'a Json>),
    /// `uniqueItems`
    pub(crate) unique: bool,
    /// `items`
    pub(crate) items: Option<Site<'a>>,
    /// `prefixItems`
    pub(crate) prefix: Option<(String, Vec<Site<'a>>)>,
    /// The declared properties.
    pub(crate) properties: Vec<(String, Site<'a>)>,
    /// `required`, with places.
    pub(crate) required: Vec<(String, String)>,
    /// No undeclared keys.
    pub(crate) closed: bool,
    /// What undeclared keys must fit.
    pub(crate) additional: Option<Site<'a>>,
    /// `propertyNames`
    pub(crate) names: Site<'a>,
    /// `patternProperties`, each with its place.
    pub(crate) patterned: Vec<(&'a str, Part<'a>)>,
    /// Keys that none of the patterns matches are refused.
    pub(crate) patterned_only: bool,
    /// `minProperties`, `maxProperties`
    pub(crate) entries: (Option<&'a Json>, Option<&'a Json>),
    /// `anyOf` and `oneOf`: the number of the conjunct, and the keyword.
    pub(crate) unions: Vec<(usize, &'static str)>,
    /// Keywords that no type expresses, with the types of values that they concern.
    pub(crate) odd: Vec<(&'static str, String, Kinds)>,
    /// What authors say.
    pub(crate) meta: Meta,
    /// `default`
    pub(crate) default: Option<(String, &'a Json)>,
    /// What is to be told of it.
    pub(crate) findings: Vec<Finding>,
}

/// Between a place and what does not count of it.
pub(super) const SEPARATOR: char = '\u{1f}';

/// References and schemas at one place are followed up to this number.
const CONJUNCTS: usize = 1_000;

/// Keywords that say something of the shape, beside those that no type expresses.
const SHAPE: &[&str] = &[
    "type",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "items",
    "prefixItems",
    "additionalItems",
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "anyOf",
    "oneOf",
];

/// Keywords beside the shape.
const ABOUT: &[&str] = &[
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "$comment",
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$defs",
    "definitions",
    "$ref",
    "allOf",
];

/// Keywords that no type expresses.
const ODD: &[(&str, Kinds)] = &[
    ("not", Kinds::ALL),
    ("if", Kinds::ALL),
    ("dependentRequired", Kinds::OBJECT),
    ("dependentSchemas", Kinds::OBJECT),
    ("dependencies", Kinds::OBJECT),
    ("unevaluatedProperties", Kinds::OBJECT),
    ("unevaluatedItems", Kinds::ARRAY),
    ("contains", Kinds::ARRAY),
    ("$dynamicRef", Kinds::ALL),
    ("$recursiveRef", Kinds::ALL),
];

/// The places that led to one.
struct Trail {
    at: String,
    before: Option<Rc<Trail>>,
}

impl Trail {
    /// Before the first: no pointer.
    fn begin() -> Rc<Self> {
        Rc::new(Self { at: String::from("-"), before: None })
    }

    fn holds(&self, at: &str) -> bool {
        let mut step = Some(self);
        while let Some(trail) = step {
            if trail.at == at {
                return true;
            }
            step = trail.before.as_deref();
        }
        false
    }
}

impl<'a> Facts<'a> {
    /// Reads a place.
    #[must_use]
    pub(crate) fn of(document: &Document<'a>, site: &[Part<'a>]) -> Self {
        let mut facts = Self {
            at: site.first().map(|part| part.at.clone()).unwrap_or_default(),
            conjuncts: Vec::new(),
            key: String::new(),
            kinds: Kinds::ALL,
            typed: false,
            nullable: false,
            values: None,
            values_at: String::new(),
            range: Range::default(),
            length: (None, None),
            patterns: Vec::new(),
            formats: Vec::new(),
            count: (None, None),
            unique: false,
            items: None,
            prefix: None,
            properties: Vec::new(),
            required: Vec::new(),
            closed: false,
            additional: None,
            names: Vec::new(),
            patterned: Vec::new(),
            patterned_only: false,
            entries: (None, None),
            unions: Vec::new(),
            odd: Vec::new(),
            meta: Meta::default(),
            default: None,
            findings: Vec::new(),
        };
        facts.gather(document, site);
        let mut keys: Vec<String> = facts
            .conjuncts
            .iter()
            .filter(|part| has_shape(part))
            .map(|part| format!("{}{SEPARATOR}{}", part.at, part.without.join(" ")))
            .collect();
        keys.sort();
        keys.dedup();
        facts.key = keys.join("\n");
        for number in 0..facts.conjuncts.len() {
            if let Some(part) = facts.conjuncts.get(number).cloned() {
                facts.read(number, &part);
            }
        }
        facts.objects();
        if facts.nullable && facts.kinds != Kinds::ALL {
            facts.kinds = facts.kinds.or(Kinds::NULL);
        }
        facts
    }

    /// The schemas themselves, then what they refer to, and so on: what stands further out comes first.
    fn gather(&mut self, document: &Document<'a>, site: &[Part<'a>]) {
        // Each with the places that led to it.
        let mut next: VecDeque<(Part<'a>, Rc<Trail>)> =
            site.iter().map(|part| (part.clone(), Trail::begin())).collect();
        while let Some((part, trail)) = next.pop_front() {
            let again = |other: &Part<'_>| other.at == part.at && other.without == part.without;
            if self.conjuncts.iter().any(again) {
                continue;
            }
            if self.conjuncts.len() + next.len() > CONJUNCTS {
                return self.lost("$ref", &part.at, "too many references and schemas at one place");
            }
            let (json, at, bare) = (part.json, part.at.clone(), part.bare);
            let follows = |keyword: &str| !part.without.contains(&keyword);
            let (refers, all) = (follows("$ref"), follows("allOf"));
            let reference = json.get("$ref").and_then(Json::as_str).filter(|_| refers);
            // Before 2019-09 what stands beside a reference counts for nothing.
            let alone = reference.is_some() && document.lone_refs;
            if !alone {
                self.conjuncts.push(part);
            }
            let trail = Rc::new(Trail { at: at.clone(), before: Some(trail) });
            if all && !alone {
                let members = json.get("allOf").map(Json::items).unwrap_or_default();
                for (number, member) in members.iter().enumerate() {
                    let at = format!("{at}/allOf/{number}");
                    next.push_back((Part { bare, ..Part::new(member, at) }, Rc::clone(&trail)));
                }
            }
            let Some(reference) = reference else { continue };
            match document.resolve(reference) {
                Ok((target, _)) if trail.holds(&target) => {
                    self.lost("$ref", &format!("{at}/$ref"), "it leads back to itself");
                }
                Ok((target, json)) => {
                    next.push_back((Part { bare, ..Part::new(json, target) }, trail));
                }
                Err(why) => self.lost("$ref", &format!("{at}/$ref"), &why),
            }
        }
    }

    fn lost(&mut self, keyword: &str, at: &str, why: &str) {
        self.findings.push(Finding::lost(keyword, at, why));
    }

    fn note(&mut self, keyword: &str, at: &str, why: &str) {
        self.findings.push(Finding::note(keyword, at, why));
    }
}

/// Whether a schema says more than a description, or refers to what does.
fn has_shape(part: &Part<'_>) -> bool {
    match part.json {
        Json::Object(entries) => entries.iter().any(|(key, _)| {
            let odd = ODD.iter().any(|(keyword, _)| keyword == key);
            (odd || SHAPE.contains(&&**key)) && !part.without.contains(&&**key)
        }),
        other => *other != Json::Bool(true),
    }
}
