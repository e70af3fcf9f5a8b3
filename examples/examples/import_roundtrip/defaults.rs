//! Whether each default is a value of the schema that it stands in.

use serde_json::{Map, Value};

/// The places of those that are not.
pub(crate) fn bad(root: &Value) -> Vec<String> {
    let mut found = Vec::new();
    visit(root, root, "", &mut found);
    found
}

fn visit(root: &Value, schema: &Value, at: &str, found: &mut Vec<String>) {
    let Value::Object(keywords) = schema else { return };
    if let Some(default) = keywords.get("default")
        && !fits(root, keywords, default)
    {
        found.push(format!("{at}/default"));
    }
    for (key, value) in keywords {
        let at = format!("{at}/{key}");
        match (key.as_str(), value) {
            (
                "properties" | "$defs" | "definitions" | "patternProperties",
                Value::Object(schemas),
            ) => {
                for (name, schema) in schemas {
                    visit(root, schema, &format!("{at}/{name}"), found);
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems" | "items", Value::Array(schemas)) => {
                for (number, schema) in schemas.iter().enumerate() {
                    visit(root, schema, &format!("{at}/{number}"), found);
                }
            }
            ("items" | "additionalProperties" | "not" | "contains", schema) => {
                visit(root, schema, &at, found);
            }
            _ => {}
        }
    }
}

fn fits(root: &Value, keywords: &Map<String, Value>, default: &Value) -> bool {
    let mut schema = keywords.clone();
    // What its references name.
    for key in ["$schema", "$defs", "definitions"] {
        if let Some(value) = root.get(key) {
            schema.entry(key).or_insert_with(|| value.clone());
        }
    }
    let validator = jsonschema::options().build(&Value::Object(schema));
    validator.is_ok_and(|validator| validator.is_valid(default))
}
