//! Values around a schema: recorded ones, made ones, and what a few changes make of them.

use crate::sample::{Keys, sample};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// Mutations of each tool.
const MUTATIONS: usize = 50;

/// splitmix64: the same numbers for the same seed, everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let at = self.below(u64::try_from(list.len()).unwrap_or(1));
        list.get(usize::try_from(at).unwrap_or(0))
    }
}

/// The recorded calls, a few values made of the schema, and mutations of both.
pub(crate) fn values(schema: &Value, calls: &[Value], random: &mut Random) -> Vec<Value> {
    let mut values: Vec<Value> = calls.iter().filter(|call| call.is_object()).cloned().collect();
    for keys in [Keys::Required, Keys::All, Keys::Some, Keys::Some] {
        let made = sample(schema, schema, keys, random, 0);
        values.push(if made.is_object() { made } else { json!({}) });
    }
    let mut known: HashSet<String> = values.iter().map(Value::to_string).collect();
    let (seeds, words) = (values.clone(), Words::of(schema));
    // A tool without properties has few different mutations.
    let mut mutations = 0;
    for _ in 0..MUTATIONS * 20 {
        let Some(seed) = random.pick(&seeds) else { break };
        let mut value = seed.clone();
        for _ in 0..=random.below(2) {
            mutate(&mut value, &words, random);
        }
        if value.is_object() && known.insert(value.to_string()) {
            values.push(value);
            mutations += 1;
        }
        if mutations == MUTATIONS {
            break;
        }
    }
    values
}

/// What the schema names: keys, strings, numbers.
#[derive(Default)]
struct Words {
    keys: Vec<String>,
    texts: Vec<String>,
    numbers: Vec<f64>,
    lengths: Vec<u64>,
}

impl Words {
    fn of(schema: &Value) -> Self {
        let mut words = Self::default();
        words.visit(schema);
        words
    }

    fn visit(&mut self, schema: &Value) {
        match schema {
            Value::Object(keywords) => {
                for (key, value) in keywords {
                    match (key.as_str(), value) {
                        ("properties", Value::Object(properties)) => {
                            self.keys.extend(properties.keys().cloned());
                        }
                        ("enum", Value::Array(values)) => {
                            self.texts
                                .extend(values.iter().filter_map(Value::as_str).map(str::to_owned));
                            self.numbers.extend(values.iter().filter_map(Value::as_f64));
                        }
                        ("const", Value::String(text)) => self.texts.push(text.clone()),
                        ("minLength" | "maxLength" | "minItems" | "maxItems", Value::Number(_)) => {
                            self.lengths.extend(value.as_u64());
                        }
                        (_, Value::Number(number)) => self.numbers.extend(number.as_f64()),
                        _ => {}
                    }
                    self.visit(value);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.visit(item)),
            _ => {}
        }
    }
}

/// Changes one place.
fn mutate(value: &mut Value, words: &Words, random: &mut Random) {
    let count = places(value);
    let mut at = random.below(count);
    change(value, &mut at, words, random);
}

fn places(value: &Value) -> u64 {
    1 + match value {
        Value::Array(items) => items.iter().map(places).sum(),
        Value::Object(entries) => entries.values().map(places).sum(),
        _ => 0,
    }
}

/// Goes to place number `at`, counted in the order of the document.
fn change(value: &mut Value, at: &mut u64, words: &Words, random: &mut Random) -> bool {
    if *at == 0 {
        change_here(value, words, random);
        return true;
    }
    *at -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(item, at, words, random)),
        Value::Object(entries) => {
            entries.values_mut().any(|entry| change(entry, at, words, random))
        }
        _ => false,
    }
}

fn change_here(value: &mut Value, words: &Words, random: &mut Random) {
    match value {
        Value::Object(entries) if random.below(8) > 0 => change_object(entries, words, random),
        Value::Array(items) if random.below(3) > 0 => change_array(items, words, random),
        Value::String(text) if random.below(2) == 0 => change_text(text, words, random),
        Value::Number(_) if random.below(2) == 0 => *value = number(words, random),
        other => *other = anything(words, random),
    }
}

fn change_object(entries: &mut Map<String, Value>, words: &Words, random: &mut Random) {
    let keys: Vec<String> = entries.keys().cloned().collect();
    match random.below(5) {
        0 | 1 => {
            if let Some(key) = random.pick(&keys) {
                entries.remove(key);
            }
        }
        2 => {
            let value = anything(words, random);
            entries.insert(String::from("unexpected"), value);
        }
        3 => {
            let value = anything(words, random);
            entries.extend(random.pick(&words.keys).map(|key| (key.clone(), value)));
        }
        _ => {
            if let Some(key) = random.pick(&keys) {
                entries.insert(key.clone(), Value::Null);
            }
        }
    }
}

fn change_array(items: &mut Vec<Value>, words: &Words, random: &mut Random) {
    match random.below(5) {
        0 => items.clear(),
        1 => _ = items.pop(),
        2 => items.extend(items.first().cloned()),
        3 => items.push(anything(words, random)),
        _ => {
            let length = random.pick(&words.lengths).copied().unwrap_or(2).min(50);
            let length = usize::try_from(length + random.below(2)).unwrap_or(0);
            let item = items.first().cloned().unwrap_or(Value::from("a"));
            items.resize(length, item);
        }
    }
}

fn change_text(text: &mut String, words: &Words, random: &mut Random) {
    match random.below(6) {
        0 => text.clear(),
        1 => *text = text.to_uppercase(),
        2 => text.push(' '),
        3 => _ = text.pop(),
        4 => *text = random.pick(&words.texts).cloned().unwrap_or_default(),
        _ => {
            let length = random.pick(&words.lengths).copied().unwrap_or(1).min(5_000);
            let length = usize::try_from((length + random.below(3)).saturating_sub(1)).unwrap_or(0);
            *text = "ü".repeat(length);
        }
    }
}

fn number(words: &Words, random: &mut Random) -> Value {
    let base = random.pick(&words.numbers).copied().unwrap_or(0.0);
    let steps = [0.0, 1.0, -1.0, 0.5, -0.5, 1000.0, -1000.0];
    let value = base + random.pick(&steps).copied().unwrap_or(0.0);
    #[allow(clippy::cast_possible_truncation, reason = "whole, and `as` saturates")]
    if value.fract() == 0.0 && random.below(4) > 0 { json!(value as i64) } else { json!(value) }
}

fn anything(words: &Words, random: &mut Random) -> Value {
    match random.below(12) {
        0 | 1 => Value::Null,
        2 => json!(random.below(2) == 0),
        3 => number(words, random),
        4 => json!(-1),
        5 => json!(1.5),
        6 => json!("text"),
        7 => random.pick(&words.texts).map_or(json!(""), |text| json!(text)),
        8 => json!([]),
        9 => json!(["a"]),
        10 => json!({}),
        _ => json!({"a": 1}),
    }
}
