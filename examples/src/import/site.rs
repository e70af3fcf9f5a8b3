//! Places of schemas, and what `$ref` and `allOf` lay together there.

use super::json::{Json, escape};
use std::collections::HashMap;

/// A schema at a place, or what is left of it.
#[derive(Clone, Debug)]
pub(crate) struct Part<'a> {
    /// The schema.
    pub(crate) json: &'a Json,
    /// Its JSON Pointer.
    pub(crate) at: String,
    /// Keywords that count for nothing: a union that was taken apart, references that were followed.
    pub(crate) without: Vec<&'static str>,
    /// What it says beside the shape belongs elsewhere.
    pub(crate) bare: bool,
}

impl<'a> Part<'a> {
    /// A whole schema.
    #[must_use]
    pub(crate) const fn new(json: &'a Json, at: String) -> Self {
        Self { json, at, without: Vec::new(), bare: false }
    }
}

/// A place: a value must fit all of the parts.
pub(crate) type Site<'a> = Vec<Part<'a>>;

/// A schema as a whole.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    root: &'a Json,
    /// `$ref` stands alone, as drafts before 2019-09 have it.
    pub(crate) lone_refs: bool,
    /// How often each place is referred to.
    pub(crate) targets: HashMap<String, usize>,
    anchors: HashMap<String, (String, &'a Json)>,
}

/// Nested schemas are followed to this depth when references are looked for.
const DEPTH: usize = 128;

impl<'a> Document<'a> {
    /// Reads what the document says of itself.
    #[must_use]
    pub(crate) fn new(root: &'a Json) -> Self {
        let dialect = root.get("$schema").and_then(Json::as_str).unwrap_or_default();
        let lone_refs = ["draft-03", "draft-04", "draft-06", "draft-07"]
            .iter()
            .any(|draft| dialect.contains(draft));
        let (targets, anchors) = (HashMap::new(), HashMap::new());
        let mut document = Self { root, lone_refs, targets, anchors };
        document.visit_anchors(root, "", 0);
        document.visit_refs(root, 0);
        document
    }

    fn visit_anchors(&mut self, json: &'a Json, at: &str, depth: usize) {
        if depth > DEPTH {
            return;
        }
        if let Some(anchor) = json.get("$anchor").and_then(Json::as_str) {
            self.anchors.entry(anchor.to_owned()).or_insert_with(|| (at.to_owned(), json));
        }
        for (key, value) in json.entries() {
            self.visit_anchors(value, &format!("{at}/{}", escape(key)), depth + 1);
        }
        for (number, value) in json.items().iter().enumerate() {
            self.visit_anchors(value, &format!("{at}/{number}"), depth + 1);
        }
    }

    fn visit_refs(&mut self, json: &'a Json, depth: usize) {
        if depth > DEPTH {
            return;
        }
        if let Some(reference) = json.get("$ref").and_then(Json::as_str)
            && let Ok((at, _)) = self.resolve(reference)
        {
            *self.targets.entry(at).or_default() += 1;
        }
        for (_, value) in json.entries() {
            self.visit_refs(value, depth + 1);
        }
        for value in json.items() {
            self.visit_refs(value, depth + 1);
        }
    }

    /// The place that a reference names.
    ///
    /// # Errors
    /// When it is elsewhere, or nowhere.
    pub(crate) fn resolve(&self, reference: &str) -> Result<(String, &'a Json), String> {
        let base = self.root.get("$id").and_then(Json::as_str).unwrap_or_default();
        let local = reference.strip_prefix(base.trim_end_matches('#')).unwrap_or(reference);
        let Some(fragment) = local.strip_prefix('#') else {
            if local.is_empty() && !reference.is_empty() {
                return Ok((String::new(), self.root));
            }
            return Err(format!("`{reference}` is another document"));
        };
        let fragment = decode(fragment);
        if fragment.is_empty() {
            return Ok((fragment, self.root));
        }
        let Some(path) = fragment.strip_prefix('/') else {
            return self
                .anchors
                .get(&fragment)
                .map(|(at, json)| (at.clone(), *json))
                .ok_or_else(|| format!("there is no anchor `{fragment}`"));
        };
        let mut json = self.root;
        for token in path.split('/') {
            let key = token.replace("~1", "/").replace("~0", "~");
            let below = match json {
                Json::Array(items) => key.parse().ok().and_then(|at: usize| items.get(at)),
                other => other.get(&key),
            };
            json = below.ok_or_else(|| format!("there is nothing at `{reference}`"))?;
        }
        Ok((fragment, json))
    }
}

/// Undoes `%20` and its like.
fn decode(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let (Some(byte), Some(rest)) = (byte, part.get(2..)) {
            bytes.push(byte);
            bytes.extend(rest.bytes());
        } else {
            bytes.push(b'%');
            bytes.extend(part.bytes());
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
