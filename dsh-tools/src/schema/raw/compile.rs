//! From the text of a schema to its nodes: a list of work instead of recursion, so that depth costs nothing.

#[cfg(feature = "jsonschema")]
use super::foreign;
use super::refer::Places;
use super::{Draft, RawSchemaError, RawSchemaOptions, Table, loops, tags};
use crate::json::{Cursor, FrozenJson, JsonKind};
use crate::schema::rules::Rules;
use crate::schema::shape::{Kind, Wide};
use crate::schema::{Kinds, Link, Node, Root, Shape};
use std::collections::HashMap;
use std::sync::Arc;

/// Bytes of a schema's text.
const MAX_TEXT: usize = 16 << 20;
/// Subschemas.
const MAX_NODES: usize = 1 << 17;
/// Patterns of one schema: each takes memory of its own, whatever its length.
const MAX_PATTERNS: usize = 1024;
/// Bytes of all their programs.
const MAX_PROGRAMS: usize = 64 << 20;
/// Steps of searches for the keys that the schema itself names.
const MAX_SEARCHES: u64 = 1 << 28;
/// Texts that are read once, wherever they stand: most leaves of a large schema are the same few ones.
pub(super) const SMALL_TEXT: usize = 96;

/// Anything, and nothing: the first nodes of every table.
pub(super) const ANY: Link = Link::Entry(0);
pub(super) const NEVER: Link = Link::Entry(1);

pub(super) struct Compiled {
    pub(super) root: Root,
    pub(super) arguments: Root,
    pub(super) draft: Draft,
}

#[inline]
pub(super) fn compile(
    document: &FrozenJson,
    options: &RawSchemaOptions,
) -> Result<Compiled, RawSchemaError> {
    let document = document
        .as_text()
        .map_err(|error| RawSchemaError::one(format!("the schema is no JSON document: {error}")))?;
    if document.text().is_some_and(|text| text.len() > MAX_TEXT) {
        return Err(RawSchemaError::one(format!("a schema has at most {MAX_TEXT} bytes of text")));
    }
    let draft = draft_of(&document, options)?;
    let mut compiler = Compiler::new(&document, options, draft);
    compiler.look_for_bases();
    let root = compiler.entry(document.root());
    compiler.run();
    #[cfg(feature = "jsonschema")]
    let root = compiler.whole(root);
    let arguments = compiler.arguments(root);
    let Compiler { mut nodes, sources, mut error, .. } = compiler;
    if options.tags {
        tags::find_nullable(&mut nodes);
        tags::find(&mut nodes);
    }
    if error.is_empty() {
        loops::check(&nodes, &sources, &document, &mut error);
    }
    #[cfg(feature = "jsonschema")]
    if error.is_empty() {
        foreign::build(&mut nodes, &sources, &document, options, draft, &mut error);
    }
    if !error.is_empty() {
        return Err(error);
    }
    let table = Arc::new(Table {
        nodes: nodes.into(),
        sources: sources.into(),
        document: document.clone(),
    });
    let rooted = |link| Root { table: Some(Arc::clone(&table)), link };
    Ok(Compiled { root: rooted(root), arguments: rooted(arguments), draft })
}

#[inline]
fn draft_of(document: &FrozenJson, options: &RawSchemaOptions) -> Result<Draft, RawSchemaError> {
    if let Some(draft) = options.draft {
        return Ok(draft);
    }
    let Some(named) = document.get("$schema") else {
        return Ok(Draft::default());
    };
    named.as_str().and_then(|uri| Draft::named(&uri)).ok_or_else(|| {
        let mut error = RawSchemaError::none();
        let known = "drafts 4, 6, 7, 2019-09 and 2020-12 are known";
        error.push(
            String::new(),
            Some("$schema"),
            format!(
                "names no edition of JSON Schema that is known: {known}; leave it out for 2020-12"
            ),
        );
        error
    })
}

pub(super) struct Compiler<'d> {
    pub(super) document: &'d FrozenJson,
    pub(super) options: &'d RawSchemaOptions,
    pub(super) draft: Draft,
    pub(super) error: RawSchemaError,
    pub(super) patterns: usize,
    pub(super) programs: usize,
    pub(super) searches_left: u64,
    /// What some references mean is only told while a value is checked.
    #[cfg(feature = "jsonschema")]
    pub(super) is_dynamic: bool,
    /// The schemas that such references may mean, once they are looked for.
    #[cfg(feature = "jsonschema")]
    pub(super) anchors: Option<Vec<Cursor<'d>>>,
    nodes: Vec<Node>,
    sources: Vec<u32>,
    work: Vec<(u32, Cursor<'d>)>,
    entries: HashMap<u32, u32>,
    pub(super) places: Places<'d>,
    texts: HashMap<&'d str, u32>,
    full: bool,
}

impl<'d> Compiler<'d> {
    #[inline]
    fn new(document: &'d FrozenJson, options: &'d RawSchemaOptions, draft: Draft) -> Self {
        Self {
            document,
            options,
            draft,
            error: RawSchemaError::none(),
            patterns: 0,
            programs: 0,
            searches_left: MAX_SEARCHES,
            #[cfg(feature = "jsonschema")]
            is_dynamic: false,
            #[cfg(feature = "jsonschema")]
            anchors: None,
            nodes: vec![Node::new(Shape::Any), Node::new(Shape::Never)],
            sources: vec![0, 0],
            work: Vec::new(),
            entries: HashMap::new(),
            places: Places::default(),
            texts: HashMap::new(),
            full: false,
        }
    }

    #[inline]
    fn run(&mut self) {
        // First come, first read: defects are told from the outside in.
        let mut next = 0;
        while let Some(&(number, cursor)) = self.work.get(next) {
            next += 1;
            let node = self.lower(cursor);
            if let Some(place) = self.nodes.get_mut(number as usize) {
                *place = node;
            }
        }
    }

    /// The node of a subschema, read later.
    #[inline]
    pub(super) fn entry(&mut self, cursor: Cursor<'d>) -> Link {
        match cursor.kind() {
            JsonKind::Bool if cursor.as_bool() == Some(true) => return ANY,
            JsonKind::Bool => return NEVER,
            JsonKind::Object if cursor.is_empty() => return ANY,
            JsonKind::Object => {}
            _ => {
                self.defect(cursor, None, "is no schema: a schema is an object or a boolean");
                return NEVER;
            }
        }
        let position = cursor.position(self.document);
        if let Some(number) = self.entries.get(&position) {
            return Link::Entry(*number);
        }
        let text = cursor.short_text(SMALL_TEXT);
        if let Some(number) = text.and_then(|text| self.texts.get(text)) {
            return Link::Entry(*number);
        }
        let Some(number) = self.reserve(position) else {
            return NEVER;
        };
        self.entries.insert(position, number);
        if let Some(text) = text {
            self.texts.insert(text, number);
        }
        self.work.push((number, cursor));
        Link::Entry(number)
    }

    #[inline]
    fn reserve(&mut self, position: u32) -> Option<u32> {
        if self.nodes.len() >= MAX_NODES {
            if !self.full {
                self.full = true;
                let message = format!("there are more than {MAX_NODES} subschemas");
                self.error.push(String::new(), None, message);
            }
            return None;
        }
        let number = u32::try_from(self.nodes.len()).ok()?;
        self.nodes.push(Node::new(Shape::Never));
        self.sources.push(position);
        Some(number)
    }

    /// A node that is part of what a subschema means.
    #[inline]
    pub(super) fn part(&mut self, of: Cursor<'d>, shape: Shape) -> Link {
        self.part_of(of, Node::new(shape))
    }

    #[inline]
    pub(super) fn part_of(&mut self, of: Cursor<'d>, node: Node) -> Link {
        match self.reserve(of.position(self.document)) {
            None => NEVER,
            Some(number) => {
                if let Some(place) = self.nodes.get_mut(number as usize) {
                    *place = node;
                }
                Link::Entry(number)
            }
        }
    }

    /// Arguments are an object, whatever the root says.
    #[inline]
    fn arguments(&mut self, root: Link) -> Link {
        let Link::Entry(number) = root else {
            return root;
        };
        let node = self.nodes.get(number as usize);
        if node.is_some_and(|node| {
            !node.nullable && matches!(node.shape, Shape::Object(_) | Shape::Map(_))
        }) {
            return root;
        }
        let parts = Box::from([(Kinds::ALL, root)]);
        let rules = Rules { kinds: Kinds::OBJECT, parts };
        self.part(self.document.root(), Shape::Wide(Wide(Kind::Rules(Box::new(rules)))))
    }

    #[inline]
    pub(super) fn defect(
        &mut self,
        at: Cursor<'d>,
        keyword: Option<&str>,
        message: impl Into<String>,
    ) {
        let pointer = if self.error.is_full() {
            String::new()
        } else {
            self.document.path_of(at.position(self.document)).pointer()
        };
        self.error.push(pointer, keyword, message.into());
    }

    /// Another pattern; whether there may be one.
    #[inline]
    pub(super) fn count_pattern(&mut self, at: Cursor<'d>, keyword: &str) -> bool {
        self.patterns += 1;
        if self.patterns == MAX_PATTERNS + 1 {
            let message = format!("is one pattern too many: a schema has at most {MAX_PATTERNS}");
            self.defect(at, Some(keyword), message);
        }
        self.patterns <= MAX_PATTERNS && self.programs <= MAX_PROGRAMS
    }

    /// Another program of so many bytes; whether there was room for it.
    #[inline]
    pub(super) fn count_program(&mut self, bytes: usize, at: Cursor<'d>, keyword: &str) -> bool {
        let fitted = self.programs <= MAX_PROGRAMS;
        self.programs = self.programs.saturating_add(bytes);
        let fits = self.programs <= MAX_PROGRAMS;
        if fitted && !fits {
            let message = format!(
                "is one pattern too many: the programs of a schema's patterns take at most {MAX_PROGRAMS} bytes"
            );
            self.defect(at, Some(keyword), message);
        }
        fits
    }
}
