//! What a schema says, place by place, however it says it.
//!
//! `anyOf` with `null` and a list of types are the same, references are followed, a union's forms are called by what
//! they hold: two schemas that say the same have equal facts.

use crate::layers::{is_null, is_word, kinds, label, number, take, union, values, words};
use dsh_tools::schema::Format;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A fact by its place: `args.limit minimum`.
pub(crate) type Facts = BTreeMap<String, Value>;

/// The facts of a schema.
pub(crate) fn facts(root: &Value) -> Facts {
    let facts = |depth: usize| {
        let mut facts = Facts::new();
        Reader { root, facts: &mut facts }.visit(vec![root.clone()], "args", depth);
        facts
    };
    // A recursive schema has no end.
    facts(if root.to_string().contains("\"$ref\"") { 9 } else { 16 })
}

/// The schema with the one word of `OpenAPI` that is read as it is meant: `nullable`.
pub(crate) fn meant(schema: &Value) -> Value {
    match schema {
        Value::Object(keywords) => {
            let mut out: Map<String, Value> =
                keywords.iter().map(|(key, value)| (key.clone(), meant(value))).collect();
            let nullable = keywords.get("nullable") == Some(&Value::Bool(true));
            if let (true, Some(kind @ Value::String(_))) = (nullable, keywords.get("type")) {
                out.insert(String::from("type"), json!([kind, "null"]));
                out.remove("nullable");
            }
            Value::Object(out)
        }
        Value::Array(items) => items.iter().map(meant).collect(),
        other => other.clone(),
    }
}

/// Keywords that are the same wherever they stand.
const PLAIN: [&str; 9] = [
    "title",
    "description",
    "deprecated",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
    "uniqueItems",
];

/// Bounds.
const NUMBERS: [&str; 7] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minProperties",
    "maxProperties",
];

/// What is said of a place as a whole, not of its forms.
const ABOUT: [&str; 5] = ["title", "description", "deprecated", "default", "examples"];

/// The schemas of one place, and the forms of the union among them.
struct Place {
    layers: Vec<Value>,
    nullable: bool,
    forms: Option<Vec<Value>>,
}

impl Place {
    /// `null` may be one of several types.
    fn lift_null(&mut self) {
        let kinds = kinds(&self.layers);
        // Where no type is named `null` is one of any.
        self.nullable |= kinds.len() > 1 && kinds.contains(&"null");
        self.nullable &= self.forms.is_some() || !kinds.is_empty();
    }
}

/// One enum of strings that were listed one by one: what is said of each is read in the description of them all.
fn folded(layers: &[Value], forms: &[Value]) -> [Value; 1] {
    let values: Vec<Value> = forms.iter().flat_map(words).collect();
    let text = layers.iter().find_map(|layer| layer.get("description")).and_then(Value::as_str);
    let mut text = text.filter(|text| !text.trim().is_empty()).unwrap_or_default().to_owned();
    for form in forms {
        if let ([Value::String(word)], Some(said)) =
            (words(form).as_slice(), form.get("description").and_then(Value::as_str))
        {
            text += if text.is_empty() { "" } else { "\n" };
            _ = write!(text, "`{word}`: {said}");
        }
    }
    [if text.is_empty() {
        json!({"enum": values})
    } else {
        json!({"enum": values, "description": text})
    }]
}

struct Reader<'a> {
    root: &'a Value,
    facts: &'a mut Facts,
}

impl Reader<'_> {
    fn say(&mut self, at: &str, key: &str, value: Value) {
        self.facts.insert(format!("{at} {key}"), value);
    }

    /// All schemas of one place, the outermost first.
    fn visit(&mut self, schemas: Vec<Value>, at: &str, depth: usize) {
        let mut place = self.place(schemas);
        place.lift_null();
        let nullable = place.nullable;
        if self.read(place, at, depth) || nullable {
            self.say(at, "nullable", Value::Bool(true));
        }
    }

    /// A union of one schema and `null` is that schema.
    fn place(&self, schemas: Vec<Value>) -> Place {
        let mut layers = self.layers(schemas);
        let mut nullable = false;
        while let Some((number, keyword)) = union(&layers) {
            let members = take(&mut layers, number, keyword);
            let (null, others): (Vec<Value>, Vec<Value>) = members.into_iter().partition(is_null);
            nullable |= !null.is_empty();
            if !others.is_empty() && others.iter().all(is_word) {
                layers.splice(0..0, folded(&layers, &others));
                continue;
            }
            if others.len() != 1 {
                return Place { layers, nullable, forms: Some(others) };
            }
            layers.extend(self.layers(others));
        }
        Place { layers, nullable, forms: None }
    }

    /// Whether `null` is legal within a form, and so of the whole.
    fn read(&mut self, place: Place, at: &str, depth: usize) -> bool {
        let Place { layers, forms, .. } = place;
        let first = |key: &str| layers.iter().find_map(|layer| layer.get(key)).cloned();
        for key in ABOUT {
            match first(key) {
                Some(Value::String(text)) if text.trim().is_empty() && key != "default" => {}
                Some(Value::Bool(false)) if key == "deprecated" => {}
                Some(value) => self.say(at, key, number(&value)),
                None => {}
            }
        }
        let plain = |layer: Value| {
            let mut layer = layer.as_object().cloned().unwrap_or_default();
            layer.retain(|key, _| !ABOUT.contains(&&**key));
            Value::Object(layer)
        };
        if let Some(forms) = forms {
            let around: Vec<Value> = layers.into_iter().map(plain).collect();
            let forms = forms.into_iter().map(|form| {
                let mut all = self.layers(vec![form]);
                all.extend(around.iter().cloned());
                all
            });
            let forms: Vec<Vec<Value>> = forms.collect();
            return self.forms(forms, at, depth);
        }
        let mut kinds = kinds(&layers);
        if kinds.len() > 1 {
            kinds.retain(|kind| *kind != "null");
        }
        if kinds.len() > 1 && kinds.len() < 6 {
            let forms = kinds.iter().map(|kind| {
                let mut one: Vec<Value> = vec![json!({"type": kind})];
                one.extend(layers.iter().cloned().map(plain));
                one
            });
            let forms: Vec<Vec<Value>> = forms.collect();
            return self.forms(forms, at, depth);
        }
        match kinds.first() {
            Some(kind) if kinds.len() == 1 => self.one(&layers, kind, at, depth),
            _ => {}
        }
        false
    }

    /// References and `allOf` as schemas beside each other.
    fn layers(&self, schemas: Vec<Value>) -> Vec<Value> {
        let mut layers: Vec<Value> = Vec::new();
        let mut next = schemas;
        while !next.is_empty() && layers.len() < 64 {
            let mut after = Vec::new();
            for schema in next {
                let Value::Object(mut schema) = schema else { continue };
                if let Some(Value::String(target)) = schema.remove("$ref") {
                    let target = target.strip_prefix('#').and_then(|at| self.root.pointer(at));
                    after.extend(target.cloned());
                }
                if let Some(Value::Array(members)) = schema.remove("allOf") {
                    after.extend(members);
                }
                layers.push(Value::Object(schema));
            }
            next = after;
        }
        layers
    }

    fn forms(&mut self, forms: Vec<Vec<Value>>, at: &str, depth: usize) -> bool {
        let mut nullable = false;
        if depth == 0 {
            return nullable;
        }
        let mut names: Vec<String> = Vec::new();
        for form in forms {
            let mut place = self.place(form);
            place.lift_null();
            nullable |= place.nullable;
            let kinds = kinds(&place.layers).into_iter().filter(|kind| *kind != "null").count();
            let name = if place.forms.is_some() || (2..6).contains(&kinds) {
                String::from("union")
            } else {
                label(&place.layers)
            };
            let again = names.iter().filter(|other| **other == name).count();
            names.push(name.clone());
            let at =
                if again == 0 { format!("{at}|{name}") } else { format!("{at}|{name}#{again}") };
            self.say(&at, "form", Value::Bool(true));
            nullable |= self.read(place, &at, depth - 1);
        }
        nullable
    }

    /// A place with one type.
    fn one(&mut self, layers: &[Value], kind: &str, at: &str, depth: usize) {
        let first = |key: &str| layers.iter().find_map(|layer| layer.get(key));
        let values = values(layers);
        let whole = |value: &Value| value.as_f64().is_some_and(|value| value.fract() == 0.0);
        let kind = match &values {
            Some(values) if kind == "number" && values.iter().all(whole) => "integer",
            _ => kind,
        };
        self.say(at, "type", kind.into());
        if let Some(values) = values {
            let mut values: Vec<String> = values
                .iter()
                .filter(|value| !value.is_null())
                .map(|value| number(value).to_string())
                .collect();
            values.sort();
            self.say(at, "enum", json!(values));
        }
        let concerns: &[&str] = match kind {
            "string" => &["minLength", "maxLength", "pattern"],
            "array" => &["minItems", "maxItems", "uniqueItems"],
            _ => &[],
        };
        for key in PLAIN.iter().filter(|key| concerns.contains(key)) {
            match first(key) {
                Some(Value::Number(zero))
                    if zero.as_f64() == Some(0.0) && key.starts_with("min") => {}
                Some(Value::Bool(false)) | None => {}
                Some(value) => self.say(at, key, number(value)),
            }
        }
        if let Some(Value::String(format)) = first("format")
            && kind == "string"
            && Format::named(format).is_some()
        {
            self.say(at, "format", json!(format));
        }
        for key in NUMBERS {
            let of_objects = key.ends_with("Properties");
            let value =
                first(key).filter(|_| kind == "integer").map(|bound| match (key, bound.as_i64()) {
                    // Of integers these are the same bound.
                    ("exclusiveMinimum", Some(bound)) => ("minimum", json!(bound + 1)),
                    ("exclusiveMaximum", Some(bound)) => ("maximum", json!(bound - 1)),
                    _ => (key, bound.clone()),
                });
            if let Some((key, bound)) = value {
                if !of_objects {
                    self.say(at, key, number(&bound));
                }
            } else if let Some(value) = first(key)
                && of_objects == (kind == "object")
                && (of_objects || ["integer", "number"].contains(&kind))
                && !(of_objects && value.as_f64() == Some(0.0))
            {
                self.say(at, key, number(value));
            }
        }
        if depth == 0 {
            return;
        }
        match kind {
            "array" => self.array(layers, at, depth),
            "object" => self.object(layers, at, depth),
            _ => {}
        }
    }

    fn array(&mut self, layers: &[Value], at: &str, depth: usize) {
        let prefix = layers.iter().find_map(|layer| {
            let list = layer.get("items").filter(|items| items.is_array());
            layer.get("prefixItems").or(list).and_then(Value::as_array)
        });
        if let Some(prefix) = prefix {
            for (number, schema) in prefix.iter().enumerate() {
                self.visit(vec![schema.clone()], &format!("{at}[{number}]"), depth - 1);
            }
            return;
        }
        let items = layers.iter().filter_map(|layer| layer.get("items").cloned());
        self.visit(items.collect(), &format!("{at}[]"), depth - 1);
    }

    fn object(&mut self, layers: &[Value], at: &str, depth: usize) {
        let mut properties: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let mut required: Vec<String> = Vec::new();
        for layer in layers {
            for (name, schema) in
                layer.get("properties").and_then(Value::as_object).into_iter().flatten()
            {
                properties.entry(name.clone()).or_default().push(schema.clone());
            }
            for name in layer.get("required").and_then(Value::as_array).into_iter().flatten() {
                required.extend(name.as_str().map(str::to_owned));
            }
        }
        required.sort();
        required.dedup();
        let rest = || layers.iter().filter_map(|layer| layer.get("additionalProperties"));
        // A key that must be there is declared, whether it is written so or not.
        for name in &required {
            properties
                .entry(name.clone())
                .or_insert_with(|| rest().filter(|rest| rest.is_object()).cloned().collect());
        }
        if !required.is_empty() {
            self.say(at, "required", json!(required));
        }
        for (name, schemas) in properties {
            let at = format!("{at}.{name}");
            self.say(&at, "property", Value::Bool(true));
            self.visit(schemas, &at, depth - 1);
        }
        let mut closed = rest().any(|rest| *rest == Value::Bool(false));
        let mut rest: Vec<Value> = rest().filter(|rest| rest.is_object()).cloned().collect();
        for layer in layers {
            if let Some(names) = layer.get("propertyNames").and_then(Value::as_object) {
                for (key, value) in names.iter().filter(|(key, _)| *key != "type") {
                    self.say(at, &format!("keys {key}"), number(value));
                }
            }
            let patterns = layer.get("patternProperties").and_then(Value::as_object);
            // Keys of one pattern and no others.
            if let Some((pattern, values)) = patterns.into_iter().flatten().next()
                && closed
            {
                closed = false;
                self.say(at, "keys pattern", json!(pattern));
                rest.push(values.clone());
            }
        }
        if closed {
            self.say(at, "closed", Value::Bool(true));
        }
        if !rest.is_empty() {
            self.visit(rest, &format!("{at}{{}}"), depth - 1);
        }
    }
}
