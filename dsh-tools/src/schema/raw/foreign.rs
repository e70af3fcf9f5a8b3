//! Keywords that are left to the validator of another crate, `jsonschema`: what stands with them is its to decide.
//!
//! Everything else that stands there is read and walked as ever, with its own words. The other validator is asked about
//! what that walk lets through.

use super::super::rules::Rules;
use super::super::shape::{Kind, Wide};
use super::super::{Kinds, Link, Node, Shape};
use super::compile::{Compiler, NEVER};
use super::keywords::Said;
use super::searches::Patterns;
use super::{Draft, RawSchemaError, cost};
use crate::json::{Cursor, FrozenJson, JsonKind, JsonPath};
use jsonschema::{PatternOptions, Registry, Retrieve, Uri, Validator};
use serde_json::{Value, json};
use std::error::Error;
use std::fmt::{self, Write as _};

/// Places that are left to it.
const MAX_PLACES: usize = 64;
/// Bytes of text that it reads, taken together.
const MAX_TEXT: usize = 4 << 20;

/// What the document is called where it is referred to.
const HERE: &str = "urn:dsh-tools:schema";

/// A schema that the other validator decides.
pub(crate) struct Foreign {
    /// What we understand of it.
    pub(crate) plain: Link,
    /// What is said of keys that nothing else speaks of.
    pub(crate) properties: Option<Link>,
    /// What is said of elements that nothing else speaks of.
    pub(crate) items: Option<Link>,
    /// None where another place speaks for this one.
    pub(crate) validator: Option<Validator>,
    /// Levels of a value that can be checked in bounded time.
    pub(crate) levels: u32,
}

impl fmt::Debug for Foreign {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Foreign").field("plain", &self.plain).finish_non_exhaustive()
    }
}

impl<'d> Compiler<'d> {
    /// The node of a schema that says such a keyword; `plain` is what we understand of it.
    #[inline]
    pub(super) fn left(&mut self, said: Said<'d>, plain: Node) -> Node {
        let plain = self.with_references(said, plain);
        let properties = self.schema_left(said, "unevaluatedProperties");
        let items = self.schema_left(said, "unevaluatedItems");
        if properties.is_none() && items.is_none() {
            return plain;
        }
        let nullable = plain.nullable;
        let plain = self.part_of(said.schema, plain);
        let properties = properties.filter(|link| !is_never(*link));
        let foreign = Foreign { plain, properties, items, validator: None, levels: 0 };
        let shape = Shape::Wide(Wide(Kind::Foreign(Box::new(foreign))));
        Node { nullable, ..Node::new(shape) }
    }

    #[inline]
    fn schema_left(&mut self, said: Said<'d>, keyword: &str) -> Option<Link> {
        self.leaves(keyword).and_then(|_| said.get(keyword)).map(|schema| self.entry(schema))
    }

    /// Notes what references may mean that is only told while a value is checked.
    #[inline]
    fn with_references(&mut self, said: Said<'d>, plain: Node) -> Node {
        let targets = self.may_mean(said);
        if targets.is_empty() {
            return plain;
        }
        self.is_dynamic = true;
        let nullable = plain.nullable;
        let plain = (Kinds::ALL, self.part_of(said.schema, plain));
        // Of no kind: nothing is walked by them.
        let targets = targets.into_iter().map(|target| (Kinds::NONE, target));
        let parts = std::iter::once(plain).chain(targets).collect();
        let rules = Rules { kinds: Kinds::ALL, parts };
        let shape = Shape::Wide(Wide(Kind::Rules(Box::new(rules))));
        Node { nullable, ..Node::new(shape) }
    }

    /// Where references are only told while a value is checked, the document is left as a whole.
    #[inline]
    pub(super) fn whole(&mut self, root: Link) -> Link {
        if !self.is_dynamic {
            return root;
        }
        let foreign =
            Foreign { plain: root, properties: None, items: None, validator: None, levels: WHOLE };
        self.part(self.document.root(), Shape::Wide(Wide(Kind::Foreign(Box::new(foreign)))))
    }

    /// What a reference may mean that is only told while a value is checked: nothing is walked by it, but loops are
    /// found.
    #[inline]
    fn may_mean(&mut self, said: Said<'d>) -> Vec<Link> {
        let mut targets = Vec::new();
        if let Some(uri) = said.get("$dynamicRef").filter(|_| self.leaves("$dynamicRef").is_some())
        {
            targets.push(self.refer(said.schema, uri));
            let name = uri.as_str().and_then(|uri| Some(uri.rsplit_once('#')?.1.to_owned()));
            targets.extend(self.anchors("$dynamicAnchor", |anchor| {
                anchor.as_str().is_some_and(|anchor| Some(&*anchor) == name.as_deref())
            }));
        }
        let recursive = said.get("$recursiveRef");
        if let Some(uri) = recursive.filter(|_| self.leaves("$recursiveRef").is_some()) {
            targets.push(self.refer(said.schema, uri));
            targets.extend(self.anchors("$recursiveAnchor", |flag| flag.as_bool() == Some(true)));
        }
        // What is meant in several ways is meant once.
        let mut seen = Vec::new();
        targets.retain(|target| match target {
            Link::Entry(number) if seen.contains(number) => false,
            Link::Entry(number) => {
                seen.push(*number);
                true
            }
            Link::Const(_) | Link::Lazy(_) => false,
        });
        targets
    }

    /// The schemas that name themselves so, wherever they stand.
    #[inline]
    fn anchors(&mut self, keyword: &str, is: impl Fn(Cursor<'_>) -> bool) -> Vec<Link> {
        if self.anchors.is_none() {
            let mut found = Vec::new();
            let mut open = vec![self.document.root()];
            while let Some(value) = open.pop() {
                let names = ["$dynamicAnchor", "$recursiveAnchor"];
                if value.kind() == JsonKind::Object
                    && names.iter().any(|name| value.get(name).is_some())
                {
                    found.push(value);
                }
                open.extend(value.items());
                open.extend(value.entries().map(|(_, value)| value));
            }
            self.anchors = Some(found);
        }
        let found: Vec<Cursor<'d>> = self
            .anchors
            .iter()
            .flatten()
            .copied()
            .filter(|schema| schema.get(keyword).is_some_and(&is))
            .take(MAX_PLACES + 1)
            .collect();
        if found.len() > MAX_PLACES {
            let message = format!("may mean more than {MAX_PLACES} schemas");
            self.defect(self.document.root(), Some(keyword), message);
        }
        found.into_iter().map(|schema| self.entry(schema)).collect()
    }
}

/// Makes the validators, once it is known that nothing is wrong with what they are to read.
#[inline]
pub(super) fn build(
    nodes: &mut [Node],
    sources: &[u32],
    document: &FrozenJson,
    options: &super::RawSchemaOptions,
    draft: Draft,
    error: &mut RawSchemaError,
) {
    // What is only told while a value is checked is told from the outside in: the outermost speaks for all.
    let mut places: Vec<usize> = (0..nodes.len()).filter(|at| is_foreign(nodes.get(*at))).collect();
    if let Some(whole) = places.iter().copied().find(|at| is_whole(nodes.get(*at))) {
        places = vec![whole];
    }
    if places.is_empty() {
        return;
    }
    let text = document.text().map_or(0, str::len);
    if places.len() > MAX_PLACES || text.saturating_mul(places.len()) > MAX_TEXT {
        let message = format!(
            "`unevaluatedProperties`, `unevaluatedItems` and `$dynamicRef` may stand in at most {MAX_PLACES} places, and in at most {MAX_TEXT} bytes of text, taken together"
        );
        return error.push(String::new(), None, message);
    }
    if says_nullable(document) {
        let message =
            "is not known where `unevaluatedProperties` and the like stand: write a list of types";
        return error.push(String::new(), Some("nullable"), message.to_owned());
    }
    let made = registry(document, draft).map_err(|reason| error.push(String::new(), None, reason));
    let Ok(registry) = made else {
        return;
    };
    let patterns = Patterns::default();
    for at in places {
        let pointer = document.path_of(sources.get(at).copied().unwrap_or(0)).pointer();
        let made = cost::levels(nodes, at).and_then(|levels| {
            Ok((validator(&registry, &patterns, &pointer, options, draft)?, levels))
        });
        match (made, nodes.get_mut(at).map(|node| &mut node.shape)) {
            (Ok((validator, levels)), Some(Shape::Wide(Wide(Kind::Foreign(foreign))))) => {
                foreign.validator = Some(validator);
                foreign.levels = levels;
            }
            (Ok(_), _) => {}
            (Err(reason), _) => error.push(pointer, None, reason),
        }
    }
}

#[inline]
fn is_never(link: Link) -> bool {
    matches!((link, NEVER), (Link::Entry(a), Link::Entry(b)) if a == b)
}

#[inline]
fn foreign(node: Option<&Node>) -> Option<&Foreign> {
    match &node?.shape {
        Shape::Wide(Wide(Kind::Foreign(foreign))) => Some(foreign),
        _ => None,
    }
}

#[inline]
fn is_foreign(node: Option<&Node>) -> bool {
    foreign(node).is_some()
}

/// Whether it was made for the document as a whole.
#[inline]
fn is_whole(node: Option<&Node>) -> bool {
    foreign(node).is_some_and(|foreign| foreign.levels == WHOLE)
}

/// The mark of the place that speaks for the whole document, until its levels are counted.
const WHOLE: u32 = u32::MAX;

#[inline]
fn says_nullable(document: &FrozenJson) -> bool {
    let mut open = vec![document.root()];
    while let Some(value) = open.pop() {
        if value.get("nullable").and_then(Cursor::as_bool) == Some(true) {
            return true;
        }
        open.extend(value.items());
        open.extend(value.entries().map(|(_, value)| value));
    }
    false
}

/// Nothing is fetched.
struct Nothing;

impl Retrieve for Nothing {
    #[inline]
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Err(format!("nothing is fetched, and `{uri}` would have to be").into())
    }
}

#[inline]
fn edition(draft: Draft) -> jsonschema::Draft {
    match draft {
        Draft::Draft4 => jsonschema::Draft::Draft4,
        Draft::Draft6 => jsonschema::Draft::Draft6,
        Draft::Draft7 => jsonschema::Draft::Draft7,
        Draft::Draft201909 => jsonschema::Draft::Draft201909,
        Draft::Draft202012 => jsonschema::Draft::Draft202012,
    }
}

#[inline]
fn unread(error: &impl fmt::Display) -> String {
    format!("is not read by the validator that it is left to: {error}")
}

#[inline]
fn registry(document: &FrozenJson, draft: Draft) -> Result<Registry<'static>, String> {
    let mut value = document.to_value();
    if let Some(entries) = value.as_object_mut() {
        // The edition may have been chosen by whoever reads it.
        entries.remove("$schema");
    }
    Registry::new()
        .draft(edition(draft))
        .retriever(Nothing)
        .add(HERE, value)
        .and_then(jsonschema::RegistryBuilder::prepare)
        .map_err(|error| unread(&error))
}

#[inline]
fn validator(
    registry: &Registry<'static>,
    patterns: &Patterns,
    pointer: &str,
    options: &super::RawSchemaOptions,
    draft: Draft,
) -> Result<Validator, String> {
    let patterns = patterns.clone();
    jsonschema::options()
        .with_draft(edition(draft))
        .with_registry(registry)
        .with_retriever(Nothing)
        // `patternProperties` are all that it searches for itself: by an engine that never goes back.
        .with_pattern_options(PatternOptions::regex())
        .with_keyword("pattern", move |_, source, _| patterns.keyword(source))
        .should_validate_formats(options.formats)
        .build(&json!({ "$ref": format!("{HERE}#{}", escaped(pointer)) }))
        .map_err(|error| unread(&error))
}

/// A JSON Pointer as a fragment (RFC 6901, section 6).
#[inline]
fn escaped(pointer: &str) -> String {
    let mut out = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

impl Foreign {
    /// The same place of a value, as the other validator names it.
    #[inline]
    pub(crate) fn place(value: Cursor<'_>, error: &jsonschema::ValidationError<'_>) -> JsonPath {
        let mut at = Some(value);
        let mut path = JsonPath::root();
        for segment in error.instance_path().as_str().split('/').skip(1) {
            let name = segment.replace("~1", "/").replace("~0", "~");
            let is_array = at.is_some_and(|at| at.kind() == JsonKind::Array);
            if let Some(index) = name.parse().ok().filter(|_| is_array) {
                at = at.and_then(|at| at.at(index));
                path = path.index(index);
            } else {
                at = at.and_then(|at| at.get(&name));
                path = path.key(name);
            }
        }
        path
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test that meets the unexpected fails")]
mod tests;
