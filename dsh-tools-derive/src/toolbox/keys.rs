//! The keys of `#[toolbox(..)]`.

use crate::attr::{Entry, Given, each_once, flag, path, string, unknown};
use crate::ctxt::{At, Ctxt};
use crate::suggest;
use crate::tool::{self, ALPHABET, Hints, illegal};
use proc_macro2::Span;
use syn::{Expr, Ident};

/// What `#[toolbox(..)]` says: each key read, none compared with another.
#[derive(Default)]
pub(super) struct Keys {
    /// Empty where it is not given, or wrong.
    pub(super) prefix: String,
    /// The function that gives the definitions; `None` after an error.
    pub(super) definitions: Option<Ident>,
    /// What holds for all tools that do not say otherwise.
    pub(super) hints: Hints,
    pub(super) parallel: bool,
    pub(super) krate: Option<syn::Path>,
}

pub(crate) const KEYS: [&str; 9] = [
    "crate",
    "definitions",
    "destructive",
    "idempotent",
    "open_world",
    "parallel",
    "prefix",
    "read_only",
    "timeout",
];

/// What one may call it otherwise.
const SYNONYMS: &[(&[&str], &str)] = &[
    (&["name", "name_prefix", "namespace", "rename"], "prefix"),
    (&["tools", "function", "fn", "router", "tool_router"], "definitions"),
    (&["readonly", "read_only_hint", "readOnlyHint"], "read_only"),
    (&["destructive_hint"], "destructive"),
    (&["idempotent_hint"], "idempotent"),
    (&["open_world_hint"], "open_world"),
    (&["deadline"], "timeout"),
    (&["concurrent", "concurrency", "concurrency_safe"], "parallel"),
];

impl Keys {
    pub(super) fn read(cx: &Ctxt, entries: &[Entry]) -> Self {
        let definitions = Some(Ident::new("definitions", Span::call_site()));
        let mut keys = Self { definitions, ..Self::default() };
        each_once(cx, entries, |entry, name| keys.entry(cx, entry, name));
        keys.hints.check(cx);
        keys
    }

    fn entry(&mut self, cx: &Ctxt, entry: &Entry, name: &str) {
        match name {
            _ if self.hints.entry(cx, entry, name) => {}
            "prefix" => self.prefix = prefix(cx, entry).unwrap_or_default(),
            "definitions" => self.definitions = definitions(cx, entry),
            "parallel" => self.parallel = parallel(cx, entry),
            "crate" => self.krate = path(cx, entry, "::dsh_tools"),
            _ => {
                let synonym = SYNONYMS.iter().find(|(words, _)| words.contains(&name));
                let near = synonym.map(|(_, key)| *key);
                if near.is_none() && tool::KEYS.contains(&name) {
                    cx.error(entry.key.span(), format!("`{name}` is about one tool: write it into the `#[tool(..)]` of the method"));
                    return;
                }
                let near = near.or_else(|| suggest::nearest(name, KEYS));
                cx.error(entry.key.span(), unknown(name, "#[toolbox(..)]", near, "it", KEYS));
            }
        }
    }
}

fn prefix(cx: &Ctxt, entry: &Entry) -> Option<String> {
    let At { value, blame } = string(cx, entry, "fs_")?;
    if value.is_empty() {
        cx.error(blame, "the prefix is empty: write one, or leave it out");
    } else if let Some(c) = illegal(&value) {
        cx.error(
            blame,
            format!(
                "`{c}` cannot be in a tool's name, which has 1 to 64 characters out of {ALPHABET}"
            ),
        );
    } else if value.len() > 63 {
        cx.error(
            blame,
            format!(
                "the prefix has {} characters, and a tool's name has 1 to 64 with it: write a shorter one",
                value.len()
            ),
        );
    } else {
        return Some(value);
    }
    None
}

fn definitions(cx: &Ctxt, entry: &Entry) -> Option<Ident> {
    let path = path(cx, entry, "tools")?;
    let ident = path.get_ident().cloned();
    if ident.is_none() {
        cx.error_on(&path, "`definitions` names the function that gives the definitions: write a plain name, as in `definitions = tools`");
    }
    ident
}

fn parallel(cx: &Ctxt, entry: &Entry) -> bool {
    if let Given::Value(value @ (Expr::Path(_) | Expr::Closure(_))) = &entry.given {
        cx.error_on(value, "a function that classifies calls looks at the arguments of one tool: write `parallel = ..` on the method, and `parallel` here for all that have none");
        return false;
    }
    flag(cx, entry).is_some_and(|flag| flag.value)
}
