//! What the keywords of one subschema say, as a node.

use super::compile::{ANY, Compiler};
use super::draft::ANNOTATIONS;
use crate::json::{Cursor, Integer, JsonKind};
use crate::schema::render::ALIASES;
use crate::schema::rules::{Choose, Rules, Values};
use crate::schema::shape::{Kind, Wide};
use crate::schema::union::{self, Form, Tagging};
use crate::schema::{Kinds, Link, Node, Shape, Shared, Union};
use std::borrow::Cow;

mod array;
mod number;
mod object;
mod text;

/// Forms of one union.
const MAX_FORMS: usize = 4096;
/// Closed sets of strings that are looked through one by one; larger ones are hashed.
const FEW_CHOICES: usize = 64;

/// The keywords of one subschema.
#[derive(Clone, Copy)]
pub(super) struct Said<'d> {
    pub(super) schema: Cursor<'d>,
}

impl<'d> Said<'d> {
    #[inline]
    pub(super) fn get(self, keyword: &str) -> Option<Cursor<'d>> {
        self.schema.get(keyword)
    }

    #[inline]
    pub(super) fn any(self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.get(keyword).is_some())
    }
}

/// What is said of the values of some kinds.
type Part = (Kinds, Holds);

/// A node that is made for it, or one that stands elsewhere.
enum Holds {
    Shape(Shape),
    Link(Link),
}

impl<'d> Compiler<'d> {
    /// The node of a subschema that is an object.
    #[inline]
    pub(super) fn lower(&mut self, schema: Cursor<'d>) -> Node {
        let said = Said { schema };
        if self.draft.refers_alone()
            && let Some(reference) = said.get("$ref")
        {
            return Node::new(Shape::Link(self.refer(schema, reference)));
        }
        self.look_for_unknown(said);
        let kinds = self.kinds(said);
        let nullable = said.get("nullable").is_some_and(|value| value.as_bool() == Some(true));
        let node = self.lower_kinds(said, kinds).or_null(nullable);
        #[cfg(feature = "jsonschema")]
        let node = self.left(said, node);
        node
    }

    #[inline]
    fn look_for_unknown(&mut self, said: Said<'d>) {
        for (keyword, value) in said.schema.entries() {
            let known = match self.draft.knows(&keyword) {
                Some(true) => true,
                Some(false) => {
                    self.defect(said.schema, Some(&keyword), elsewhere(&keyword));
                    continue;
                }
                None if self.leaves(&keyword) == Some(false) => {
                    self.defect(said.schema, Some(&keyword), elsewhere(&keyword));
                    continue;
                }
                None => {
                    (cfg!(feature = "jsonschema") && self.leaves(&keyword).is_some())
                        || ANNOTATIONS.contains(&&*keyword)
                        || keyword.starts_with("x-")
                        || self.options.annotations.iter().any(|known| *known == *keyword)
                        || (&*keyword == "$schema" && value.as_str().is_some())
                }
            };
            if !known {
                let way_out = if self.leaves(&keyword).is_some() {
                    "with the feature `jsonschema` of this library it is; or leave it out"
                } else {
                    "leave it out, or list it as an annotation if it constrains nothing"
                };
                let message = format!(
                    "is not understood: a keyword that is not enforced is not advertised; {way_out}"
                );
                self.defect(said.schema, Some(&keyword), message);
            }
        }
    }

    /// Whether a keyword is left to the validator of another crate, and one of this edition; `None` for another one.
    #[inline]
    pub(super) fn leaves(&self, keyword: &str) -> Option<bool> {
        let is_annotation = self.options.annotations.iter().any(|known| known == keyword);
        self.draft.leaves(keyword).filter(|_| !is_annotation)
    }

    #[inline]
    fn kinds(&mut self, said: Said<'d>) -> Kinds {
        let Some(word) = said.get("type") else {
            return Kinds::ALL;
        };
        let one = |word: Cursor<'_>| word.as_str().and_then(|word| Kinds::named(&word));
        let kinds = match word.kind() {
            JsonKind::Array if !word.is_empty() => {
                word.items().map(one).try_fold(Kinds::NONE, |kinds, word| Some(kinds.with(word?)))
            }
            JsonKind::Array => None,
            _ => one(word),
        };
        kinds.unwrap_or_else(|| {
            self.defect(
                said.schema,
                Some("type"),
                "must be one of \"null\", \"boolean\", \"integer\", \"number\", \"string\", \"array\", \"object\", or a list of these",
            );
            Kinds::ALL
        })
    }

    #[inline]
    fn lower_kinds(&mut self, said: Said<'d>, kinds: Kinds) -> Node {
        let mut parts = self.parts(said, kinds);
        let plain = kinds.without(Kinds::NULL);
        let nullable = kinds.has(Kinds::NULL) && plain != Kinds::NONE && kinds != Kinds::ALL;
        // One kind, and all that is said of it in one node: that node is it, `null` beside.
        if let [(of, _)] = &*parts
            && (*of == plain && nullable || *of == kinds)
            && let Some((of, holds)) = parts.pop()
        {
            let shape = match holds {
                Holds::Shape(shape) => shape,
                Holds::Link(link) => Shape::Link(link),
            };
            // What is said of any kind does not see to the kind.
            let sees_to_kind = kinds == Kinds::ALL || of_kind(&shape);
            if sees_to_kind {
                let nullable = nullable && of == plain;
                return Node::new(shape).or_null(nullable);
            }
            parts.push((of, Holds::Shape(shape)));
        }
        if parts.is_empty() {
            let shape = if kinds == Kinds::ALL {
                Some(Shape::Any)
            } else {
                bare(plain).or_else(|| bare(kinds))
            };
            if let Some(shape) = shape {
                return Node::new(shape).or_null(nullable);
            }
        }
        let parts = parts.into_iter().map(|(kinds, holds)| match holds {
            Holds::Shape(shape) => (kinds, self.part(said.schema, shape)),
            Holds::Link(link) => (kinds, link),
        });
        let parts = parts.collect();
        Node::new(Shape::Wide(Wide(Kind::Rules(Box::new(Rules { kinds, parts })))))
    }

    #[inline]
    fn parts(&mut self, said: Said<'d>, kinds: Kinds) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let listed = self.values(said, kinds, &mut parts);
        // A closed set of values needs no other words of the same kind, unless they are there.
        let single = |kind: Kinds| kinds.without(Kinds::NULL) == kinds.both(kind) && !listed;
        let number = self.number(said, kinds, single(Kinds::NUMBER));
        let text = self.text(said, single(Kinds::STRING));
        let array = self.array(said, single(Kinds::ARRAY));
        let object = self.object(said, single(Kinds::OBJECT));
        let of_kinds = [(Kinds::NUMBER, number), (Kinds::STRING, text)]
            .into_iter()
            .filter_map(|(kind, shape)| Some((kind, shape?)))
            .chain(array.into_iter().map(|shape| (Kinds::ARRAY, shape)))
            .chain(object.map(|shape| (Kinds::OBJECT, shape)));
        parts.extend(of_kinds.map(|(kind, shape)| (kinds.both(kind), Holds::Shape(shape))));
        self.combined(said, &mut parts);
        parts.retain(|(kinds, _)| *kinds != Kinds::NONE);
        parts
    }

    /// `enum` and `const`; whether there is one.
    #[inline]
    fn values(&mut self, said: Said<'d>, kinds: Kinds, parts: &mut Vec<Part>) -> bool {
        let mut listed = false;
        if let Some(list) = said.get("enum") {
            if list.kind() == JsonKind::Array && !list.is_empty() {
                parts.push(Self::closed(list, kinds, self.aliases(said)));
                listed = true;
            } else {
                self.defect(said.schema, Some("enum"), "must be a list of at least one value");
            }
        }
        if let Some(value) = said.get("const") {
            let shape = Shape::Wide(Wide(Kind::Values(Box::new(Values::one(value)))));
            parts.push((kinds, Holds::Shape(shape)));
            listed = true;
        }
        listed
    }

    /// What the text of a type's schema tells of other names; nobody else tells of any.
    #[inline]
    pub(super) fn aliases(&self, said: Said<'d>) -> Option<Cursor<'d>> {
        if self.options.exact { None } else { said.get(ALIASES) }
    }

    /// A closed set: of strings where the kinds say so.
    #[inline]
    fn closed(list: Cursor<'d>, kinds: Kinds, aliases: Option<Cursor<'d>>) -> Part {
        let only_strings = list.items().all(|value| value.kind() == JsonKind::String);
        let texts = list.items().filter_map(Cursor::as_str);
        let takes_strings = kinds.without(Kinds::NULL) == Kinds::STRING;
        if takes_strings && only_strings && list.len() <= FEW_CHOICES && !kinds.has(Kinds::NULL) {
            return (Kinds::STRING, Holds::Shape(text::choices(texts, aliases)));
        }
        // `["string", "null"]` whose list has `null` too.
        let with_null =
            list.items().all(|value| value.is_null() || value.kind() == JsonKind::String)
                && list.items().any(Cursor::is_null);
        if takes_strings && with_null && kinds.has(Kinds::NULL) && list.len() <= FEW_CHOICES {
            let texts: Vec<Cow<'_, str>> = list.items().filter_map(Cursor::as_str).collect();
            if !texts.is_empty() {
                return (Kinds::STRING, Holds::Shape(text::choices(texts.into_iter(), aliases)));
            }
        }
        (kinds, Holds::Shape(Shape::Wide(Wide(Kind::Values(Box::new(Values::new(list, false)))))))
    }

    /// Schemas of the same value.
    #[inline]
    fn combined(&mut self, said: Said<'d>, parts: &mut Vec<Part>) {
        if let Some(reference) = said.get("$ref") {
            parts.push((Kinds::ALL, Holds::Link(self.refer(said.schema, reference))));
        }
        if let Some(list) = said.get("allOf") {
            let all = self.schemas(said, "allOf", list);
            parts.extend(
                all.into_iter()
                    .filter(|link| !is_any(*link))
                    .map(|link| (Kinds::ALL, Holds::Link(link))),
            );
        }
        for (keyword, exclusive) in [("anyOf", false), ("oneOf", true)] {
            if let Some(list) = said.get(keyword) {
                let links = self.schemas(said, keyword, list);
                if links.is_empty() {
                    continue;
                }
                let forms = links.into_iter().map(form).collect();
                let forms = Shared::Owned(forms);
                let union = Union {
                    forms,
                    tagging: Tagging::Untagged,
                    exclusive,
                    whole: !self.options.tags,
                };
                parts.push((Kinds::ALL, Holds::Shape(Shape::Union(union))));
            }
        }
        if let Some(not) = said.get("not") {
            let inner = self.entry(not);
            parts.push((Kinds::ALL, Holds::Shape(Shape::Wide(Wide(Kind::Not(inner))))));
        }
        if let Some(when) = said.get("if") {
            let when = self.entry(when);
            let then = said.get("then").map(|then| self.entry(then));
            let otherwise = said.get("else").map(|otherwise| self.entry(otherwise));
            if then.is_some() || otherwise.is_some() {
                let choose = Choose { when, then, otherwise };
                let shape = Shape::Wide(Wide(Kind::Choose(Box::new(choose))));
                parts.push((Kinds::ALL, Holds::Shape(shape)));
            }
        } else {
            // Without `if` they say nothing; what they are has to be schemas all the same.
            for branch in ["then", "else"].into_iter().filter_map(|keyword| said.get(keyword)) {
                self.entry(branch);
            }
        }
    }

    #[inline]
    fn schemas(&mut self, said: Said<'d>, keyword: &str, list: Cursor<'d>) -> Vec<Link> {
        if list.kind() != JsonKind::Array || list.is_empty() || list.len() > MAX_FORMS {
            let message = format!("must be a list of 1 to {MAX_FORMS} schemas");
            self.defect(said.schema, Some(keyword), message);
            return Vec::new();
        }
        list.items().map(|schema| self.entry(schema)).collect()
    }

    /// A count of things; one beyond what any document has is as good as the greatest that is kept.
    #[inline]
    pub(super) fn count(&mut self, said: Said<'d>, keyword: &str) -> Option<u32> {
        let value = said.get(keyword)?;
        let integer = value.number().map(crate::json::Num::integer);
        match integer {
            Some(Integer::Fits { negative, magnitude }) if !negative || magnitude == 0 => {
                Some(u32::try_from(magnitude).unwrap_or(u32::MAX))
            }
            Some(Integer::Huge { negative: false }) => Some(u32::MAX),
            _ => {
                self.defect(said.schema, Some(keyword), "must be an integer of at least 0");
                None
            }
        }
    }

    /// A list of different strings.
    #[inline]
    pub(super) fn names(
        &mut self,
        said: Said<'d>,
        keyword: &str,
        list: Cursor<'d>,
    ) -> Vec<Cow<'d, str>> {
        let names: Option<Vec<_>> = match list.kind() {
            JsonKind::Array => list.items().map(Cursor::as_str).collect(),
            _ => None,
        };
        names.unwrap_or_else(|| {
            self.defect(said.schema, Some(keyword), "must be a list of strings");
            Vec::new()
        })
    }

    #[inline]
    pub(super) fn flag(&mut self, said: Said<'d>, keyword: &str) -> bool {
        let Some(value) = said.get(keyword) else {
            return false;
        };
        value.as_bool().unwrap_or_else(|| {
            self.defect(said.schema, Some(keyword), "must be true or false");
            false
        })
    }
}

#[inline]
fn is_any(link: Link) -> bool {
    matches!((link, ANY), (Link::Entry(a), Link::Entry(b)) if a == b)
}

#[inline]
fn form(node: Link) -> Form {
    Form::new("", &[], 0, union::Data::Whole, node, None)
}

/// The shape of one kind of which nothing is said.
#[inline]
fn bare(kinds: Kinds) -> Option<Shape> {
    Some(match kinds {
        Kinds::NULL => Shape::Null,
        Kinds::BOOL => Shape::Bool,
        _ => return None,
    })
}

/// Whether a shape refuses values of other kinds than its own.
#[inline]
fn of_kind(shape: &Shape) -> bool {
    match shape {
        Shape::Any | Shape::Link(_) | Shape::Union(_) => false,
        Shape::Wide(wide) => matches!(wide.0, Kind::Number(_) | Kind::Sequence(_)),
        _ => true,
    }
}

/// Where a keyword went, for those who look for it in another edition.
#[inline]
fn elsewhere(keyword: &str) -> String {
    let instead = match keyword {
        "additionalItems" => "its name is `items`, beside `prefixItems`",
        "dependencies" => "its names are `dependentRequired` and `dependentSchemas`",
        "prefixItems" => "its name is `items`, with a list",
        "dependentRequired" | "dependentSchemas" => "its name is `dependencies`",
        _ => "it came later",
    };
    format!(
        "is no keyword of the edition that `$schema` names (2020-12 where it names none): {instead}"
    )
}
