//! Two schemas of one tool, keyword by keyword.

use super::alternatives::forms;
use super::change::{ChangeEffect, SchemaChange};
use super::keywords::{Rule, rule};
use crate::json::{Cursor, DEFAULT_DEPTH_LIMIT, JsonKind, same_value, seen, visible};
use crate::testing::fail::{cut, shown};
use crate::tool::ToolSchema;
use ChangeEffect::{Breaking, Compatible, Wording};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Characters of a description that are shown.
const SHOWN: usize = 80;

/// What was found so far about one tool.
pub(super) struct Comparison {
    tool: String,
    found: Vec<SchemaChange>,
}

impl Comparison {
    #[inline]
    pub(super) fn of(before: &ToolSchema, now: &ToolSchema) -> Vec<SchemaChange> {
        let mut all = Self { tool: visible(&now.name).to_string(), found: Vec::new() };
        if before.description != now.description {
            let what = format!(
                "its description reads {:?}, was {:?}",
                cut(&now.description, SHOWN),
                cut(&before.description, SHOWN)
            );
            all.note("", Wording, what);
        }
        let (before, now) = (before.parameters.root(), now.parameters.root());
        all.schemas(before, now, "", DEFAULT_DEPTH_LIMIT);
        all.found
    }

    #[inline]
    pub(super) fn note(&mut self, path: &str, effect: ChangeEffect, what: String) {
        self.found.push(SchemaChange {
            tool: self.tool.clone(),
            path: path.to_owned(),
            effect,
            what,
        });
    }

    /// One schema at one place.
    #[inline]
    pub(super) fn schemas(
        &mut self,
        before: Cursor<'_>,
        now: Cursor<'_>,
        path: &str,
        depth: usize,
    ) {
        let Some(depth) = depth.checked_sub(1) else {
            if !same_value(before, now) {
                self.note(path, Breaking, "changed, deeper than is looked at".to_owned());
            }
            return;
        };
        if before.kind() != JsonKind::Object || now.kind() != JsonKind::Object {
            // `true` and `false`.
            if !same_value(before, now) {
                let effect = if now.as_bool() == Some(true) { Compatible } else { Breaking };
                self.note(path, effect, format!("is {}, was {}", shown(now), shown(before)));
            }
            return;
        }
        self.types(before, now, path);
        self.values(before, now, path);
        self.properties(before, now, path, depth);
        let contains = [before.get("contains"), now.get("contains")];
        if let ([Some(was), Some(is)], Some(most)) = (contains, now.get("maxContains"))
            && !same_value(was, is)
        {
            let what = format!("counts others by `contains`, of which it takes {}", shown(most));
            self.note(path, Breaking, what);
        }
        let mut keywords: Vec<Cow<'_, str>> = before.entries().map(|(key, _)| key).collect();
        keywords.extend(now.entries().map(|(key, _)| key).filter(|key| before.get(key).is_none()));
        for keyword in keywords {
            self.keyword(&keyword, before.get(&keyword), now.get(&keyword), path, depth);
        }
    }

    #[inline]
    fn keyword(
        &mut self,
        keyword: &str,
        before: Option<Cursor<'_>>,
        now: Option<Cursor<'_>>,
        path: &str,
        depth: usize,
    ) {
        let is_same = match (before, now) {
            (Some(before), Some(now)) => same_value(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        let rule = rule(keyword);
        // Of what has an order for readers only, the order is looked at as well.
        if is_same && !matches!(rule, Rule::Schema(_) | Rule::Named | Rule::Each | Rule::Forms) {
            return;
        }
        match rule {
            Rule::Seen => {}
            Rule::Words => self.words(keyword, before, now, path),
            Rule::Lower => self.bound(keyword, before, now, path, Ordering::Less),
            Rule::Upper => self.bound(keyword, before, now, path, Ordering::Greater),
            Rule::Default => self.default(before, now, path),
            Rule::Restriction => self.restriction(keyword, before, now, path),
            Rule::Schema(within) => {
                self.inner(before, now, &format!("{path}{within}"), depth);
            }
            Rule::Named => {
                for (name, before) in before.into_iter().flat_map(Cursor::entries) {
                    if let Some(now) = now.and_then(|now| now.get(&name)) {
                        self.schemas(before, now, &format!("#{}", visible(&name)), depth);
                    }
                }
            }
            Rule::Each => self.each(keyword, before, now, path, depth),
            Rule::Forms => {
                forms(self, keyword, before, now, path, depth);
            }
            Rule::Unknown => {
                let what = match (before, now) {
                    (Some(before), Some(now)) => {
                        format!("has `{keyword}` {}, was {}", shown(now), shown(before))
                    }
                    (None, Some(now)) => format!("has `{keyword}` {} now", shown(now)),
                    (before, None) => {
                        format!(
                            "has no `{keyword}` any more, was {}",
                            before.map(shown).unwrap_or_default()
                        )
                    }
                };
                self.note(
                    path,
                    Breaking,
                    format!("{what}; whether calls still fit cannot be told"),
                );
            }
        }
    }

    #[inline]
    fn words(
        &mut self,
        keyword: &str,
        before: Option<Cursor<'_>>,
        now: Option<Cursor<'_>>,
        path: &str,
    ) {
        let text = |value: Cursor<'_>| match value.as_str() {
            Some(text) => format!("{:?}", cut(&text, SHOWN)),
            None => shown(value),
        };
        let its = if path.is_empty() { "the arguments have" } else { "has" };
        let (a, name) = match keyword {
            "title" | "description" => ("a ", keyword.to_owned()),
            _ => ("", format!("`{}`", visible(keyword))),
        };
        let what = match (before, now) {
            (Some(before), Some(now)) => {
                format!("{its} another {name}: {}, was {}", text(now), text(before))
            }
            (None, Some(now)) => format!("{its} {a}{name} now: {}", text(now)),
            (before, None) => {
                let was = before.map(text).unwrap_or_default();
                format!("{its} no {name} any more, was {was}")
            }
        };
        self.note(path, Wording, what);
    }

    /// A bound is narrower where the new one is on the far side of the old one.
    #[inline]
    fn bound(
        &mut self,
        keyword: &str,
        before: Option<Cursor<'_>>,
        now: Option<Cursor<'_>>,
        path: &str,
        wider: Ordering,
    ) {
        let (effect, what) = match (before, now) {
            (Some(before), Some(now)) => {
                let way =
                    now.as_f64().zip(before.as_f64()).and_then(|(now, old)| now.partial_cmp(&old));
                let effect = if way == Some(wider) { Compatible } else { Breaking };
                let way = if effect == Compatible { "wider" } else { "narrower" };
                (effect, format!("has a {way} `{keyword}`: {}, was {}", shown(now), shown(before)))
            }
            (None, Some(now)) => (Breaking, format!("has a `{keyword}` of {} now", shown(now))),
            (Some(before), None) => {
                // Where nothing is said one is needed.
                let is_narrower = keyword == "minContains" && before.as_f64() == Some(0.0);
                let effect = if is_narrower { Breaking } else { Compatible };
                (effect, format!("has no `{keyword}` any more, was {}", shown(before)))
            }
            (None, None) => return,
        };
        self.note(path, effect, what);
    }

    #[inline]
    fn default(&mut self, before: Option<Cursor<'_>>, now: Option<Cursor<'_>>, path: &str) {
        let (effect, what) = match (before, now) {
            (Some(before), Some(now)) => (
                Breaking,
                format!("stands for {} where it is left out, was {}", shown(now), shown(before)),
            ),
            (None, Some(now)) => {
                (Compatible, format!("stands for {} where it is left out", shown(now)))
            }
            (Some(before), None) => {
                (Breaking, format!("has no default any more, was {}", shown(before)))
            }
            (None, None) => return,
        };
        self.note(path, effect, what);
    }

    /// A keyword that only ever takes away: new or changed it may refuse what was legal, gone it refuses less.
    #[inline]
    fn restriction(
        &mut self,
        keyword: &str,
        before: Option<Cursor<'_>>,
        now: Option<Cursor<'_>>,
        path: &str,
    ) {
        // `false` is as good as nothing said.
        let says = |value: &Cursor<'_>| value.as_bool() != Some(false);
        let (effect, what) = match (before.filter(says), now.filter(says)) {
            (Some(before), Some(now)) => (
                Breaking,
                format!("has another `{keyword}`: {}, was {}", shown(now), shown(before)),
            ),
            (None, Some(now)) => (Breaking, format!("has `{keyword}` {} now", shown(now))),
            (Some(before), None) => {
                (Compatible, format!("has no `{keyword}` any more, was {}", shown(before)))
            }
            (None, None) => return,
        };
        self.note(path, effect, what);
    }

    /// A schema for all that is in a place: nothing said is `true`.
    #[inline]
    fn inner(
        &mut self,
        before: Option<Cursor<'_>>,
        now: Option<Cursor<'_>>,
        path: &str,
        depth: usize,
    ) {
        let is_open = |schema: Cursor<'_>| match schema.as_bool() {
            Some(open) => open,
            None => schema.kind() == JsonKind::Object && schema.is_empty(),
        };
        let (said, says) = (before.filter(|b| !is_open(*b)), now.filter(|n| !is_open(*n)));
        let (effect, what) = match (said, says) {
            (Some(before), Some(now)) if before.kind() == now.kind() => {
                self.schemas(before, now, path, depth);
                return;
            }
            (None, None) => return,
            (_, Some(now)) if now.as_bool() == Some(false) => {
                (Breaking, "takes nothing now".to_owned())
            }
            (_, Some(now)) => {
                let effect = if said.is_some() { Compatible } else { Breaking };
                (effect, format!("takes only {} now", shown(now)))
            }
            (Some(_), None) => (Compatible, "takes anything now".to_owned()),
        };
        self.note(path, effect, what);
    }

    /// Schemas by position.
    #[inline]
    fn each(
        &mut self,
        keyword: &str,
        before: Option<Cursor<'_>>,
        now: Option<Cursor<'_>>,
        path: &str,
        depth: usize,
    ) {
        let items = |list: Option<Cursor<'_>>| list.map_or(0, Cursor::len);
        let (was, is) = (items(before), items(now));
        for at in 0..was.min(is) {
            let pair = before.and_then(|list| list.at(at)).zip(now.and_then(|list| list.at(at)));
            if let Some((before, now)) = pair {
                let path =
                    if keyword == "allOf" { path.to_owned() } else { format!("{path}[{at}]") };
                self.schemas(before, now, &path, depth);
            }
        }
        if was != is {
            let effect = if is < was && keyword == "allOf" { Compatible } else { Breaking };
            self.note(path, effect, format!("has {is} schemas in `{keyword}`, had {was}"));
        }
    }
}

/// A key as a step of a path.
#[inline]
pub(super) fn step(path: &str, key: &str) -> String {
    let is_plain = !key.is_empty() && !key.contains(['.', '[', ']', '<', '>', '`', ' ', '"']);
    let key: String = key.chars().flat_map(seen).collect();
    match (path.is_empty(), is_plain) {
        (true, true) => key,
        (false, true) => format!("{path}.{key}"),
        (_, false) => format!("{path}[{key:?}]"),
    }
}
