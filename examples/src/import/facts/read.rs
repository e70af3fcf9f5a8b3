//! Keyword by keyword.

use super::{ABOUT, Facts, ODD};
use crate::import::json::{Json, escape};
use crate::import::kinds::Kinds;
use crate::import::site::Part;
use std::collections::HashSet;

impl<'a> Facts<'a> {
    pub(super) fn read(&mut self, number: usize, part: &Part<'a>) {
        match part.json {
            Json::Bool(false) => self.kinds = Kinds::NONE,
            Json::Object(entries) => {
                for (key, value) in entries {
                    if !part.without.contains(&&**key) {
                        let at = format!("{}/{}", part.at, escape(key));
                        self.keyword(number, part, (key, value), at);
                    }
                }
            }
            _ => {}
        }
    }

    fn keyword(
        &mut self,
        number: usize,
        part: &Part<'a>,
        (key, value): (&'a str, &'a Json),
        at: String,
    ) {
        if let Some((keyword, kinds)) = ODD.iter().find(|(keyword, _)| *keyword == key) {
            return self.odd.push((keyword, at, *kinds));
        }
        match key {
            "type" => self.types(value, &at),
            "enum" => self.narrow(value.items().iter().collect(), at),
            "const" => self.narrow(vec![value], at),
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                self.bound(key, value, part.json, &at);
            }
            "minLength" => self.length.0 = Some(greater(self.length.0, value)),
            "maxLength" => self.length.1 = Some(lesser(self.length.1, value)),
            "minItems" => self.count.0 = Some(greater(self.count.0, value)),
            "maxItems" => self.count.1 = Some(lesser(self.count.1, value)),
            "minProperties" => self.entries.0 = Some(greater(self.entries.0, value)),
            "maxProperties" => self.entries.1 = Some(lesser(self.entries.1, value)),
            "uniqueItems" => self.unique |= value.as_bool() == Some(true),
            // It matches everything.
            "pattern" if value.as_str() == Some("") => {}
            "pattern" => push_text(&mut self.patterns, at, value),
            "format" => push_text(&mut self.formats, at, value),
            "items" if matches!(value, Json::Array(_)) => self.prefixes(value, &at),
            "prefixItems" => self.prefixes(value, &at),
            // After a list in `items` it is what `items` is today; without one it means nothing.
            "additionalItems" if matches!(part.json.get("items"), Some(Json::Array(_))) => {
                self.items.get_or_insert_default().push(Part::new(value, at));
            }
            "items" => self.items.get_or_insert_default().push(Part::new(value, at)),
            "required" => {
                let mut known: HashSet<String> =
                    self.required.iter().map(|(name, _)| name.clone()).collect();
                for (number, name) in value.items().iter().enumerate() {
                    let name = name.as_str().unwrap_or_default().to_owned();
                    if known.insert(name.clone()) {
                        self.required.push((name, format!("{at}/{number}")));
                    }
                }
            }
            "propertyNames" => self.names.push(Part::new(value, at)),
            "patternProperties" => {
                let each = value.entries().iter().map(|(pattern, schema)| {
                    (&**pattern, Part::new(schema, format!("{at}/{}", escape(pattern))))
                });
                self.patterned.extend(each);
            }
            "anyOf" => self.unions.push((number, "anyOf")),
            "oneOf" => self.unions.push((number, "oneOf")),
            // Read by `objects`, which needs them all; read with `if` and `contains`; means nothing here.
            "properties"
            | "additionalProperties"
            | "then"
            | "else"
            | "minContains"
            | "maxContains"
            | "additionalItems" => {}
            "readOnly" | "writeOnly" | "contentEncoding" | "contentMediaType" | "contentSchema" => {
                self.lost(key, &at, "there is no attribute for it");
            }
            _ if ABOUT.contains(&key) => self.about(key, value, part.bare, at),
            "nullable" => {
                self.nullable |= value.as_bool() == Some(true);
                self.note(key, &at, "a word of OpenAPI, no keyword of JSON Schema: read as meant");
            }
            _ => self.note(key, &at, "it is no keyword of JSON Schema"),
        }
    }

    fn about(&mut self, key: &str, value: &'a Json, bare: bool, at: String) {
        if bare {
            return;
        }
        let text = || value.as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned);
        match key {
            "title" if self.meta.title.is_none() => self.meta.title = text(),
            "description" if self.meta.description.is_none() => self.meta.description = text(),
            "title" | "description" => {
                self.note(key, &at, "one that stands further out takes its place");
            }
            "deprecated" => self.meta.deprecated |= value.as_bool() == Some(true),
            "examples" => self.meta.examples.extend(value.items().iter().cloned()),
            "default" if self.default.is_none() => self.default = Some((at, value)),
            _ => {}
        }
    }

    fn types(&mut self, value: &Json, at: &str) {
        let names = if let Json::Array(names) = value {
            names.as_slice()
        } else {
            std::slice::from_ref(value)
        };
        let mut kinds = Kinds::NONE;
        for name in names {
            let name = name.as_str().unwrap_or_default();
            let Some((kind, foreign)) = Kinds::named(name) else {
                kinds = Kinds::ALL;
                self.lost("type", at, &format!("`{name}` is no type"));
                continue;
            };
            kinds = kinds.or(kind);
            if foreign {
                let why = format!(
                    "`{name}` is no type of JSON Schema: read as what other dialects mean by it"
                );
                self.note("type", at, &why);
            }
        }
        self.typed |= kinds != Kinds::ALL;
        self.kinds = self.kinds.and(kinds);
    }

    fn narrow(&mut self, values: Vec<&'a Json>, at: String) {
        let known = self.values.take();
        let known: Option<HashSet<String>> =
            known.map(|known| known.into_iter().map(Json::identity).collect());
        let mut seen = HashSet::new();
        let mut distinct = Vec::new();
        for value in values {
            let identity = value.identity();
            if known.as_ref().is_none_or(|known| known.contains(&identity)) && seen.insert(identity)
            {
                distinct.push(value);
            }
        }
        (self.values, self.values_at, self.typed) = (Some(distinct), at, true);
    }

    fn bound(&mut self, key: &str, value: &'a Json, all: &Json, at: &str) {
        if let Some(excluded) = value.as_bool() {
            // Draft 4: whether the bound itself is excluded.
            if excluded {
                let (plain, open) = if key == "exclusiveMinimum" {
                    (self.range.min.take(), &mut self.range.exclusive_min)
                } else {
                    (self.range.max.take(), &mut self.range.exclusive_max)
                };
                let plain = plain.or_else(|| {
                    all.get(if key == "exclusiveMinimum" { "minimum" } else { "maximum" }).cloned()
                });
                *open = plain;
            }
            return;
        }
        let old = |plain: &str| all.get(plain).and_then(Json::as_bool) == Some(true);
        let range = &mut self.range;
        let (slot, lower) = match key {
            "minimum" if old("exclusiveMinimum") => (&mut range.exclusive_min, true),
            "maximum" if old("exclusiveMaximum") => (&mut range.exclusive_max, false),
            "minimum" => (&mut range.min, true),
            "maximum" => (&mut range.max, false),
            "exclusiveMinimum" => (&mut range.exclusive_min, true),
            "exclusiveMaximum" => (&mut range.exclusive_max, false),
            _ => (&mut range.multiple_of, false),
        };
        match (&*slot, key) {
            (None, _) => *slot = Some(value.clone()),
            (Some(known), _) if known.same(value) => {}
            (Some(_), "multipleOf") => self.lost(key, at, "there is another one already"),
            (Some(known), _) => {
                let (a, b) = (known.as_f64(), value.as_f64());
                if (lower && b > a) || (!lower && b < a) {
                    *slot = Some(value.clone());
                }
            }
        }
    }

    fn prefixes(&mut self, value: &'a Json, at: &str) {
        if self.prefix.is_some() {
            return self.lost("prefixItems", at, "there is another one already");
        }
        let sites = value.items().iter().enumerate();
        let sites = sites.map(|(number, item)| vec![Part::new(item, format!("{at}/{number}"))]);
        self.prefix = Some((at.to_owned(), sites.collect()));
    }
}

fn push_text<'a>(list: &mut Vec<(String, &'a str)>, at: String, value: &'a Json) {
    let text = value.as_str().unwrap_or_default();
    if !list.iter().any(|(_, known)| *known == text) {
        list.push((at, text));
    }
}

fn greater<'a>(a: Option<&'a Json>, b: &'a Json) -> &'a Json {
    a.filter(|a| a.as_f64() >= b.as_f64()).unwrap_or(b)
}

fn lesser<'a>(a: Option<&'a Json>, b: &'a Json) -> &'a Json {
    a.filter(|a| a.as_f64() <= b.as_f64()).unwrap_or(b)
}
