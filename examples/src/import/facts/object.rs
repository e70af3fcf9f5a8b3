//! `properties`, `required` and `additionalProperties`.

use super::Facts;
use crate::import::json::{Json, escape};
use crate::import::site::Part;
use std::collections::{HashMap, HashSet};

impl<'a> Facts<'a> {
    /// `properties` and `additionalProperties` of each schema belong together.
    pub(super) fn objects(&mut self) {
        let conjuncts = self.conjuncts.clone();
        let own = |part: &Part<'a>| match part.json.get("properties") {
            Some(properties) if !part.without.contains(&"properties") => properties.entries(),
            _ => &[],
        };
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for part in &conjuncts {
            for (name, schema) in own(part) {
                let at = Part::new(schema, format!("{}/properties/{}", part.at, escape(name)));
                let known = numbers.get(&**name).and_then(|at| self.properties.get_mut(*at));
                if let Some((_, site)) = known {
                    site.push(at);
                } else {
                    numbers.insert(name, self.properties.len());
                    self.properties.push((name.clone(), vec![at]));
                }
            }
        }
        for part in &conjuncts {
            let Some(rest) = part.json.get("additionalProperties") else { continue };
            let open = rest.as_bool() == Some(true) || *rest == Json::Object(Vec::new());
            if open {
                continue;
            }
            let rest = Part::new(rest, format!("{}/additionalProperties", part.at));
            if part.json.get("patternProperties").is_some() {
                if *rest.json == Json::Bool(false) && own(part).is_empty() {
                    self.patterned_only = true;
                } else {
                    let why = "it concerns the keys that `patternProperties` leaves";
                    self.lost("additionalProperties", &rest.at, why);
                }
                continue;
            }
            let names: HashSet<&str> = own(part).iter().map(|(name, _)| &**name).collect();
            for (_, site) in self.properties.iter_mut().filter(|(name, _)| !names.contains(&**name))
            {
                site.push(rest.clone());
            }
            if *rest.json == Json::Bool(false) {
                self.closed = true;
            } else {
                self.additional.get_or_insert_default().push(rest);
            }
        }
    }
}
