//! The JSON Schema text of a node: deterministic, in declared order, nothing that a model need not read.

mod foreign;

use super::union::Tagging;
use super::{
    Choice, Direction, Float, Form, Identity, Int, Link, Meta, Node, Object, RawSchema, Root, Row,
    Shape, Text, Union,
};
use crate::json::{FrozenJson, JsonWriter, LossyError};
use std::any::TypeId;
use std::fmt::Write as _;

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
    render_with(node, direction, false)
}

/// The text by which arguments of a type can be checked again: it also tells the names that are accepted and not
/// advertised.
pub(crate) fn render_to_check(root: &Root) -> Result<FrozenJson> {
    render_with(root.link.get(), Direction::Input, true)
}

/// The keyword of [`render_to_check`]: other names, each with the one that it stands for.
pub(crate) const ALIASES: &str = "x-aliases";

fn render_with(node: &Node, direction: Direction, aliases: bool) -> Result<FrozenJson> {
    let mut named = Definitions::default();
    named.visit(node, &mut Vec::new());
    let mut renderer = Renderer { out: JsonWriter::new(), direction, named, aliases };
    renderer.begin()?;
    let plain = node.follow();
    renderer.plain(plain, node.nullable || plain.nullable, &Meta::NONE)?;
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

/// Types that come back to themselves: they are rendered once, under `$defs`, and referred to.
#[derive(Default)]
struct Definitions<'a> {
    done: Vec<TypeId>,
    recursive: Vec<(Identity, String, &'a Node)>,
    /// Schemas of foreign types, and what their definitions are called here.
    foreign: Vec<(&'static RawSchema, Vec<(String, String)>)>,
}

impl<'a> Definitions<'a> {
    fn visit(&mut self, node: &'a Node, above: &mut Vec<TypeId>) {
        if let Some(identity) = node.identity {
            if above.contains(&identity.id) {
                return self.name(identity, node);
            }
            if self.done.contains(&identity.id) {
                return;
            }
            above.push(identity.id);
        }
        match &node.shape {
            Shape::Array(array) => self.visit(array.item.get(), above),
            Shape::Map(map) => self.visit(map.value.get(), above),
            Shape::Link(link) => self.visit(link.get(), above),
            Shape::Object(object) => {
                for row in object.rows.iter() {
                    self.visit(row.node.get(), above);
                }
                if let Some(rest) = object.rest {
                    self.visit(rest.get(), above);
                }
            }
            Shape::Foreign(schema) => self.adopt(schema()),
            Shape::Tuple(items) => {
                for item in items.iter() {
                    self.visit(item.get(), above);
                }
            }
            Shape::Union(union) => {
                for form in union.forms.iter() {
                    self.visit(form.node.get(), above);
                }
            }
            _ => {}
        }
        if let Some(identity) = node.identity {
            above.pop();
            self.done.push(identity.id);
        }
    }

    /// Instantiations of one generic type share a name: the later ones get a number.
    fn name(&mut self, identity: Identity, node: &'a Node) {
        if self.find(identity.id).is_some() {
            return;
        }
        // A `$ref` is a URI: other characters would have to be escaped in two ways at once.
        let legal = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let plain: String = identity.name.chars().map(legal).collect();
        let name = self.free(&plain);
        self.recursive.push((identity, name, node));
    }

    /// A name that no definition has.
    fn free(&self, plain: &str) -> String {
        let taken = |name: &String| {
            self.recursive.iter().any(|(_, other, _)| other == name)
                || self.foreign.iter().flat_map(|(_, names)| names).any(|(_, other)| other == name)
        };
        let mut name = plain.to_owned();
        let mut number = 2;
        while taken(&name) {
            name = format!("{plain}{number}");
            number += 1;
        }
        name
    }

    /// The definitions of a foreign schema are ours, under names that are free.
    fn adopt(&mut self, schema: &'static RawSchema) {
        if self.foreign.iter().any(|(known, _)| std::ptr::eq(*known, schema)) {
            return;
        }
        let definitions = schema.document().get("$defs");
        let mut names: Vec<(String, String)> = Vec::new();
        for (old, _) in definitions.iter().flat_map(|definitions| definitions.entries()) {
            let mut new = self.free(&old);
            while names.iter().any(|(_, taken)| *taken == new) {
                new.push('_');
            }
            names.push((old.into_owned(), new));
        }
        self.foreign.push((schema, names));
    }

    fn foreign_names(&self, schema: &RawSchema) -> Vec<(String, String)> {
        let found = self.foreign.iter().find(|(known, _)| std::ptr::eq(*known, schema));
        found.map(|(_, names)| names.clone()).unwrap_or_default()
    }

    fn find(&self, id: TypeId) -> Option<&str> {
        let found = self.recursive.iter().find(|(identity, ..)| identity.id == id);
        found.map(|(_, name, _)| name.as_str())
    }
}

struct Renderer<'a> {
    out: JsonWriter,
    direction: Direction,
    named: Definitions<'a>,
    /// Other names are told.
    aliases: bool,
}

impl Renderer<'_> {
    fn begin(&mut self) -> Result {
        self.out.begin_object()
    }

    fn text(&mut self, key: &str, value: &str) -> Result {
        self.out.key(key)?;
        self.out.str(value)
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
        if let Some(kind) = kind(&node.shape) {
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
                // Without a schema of their own the values of an open object need no word.
                if !matches!(map.value.get().shape, Shape::Any) {
                    self.out.key("additionalProperties")?;
                    self.link(&map.value)?;
                }
                self.count("minProperties", map.min, 0)?;
                self.count("maxProperties", map.max, u32::MAX)
            }
            Shape::Object(object) => self.object(object),
        }
    }

    fn tuple(&mut self, items: &[Link]) -> Result {
        self.out.key("prefixItems")?;
        self.out.begin_array()?;
        for item in items {
            self.link(item)?;
        }
        self.out.end_array()?;
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        self.count("minItems", count, 0)?;
        self.count("maxItems", count, u32::MAX)
    }

    /// Forms without a tag are alternatives (`anyOf`); with one they exclude each other (`oneOf`).
    fn union(&mut self, union: &Union, nullable: bool) -> Result {
        self.out.key(match union.tagging {
            Tagging::Untagged => "anyOf",
            Tagging::Key(_) | Tagging::Outer => "oneOf",
        })?;
        self.out.begin_array()?;
        for form in union.forms.iter() {
            self.form(form, &union.tagging)?;
        }
        if nullable {
            self.begin()?;
            self.text("type", "null")?;
            self.out.end_object()?;
        }
        self.out.end_array()
    }

    fn form(&mut self, form: &Form, tagging: &Tagging) -> Result {
        let meta = Meta { description: form.description, ..Meta::NONE };
        match tagging {
            Tagging::Untagged | Tagging::Key(_) => self.schema(form.node.get(), &meta),
            Tagging::Outer => self.outer(form, &meta),
        }
    }

    /// `"name"`, or `{"name": ..}`.
    fn outer(&mut self, form: &Form, meta: &Meta) -> Result {
        self.begin()?;
        if matches!(form.node.get().shape, Shape::Null) {
            self.text("type", "string")?;
            self.about(meta, &[])?;
            self.text("const", &form.name)?;
            return self.out.end_object();
        }
        self.text("type", "object")?;
        self.about(meta, &[])?;
        self.out.key("properties")?;
        self.begin()?;
        self.out.key(&form.name)?;
        self.schema(form.node.get(), &Meta::NONE)?;
        self.out.end_object()?;
        self.out.key("required")?;
        self.out.begin_array()?;
        self.out.str(&form.name)?;
        self.out.end_array()?;
        self.out.key("additionalProperties")?;
        self.out.bool(false)?;
        self.out.end_object()
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
        let mut description = meta.description.unwrap_or_default().to_owned();
        for choice in choices {
            if let Some(text) = choice.description {
                if !description.is_empty() {
                    description.push('\n');
                }
                _ = write!(description, "`{}`: {text}", &*choice.text);
            }
        }
        if !description.is_empty() {
            self.text("description", &description)?;
        }
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

    fn integer(&mut self, int: &Int) -> Result {
        if int.show_lo {
            self.out.key("minimum")?;
            self.out.i128(int.lo)?;
        }
        if int.show_hi {
            self.out.key("maximum")?;
            self.out.i128(int.hi)?;
        }
        if int.nonzero && int.lo < 0 {
            self.out.key("not")?;
            self.begin()?;
            self.out.key("const")?;
            self.out.i128(0)?;
            self.out.end_object()?;
        }
        self.step(int)
    }

    fn step(&mut self, int: &Int) -> Result {
        if int.step > 1 {
            self.out.key("multipleOf")?;
            self.out.u128(int.step)?;
        }
        Ok(())
    }

    fn float(&mut self, float: &Float) -> Result {
        if float.show_lo {
            self.out.key(if float.lo_open { "exclusiveMinimum" } else { "minimum" })?;
            self.number(float.lo)?;
        }
        if float.show_hi {
            self.out.key(if float.hi_open { "exclusiveMaximum" } else { "maximum" })?;
            self.number(float.hi)?;
        }
        if float.step != 0.0 {
            self.out.key("multipleOf")?;
            self.number(float.step)?;
        }
        Ok(())
    }

    /// `10`, not `10.0`.
    #[allow(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    fn number(&mut self, value: f64) -> Result {
        if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
            self.out.i128(value as i128)
        } else {
            self.out.f64(value)
        }
    }

    fn string(&mut self, text: &Text) -> Result {
        self.count("minLength", text.min, 0)?;
        self.count("maxLength", text.max, u32::MAX)?;
        if let Some(pattern) = &text.pattern {
            self.text("pattern", pattern.get().source())?;
        }
        if text.base64 {
            self.text("contentEncoding", "base64")?;
        }
        match text.format {
            Some(format) => self.text("format", format.name()),
            None => Ok(()),
        }
    }

    fn object(&mut self, object: &Object) -> Result {
        self.out.key("properties")?;
        self.begin()?;
        for row in object.rows.iter() {
            self.out.key(&row.key.name)?;
            self.row(row)?;
        }
        self.out.end_object()?;
        self.other_names(
            object
                .rows
                .iter()
                .flat_map(|row| row.aliases.iter().map(|alias| (&*alias.name, &*row.key.name))),
        )?;
        let required = |row: &&Row| row.required || self.direction == Direction::Output;
        let required: Vec<&Row> = object.rows.iter().filter(required).collect();
        if !required.is_empty() {
            self.out.key("required")?;
            self.out.begin_array()?;
            for row in required {
                self.out.str(&row.key.name)?;
            }
            self.out.end_array()?;
        }
        if let Some(rest) = &object.rest {
            self.out.key("additionalProperties")?;
            return self.link(rest);
        }
        if object.deny {
            self.out.key("additionalProperties")?;
            self.out.bool(false)?;
        }
        Ok(())
    }

    fn other_names<'n>(&mut self, names: impl Iterator<Item = (&'n str, &'n str)>) -> Result {
        let mut names = names.peekable();
        if !self.aliases || names.peek().is_none() {
            return Ok(());
        }
        self.out.key(ALIASES)?;
        self.begin()?;
        for (alias, name) in names {
            self.text(alias, name)?;
        }
        self.out.end_object()
    }

    /// A property: in results an `Option` is always there and may be `null`.
    fn row(&mut self, row: &Row) -> Result {
        let node = row.node.get();
        let nullable = node.nullable || (node.optional && self.direction == Direction::Output);
        self.begin()?;
        self.refer(node, nullable, &row.meta)?;
        if let Some(default) = &row.default
            && self.direction == Direction::Input
        {
            self.out.key("default")?;
            self.raw(default.text)?;
        }
        self.out.end_object()
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
