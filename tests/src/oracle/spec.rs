//! A reader of the vocabulary in which authors of the reference write parameters: plain objects, compiled to schemas.
//!
//! Ours are Rust types; the reader exists for the fixtures alone. It stops at the first thing that it cannot read, as
//! the reference does, and what it writes goes through the subset check.

use super::fixtures::schema_lines;
use dsh_tools::json::{Cursor, JsonKind};
use dsh_tools::{FrozenJson, StructuredOutputSchema};
use std::fmt::Write as _;

/// Lines as the fixtures have them.
pub(super) type Refused = Vec<String>;

/// The schema of a tool's parameters: `{"name": spec, ..}`.
pub(super) fn parameters(spec: &FrozenJson) -> Result<StructuredOutputSchema, Refused> {
    let mut out = String::from(r#"{"type":"object""#);
    if spec.kind() != JsonKind::Object {
        return Err(vec![String::from("parameters: not-a-property-map")]);
    }
    properties(&mut out, spec.root(), "parameters").map_err(|line| vec![line])?;
    out.push('}');
    checked(&out)
}

/// The schema of a value.
pub(super) fn value(spec: &FrozenJson) -> Result<StructuredOutputSchema, Refused> {
    let mut out = String::new();
    schema(&mut out, spec.root(), "schema", Place::Value).map_err(|line| vec![line])?;
    checked(&out)
}

fn checked(text: &str) -> Result<StructuredOutputSchema, Refused> {
    let document = FrozenJson::parse(text).unwrap();
    StructuredOutputSchema::parse(document).map_err(|error| schema_lines(&error))
}

/// Where a spec stands: a property may say `"required": true` of itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Property,
    Value,
}

const ANNOTATIONS: [&str; 4] = ["description", "title", "default", "examples"];
const TYPES: [&str; 8] =
    ["string", "number", "integer", "boolean", "null", "object", "array", "json"];

/// The keywords that a spec may have beside its annotations.
fn keywords(kind: &str) -> &'static [&'static str] {
    match kind {
        "oneOf" => &["oneOf"],
        "json" => &["type"],
        "object" => &["type", "properties", "additionalProperties"],
        "array" => &["type", "items"],
        _ => &["type", "enum", "const"],
    }
}

fn schema(out: &mut String, spec: Cursor<'_>, path: &str, place: Place) -> Result<(), String> {
    if spec.kind() != JsonKind::Object {
        return Err(format!("{path}: not-a-schema-object"));
    }
    let named = spec.get("type").and_then(Cursor::as_str);
    let kind = match (&named, spec.get("oneOf")) {
        (None, Some(_)) => "oneOf",
        (Some(named), _) if TYPES.contains(&&**named) => named,
        _ => return Err(format!("{path}.type: bad-type")),
    };
    for (key, value) in spec.entries() {
        let known = keywords(kind).contains(&&*key) || ANNOTATIONS.contains(&&*key);
        match &*key {
            "required" if place == Place::Property && value.as_bool() != Some(true) => {
                return Err(format!("{path}.required: required-not-true"));
            }
            "required" if place == Place::Property => {}
            _ if known => {}
            _ => return Err(format!("{path}.{key}: unsupported-keyword")),
        }
    }
    let is_explicit = spec.get("additionalProperties").is_some_and(|it| it.as_bool().is_some());
    if kind == "object" && !is_explicit {
        return Err(format!("{path}.additionalProperties: openness-not-explicit"));
    }
    let mut between = '{';
    for (key, value) in spec.entries() {
        match &*key {
            "required" => continue,
            "type" if kind == "json" => continue,
            "properties" => {
                properties(out, value, &format!("{path}.properties"))?;
                continue;
            }
            _ => {}
        }
        write!(out, "{between}{}:", FrozenJson::string(&*key)).unwrap();
        between = ',';
        match &*key {
            "items" => schema(out, value, &format!("{path}.items"), Place::Value)?,
            "oneOf" => forms(out, value, path)?,
            _ => write!(out, "{value}").unwrap(),
        }
    }
    if between == '{' {
        out.push('{');
    }
    out.push('}');
    Ok(())
}

fn forms(out: &mut String, forms: Cursor<'_>, path: &str) -> Result<(), String> {
    out.push('[');
    for (at, form) in forms.items().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        schema(out, form, &format!("{path}.oneOf[{at}]"), Place::Value)?;
    }
    out.push(']');
    Ok(())
}

/// The entries `properties` and `required` of an object that is open and has an entry already.
fn properties(out: &mut String, specs: Cursor<'_>, path: &str) -> Result<(), String> {
    out.push_str(r#","properties":"#);
    let mut required = Vec::new();
    let mut between = '{';
    for (name, spec) in specs.entries() {
        write!(out, "{between}{}:", FrozenJson::string(&*name)).unwrap();
        between = ',';
        schema(out, spec, &format!("{path}.{name}"), Place::Property)?;
        if spec.get("required").is_some() {
            required.push(FrozenJson::string(&*name).to_string());
        }
    }
    out.push_str(if between == '{' { "{}" } else { "}" });
    if !required.is_empty() {
        write!(out, r#","required":[{}]"#, required.join(",")).unwrap();
    }
    Ok(())
}
