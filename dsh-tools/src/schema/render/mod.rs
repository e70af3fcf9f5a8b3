//! The JSON Schema text of a node: deterministic, in declared order, nothing that a model need not read.

mod arguments;
mod definitions;
mod foreign;
mod forms;
mod limits;
mod object;
mod union;

use self::definitions::Definitions;
use super::{Choice, Direction, Link, Map, Meta, Node, Root, Shape};
use crate::json::{FrozenJson, JsonWriter, LossyError};
use std::fmt::Write as _;

pub(crate) use arguments::render_arguments;

type Result<T = ()> = std::result::Result<T, LossyError>;

/// The JSON Schema (draft 2020-12, without `$schema`) of a node.
///
/// # Errors
/// When the types nest deeper than a document may, and when an example is no JSON.
///
/// ```
/// use dsh_tools::ToolValue;
/// use dsh_tools::schema::{Direction, render};
///
/// let schema = render(<Option<[f64; 2]>>::NODE, Direction::Input)?;
/// assert_eq!(
///     schema.to_string(),
///     r#"{"type":["array","null"],"items":{"type":"number"},"minItems":2,"maxItems":2}"#
/// );
/// # Ok::<(), dsh_tools::json::LossyError>(())
/// ```
pub fn render(node: &Node, direction: Direction) -> Result<FrozenJson> {
    let plain = node.follow();
    let nullable = node.nullable || plain.nullable;
    document(node, direction, false, |renderer| renderer.plain(plain, nullable, &Meta::NONE))
}

/// The text by which arguments of a type can be checked again: it also tells the names that are accepted and not
/// advertised.
#[inline]
pub(crate) fn render_to_check(root: &Root) -> Result<FrozenJson> {
    arguments::lowered(root.link.get(), true)
}

/// The keyword of [`render_to_check`]: other names, each with the one that it stands for.
pub(crate) const ALIASES: &str = "x-aliases";

/// A document whose root's keywords are written by `root`.
fn document<'a>(
    node: &'a Node,
    direction: Direction,
    aliases: bool,
    root: impl FnOnce(&mut Renderer<'a>) -> Result,
) -> Result<FrozenJson> {
    let mut named = Definitions::default();
    named.visit(node, &mut Vec::new());
    let mut renderer = Renderer { out: JsonWriter::new(), direction, named, said: None, aliases };
    renderer.begin()?;
    root(&mut renderer)?;
    renderer.definitions()?;
    renderer.out.end_object()?;
    renderer.out.finish()
}

/// The text of what documents are walked by: of a schema that came as text, that text.
pub(crate) fn render_root(root: &Root, direction: Direction) -> Result<FrozenJson> {
    match root.source(root.link) {
        Some(text) => Ok(text),
        None => render(root.link.get(), direction),
    }
}

struct Renderer<'a> {
    out: JsonWriter,
    direction: Direction,
    named: Definitions<'a>,
    /// The description of the next schema, in place of the author's.
    said: Option<String>,
    /// Other names are told.
    aliases: bool,
}

/// A description, and below it what each name means that has a meaning told.
fn folded<'a>(
    description: &str,
    names: impl Iterator<Item = (&'a str, Option<&'a str>)>,
) -> String {
    let mut out = description.to_owned();
    for (name, text) in names {
        if let Some(text) = text {
            let line = if out.is_empty() { "" } else { "\n" };
            _ = write!(out, "{line}`{name}`: {text}");
        }
    }
    out
}

impl Renderer<'_> {
    fn begin(&mut self) -> Result {
        self.out.begin_object()
    }

    fn text(&mut self, key: &str, value: &str) -> Result {
        self.out.key(key)?;
        self.out.str(value)
    }

    fn description(&mut self, text: &str) -> Result {
        if text.is_empty() { Ok(()) } else { self.text("description", text) }
    }

    fn flag(&mut self, key: &str) -> Result {
        self.out.key(key)?;
        self.out.bool(true)
    }

    fn count(&mut self, key: &str, value: u32, unless: u32) -> Result {
        if value == unless {
            return Ok(());
        }
        self.out.key(key)?;
        self.out.u128(value.into())
    }

    fn raw(&mut self, text: &str) -> Result {
        let document =
            FrozenJson::parse(text).map_err(|error| self.out.refuse(&error.to_string()))?;
        self.out.json(document.root())
    }

    /// A node as an object of its own.
    fn schema(&mut self, node: &Node, meta: &Meta) -> Result {
        self.begin()?;
        self.refer(node, node.nullable, meta)?;
        self.out.end_object()
    }

    /// The keywords of a node, or the reference to its definition, into the object that is open.
    fn refer(&mut self, node: &Node, nullable: bool, meta: &Meta) -> Result {
        let plain = node.follow();
        let nullable = nullable || plain.nullable;
        match plain.identity.and_then(|identity| self.named.find(identity.id)) {
            Some(name) => {
                let target = format!("#/$defs/{name}");
                self.reference(&target, nullable, meta)
            }
            None => self.plain(plain, nullable, meta),
        }
    }

    fn reference(&mut self, target: &str, nullable: bool, meta: &Meta) -> Result {
        if nullable {
            self.out.key("anyOf")?;
            self.out.begin_array()?;
            self.begin()?;
            self.text("$ref", target)?;
            self.out.end_object()?;
            self.begin()?;
            self.text("type", "null")?;
            self.out.end_object()?;
            self.out.end_array()?;
        } else {
            self.text("$ref", target)?;
        }
        self.about(meta, &[])
    }

    fn definitions(&mut self) -> Result {
        let (recursive, foreign) = (self.named.recursive.clone(), self.named.foreign.clone());
        if recursive.is_empty() && foreign.iter().all(|(_, names)| names.is_empty()) {
            return Ok(());
        }
        self.out.key("$defs")?;
        self.begin()?;
        for (_, name, node) in &recursive {
            self.out.key(name)?;
            self.begin()?;
            // A definition is the plain type; where it may be `null` the reference says so.
            self.plain(node.follow(), false, &Meta::NONE)?;
            self.out.end_object()?;
        }
        for (schema, names) in &foreign {
            for (old, new) in names {
                let definitions = schema.document().get("$defs");
                if let Some(definition) = definitions.and_then(|definitions| definitions.get(old)) {
                    self.out.key(new)?;
                    self.foreign_schema(definition, names)?;
                }
            }
        }
        self.out.end_object()
    }

    fn plain(&mut self, node: &Node, nullable: bool, meta: &Meta) -> Result {
        let about = Meta {
            title: meta.title.or(node.meta.title),
            description: meta.description.or(node.meta.description),
            examples: if meta.examples.is_empty() { node.meta.examples } else { meta.examples },
            deprecated: meta.deprecated || node.meta.deprecated,
        };
        if let Some(kind) = kind(&node.shape).or_else(|| union::kind(node, nullable)) {
            self.out.key("type")?;
            if nullable && kind != "null" {
                self.out.begin_array()?;
                self.out.str(kind)?;
                self.out.str("null")?;
                self.out.end_array()?;
            } else {
                self.out.str(kind)?;
            }
        }
        let choices: &[Choice] = match &node.shape {
            Shape::Choice(choices) => choices,
            _ => &[],
        };
        self.about(&about, choices)?;
        match &node.shape {
            // No table of constants has wide shapes: what came as text stays that text.
            Shape::Any | Shape::Null | Shape::Bool | Shape::Link(_) | Shape::Wide(_) => Ok(()),
            Shape::Foreign(schema) => self.foreign(schema(), nullable, &about),
            Shape::Never => {
                self.out.key("not")?;
                self.begin()?;
                self.out.end_object()
            }
            Shape::Tuple(items) => self.tuple(items),
            Shape::Union(union) => self.union(union, nullable),
            Shape::Int(int) => self.integer(int),
            Shape::Float(float) => self.float(float),
            Shape::Text(limits) => self.string(limits),
            Shape::Choice(choices) => {
                self.out.key("enum")?;
                self.out.begin_array()?;
                for choice in choices.iter().filter(|choice| !choice.alias) {
                    self.out.str(&choice.text)?;
                }
                self.end_values(nullable)?;
                let others = choices.iter().filter(|choice| choice.alias);
                let named = |variant| {
                    choices.iter().find(|choice| !choice.alias && choice.variant == variant)
                };
                self.other_names(
                    others.filter_map(|other| Some((&*other.text, &*named(other.variant)?.text))),
                )
            }
            Shape::Integers(values, int) => {
                self.out.key("enum")?;
                self.out.begin_array()?;
                for value in values.iter() {
                    self.out.i128(*value)?;
                }
                self.end_values(nullable)?;
                self.step(int)
            }
            Shape::Array(array) => {
                self.out.key("items")?;
                self.link(&array.item)?;
                self.count("minItems", array.min, 0)?;
                self.count("maxItems", array.max, u32::MAX)?;
                if array.unique { self.flag("uniqueItems") } else { Ok(()) }
            }
            Shape::Map(map) => {
                self.values(map)?;
                if let Some(keys) = &map.keys {
                    self.out.key("propertyNames")?;
                    self.link(keys)?;
                }
                self.count("minProperties", map.min, 0)?;
                self.count("maxProperties", map.max, u32::MAX)
            }
            Shape::Object(object) => self.object(object),
        }
    }

    /// `items` says what any element may be, for readers that know no places.
    fn tuple(&mut self, items: &[Link]) -> Result {
        if items.is_empty() {
            self.out.key("items")?;
            self.begin()?;
            self.out.end_object()?;
            return self.count("maxItems", 0, u32::MAX);
        }
        self.out.key("prefixItems")?;
        self.out.begin_array()?;
        for item in items {
            self.link(item)?;
        }
        self.out.end_array()?;
        self.out.key("items")?;
        self.any_of(items)?;
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        self.count("minItems", count, 0)?;
        self.count("maxItems", count, u32::MAX)
    }

    /// The schema of what is one of these.
    fn any_of(&mut self, items: &[Link]) -> Result {
        let mut kinds: Vec<FrozenJson> = Vec::new();
        for item in items {
            let schema = self.apart(|renderer| renderer.link(item))?;
            if !kinds.contains(&schema) {
                kinds.push(schema);
            }
        }
        if let [only] = &*kinds {
            return self.out.json(only.root());
        }
        self.begin()?;
        self.out.key("anyOf")?;
        self.out.begin_array()?;
        for kind in &kinds {
            self.out.json(kind.root())?;
        }
        self.out.end_array()?;
        self.out.end_object()
    }

    /// What is written as a document of its own, with references into this one.
    fn apart(&mut self, write: impl FnOnce(&mut Self) -> Result) -> Result<FrozenJson> {
        let outer = std::mem::take(&mut self.out);
        let written = write(self);
        let inner = std::mem::replace(&mut self.out, outer);
        written?;
        inner.finish()
    }

    /// Without a schema of their own the values of an open object need no word.
    fn values(&mut self, map: &Map) -> Result {
        if is_silent(map.value.get()) {
            return Ok(());
        }
        self.out.key("additionalProperties")?;
        self.link(&map.value)
    }

    fn link(&mut self, link: &Link) -> Result {
        self.schema(link.get(), &Meta::NONE)
    }

    fn end_values(&mut self, nullable: bool) -> Result {
        if nullable {
            self.out.null()?;
        }
        self.out.end_array()
    }

    /// What authors say; the documentation of variants is folded into the description.
    fn about(&mut self, meta: &Meta, choices: &[Choice]) -> Result {
        if let Some(title) = meta.title {
            self.text("title", title)?;
        }
        let said = self.said.take();
        let description = said.as_deref().or(meta.description).unwrap_or_default();
        let names = choices.iter().map(|choice| (&*choice.text, choice.description));
        let description = folded(description, names);
        self.description(&description)?;
        if meta.deprecated {
            self.flag("deprecated")?;
        }
        if !meta.examples.is_empty() {
            self.out.key("examples")?;
            self.out.begin_array()?;
            for example in meta.examples {
                self.raw(example)?;
            }
            self.out.end_array()?;
        }
        Ok(())
    }
}

fn kind(shape: &Shape) -> Option<&'static str> {
    Some(match shape {
        Shape::Any
        | Shape::Link(_)
        | Shape::Union(_)
        | Shape::Never
        | Shape::Wide(_)
        | Shape::Foreign(_) => return None,
        Shape::Null => "null",
        Shape::Bool => "boolean",
        Shape::Int(_) | Shape::Integers(..) => "integer",
        Shape::Float(_) => "number",
        Shape::Text(_) | Shape::Choice(_) => "string",
        Shape::Array(_) | Shape::Tuple(_) => "array",
        Shape::Map(_) | Shape::Object(_) => "object",
    })
}

/// Any value, and not a word about it.
fn is_silent(node: &Node) -> bool {
    let Meta { title, description, examples, deprecated } = &node.meta;
    let silent = title.is_none() && description.is_none() && examples.is_empty() && !deprecated;
    silent && matches!(node.follow().shape, Shape::Any)
}
