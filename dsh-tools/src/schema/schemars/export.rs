//! Types of ours as `schemars::JsonSchema`: the same schema that a model sees.

use crate::schema::{Direction, ToolValue, render};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// The schema of a type of ours, for a generator of `schemars`: definitions of types that come back to themselves go to
/// the generator's, and references follow them.
///
/// Of a generator for serialization it is the schema of results. Needs the feature `schemars`.
///
/// ```
/// use dsh_tools::ToolValue;
/// use schemars::{JsonSchema, Schema, SchemaGenerator};
/// use std::borrow::Cow;
///
/// #[derive(ToolValue)]
/// struct Page {
///     #[arg(range(min = 1))]
///     number: u32,
/// }
/// impl JsonSchema for Page {
///     fn schema_name() -> Cow<'static, str> {
///         Cow::Borrowed("Page")
///     }
///     fn json_schema(generator: &mut SchemaGenerator) -> Schema {
///         dsh_tools::schema::json_schema::<Self>(generator)
///     }
/// }
/// let schema = schemars::schema_for!(Vec<Page>);
/// assert_eq!(schema.pointer("/$defs/Page/properties/number/minimum").unwrap(), 1);
/// ```
pub fn json_schema<T: ToolValue + JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let direction =
        if generator.contract().is_serialize() { Direction::Output } else { Direction::Input };
    // A type whose schema cannot be written is refused where it is registered; here it says nothing.
    let Ok(Value::Object(mut schema)) = render(T::NODE, direction).map(|text| text.to_value())
    else {
        return Schema::default();
    };
    let definitions = match schema.remove("$defs") {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    };
    let mut schema = Value::Object(schema);
    let path = generator.settings().definitions_path.trim_end_matches('/').to_owned();
    let mut targets: Vec<(String, String)> = Vec::new();
    let mut moved = Vec::new();
    for (old, definition) in definitions {
        // The type itself has its place among the generator's definitions.
        let own = (definition == schema).then(|| generator.subschema_for::<T>());
        let own = own.and_then(|own| Some(own.get("$ref")?.as_str()?.to_owned()));
        let target = own.unwrap_or_else(|| {
            let new = free(generator.definitions(), &old);
            let target = format!("#{path}/{new}");
            // Taken until what is meant is known.
            generator.definitions_mut().insert(new.clone(), Value::Bool(true));
            moved.push((new, definition));
            target
        });
        targets.push((old, target));
    }
    let target = |name: &str| {
        let (_, target) = targets.iter().find(|(old, _)| old == name)?;
        Some(target.clone())
    };
    rewrite(&mut schema, &target);
    for (name, mut definition) in moved {
        rewrite(&mut definition, &target);
        generator.definitions_mut().insert(name, definition);
    }
    Schema::try_from(schema).unwrap_or_default()
}

/// A name that no definition has.
fn free(taken: &Map<String, Value>, name: &str) -> String {
    let mut free = name.to_owned();
    let mut number = 2_u32;
    while taken.contains_key(&free) {
        free = format!("{name}{number}");
        number += 1;
    }
    free
}

/// Leads references to where the definitions went. Schemas of ours hold `$ref` as a keyword only: the names of
/// properties stand one level deeper, and values stand under the keywords that are left out.
fn rewrite(schema: &mut Value, target: &dyn Fn(&str) -> Option<String>) {
    match schema {
        Value::Array(schemas) => schemas.iter_mut().for_each(|schema| rewrite(schema, target)),
        Value::Object(keywords) => {
            for (keyword, value) in keywords {
                match (keyword.as_str(), value) {
                    ("enum" | "const" | "default" | "examples", _) => {}
                    ("properties" | "patternProperties", Value::Object(properties)) => {
                        properties.values_mut().for_each(|schema| rewrite(schema, target));
                    }
                    ("$ref", Value::String(reference)) => {
                        let name = reference.strip_prefix("#/$defs/");
                        if let Some(new) = name.and_then(target) {
                            *reference = new;
                        }
                    }
                    (_, value) => rewrite(value, target),
                }
            }
        }
        _ => {}
    }
}
