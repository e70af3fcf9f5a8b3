//! Definitions that nobody wrote: every keyword that types express, in all company.

use crate::corpus::Recorded;
use crate::mutate::Random;
use crate::sample::{Keys, sample};
use serde_json::{Map, Value, json};

/// So many tools, the same for the same seed.
pub(crate) fn tools(count: usize, seed: u64) -> Vec<Recorded> {
    (0..count)
        .map(|number| {
            let id = format!("made_{number}");
            let mut maker = Maker { random: Random::new(crate::hash(seed, &id)), names: 0 };
            let schema = maker.root();
            let name = id.clone();
            let description = Some(maker.text());
            let definition =
                json!({"name": name, "description": description, "parameters": schema});
            Recorded {
                id,
                name,
                description,
                valid: true,
                definition: definition.to_string(),
                schema,
            }
        })
        .collect()
}

struct Maker {
    random: Random,
    names: u32,
}

/// Definitions that any place may refer to.
const SHARED: [&str; 3] = ["Point", "Node", "Word"];

impl Maker {
    fn one_in(&mut self, count: u64) -> bool {
        self.random.below(count) == 0
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        self.random.pick(list).cloned()
    }

    fn text(&mut self) -> String {
        let texts = [
            "One line.",
            "First.\n\nSecond.",
            "List:\n- a\n- b",
            " odd \"quotes\" and \\ ",
            "soft\nbreak",
            "# Errors",
            "`code` */ /* //",
            "Ünïcode → ✓",
            "a  b",
            "1. one\n2. two",
            "tab\tstop",
            "```\nx\n```",
            "A line that is longer than any line of a comment should be, so that it has to be broken somewhere, and then joined again - without a change.",
        ];
        self.pick(&texts).unwrap_or_default().to_owned()
    }

    fn name(&mut self) -> String {
        let names = [
            "path",
            "filePath",
            "type",
            "self",
            "max-results",
            "X-Header",
            "größe",
            "first name",
            "_id",
            "2nd",
            "HTMLBody",
            "a__b",
            "value",
            "options",
            "kind",
            "items",
            "ref",
            "Self",
        ];
        self.names += 1;
        let name = self.pick(&names).unwrap_or_default();
        if self.one_in(2) { name.to_owned() } else { format!("{name}{}", self.names) }
    }

    fn root(&mut self) -> Value {
        let mut schema = self.object(3);
        let point = json!({"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}}, "required": ["x"]});
        let node = json!({
            "type": "object", "description": "A node.",
            "properties": {"name": {"type": "string"}, "next": {"$ref": "#/$defs/Node"}, "all": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
            "required": ["name"]
        });
        let word = json!({"type": "string", "enum": ["up", "down"], "description": "A way."});
        schema.insert("$defs".to_owned(), json!({"Point": point, "Node": node, "Word": word}));
        Value::Object(schema)
    }

    fn object(&mut self, depth: u64) -> Map<String, Value> {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for _ in 0..self.random.below(5) {
            let name = self.name();
            if properties.contains_key(&name) {
                continue;
            }
            let mut schema = self.schema(depth);
            match self.random.below(5) {
                0 | 1 => required.push(name.clone()),
                2 => self.default(&mut schema),
                _ => {}
            }
            properties.insert(name, schema);
        }
        let mut out = Map::new();
        out.insert("type".to_owned(), json!("object"));
        out.insert("properties".to_owned(), Value::Object(properties));
        if !required.is_empty() {
            out.insert("required".to_owned(), json!(required));
        }
        match self.random.below(5) {
            0 | 1 => _ = out.insert("additionalProperties".to_owned(), json!(false)),
            2 if depth > 0 => {
                let values = self.schema(depth - 1);
                out.insert("additionalProperties".to_owned(), values);
            }
            _ => {}
        }
        out
    }

    fn default(&mut self, schema: &mut Value) {
        // References are not followed here: their defaults are made by hand.
        if !schema.to_string().contains("$ref") {
            let value = sample(schema, schema, Keys::Some, &mut self.random, 0);
            if jsonschema::is_valid(schema, &value)
                && let Some(schema) = schema.as_object_mut()
            {
                schema.insert("default".to_owned(), value);
            }
        }
    }

    fn schema(&mut self, depth: u64) -> Value {
        let mut schema = match self.random.below(if depth == 0 { 9 } else { 16 }) {
            0 | 1 => self.string(),
            2 => self.integer(),
            3 => self.number(),
            4 => json!({"type": "boolean"}),
            5 => self.words(),
            6 => json!({"type": "integer", "enum": [1, 2, 4]}),
            7 => json!({}),
            8 => {
                let name = self.pick(&SHARED).unwrap_or_default();
                json!({"$ref": format!("#/$defs/{name}")})
            }
            9 | 10 => self.list(depth),
            11 | 12 => Value::Object(self.object(depth - 1)),
            13 => self.map(depth),
            _ => self.union(depth),
        };
        if let Some(schema) = schema.as_object_mut() {
            if self.one_in(2) {
                schema.insert("description".to_owned(), json!(self.text()));
            }
            if self.one_in(6) {
                schema.insert("title".to_owned(), json!("A title"));
            }
            if self.one_in(12) {
                schema.insert("deprecated".to_owned(), json!(true));
            }
            let plain = schema.get("type").and_then(Value::as_str).map(str::to_owned);
            if let (Some(kind), true, None) = (plain, self.one_in(5), schema.get("enum")) {
                schema.insert("type".to_owned(), json!([kind, "null"]));
            }
        }
        schema
    }

    fn string(&mut self) -> Value {
        let schemas = [
            json!({"type": "string"}),
            json!({"type": "string", "minLength": 1}),
            json!({"type": "string", "minLength": 2, "maxLength": 5}),
            json!({"type": "string", "pattern": "^[a-z]+$"}),
            json!({"type": "string", "format": "date"}),
            json!({"type": "string", "format": "email"}),
            json!({"type": "string", "const": "only"}),
        ];
        self.pick(&schemas).unwrap_or_default()
    }

    fn integer(&mut self) -> Value {
        let schemas = [
            json!({"type": "integer"}),
            json!({"type": "integer", "minimum": 0}),
            json!({"type": "integer", "minimum": 1, "maximum": 100}),
            json!({"type": "integer", "minimum": -5}),
            json!({"type": "integer", "maximum": 7}),
            json!({"type": "integer", "minimum": 0, "maximum": 255}),
            json!({"type": "integer", "exclusiveMinimum": 0, "multipleOf": 5}),
            json!({"type": "integer", "minimum": 1.0, "exclusiveMaximum": 10}),
        ];
        self.pick(&schemas).unwrap_or_default()
    }

    fn number(&mut self) -> Value {
        let schemas = [
            json!({"type": "number"}),
            json!({"type": "number", "minimum": 0, "maximum": 1}),
            json!({"type": "number", "exclusiveMinimum": 0}),
            json!({"type": "number", "multipleOf": 0.5}),
            json!({"type": ["integer", "number"]}),
        ];
        self.pick(&schemas).unwrap_or_default()
    }

    fn words(&mut self) -> Value {
        let schemas = [
            json!({"type": "string", "enum": ["a", "b"]}),
            json!({"type": "string", "enum": ["new-first", "OLD", "1.5", "15", ">="]}),
            json!({"enum": ["x", "Self", "*", null]}),
            json!({"oneOf": [{"const": "on", "description": "It runs."}, {"const": "off"}]}),
            json!({"anyOf": [{"type": "string", "enum": ["p"]}, {"type": "null"}]}),
        ];
        self.pick(&schemas).unwrap_or_default()
    }

    fn list(&mut self, depth: u64) -> Value {
        let item = self.schema(depth - 1);
        match self.random.below(5) {
            0 => json!({"type": "array", "items": item, "minItems": 1, "maxItems": 3}),
            1 => json!({"type": "array", "items": item, "uniqueItems": true}),
            2 => {
                let other = self.schema(depth - 1);
                json!({"type": "array", "prefixItems": [item, other], "minItems": 2, "maxItems": 2})
            }
            _ => json!({"type": "array", "items": item}),
        }
    }

    fn map(&mut self, depth: u64) -> Value {
        let value = self.schema(depth - 1);
        match self.random.below(5) {
            0 => json!({"type": "object", "additionalProperties": value, "minProperties": 1}),
            1 => {
                json!({"type": "object", "additionalProperties": value, "propertyNames": {"pattern": "^[a-z]+$"}})
            }
            2 => {
                json!({"type": "object", "patternProperties": {"^o": value}, "additionalProperties": false})
            }
            3 => json!({"type": "object"}),
            _ => json!({"type": "object", "additionalProperties": value}),
        }
    }

    fn union(&mut self, depth: u64) -> Value {
        let (a, b) = (self.schema(depth - 1), self.schema(depth - 1));
        match self.random.below(7) {
            0 => json!({"anyOf": [a, {"type": "null"}]}),
            1 => json!({"anyOf": [a, b]}),
            2 => {
                json!({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "array", "items": a}]})
            }
            3 => json!({"type": ["string", "integer", "null"], "minLength": 2, "minimum": 3}),
            4 => json!({"allOf": [a, {"description": "More."}]}),
            _ => {
                let tagged = |name: &str, schema: Value| {
                    json!({
                        "type": "object", "additionalProperties": false, "required": ["kind", "of"],
                        "properties": {"kind": {"const": name}, "of": schema}
                    })
                };
                let mut forms = vec![tagged("first", a), tagged("second-one", b)];
                if self.one_in(3) {
                    forms.push(json!({"type": "null"}));
                }
                json!({"oneOf": forms})
            }
        }
    }
}
