//! The keys of `#[tool(..)]`.

use super::hints::Hints;
use crate::attr::{Entry, Given, each_once, flag, path, string, text, unknown};
use crate::ctxt::{At, Ctxt};
use crate::docs::Text;
use crate::suggest;
use syn::{Expr, Ident};

/// What `#[tool(..)]` says: each key read, none compared with another.
#[derive(Default)]
pub(crate) struct Keys {
    pub(crate) name: Option<At<String>>,
    pub(crate) type_name: Option<Ident>,
    pub(super) title: Option<Text>,
    pub(super) description: Option<Text>,
    /// The key is there, even if its value is wrong.
    pub(super) described: bool,
    pub(super) hints: Hints,
    pub(super) parallel: Option<Parallel>,
    pub(super) render: Option<syn::Path>,
    pub(super) meta: Option<syn::Path>,
    pub(super) finalize: Option<syn::Path>,
    pub(super) present_call: Option<syn::Path>,
    pub(super) present_result: Option<syn::Path>,
    pub(super) blocking: Option<At<bool>>,
    pub(crate) krate: Option<syn::Path>,
}

/// `parallel`, `parallel = false` or `parallel = path`.
pub(super) enum Parallel {
    Always,
    Never,
    When(syn::Path),
}

pub(crate) const KEYS: [&str; 17] = [
    "blocking",
    "crate",
    "description",
    "destructive",
    "finalize",
    "idempotent",
    "meta",
    "name",
    "open_world",
    "parallel",
    "present_call",
    "present_result",
    "read_only",
    "render",
    "timeout",
    "title",
    "type",
];

/// What other libraries call it.
const SYNONYMS: &[(&[&str], &str)] = &[
    (&["desc", "doc", "docs", "about", "help"], "description"),
    (&["rename"], "name"),
    (&["readonly", "read_only_hint", "readOnlyHint"], "read_only"),
    (&["destructive_hint"], "destructive"),
    (&["idempotent_hint"], "idempotent"),
    (&["open_world_hint"], "open_world"),
    (&["deadline"], "timeout"),
    (&["concurrent", "concurrency", "concurrency_safe"], "parallel"),
    (&["sync", "spawn_blocking"], "blocking"),
    (&["struct", "struct_name", "ident"], "type"),
    (&["call_view", "present"], "present_call"),
    (&["result_view"], "present_result"),
];

impl Keys {
    pub(crate) fn read(cx: &Ctxt, entries: &[Entry]) -> Self {
        let mut keys = Self::default();
        each_once(cx, entries, |entry, name| keys.entry(cx, entry, name));
        keys
    }

    /// Takes what is not said here from what is said of all tools of the box.
    pub(crate) fn inherit(
        &mut self,
        cx: &Ctxt,
        hints: &Hints,
        parallel: bool,
        krate: Option<&syn::Path>,
    ) {
        self.hints.inherit(cx, hints);
        if parallel && self.parallel.is_none() {
            self.parallel = Some(Parallel::Always);
        }
        self.krate = self.krate.take().or_else(|| krate.cloned());
    }

    fn entry(&mut self, cx: &Ctxt, entry: &Entry, name: &str) {
        match name {
            _ if self.hints.entry(cx, entry, name) => {}
            "name" => self.name = string(cx, entry, "read_file"),
            "type" => self.type_name = type_name(cx, entry),
            "title" => self.title = text(cx, entry).map(|title| title.value),
            "description" => {
                self.description = text(cx, entry).map(|description| description.value);
                self.described = true;
            }
            "parallel" => self.parallel = parallel(cx, entry),
            "render" => self.render = function(cx, entry),
            "meta" => self.meta = function(cx, entry),
            "finalize" => self.finalize = function(cx, entry),
            "present_call" => self.present_call = function(cx, entry),
            "present_result" => self.present_result = function(cx, entry),
            "blocking" => self.blocking = flag(cx, entry),
            "crate" => self.krate = path(cx, entry, "::dsh_tools"),
            "local" => cx.error(entry.key.span(), "bodies are `Send`, so there is no `local`: keep values that are not out of the body's awaits"),
            _ => {
                let synonym = SYNONYMS.iter().find(|(words, _)| words.contains(&name)).map(|(_, key)| *key);
                let near = synonym.or_else(|| suggest::nearest(name, KEYS));
                // A misspelt description is one mistake, not two.
                self.described |= near == Some("description");
                cx.error(entry.key.span(), unknown(name, "#[tool(..)]", near, "it", KEYS));
            }
        }
    }
}

fn type_name(cx: &Ctxt, entry: &Entry) -> Option<Ident> {
    let path = path(cx, entry, "ReadFile")?;
    let ident = path.get_ident().cloned();
    if ident.is_none() {
        cx.error_on(&path, "`type` names a new type beside the function: write a plain name, as in `type = ReadFile`");
    }
    ident
}

fn parallel(cx: &Ctxt, entry: &Entry) -> Option<Parallel> {
    match &entry.given {
        Given::Nothing => Some(Parallel::Always),
        Given::Value(Expr::Lit(_)) => {
            flag(cx, entry).map(|flag| if flag.value { Parallel::Always } else { Parallel::Never })
        }
        _ => function(cx, entry).map(Parallel::When),
    }
}

/// A path to a function; a closure would have to be compiled where the user cannot see it.
fn function(cx: &Ctxt, entry: &Entry) -> Option<syn::Path> {
    if let Given::Value(closure @ Expr::Closure(_)) = &entry.given {
        let key = entry.name();
        cx.error_on(
            closure,
            format!(
                "`{key}` takes the path of a function: write the closure as one and name it here"
            ),
        );
        return None;
    }
    path(cx, entry, "my_function")
}
