//! Random values that are mostly near to what a schema asks for.

use super::Draft;
use super::random::Random;
use super::words::{FORMATS, NAMES, PATTERNS, anything, number, text};
use serde_json::{Map, Value, json};

/// A value for this schema, near to it or bent.
pub(super) fn value(random: &mut Random, schema: &Value, draft: Draft) -> Value {
    let mut maker = Maker { random, root: schema, draft };
    let mut made = maker.fit(schema, 7);
    if maker.random.chance(30) {
        bend(maker.random, &mut made);
    }
    made
}

/// One change somewhere in it.
fn bend(random: &mut Random, value: &mut Value) {
    match value {
        Value::Array(items) if !items.is_empty() && random.chance(75) => {
            let at = random.below(items.len());
            match random.below(4) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                _ => bend(random, &mut items[at]),
            }
        }
        Value::Object(entries) if !entries.is_empty() && random.chance(75) => {
            let at = random.below(entries.len());
            let key = entries.keys().nth(at).unwrap().clone();
            match random.below(4) {
                0 => drop(entries.remove(&key)),
                1 => {
                    let name = (*random.pick(&NAMES)).to_owned();
                    entries.insert(name, anything(random, 1));
                }
                _ => bend(random, &mut entries[&key]),
            }
        }
        Value::Number(number) if random.chance(50) => {
            let close = number.as_f64().filter(|number| number.abs() < 1e6);
            let step = *random.pick(&[1.0, -1.0, 0.5, 0.1]);
            // Rounded, so that it is no sum of doubles that only just misses a decimal.
            let sum = |number: f64| json!(((number + step) * 100.0).round() / 100.0);
            *value = close.map_or(Value::Null, sum);
        }
        Value::String(inner) if random.chance(50) => inner.push('a'),
        _ => *value = anything(random, 2),
    }
}

struct Maker<'a> {
    random: &'a mut Random,
    root: &'a Value,
    draft: Draft,
}

impl Maker<'_> {
    /// A value that meets most of the schema's keywords.
    fn fit(&mut self, schema: &Value, fuel: u32) -> Value {
        let Value::Object(_) = schema else {
            return anything(self.random, 1);
        };
        if fuel == 0 {
            return anything(self.random, 0);
        }
        let keywords = self.merged(schema, fuel);
        if let Some(value) = keywords.get("const") {
            return value.clone();
        }
        if let Some(Value::Array(values)) = keywords.get("enum") {
            return self.random.pick(values).clone();
        }
        match self.kind(&keywords) {
            "null" => Value::Null,
            "boolean" => Value::from(self.random.chance(50)),
            "integer" => self.number(&keywords, true),
            "number" => self.number(&keywords, false),
            "string" => self.string(&keywords),
            "array" => self.array(&keywords, fuel - 1),
            "object" => self.object(&keywords, fuel - 1),
            _ => anything(self.random, 2),
        }
    }

    /// The keywords of a schema together with those of the schemas that it names at the same place, as far as
    /// they are easily met: all of `allOf`, one of `anyOf`, a reference, one arm of a condition.
    fn merged(&mut self, schema: &Value, fuel: u32) -> Map<String, Value> {
        let Value::Object(keywords) = schema else {
            return Map::new();
        };
        let mut out = keywords.clone();
        if fuel == 0 {
            return out;
        }
        let mut more: Vec<Value> = Vec::new();
        if let Some(target) = keywords.get("$ref").and_then(Value::as_str) {
            if self.draft == Draft::Seven {
                out.clear();
            }
            more.extend(self.target(target));
        }
        more.extend(out.get("allOf").and_then(Value::as_array).into_iter().flatten().cloned());
        for key in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = out.get(key) {
                more.push(self.random.pick(branches).clone());
            }
        }
        if out.contains_key("if") {
            let arms: &[&str] = if self.random.chance(50) { &["if", "then"] } else { &["else"] };
            more.extend(arms.iter().filter_map(|arm| out.get(*arm)).cloned());
        }
        for schema in more {
            for (key, value) in self.merged(&schema, fuel - 1) {
                match (out.get_mut(&key), value) {
                    (Some(Value::Object(ours)), Value::Object(theirs)) => ours.extend(theirs),
                    (Some(Value::Array(ours)), Value::Array(theirs)) if key == "required" => {
                        ours.extend(theirs);
                    }
                    (_, value) => drop(out.insert(key, value)),
                }
            }
        }
        out
    }

    fn target(&self, reference: &str) -> Option<Value> {
        if let Some(pointer) = reference.strip_prefix("#/") {
            return self.root.pointer(&format!("/{pointer}")).cloned();
        }
        let name = reference.strip_prefix('#')?;
        let definitions = self.root[self.draft.definitions()].as_object()?;
        definitions.values().find(|schema| schema["$anchor"] == name).cloned()
    }

    /// The kind of value to make: a declared one, else one that some keyword speaks of.
    fn kind(&mut self, keywords: &Map<String, Value>) -> &'static str {
        const KINDS: [&str; 7] =
            ["null", "boolean", "integer", "number", "string", "array", "object"];
        let declared = match keywords.get("type") {
            Some(Value::Array(kinds)) => self.random.pick(kinds).as_str(),
            Some(kind) => kind.as_str(),
            None => None,
        };
        if let Some(declared) = declared {
            return KINDS.into_iter().find(|kind| *kind == declared).unwrap();
        }
        let spoken_of = [
            (
                "number",
                &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"][..],
            ),
            ("string", &["minLength", "maxLength", "pattern", "format"][..]),
            (
                "array",
                &["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"][..],
            ),
            (
                "object",
                &["properties", "required", "additionalProperties", "patternProperties"][..],
            ),
            ("object", &["propertyNames", "minProperties", "maxProperties", "dependencies"][..]),
            ("object", &["dependentRequired", "dependentSchemas"][..]),
        ];
        let mut fitting: Vec<&str> = Vec::new();
        for (kind, keys) in spoken_of {
            if keys.iter().any(|key| keywords.contains_key(*key)) {
                fitting.push(kind);
            }
        }
        if fitting.is_empty() || self.random.chance(15) {
            return "anything";
        }
        let chosen = *self.random.pick(&fitting);
        KINDS.into_iter().find(|kind| *kind == chosen).unwrap()
    }

    fn number(&mut self, keywords: &Map<String, Value>, whole: bool) -> Value {
        let limit = |key: &str| keywords.get(key);
        let low = limit("minimum").or(limit("exclusiveMinimum"));
        let high = limit("maximum").or(limit("exclusiveMaximum"));
        let mut made = match (low, high) {
            // A limit itself, or a neighbour of it.
            (Some(limit), _) | (_, Some(limit)) if self.random.chance(50) => {
                let up = if low.is_some() { 1 } else { -1 };
                match limit.as_i64().filter(|limit| limit.unsigned_abs() < 1_000_000_000) {
                    Some(near) if self.random.chance(70) => {
                        json!(near + up * self.random.within(-1, 3))
                    }
                    _ => limit.clone(),
                }
            }
            _ => number(self.random),
        };
        if let Some(step) = keywords.get("multipleOf")
            && self.random.chance(75)
        {
            let times = self.random.within(-3, 30);
            // Through the decimal text, as a person would write it: 3 times 0.1 is 0.3.
            #[allow(clippy::cast_precision_loss, reason = "at most 30")]
            let product = (step.as_f64().unwrap() * 100.0).round() * times as f64 / 100.0;
            made = json!(product);
        }
        if whole && let Some(float) = made.as_f64().filter(|_| made.is_f64()) {
            #[allow(clippy::cast_possible_truncation, reason = "a small number")]
            let rounded = float as i64;
            made = if self.random.chance(80) { json!(rounded) } else { json!(float.trunc()) };
        }
        made
    }

    fn string(&mut self, keywords: &Map<String, Value>) -> Value {
        let named = |key: &str| keywords.get(key).and_then(Value::as_str);
        let known = |table: &[(&str, &'static [&'static str])], name: Option<&str>| {
            table.iter().find(|(known, _)| Some(*known) == name).map(|(_, texts)| *texts)
        };
        let sets = [known(&PATTERNS, named("pattern")), known(&FORMATS, named("format"))];
        let sets: Vec<&[&str]> = sets.into_iter().flatten().collect();
        if !sets.is_empty() && self.random.chance(80) {
            let texts = *self.random.pick(&sets);
            return json!(*self.random.pick(texts));
        }
        let count = |key: &str, unless| keywords.get(key).and_then(Value::as_u64).unwrap_or(unless);
        let (low, high) = (count("minLength", 0), count("maxLength", 9));
        // A few tries for one of the right length.
        let mut made = text(self.random);
        for _ in 0..6 {
            let length = u64::try_from(made.chars().count()).unwrap();
            if (low..=high).contains(&length) {
                break;
            }
            made = text(self.random);
        }
        Value::from(made)
    }

    fn array(&mut self, keywords: &Map<String, Value>, fuel: u32) -> Value {
        let (first, rest) = self.draft.lists();
        let none = Vec::new();
        let prefix = keywords.get(first).and_then(Value::as_array).unwrap_or(&none);
        let rest = match keywords.get(rest) {
            Some(schema) if !prefix.is_empty() || self.draft == Draft::Later => Some(schema),
            _ => keywords.get("items").filter(|items| !items.is_array()),
        };
        let count = |key: &str| keywords.get(key).and_then(Value::as_u64);
        let low = usize::try_from(count("minItems").unwrap_or(0)).unwrap();
        let high = count("maxItems")
            .map_or(low.max(prefix.len()) + 2, |high| usize::try_from(high).unwrap());
        let closed = rest == Some(&Value::Bool(false));
        let high = if closed { high.min(prefix.len()) } else { high };
        let length = low + self.random.below(high.saturating_sub(low) + 1);
        let unique = keywords.get("uniqueItems") == Some(&Value::Bool(true));
        let mut items: Vec<Value> = Vec::new();
        for at in 0..length {
            let schema = prefix.get(at).or(rest).unwrap_or(&Value::Bool(true));
            let mut item = self.fit(schema, fuel);
            for _ in 0..3 {
                if !unique || !items.contains(&item) {
                    break;
                }
                item = self.fit(schema, fuel);
            }
            items.push(item);
        }
        if let Some(contains) = keywords.get("contains") {
            let times = count("minContains").unwrap_or(1).max(1);
            for _ in 0..times {
                let item = self.fit(contains, fuel);
                let at = self.random.below(items.len() + 1);
                match items.get_mut(at) {
                    Some(place) if self.random.chance(50) => *place = item,
                    _ => items.push(item),
                }
            }
        }
        Value::from(items)
    }

    fn object(&mut self, keywords: &Map<String, Value>, fuel: u32) -> Value {
        let none = Map::new();
        let declared = keywords.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let patterns =
            keywords.get("patternProperties").and_then(Value::as_object).unwrap_or(&none);
        let rest = keywords.get("additionalProperties").unwrap_or(&Value::Bool(true));
        let required: Vec<&str> = match keywords.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let mut names: Vec<String> = required.iter().map(|name| (*name).to_owned()).collect();
        for (name, schema) in declared {
            if *schema != Value::Bool(false) && self.random.chance(60) {
                names.push(name.clone());
            }
        }
        for pattern in patterns.keys() {
            let known = PATTERNS.iter().find(|(known, _)| known == pattern);
            if let Some((_, texts)) = known
                && self.random.chance(50)
            {
                names.push((*self.random.pick(texts)).to_owned());
            }
        }
        if *rest != Value::Bool(false) && self.random.chance(30) {
            names.push((*self.random.pick(&NAMES)).to_owned());
        }
        self.trigger(keywords, &mut names);
        let mut out = Map::new();
        for name in names {
            let schema = declared.get(&name).unwrap_or_else(|| {
                let pattern = patterns.iter().find(|(pattern, _)| {
                    PATTERNS
                        .iter()
                        .any(|(known, texts)| known == pattern && texts.contains(&&*name))
                });
                pattern.map_or(rest, |(_, schema)| schema)
            });
            let value = self.fit(schema, fuel);
            out.insert(name, value);
        }
        Value::Object(out)
    }

    /// What other properties ask for once they are there.
    fn trigger(&mut self, keywords: &Map<String, Value>, names: &mut Vec<String>) {
        for key in ["dependencies", "dependentRequired", "dependentSchemas"] {
            for (when, what) in keywords.get(key).and_then(Value::as_object).into_iter().flatten() {
                if self.random.chance(60) {
                    names.push(when.clone());
                    let more = what.as_array().into_iter().flatten().filter_map(Value::as_str);
                    if self.random.chance(70) {
                        names.extend(more.map(str::to_owned));
                    }
                }
            }
        }
    }
}
