//! Schemas of foreign types within the schema of ours: their text, with definitions where ours stand.

use super::{Renderer, Result};
use crate::json::{Cursor, JsonKind};
use crate::schema::{Meta, RawSchema};

/// Where the definitions of a foreign schema went: old name and new name.
type Names = [(String, String)];

impl Renderer<'_> {
    /// The keywords of a foreign schema, into the object that is open; what the author says of the place comes first.
    pub(super) fn foreign(&mut self, schema: &RawSchema, nullable: bool, about: &Meta) -> Result {
        let names = self.named.foreign_names(schema);
        let root = schema.document().root();
        if !nullable {
            return self.foreign_keywords(root, &names, about);
        }
        self.out.key("anyOf")?;
        self.out.begin_array()?;
        self.begin()?;
        self.foreign_keywords(root, &names, &Meta::NONE)?;
        self.out.end_object()?;
        self.begin()?;
        self.text("type", "null")?;
        self.out.end_object()?;
        self.out.end_array()
    }

    fn foreign_keywords(&mut self, schema: Cursor<'_>, names: &Names, about: &Meta) -> Result {
        for (keyword, value) in schema.entries() {
            let said = match &*keyword {
                "title" => about.title.is_some(),
                "description" => about.description.is_some(),
                "deprecated" => about.deprecated,
                "examples" => !about.examples.is_empty(),
                // Widths of integers are in their bounds; validators of models' clients do not know these words.
                "format" => value.as_str().is_some_and(|format| is_width(&format)),
                "$schema" | "$defs" => true,
                _ => false,
            };
            if said {
                continue;
            }
            self.out.key(&keyword)?;
            self.foreign_value(&keyword, value, names)?;
        }
        Ok(())
    }

    fn foreign_value(&mut self, keyword: &str, value: Cursor<'_>, names: &Names) -> Result {
        match (keyword, value.kind()) {
            ("enum" | "const" | "default" | "examples" | "required", _) => self.out.json(value),
            ("properties" | "patternProperties" | "dependentSchemas", JsonKind::Object) => {
                self.begin()?;
                for (name, schema) in value.entries() {
                    self.out.key(&name)?;
                    self.foreign_schema(schema, names)?;
                }
                self.out.end_object()
            }
            ("$ref", JsonKind::String) => {
                let text = value.as_str().unwrap_or_default();
                let old = text.strip_prefix("#/$defs/");
                let new = old.and_then(|old| names.iter().find(|(name, _)| name == old));
                match new {
                    Some((_, new)) => self.out.str(&format!("#/$defs/{new}")),
                    None => self.out.str(&text),
                }
            }
            (_, JsonKind::Array) => {
                self.out.begin_array()?;
                for item in value.items() {
                    self.foreign_item(item, names)?;
                }
                self.out.end_array()
            }
            (_, JsonKind::Object) => self.foreign_schema(value, names),
            // No boolean subschemas, but `additionalProperties` may be closed.
            ("items" | "not" | "if" | "then" | "else" | "contains", JsonKind::Bool) => {
                self.foreign_schema(value, names)
            }
            _ => self.out.json(value),
        }
    }

    fn foreign_item(&mut self, item: Cursor<'_>, names: &Names) -> Result {
        match item.kind() {
            JsonKind::Object | JsonKind::Bool => self.foreign_schema(item, names),
            _ => self.out.json(item),
        }
    }

    pub(super) fn foreign_schema(&mut self, schema: Cursor<'_>, names: &Names) -> Result {
        self.begin()?;
        match schema.as_bool() {
            None => self.foreign_keywords(schema, names, &Meta::NONE)?,
            Some(true) => {}
            Some(false) => {
                self.out.key("not")?;
                self.begin()?;
                self.out.end_object()?;
            }
        }
        self.out.end_object()
    }
}

fn is_width(format: &str) -> bool {
    format
        .trim_start_matches('u')
        .strip_prefix("int")
        .is_some_and(|width| width.parse::<u8>().is_ok())
        || matches!(format, "uint" | "int" | "float" | "double")
}
