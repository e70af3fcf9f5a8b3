//! Foreign types: what they say by `schemars::JsonSchema` is checked by the walker, then `Deserialize` reads them.

use crate::json::{Cursor, FrozenJson, JsonWriter, LossyError};
use crate::schema::{Code, Invalid, Node, RawSchema, RawSchemaError, Shape, ToolValue};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

/// A value of a foreign type: what its [`JsonSchema`] says is checked, its own `Deserialize` reads it. Needs the feature
/// `schemars`.
///
/// A schema that is not understood is reported where a tool with it is registered.
///
/// ```
/// use dsh_tools::schema::{Foreign, decode};
/// use dsh_tools::{FrozenJson, ToolValue};
///
/// #[derive(schemars::JsonSchema, serde::Deserialize, serde::Serialize)]
/// struct Point {
///     #[schemars(range(min = 0))]
///     x: i32,
/// }
/// let point: Foreign<Point> = decode(&FrozenJson::parse(r#"{"x": 3}"#)?)?;
/// assert_eq!(point.0.x, 3);
/// let found = decode::<Foreign<Point>>(&FrozenJson::parse(r#"{"x": -3}"#)?).map(|_| ()).unwrap_err();
/// assert_eq!(found.iter().next().unwrap().path(), "x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Foreign<T>(
    /// The value.
    pub T,
);

impl<T> ToolValue for Foreign<T>
where
    T: JsonSchema + Serialize + DeserializeOwned + 'static,
{
    const NODE: &'static Node = &Node::new(Shape::Foreign(schema_of::<T>));

    fn decode(cursor: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        let document = cursor.to_frozen();
        if schema_of::<T>().validate(&document).is_err() {
            return Err(Invalid(Code::Custom));
        }
        cursor.deserialize().map(Self).map_err(|_| Invalid(Code::Custom))
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.serialize(&self.0)
    }
}

/// The schemas of foreign types that were asked for: each is made once, and stays.
static KNOWN: RwLock<Option<HashMap<TypeId, &'static RawSchema>>> = RwLock::new(None);

fn schema_of<T: JsonSchema + 'static>() -> &'static RawSchema {
    let id = TypeId::of::<T>();
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(schema) = known.as_ref().and_then(|known| known.get(&id)) {
        return schema;
    }
    drop(known);
    // Made without the lock: making it is a foreign type's code, which may ask for another one.
    let made: &'static RawSchema = Box::leak(Box::new(make::<T>()));
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known.get_or_insert_default().entry(id).or_insert(made)
}

/// A schema that is not understood is kept with what is wrong with it, and refuses everything.
fn make<T: JsonSchema>() -> RawSchema {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let mut schema = generator.subschema_for::<T>();
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(definitions));
    }
    let document = FrozenJson::from_serialize(&schema);
    let compiled = match document {
        Ok(document) => RawSchema::compile(document),
        Err(error) => Err(RawSchemaError::of_type(&error)),
    };
    compiled.unwrap_or_else(RawSchema::refused)
}
