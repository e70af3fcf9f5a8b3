//! From schemas to types.

mod list;
mod literal;
mod named;
mod number;
mod object;
mod scalar;
mod tagged;
mod union;

use super::facts::Facts;
use super::finding::{Finding, Weight};
use super::json::Json;
use super::kinds::Kinds;
use super::model::{Length, Named, Place, Range, Type};
use super::names::Scope;
use super::site::{Document, Part, Site};
use std::collections::{HashMap, HashSet};

/// What a place is called, to name a type after it.
#[derive(Clone, Debug)]
pub(super) struct Hint {
    /// The property, or what else leads there.
    pub(super) name: String,
    /// The type that it belongs to.
    pub(super) owner: String,
}

impl Hint {
    pub(super) fn new(name: &str, owner: &str) -> Self {
        Self { name: name.to_owned(), owner: owner.to_owned() }
    }
}

/// Where a type stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// In a field, which has attributes of its own.
    Field,
    /// In a list, a map, a tuple or a variant.
    Element,
}

/// A place that is being read.
#[derive(Debug)]
struct Frame {
    key: String,
    /// The type that it becomes.
    number: Option<usize>,
    /// It is reached through something between: a list, a map.
    between: bool,
    /// Something within it refers to it.
    referred: bool,
}

/// A type with its default, which belongs to a field.
#[derive(Debug)]
pub(super) struct Lowered<'a> {
    pub(super) place: Place,
    pub(super) default: Option<(String, &'a Json)>,
}

/// Nested schemas are followed to this depth, through references too.
const DEPTH: usize = 64;

/// Types of one tool.
const TYPES: usize = 1_000;

/// Schemas of one tool, counted each time that one is read. Unions within unions multiply.
const STEPS: usize = 20_000;

/// Reads the schema of one tool.
#[derive(Debug)]
pub(crate) struct Lower<'a, 'n> {
    document: Document<'a>,
    names: &'n mut Scope,
    types: Vec<Option<Named>>,
    known: HashMap<String, (usize, bool)>,
    stack: Vec<Frame>,
    steps: usize,
    depth: usize,
    findings: Vec<Finding>,
    reported: HashSet<(String, String)>,
    /// How many of the findings stand in a comment.
    told: Vec<bool>,
}

impl<'a, 'n> Lower<'a, 'n> {
    /// A type that is read from here on: whoever comes back to the place finds it.
    fn enter(&mut self, facts: &Facts<'a>, number: usize, nullable: bool) -> String {
        let key = facts.key.clone();
        if !key.is_empty() {
            self.known.insert(key.clone(), (number, nullable));
        }
        let number = Some(number);
        self.stack.push(Frame { key: key.clone(), number, between: false, referred: false });
        key
    }

    /// Reads the arguments' schema.
    pub(crate) fn new(root: &'a Json, names: &'n mut Scope) -> Self {
        Self {
            document: Document::new(root),
            names,
            types: Vec::new(),
            known: HashMap::new(),
            stack: Vec::new(),
            steps: 0,
            depth: 0,
            findings: Vec::new(),
            reported: HashSet::new(),
            told: Vec::new(),
        }
    }

    /// The number of the type of the arguments; its name is `name` where that is free.
    pub(crate) fn root(&mut self, root: &'a Json, name: &str) -> usize {
        let facts = Facts::of(&self.document, &[Part::new(root, String::new())]);
        self.tell_all(&facts);
        self.arguments(facts, name)
    }

    /// All types, by number, and what is to be told.
    pub(crate) fn finish(self) -> (Vec<Option<Named>>, Vec<Finding>) {
        (self.types, self.findings)
    }

    fn tell(&mut self, finding: Finding) {
        // A place that is read twice tells once.
        if self.reported.insert((finding.keyword.clone(), finding.pointer.clone())) {
            self.findings.push(finding);
            self.told.push(false);
        }
    }

    fn lost(&mut self, keyword: &str, at: &str, why: impl Into<String>) {
        self.tell(Finding::lost(keyword, at, why));
    }

    fn tell_all(&mut self, facts: &Facts<'a>) {
        for finding in facts.findings.iter().cloned() {
            self.tell(finding);
        }
    }

    /// Keywords that no type expresses, where they concern what is left of the types.
    fn tell_odd(&mut self, facts: &Facts<'a>, kinds: Kinds) {
        for (keyword, at, concerns) in &facts.odd {
            if kinds.meets(*concerns) {
                let why = "no attribute says this: what it refuses is accepted";
                self.lost(keyword, at, why);
            }
        }
    }

    /// Comments for what was lost since.
    fn comments(&mut self, since: usize) -> Vec<String> {
        let mut comments = Vec::new();
        for (finding, told) in self.findings.iter().zip(&mut self.told).skip(since) {
            if finding.weight == Weight::Lost && !*told {
                *told = true;
                comments.push(finding.to_string());
            }
        }
        comments
    }

    /// The type of a place in a field.
    fn field(&mut self, site: &Site<'a>, hint: &Hint) -> Lowered<'a> {
        self.place(site, hint, Position::Field)
    }

    /// The type of a place that has no attributes: what is said of it goes into a type of its own.
    fn element(&mut self, site: &Site<'a>, hint: &Hint) -> Place {
        let Lowered { mut place, default } = self.place(site, hint, Position::Element);
        let at = site.first().map(|part| part.at.clone()).unwrap_or_default();
        place.meta.examples = self.examples(&place, &at);
        if let Some((at, _)) = default {
            self.lost("default", &at, "only a key can be absent, and this is the place of a value");
        }
        if place.meta.is_empty() { place } else { self.newtype(place, hint) }
    }

    /// A place of which constraints cannot be said: with any it becomes a type of its own.
    fn bare(&mut self, site: &Site<'a>, hint: &Hint) -> Place {
        let place = self.element(site, hint);
        if is_limited(&place.ty) { self.newtype(place, hint) } else { place }
    }

    fn place(&mut self, site: &Site<'a>, hint: &Hint, position: Position) -> Lowered<'a> {
        let facts = Facts::of(&self.document, site);
        self.tell_all(&facts);
        let default = facts.default.clone();
        Lowered { place: self.shape(facts, hint, position), default }
    }

    /// The type of what is said.
    fn shape(&mut self, facts: Facts<'a>, hint: &Hint, position: Position) -> Place {
        self.steps += 1;
        if self.depth > DEPTH || self.types.len() > TYPES || self.steps > STEPS {
            self.lost("*", &facts.at, "the schema is too deep or too large from here on");
            return Place { meta: facts.meta, ..Place::plain(Type::Any) };
        }
        self.depth += 1;
        let place = self.shape_within(facts, hint, position);
        self.depth -= 1;
        place
    }

    fn shape_within(&mut self, facts: Facts<'a>, hint: &Hint, position: Position) -> Place {
        if let Some(place) = self.known(&facts) {
            return place;
        }
        if !facts.unions.is_empty() {
            return self.union(facts, hint, position);
        }
        let facts = self.with_type(facts);
        let mut kinds = facts.kinds;
        if let Some(values) = &facts.values {
            let of_values =
                values.iter().map(|value| Kinds::of(value)).fold(Kinds::NONE, Kinds::or);
            kinds = kinds.and(of_values);
        }
        self.tell_odd(&facts, kinds);
        if kinds == Kinds::ALL {
            return Place { meta: facts.meta, ..Place::plain(Type::Any) };
        }
        if kinds.is_none() {
            return self.never(facts);
        }
        let nullable = kinds.meets(Kinds::NULL);
        let kinds = kinds.less(Kinds::NULL);
        if kinds.each().len() > 1 {
            return Place { nullable, ..self.kinds(&facts, kinds, hint, position) };
        }
        if kinds.is_none() {
            return Place { meta: facts.meta, ..Place::plain(Type::Null) };
        }
        let facts = Facts { kinds, ..facts };
        let place = match kinds {
            Kinds::ARRAY => self.list(facts, nullable, hint),
            Kinds::OBJECT => self.object(facts, nullable, hint, position),
            _ => self.scalar(facts, hint, position),
        };
        Place { nullable: nullable || place.nullable, ..place }
    }

    /// Without `type` a schema says nothing of values of other types; such a one is rarely meant.
    fn with_type(&mut self, facts: Facts<'a>) -> Facts<'a> {
        if facts.typed || facts.kinds != Kinds::ALL {
            return facts;
        }
        let said = said(&facts);
        if said.is_empty() {
            return facts;
        }
        let at = facts.at.clone();
        if let [(kinds, keyword)] = *said {
            let why = format!(
                "there is none, and `{keyword}` says nothing of other types: read as if only the type that it concerns were legal"
            );
            self.lost("type", &at, why);
            return Facts { kinds, typed: true, ..facts };
        }
        for (_, keyword) in said {
            self.lost(keyword, &at, "without a `type` it concerns some values only");
        }
        Facts { odd: Vec::new(), ..facts }
    }

    /// Nothing fits: the enclosing type without its values.
    fn never(&mut self, facts: Facts<'a>) -> Place {
        let (keyword, at) = if facts.values.is_some() {
            ("enum", facts.values_at.clone())
        } else {
            ("type", facts.at.clone())
        };
        self.lost(keyword, &at, "no value fits the schema: everything of its type is accepted");
        let ty = match facts.kinds {
            Kinds::BOOL => Type::Bool,
            Kinds::ARRAY => scalar::any_list(),
            Kinds::TEXT => scalar::any_text(),
            _ => Type::Any,
        };
        Place { meta: facts.meta, ..Place::plain(ty) }
    }
}

/// The type that a keyword of a place concerns; one keyword for each type.
fn said(facts: &Facts<'_>) -> Vec<(Kinds, &'static str)> {
    let range = &facts.range;
    let number =
        [&range.min, &range.max, &range.exclusive_min, &range.exclusive_max, &range.multiple_of];
    let length = facts.length.0.or(facts.length.1).is_some();
    let text = length || !facts.patterns.is_empty() || !facts.formats.is_empty();
    let count = facts.count.0.or(facts.count.1).is_some() || facts.unique;
    let array = count || facts.items.is_some() || facts.prefix.is_some();
    let rest = facts.closed || facts.additional.is_some();
    let object = rest || !facts.properties.is_empty() || !facts.required.is_empty();
    let object = object || facts.entries.0.or(facts.entries.1).is_some();
    let all = [
        (number.iter().any(|bound| bound.is_some()), Kinds::NUMBER, "minimum"),
        (text, Kinds::TEXT, "pattern"),
        (array, Kinds::ARRAY, "items"),
        (object, Kinds::OBJECT, "properties"),
    ];
    all.into_iter().filter(|(said, ..)| *said).map(|(_, kinds, keyword)| (kinds, keyword)).collect()
}

/// Whether there are constraints beside the type.
fn is_limited(ty: &Type) -> bool {
    match ty {
        Type::Int(_, range) | Type::Float(range) => *range != Range::default(),
        Type::Text { length, pattern, format } => {
            *length != Length::default() || pattern.is_some() || format.is_some()
        }
        Type::Words(_) | Type::Ints(_) => true,
        Type::List { item, length, unique } => {
            *unique || *length != Length::default() || is_limited(&item.ty)
        }
        Type::Map { keys, value, length } => {
            keys.is_some() || *length != Length::default() || is_limited(&value.ty)
        }
        Type::Any | Type::Null | Type::Bool | Type::Tuple(_) | Type::Named { .. } => false,
    }
}
