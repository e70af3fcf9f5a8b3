//! Reading the fixtures, and the plain form of paths in which they are compared.

use dsh_tools::FrozenJson;
use dsh_tools::json::{Cursor, JsonKind, JsonPath, MAX_DEPTH_LIMIT, PathSegment};
use dsh_tools::schema::{Code, OutputSchemaError, SchemaViolation, SubsetCode, Violations};
use std::fmt::Write as _;

/// The rows of a fixture file.
pub(super) fn rows(text: &str) -> Vec<FrozenJson> {
    let file = FrozenJson::parse_with_depth(text, MAX_DEPTH_LIMIT).unwrap();
    assert_eq!(file.kind(), JsonKind::Array);
    file.root().items().map(Cursor::to_frozen).collect()
}

/// The identifier of a row.
pub(super) fn id(row: &FrozenJson) -> String {
    text(row.root(), "id")
}

pub(super) fn text(row: Cursor<'_>, key: &str) -> String {
    row.get(key).unwrap().as_str().unwrap().into_owned()
}

pub(super) fn flag(row: Cursor<'_>, key: &str) -> bool {
    row.get(key).unwrap().as_bool().unwrap()
}

/// A part of a row as a document; exactly as it is written in `value_text` where the row has one.
pub(super) fn document(row: Cursor<'_>, key: &str) -> FrozenJson {
    let part = row.get(key).unwrap_or_else(|| panic!("no `{key}` in {row}"));
    let exact = row.get("value_text").and_then(Cursor::as_str);
    let document = match exact.filter(|_| key != "schema" && key != "spec") {
        Some(text) => FrozenJson::parse(text.into_owned()).unwrap(),
        None => part.to_frozen(),
    };
    assert!(document.root().kind() == part.kind(), "{document} for {part}");
    document
}

/// The lines of `violations`, or of another key that holds lines.
pub(super) fn lines(row: Cursor<'_>, key: &str) -> Vec<String> {
    let lines = row.get(key).unwrap_or_else(|| panic!("no `{key}` in {row}"));
    lines.items().map(|line| line.as_str().unwrap().into_owned()).collect()
}

/// The place that a line speaks of: what stands before the last `: `, which no code holds.
pub(super) fn place_of(line: &str) -> &str {
    // A name in quotes may hold anything.
    match line.split_once(": required-undeclared ") {
        Some((place, _)) => place,
        None => line.rsplit_once(": ").unwrap().0,
    }
}

/// A path as the reference writes it.
pub(super) fn plain(path: &JsonPath, root: &str) -> String {
    let mut out = String::from(root);
    for segment in path.segments() {
        match segment {
            PathSegment::Index(index) => write!(out, "[{index}]").unwrap(),
            PathSegment::Key(key) if out.is_empty() => out.push_str(key),
            PathSegment::Key(key) => write!(out, ".{key}").unwrap(),
        }
    }
    out
}

/// The lines that the reference would write for our violations of the subset.
pub(super) fn schema_lines(error: &OutputSchemaError) -> Vec<String> {
    let line = |violation: SchemaViolation<'_>| {
        let place = plain(&violation.place(), "schema");
        match violation.undeclared() {
            Some(name) => {
                assert_eq!(violation.code(), SubsetCode::RequiredUndeclared);
                let quoted = serde_json::to_string(name).unwrap();
                format!("{place}: {} {quoted}", violation.code())
            }
            None => format!("{place}: {}", violation.code()),
        }
    };
    error.violations().map(line).collect()
}

/// The places of our violations of arguments: paths begin with a key, and what has none is called `arguments`.
pub(super) fn places_in_arguments(violations: &Violations) -> Vec<String> {
    let place = |(path, is_key): (JsonPath, bool)| {
        let place = plain(&path, "");
        // A value at an empty path is called as the root is, also the value of an empty key; a key is not.
        if place.is_empty() && !is_key { String::from("arguments") } else { place }
    };
    paths(violations).map(place).collect()
}

/// The places of our violations of a value: paths begin with `value`.
pub(super) fn places_in_value(violations: &Violations) -> Vec<String> {
    paths(violations).map(|(path, _)| plain(&path, "value")).collect()
}

/// Paths, and whether what is there is a key that is missing or undeclared.
fn paths(violations: &Violations) -> impl Iterator<Item = (JsonPath, bool)> {
    assert_eq!(violations.omitted(), 0);
    violations.iter().map(|violation| {
        let is_key = matches!(violation.code(), Code::Missing | Code::UnknownField);
        (path(violations.document().root(), &violation.pointer()), is_key)
    })
}

/// A JSON Pointer as a path; which steps are indices the document tells.
fn path(document: Cursor<'_>, pointer: &str) -> JsonPath {
    let mut path = JsonPath::root();
    let mut here = Some(document);
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        let is_index = here.is_some_and(|here| here.kind() == JsonKind::Array);
        if is_index {
            let index: usize = step.parse().unwrap();
            here = here.and_then(|here| here.at(index));
            path = path.index(index);
        } else {
            here = here.and_then(|here| here.get(&step));
            path = path.key(step);
        }
    }
    path
}

#[test]
fn plain_paths_escape_nothing() {
    let document = FrozenJson::parse(r#"{"a.b": [{"": {"0": 1}}]}"#).unwrap();
    let inner = path(document.root(), "/a.b/0//0");
    assert_eq!(plain(&inner, ""), "a.b[0]..0");
    assert_eq!(plain(&inner, "value"), "value.a.b[0]..0");
    assert_eq!(plain(&path(document.root(), ""), "value"), "value");
    assert_eq!(place_of("schema.required: required-undeclared \"a: b\""), "schema.required");
    assert_eq!(place_of("x: y: missing"), "x: y");
}
