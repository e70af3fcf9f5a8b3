//! A tool as a model is told of it.

use serde_json::{Value, json};

pub struct Definition {
    pub name: String,
    pub description: String,
    /// A JSON Schema.
    pub parameters: String,
}

impl Definition {
    /// As providers take it; the same words around each schema.
    pub fn text(&self) -> String {
        let Self { name, description, parameters } = self;
        let (name, description) = (Value::from(&**name), Value::from(&**description));
        format!(r#"{{"name":{name},"description":{description},"parameters":{parameters}}}"#)
    }
}

/// What was written by hand: nothing in it can go without telling the model less.
pub fn minimal() -> Vec<Definition> {
    let texts = [
        include_str!("../minimal/small.json"),
        include_str!("../minimal/medium.json"),
        include_str!("../minimal/large.json"),
        include_str!("../minimal/edit.json"),
        include_str!("../minimal/wide.json"),
    ];
    texts.into_iter().map(of).collect()
}

fn of(text: &str) -> Definition {
    let mut whole: Value = serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}"));
    let word = |key: &str| whole[key].as_str().map(str::to_owned).unwrap_or_default();
    let (name, description) = (word("name"), word("description"));
    Definition { name, description, parameters: whole["parameters"].take().to_string() }
}

/// What a schema tells, each by its place: what a peer lacks of it, it drops.
pub fn told(schema: &str) -> Vec<(String, Value)> {
    let schema: Value = serde_json::from_str(schema).unwrap_or_else(|why| panic!("{why}"));
    let mut found = Vec::new();
    tell(&schema, &schema, "", &mut found);
    found
}

/// Follows references, so that where a type is written makes no difference.
fn tell(root: &Value, schema: &Value, at: &str, found: &mut Vec<(String, Value)>) {
    let Some(object) = schema.as_object() else { return };
    if let Some(Value::String(target)) = object.get("$ref")
        && let Some(target) = root.pointer(target.trim_start_matches('#'))
    {
        tell(root, target, at, found);
    }
    for (key, value) in object {
        match (&**key, value) {
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    tell(root, property, &format!("{at}/{name}"), found);
                }
            }
            ("items", items) => tell(root, items, &format!("{at}[]"), found),
            ("oneOf" | "anyOf", Value::Array(forms)) => {
                for form in forms.iter().filter(|form| **form != json!({"type": "null"})) {
                    let name = form["properties"].as_object().and_then(|properties| {
                        properties.values().find_map(|property| property["const"].as_str())
                    });
                    tell(
                        root,
                        form,
                        &format!("{at}{}", name.map_or(String::new(), |name| format!("({name})"))),
                        found,
                    );
                }
            }
            ("required", Value::Array(names)) => {
                let names = names.iter().filter_map(Value::as_str);
                found.extend(names.map(|name| (format!("{at}/{name}: required"), Value::Null)));
            }
            (
                "description" | "minimum" | "maximum" | "minLength" | "maxLength" | "minItems"
                | "maxItems" | "uniqueItems" | "pattern" | "enum" | "const",
                value,
            ) => {
                // `10` and `10.0` are one number.
                let value = value.as_f64().map_or_else(|| value.clone(), Value::from);
                found.push((format!("{at}: {key}"), value));
            }
            _ => {}
        }
    }
}
