//! A document as the type that reads it takes it: names in one of their spellings, and what absent keys stand for.

use super::layout::Layout;
use super::pick::without;
use super::union::{Data, Form, Tagging};
use super::walk::{STEPS, STEPS_EACH, next_form};
use super::{Choice, Direction, Key, Map, Node, Nodes, Object, Root, Row, Shape, Union};
use crate::json::{Cursor, FrozenJson, Integer, JsonKind, JsonWriter, LossyError, MAX_DEPTH_LIMIT};
use std::borrow::Cow;

/// Levels that are gone down: as many as the walker does.
const DEEPEST: usize = 512;

/// Defaults that are filled in within one: a document of defaults within defaults could be longer than any reader's
/// patience.
const DEFAULTS: usize = 1 << 10;

/// The document as a type reads it: aliases of keys and of variants are the advertised names, absent keys have their
/// defaults, `null` in place of an absent key is none, and numbers are written in one way of many. Where the type reads
/// anything, and where the document does not fit, it stays as it is.
///
/// It reads as the same value; but names and defaults of one form of an untagged union may make of it what an earlier form
/// takes, and then it reads as that one, with the same names and values. Of a schema that came as text there are numbers only: no body sees its defaults.
///
/// ```
/// use dsh_tools::schema::effective;
/// use dsh_tools::{FrozenJson, ToolArgs, ToolValue};
///
/// #[derive(ToolArgs)]
/// struct Page {
///     #[arg(alias = "page")]
///     number: u32,
///     #[arg(default = 20)]
///     rows: u32,
/// }
///
/// let written = FrozenJson::parse(r#"{"page": 2.0, "rows": null}"#)?;
/// assert_eq!(effective(&written, Page::NODE).to_string(), r#"{"number":2,"rows":20}"#);
/// # Ok::<(), dsh_tools::json::JsonError>(())
/// ```
pub fn effective(document: &FrozenJson, root: impl Into<Root>) -> FrozenJson {
    let root = root.into();
    let written = match root.table {
        None => read(document, &root),
        Some(_) => plain(document),
    };
    match written {
        Ok(written) if written.text() != document.text() => written,
        _ => document.clone(),
    }
}

fn read(document: &FrozenJson, table: &Root) -> Result<FrozenJson, LossyError> {
    let steps = STEPS.saturating_add(STEPS_EACH.saturating_mul(document.weight()));
    let mut writer = Writer {
        nodes: table.nodes(),
        out: JsonWriter::with_depth(MAX_DEPTH_LIMIT),
        defaults: None,
        steps,
        left: steps,
        tried: false,
    };
    writer.write(document.root(), writer.nodes.get(table.link), 0)?;
    writer.out.finish()
}

/// The document with numbers written in one way of many, and nothing else changed.
fn plain(document: &FrozenJson) -> Result<FrozenJson, LossyError> {
    let mut out = JsonWriter::with_depth(MAX_DEPTH_LIMIT);
    write_plain(document.root(), &mut out)?;
    out.finish()
}

fn write_plain(value: Cursor<'_>, out: &mut JsonWriter) -> Result<(), LossyError> {
    match value.kind() {
        JsonKind::Array => {
            out.begin_array()?;
            for item in value.items() {
                write_plain(item, out)?;
            }
            out.end_array()
        }
        JsonKind::Object => {
            out.begin_object()?;
            for (key, value) in value.entries() {
                out.key(&key)?;
                write_plain(value, out)?;
            }
            out.end_object()
        }
        JsonKind::Number => write_number(value, out, true),
        _ => out.json(value),
    }
}

/// An integer with all its digits, a fraction as its shortest double where that is the number exactly. A zero has a sign
/// only `as_float`.
fn write_number(value: Cursor<'_>, out: &mut JsonWriter, as_float: bool) -> Result<(), LossyError> {
    let Some(number) = value.number() else {
        return out.json(value);
    };
    match number.integer() {
        Integer::Fits { negative: true, magnitude: 0 } if as_float => out.f64(-0.0),
        Integer::Fits { negative: true, magnitude } => match 0_i128.checked_sub_unsigned(magnitude)
        {
            Some(number) => out.i128(number),
            None => out.json(value),
        },
        Integer::Fits { negative: false, magnitude } => out.u128(magnitude),
        Integer::Huge { .. } | Integer::Fraction => match number.exact_double() {
            Some(_) => out.f64(number.f64()),
            None => out.json(value),
        },
    }
}

struct Writer<'a> {
    nodes: Nodes<'a>,
    out: JsonWriter,
    /// Within a default: how many more may be filled in.
    defaults: Option<usize>,
    /// Steps that a trial may take of what was tried before as a part of something else.
    steps: u64,
    /// What all others may take together.
    left: u64,
    /// What is written was tried before as a part of something else, and fits.
    tried: bool,
}

impl<'a> Writer<'a> {
    fn write(&mut self, value: Cursor<'_>, node: &'a Node, depth: usize) -> Result<(), LossyError> {
        let depth = depth + 1;
        if value.is_null() || depth > DEEPEST {
            return self.out.json(value);
        }
        match (&self.nodes.follow(node).shape, value.kind()) {
            (Shape::Int(_) | Shape::Integers(..), JsonKind::Number) => {
                write_number(value, &mut self.out, false)
            }
            (Shape::Float(_), JsonKind::Number) => write_number(value, &mut self.out, true),
            (Shape::Choice(choices), JsonKind::String) => {
                let text = value.as_str().unwrap_or_default();
                self.out.str(advertised(choices, &text).unwrap_or(&text))
            }
            (Shape::Array(array), JsonKind::Array) => {
                let item = self.nodes.get(array.item);
                self.out.begin_array()?;
                for value in value.items() {
                    self.write(value, item, depth)?;
                }
                self.out.end_array()
            }
            (Shape::Tuple(places), JsonKind::Array) => {
                self.out.begin_array()?;
                for (at, value) in value.items().enumerate() {
                    match places.get(at) {
                        Some(place) => self.write(value, self.nodes.get(*place), depth)?,
                        None => self.out.json(value)?,
                    }
                }
                self.out.end_array()
            }
            (Shape::Map(map), JsonKind::Object) => self.write_map(value, map, depth),
            (Shape::Object(object), JsonKind::Object) => self.write_object(value, object, depth),
            (Shape::Union(union), _) => self.write_union(value, union, depth),
            _ => self.out.json(value),
        }
    }

    fn write_map(
        &mut self,
        value: Cursor<'_>,
        map: &'a Map,
        depth: usize,
    ) -> Result<(), LossyError> {
        let keys = map.keys.map(|keys| &self.nodes.follow(self.nodes.get(keys)).shape);
        let mut written: Vec<Cow<'a, str>> = Vec::new();
        self.out.begin_object()?;
        for (key, entry) in value.entries() {
            let name = match keys {
                Some(Shape::Choice(choices)) => advertised(choices, &key).filter(|name| {
                    value.get(name).is_none() && !written.iter().any(|known| *known == **name)
                }),
                _ => None,
            };
            if let Some(name) = name {
                written.push(Cow::Borrowed(name));
            }
            self.out.key(name.unwrap_or(&key))?;
            self.write(entry, self.nodes.get(map.value), depth)?;
        }
        self.out.end_object()
    }

    fn write_object(
        &mut self,
        value: Cursor<'_>,
        object: &'a Object,
        depth: usize,
    ) -> Result<(), LossyError> {
        let layout = object.layout();
        let away = Self::away(value, object, &layout);
        let mut seen = vec![false; layout.rows.len()];
        let nodes = self.nodes;
        let is_absent = |row: &Row, value: Cursor<'_>| value.is_null() && row.null_is_absent(nodes);
        let is_taken =
            |row: &Row| value.get(&row.key.name).is_some_and(|value| !is_absent(row, value));
        let mut hint = 0;
        self.out.begin_object()?;
        for (key, entry) in value.raw_entries() {
            let found = object.locate(key, &mut hint);
            let known = found.and_then(|at| Some((layout.rows.get(at)?.row, seen.get_mut(at)?)));
            let text = key.text();
            let Some((row, seen)) = known else {
                self.out.key(&text)?;
                match object.rest {
                    Some(rest) => self.write(entry, nodes.get(rest), depth)?,
                    None => self.out.json(entry)?,
                }
                continue;
            };
            if is_absent(row, entry) {
                continue;
            }
            // Of two names of one key the call will not pass: each stays what it is.
            let is_own = *row.key.name == *text;
            let name = if is_own || (!*seen && !is_taken(row)) { &row.key.name } else { &*text };
            *seen = true;
            self.out.key(name)?;
            self.write(entry, nodes.get(row.node), depth)?;
        }
        for (placed, seen) in layout.rows.iter().zip(seen) {
            let is_away = placed
                .group
                .is_some_and(|group| away.iter().any(|away| layout.is_within(group, *away)));
            if !seen && !is_away {
                self.write_default(placed.row, depth)?;
            }
        }
        self.out.end_object()
    }

    /// What an absent key stands for.
    fn write_default(&mut self, row: &'a Row, depth: usize) -> Result<(), LossyError> {
        let Some(default) = row.default else {
            return Ok(());
        };
        let around = self.defaults;
        let left = around.unwrap_or(DEFAULTS);
        if default.defect().is_some() || default.says_nothing(row) || left == 0 {
            return Ok(());
        }
        self.defaults = Some(left - 1);
        self.out.key(&row.key.name)?;
        self.write(default.document().root(), self.nodes.get(row.node), depth)?;
        if around.is_none() {
            self.defaults = None;
        }
        Ok(())
    }

    /// The groups of rows of which none is there: they are not there at all.
    fn away(value: Cursor<'_>, object: &'a Object, layout: &Layout<'a>) -> Vec<usize> {
        let mut away: Vec<usize> = (0..layout.groups.len()).collect();
        for (key, entry) in value.raw_entries() {
            if away.is_empty() {
                break;
            }
            let placed = object.locate(key, &mut 0).and_then(|row| layout.rows.get(row));
            if let Some(placed) = placed
                && let Some(group) = placed.group
                && placed.row.shows(entry, Direction::Input)
            {
                away.retain(|away| !layout.is_within(group, *away));
            }
        }
        away
    }

    fn write_union(
        &mut self,
        value: Cursor<'_>,
        union: &'a Union,
        depth: usize,
    ) -> Result<(), LossyError> {
        match &union.tagging {
            Tagging::Outer => self.write_outer(value, union, depth),
            Tagging::Key(key) => self.write_keyed(value, union, key, depth),
            Tagging::Untagged => match self.fitting(value, union) {
                Some(form) => {
                    let before = std::mem::replace(&mut self.tried, true);
                    let written = self.write(value, self.nodes.get(form.node), depth);
                    self.tried = before;
                    written
                }
                None => self.out.json(value),
            },
        }
    }

    /// The first form that the value has. The parts of what was tried took no more steps than the whole.
    fn fitting(&mut self, value: Cursor<'_>, union: &'a Union) -> Option<&'a Form> {
        let steps = if self.tried { self.steps } else { self.left };
        let (found, left) = next_form(value, union, 0, steps);
        if !self.tried {
            self.left = left.unwrap_or(0);
        }
        union.forms.get(found?)
    }

    /// The form is told by the only key, or is the string itself.
    fn write_outer(
        &mut self,
        value: Cursor<'_>,
        union: &'a Union,
        depth: usize,
    ) -> Result<(), LossyError> {
        if let Some(text) = value.as_str() {
            return self.out.str(union.named(&text).map_or(&*text, |form| &form.name));
        }
        let mut entries = value.entries();
        let (Some((key, content)), None) = (entries.next(), entries.next()) else {
            return self.out.json(value);
        };
        let Some(form) = union.named(&key) else {
            return self.out.json(value);
        };
        self.out.begin_object()?;
        self.out.key(&form.name)?;
        self.write(content, self.nodes.get(form.node), depth)?;
        self.out.end_object()
    }

    /// The form is told by a key.
    fn write_keyed(
        &mut self,
        value: Cursor<'_>,
        union: &'a Union,
        key: &Key,
        depth: usize,
    ) -> Result<(), LossyError> {
        let tag = value.get(&key.name).and_then(Cursor::as_str).unwrap_or_default();
        let Some(form) = union.named(&tag) else {
            return self.out.json(value);
        };
        let node = self.nodes.get(form.node);
        if form.data == Data::Beside {
            let beside = without(value, key)?;
            let content = self.apart(beside.root(), node, depth)?;
            self.out.begin_object()?;
            self.out.key(&key.name)?;
            self.out.str(&form.name)?;
            for (key, value) in content.root().entries() {
                self.out.key(&key)?;
                self.out.json(value)?;
            }
            return self.out.end_object();
        }
        if *form.name == *tag {
            return self.write(value, node, depth);
        }
        let mut renamed = JsonWriter::with_depth(MAX_DEPTH_LIMIT);
        renamed.begin_object()?;
        for (name, value) in value.entries() {
            renamed.key(&name)?;
            if *name == *key.name { renamed.str(&form.name)? } else { renamed.json(value)? }
        }
        renamed.end_object()?;
        self.write(renamed.finish()?.root(), node, depth)
    }

    /// The same in a document of its own.
    fn apart(
        &mut self,
        value: Cursor<'_>,
        node: &'a Node,
        depth: usize,
    ) -> Result<FrozenJson, LossyError> {
        let around = std::mem::replace(&mut self.out, JsonWriter::with_depth(MAX_DEPTH_LIMIT));
        let written = self.write(value, node, depth);
        let apart = std::mem::replace(&mut self.out, around);
        written.and_then(|()| apart.finish())
    }
}

/// The advertised name of what an accepted one names.
fn advertised<'a>(choices: &'a [Choice], text: &str) -> Option<&'a str> {
    let said = choices.iter().find(|choice| choice.alias && *choice.text == *text)?;
    let is_it = |choice: &&Choice| !choice.alias && choice.variant == said.variant;
    choices.iter().find(is_it).map(|choice| &*choice.text)
}
