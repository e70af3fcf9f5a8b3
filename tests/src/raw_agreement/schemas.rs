//! Random schemas over the whole vocabulary of a draft.

use super::Draft;
use super::random::Random;
use super::words::{FORMATS, NAMES, PATTERNS, anything, number, text};
use serde_json::{Map, Value, json};

/// Definitions that a schema may refer to.
const DEFINITIONS: [&str; 3] = ["d0", "d/1", "d2~"];

/// A schema with definitions where it refers to some.
pub(super) fn schema(random: &mut Random, draft: Draft) -> Value {
    let mut maker = Maker { random, draft, refers: false };
    // A reference at the root of a draft 7 schema would hide its neighbours: the definitions too.
    let Value::Object(mut root) = maker.schema(3, 0, false) else {
        return Value::from(maker.random.chance(90));
    };
    if maker.refers {
        let mut definitions = Map::new();
        for (index, name) in DEFINITIONS.iter().enumerate() {
            let mut definition = maker.schema(2, index + 1, true);
            if draft == Draft::Later {
                // A boolean has no place for an anchor.
                if let Value::Bool(any) = definition {
                    definition = if any { json!({}) } else { json!({"not": {}}) };
                }
                definition["$anchor"] = json!(format!("at{index}"));
            }
            definitions.insert((*name).to_owned(), definition);
        }
        root.insert(draft.definitions().to_owned(), Value::Object(definitions));
    }
    Value::Object(root)
}

struct Maker<'a> {
    random: &'a mut Random,
    draft: Draft,
    refers: bool,
}

impl Maker<'_> {
    /// A schema of at most this depth. At the same place of a document it may refer to the definitions
    /// from `free` on only, so that no chain of references comes back without having gone deeper.
    fn schema(&mut self, depth: u32, free: usize, refer: bool) -> Value {
        if self.random.chance(4) {
            return Value::from(self.random.chance(70));
        }
        if refer && free < DEFINITIONS.len() && self.random.chance(12) {
            let mut keywords = self.reference(free);
            if self.random.chance(40) {
                let sibling = self.plain(depth.saturating_sub(1), free);
                // In draft 7 what stands beside a reference is not looked at, whatever it is.
                keywords.extend(sibling);
            }
            return Value::Object(keywords);
        }
        Value::Object(self.plain(depth, free))
    }

    /// The schema of an element or a property, where references may come back.
    fn inner(&mut self, depth: u32) -> Value {
        self.schema(depth.saturating_sub(1), 0, true)
    }

    fn reference(&mut self, free: usize) -> Map<String, Value> {
        self.refers = true;
        let index = free + self.random.below(DEFINITIONS.len() - free);
        let escaped = DEFINITIONS[index].replace('~', "~0").replace('/', "~1");
        let target = match self.draft {
            Draft::Later if self.random.chance(20) => format!("#at{index}"),
            _ => format!("#/{}/{escaped}", self.draft.definitions()),
        };
        Map::from_iter([(String::from("$ref"), Value::from(target))])
    }

    fn plain(&mut self, depth: u32, free: usize) -> Map<String, Value> {
        let mut out = Map::new();
        // Mostly keywords of one kind of value, so that they meet; sometimes of all kinds.
        let kind = self.random.below(if depth == 0 { 5 } else { 9 });
        match kind {
            0 => self.numbers(&mut out),
            1 | 2 => self.strings(&mut out),
            3 => self.values(&mut out),
            4 => self.types(&mut out),
            5 => self.arrays(&mut out, depth),
            6 | 7 => self.objects(&mut out, depth),
            _ => {
                self.numbers(&mut out);
                self.strings(&mut out);
                self.arrays(&mut out, depth);
                self.objects(&mut out, depth);
                let mut kept: Vec<(String, Value)> = std::mem::take(&mut out).into_iter().collect();
                self.random.shuffle(&mut kept);
                out.extend(kept.into_iter().take(4));
            }
        }
        if self.random.chance(8) {
            self.values(&mut out);
        }
        if depth > 0 && self.random.chance(25) {
            self.combinators(&mut out, depth, free);
        }
        if depth > 0 && self.random.chance(6) {
            out = self.told(depth);
        }
        if self.random.chance(5) {
            out.insert(String::from("description"), json!("says nothing of values"));
        }
        out
    }

    fn set(&mut self, out: &mut Map<String, Value>, percent: usize, key: &str, value: Value) {
        if self.random.chance(percent) {
            out.insert(key.to_owned(), value);
        }
    }

    fn types(&mut self, out: &mut Map<String, Value>) {
        let all = ["null", "boolean", "integer", "number", "string", "array", "object"];
        if self.random.chance(60) {
            out.insert(String::from("type"), json!(*self.random.pick(&all)));
            return;
        }
        let mut some = all.to_vec();
        self.random.shuffle(&mut some);
        some.truncate(1 + self.random.below(3));
        out.insert(String::from("type"), json!(some));
    }

    fn numbers(&mut self, out: &mut Map<String, Value>) {
        let kind = *self.random.pick(&["integer", "number"]);
        self.set(out, 60, "type", json!(kind));
        for key in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            let limit = number(self.random);
            self.set(out, 25, key, limit);
        }
        let steps = [
            json!(1),
            json!(2),
            json!(3),
            json!(0.5),
            json!(0.1),
            json!(1.5),
            json!(2.0),
            json!(0.01),
        ];
        let step = self.random.pick(&steps).clone();
        self.set(out, 25, "multipleOf", step);
    }

    fn strings(&mut self, out: &mut Map<String, Value>) {
        self.set(out, 60, "type", json!("string"));
        let (low, high) = (self.random.within(0, 3), self.random.within(0, 5));
        self.set(out, 25, "minLength", json!(low));
        self.set(out, 25, "maxLength", json!(high));
        let pattern = self.random.pick(&PATTERNS).0;
        self.set(out, 35, "pattern", json!(pattern));
        let known = if self.draft == Draft::Seven { 11 } else { 13 };
        let format = self.random.pick(&FORMATS[..known]).0;
        self.set(out, 20, "format", json!(format));
    }

    fn values(&mut self, out: &mut Map<String, Value>) {
        if self.random.chance(40) {
            out.insert(String::from("const"), anything(self.random, 2));
            return;
        }
        let mut some: Vec<Value> = Vec::new();
        for _ in 0..=self.random.below(5) {
            let value = if self.random.chance(50) {
                Value::from(text(self.random))
            } else {
                anything(self.random, 2)
            };
            if !some.contains(&value) {
                some.push(value);
            }
        }
        out.insert(String::from("enum"), Value::from(some));
    }

    fn arrays(&mut self, out: &mut Map<String, Value>, depth: u32) {
        self.set(out, 60, "type", json!("array"));
        let (low, high) = (self.random.within(0, 2), self.random.within(0, 4));
        self.set(out, 20, "minItems", json!(low));
        self.set(out, 20, "maxItems", json!(high));
        let unique = self.random.chance(85);
        self.set(out, 25, "uniqueItems", json!(unique));
        let item = self.inner(depth);
        if self.random.chance(35) {
            let some: Vec<Value> = (0..=self.random.below(3)).map(|_| self.inner(depth)).collect();
            let (first, rest) = self.draft.lists();
            out.insert(first.to_owned(), Value::from(some));
            self.set(out, 50, rest, item);
        } else {
            self.set(out, 70, "items", item);
        }
        if self.random.chance(25) {
            out.insert(String::from("contains"), self.inner(depth));
        }
        if self.draft == Draft::Later {
            let (low, high) = (self.random.within(0, 2), self.random.within(0, 3));
            self.set(out, 15, "minContains", json!(low));
            self.set(out, 15, "maxContains", json!(high));
        }
    }

    fn name(&mut self) -> String {
        (*self.random.pick(&NAMES)).to_owned()
    }

    fn names(&mut self) -> Value {
        let mut names = NAMES.to_vec();
        self.random.shuffle(&mut names);
        names.truncate(self.random.below(3));
        json!(names)
    }

    fn objects(&mut self, out: &mut Map<String, Value>, depth: u32) {
        self.set(out, 60, "type", json!("object"));
        if self.random.chance(80) {
            let properties: Map<String, Value> =
                (0..self.random.below(4)).map(|_| (self.name(), self.inner(depth))).collect();
            out.insert(String::from("properties"), Value::Object(properties));
        }
        let names = self.names();
        self.set(out, 45, "required", names);
        let rest = if self.random.chance(40) { json!(false) } else { self.inner(depth) };
        self.set(out, 35, "additionalProperties", rest);
        if self.random.chance(20) {
            let patterns: Map<String, Value> = (0..=self.random.below(2))
                .map(|_| (self.random.pick(&PATTERNS).0.to_owned(), self.inner(depth)))
                .collect();
            out.insert(String::from("patternProperties"), Value::Object(patterns));
        }
        if self.random.chance(12) {
            let mut names = Map::new();
            match self.random.below(3) {
                0 => drop(names.insert(String::from("enum"), json!(NAMES[..4]))),
                1 => drop(names.insert(String::from("not"), json!({"const": self.name()}))),
                _ => self.strings(&mut names),
            }
            out.insert(String::from("propertyNames"), Value::Object(names));
        }
        let (low, high) = (self.random.within(0, 2), self.random.within(0, 4));
        self.set(out, 12, "minProperties", json!(low));
        self.set(out, 12, "maxProperties", json!(high));
        if self.random.chance(15) {
            self.dependents(out, depth);
        }
    }

    fn dependents(&mut self, out: &mut Map<String, Value>, depth: u32) {
        let (when, names) = (self.name(), self.names());
        // The schema judges the whole object, at the same place: it refers to nothing.
        let whole = Value::Object(self.plain(depth.saturating_sub(1), DEFINITIONS.len()));
        match self.draft {
            Draft::Seven => {
                let what = if self.random.chance(50) { names } else { whole };
                out.insert(String::from("dependencies"), json!({when: what}));
            }
            Draft::Later if self.random.chance(50) => {
                out.insert(String::from("dependentRequired"), json!({when: names}));
            }
            Draft::Later => {
                out.insert(String::from("dependentSchemas"), json!({when: whole}));
            }
        }
    }

    /// Forms that a key or a string tells, as serializers of enums write them; now and then one says more.
    fn told(&mut self, depth: u32) -> Map<String, Value> {
        let by_tag = self.random.chance(50);
        let mut names = NAMES.to_vec();
        self.random.shuffle(&mut names);
        let count = 2 + self.random.below(2);
        let mut forms: Vec<Value> = Vec::new();
        for at in 0..count {
            let inner = self.inner(depth - 1);
            let name = names[if self.random.chance(95) { at } else { 0 }];
            let mut form = if by_tag {
                let tag = if self.random.chance(50) {
                    json!({"const": name})
                } else {
                    json!({"type": "string", "enum": [name, names[at + 3]]})
                };
                json!({"type": "object", "properties": {"a": tag, "b": inner}, "required": ["a"]})
            } else if at == 0 || self.random.chance(30) {
                json!({"type": "string", "enum": [name, names[at + 3]]})
            } else {
                json!({"type": "object", "properties": {name: inner}, "required": [name], "additionalProperties": false})
            };
            if self.random.chance(30) {
                let more = match self.random.below(3) {
                    0 => Map::from_iter([("const".to_owned(), json!(name))]),
                    1 => Map::from_iter([("minLength".to_owned(), json!(2))]),
                    _ => self.plain(0, DEFINITIONS.len()),
                };
                match self.random.below(3) {
                    0 => form["not"] = Value::Object(more),
                    1 => form["allOf"] = json!([more]),
                    _ => {
                        for (key, value) in more {
                            form.as_object_mut().unwrap().entry(key).or_insert(value);
                        }
                    }
                }
            }
            forms.push(form);
        }
        if self.random.chance(25) {
            forms.push(json!({"type": "null"}));
        }
        self.random.shuffle(&mut forms);
        let keyword = if self.random.chance(70) { "oneOf" } else { "anyOf" };
        Map::from_iter([(keyword.to_owned(), Value::from(forms))])
    }

    fn combinators(&mut self, out: &mut Map<String, Value>, depth: u32, free: usize) {
        let depth = depth - 1;
        match self.random.below(6) {
            kind @ 0..=2 => {
                let some: Vec<Value> =
                    (0..=self.random.below(3)).map(|_| self.schema(depth, free, true)).collect();
                out.insert(["allOf", "anyOf", "oneOf"][kind].to_owned(), Value::from(some));
            }
            3 => {
                let inner = self.schema(depth, free, true);
                out.insert(String::from("not"), inner);
            }
            _ => {
                for (key, percent) in [("if", 90), ("then", 70), ("else", 60)] {
                    let inner = self.schema(depth, free, true);
                    self.set(out, percent, key, inner);
                }
            }
        }
    }
}
