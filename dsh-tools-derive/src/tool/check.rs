//! Second stage: everything that the macro can know to be wrong.

use super::arguments::{Hidden, arguments};
use super::function::Function;
use super::keys::Keys;
use super::model::Tool;
use super::parse::Input;
use super::signature;
use crate::args;
use crate::attr::plain;
use crate::ctxt::{At, Blame, Ctxt};
use crate::docs::{self, Text};
use quote::{ToTokens, quote};
use syn::ReturnType;

pub(super) fn check<'a>(cx: &Ctxt, input: &'a Input, keys: Keys, hidden: &'a Hidden) -> Tool<'a> {
    let function = &input.function;
    signature::check(cx, &function.sig, keys.blocking.as_ref());
    check_hints(cx, &keys);
    for attr in input.again(keys.krate.as_ref()) {
        cx.error_on(attr, "`#[tool]` stands on this function twice: write all keys into one of them, and leave the other out");
    }
    let name = name(cx, function, keys.name.as_ref());
    let description = description(cx, function, keys.description, keys.described);
    let (arguments, passed) =
        arguments(cx, &function.sig, input.dialect, hidden, keys.krate.as_ref(), &name);
    let on = |flag: Option<At<bool>>| flag.map(|flag| flag.value);
    Tool {
        private: args::private(keys.krate.as_ref()),
        function: input.stripped(keys.krate.as_ref()),
        vis: &function.vis,
        type_name: keys.type_name.unwrap_or_else(|| function.sig.ident.clone()),
        name,
        title: keys.title,
        description,
        hints: [
            ("read_only", on(keys.read_only)),
            ("destructive", on(keys.destructive)),
            ("idempotent", on(keys.idempotent)),
            ("open_world", on(keys.open_world)),
        ],
        timeout: keys.timeout,
        parallel: keys.parallel,
        render: keys.render,
        meta: keys.meta,
        finalize: keys.finalize,
        present_call: keys.present_call,
        present_result: keys.present_result,
        blocking: function.sig.asyncness.is_none(),
        arguments,
        passed,
        output: match &function.sig.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => ty.to_token_stream(),
        },
    }
}

fn check_hints(cx: &Ctxt, keys: &Keys) {
    if let (Some(At { value: true, .. }), Some(At { value: true, blame })) =
        (&keys.read_only, &keys.destructive)
    {
        cx.error(
            *blame,
            "`destructive` contradicts `read_only`: what only reads destroys nothing, keep one",
        );
    }
}

/// As providers and MCP have them.
fn name(cx: &Ctxt, function: &Function, written: Option<&At<String>>) -> String {
    let (name, blame) = match written {
        Some(At { value, blame }) => (value.clone(), *blame),
        None => (plain(&function.sig.ident), Blame::from(function.sig.ident.span())),
    };
    let way_out =
        if written.is_some() { "" } else { "; give it another by `#[tool(name = \"..\")]`" };
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() {
        cx.error(
            blame,
            "the name is empty: a tool's name has 1 to 64 characters out of `A-Z a-z 0-9 _ -`",
        );
    } else if let Some(c) = name.chars().find(|c| !legal(*c)) {
        cx.error(blame, format!("`{c}` cannot be in a tool's name, which has 1 to 64 characters out of `A-Z a-z 0-9 _ -`{way_out}"));
    } else if name.len() > 64 {
        cx.error(
            blame,
            format!(
                "the name has {} characters, and a tool's name has 1 to 64{way_out}",
                name.len()
            ),
        );
    } else if name == "run_code" {
        cx.error(
            blame,
            format!("the name `run_code` is reserved for programs that call tools{way_out}"),
        );
    }
    name
}

fn description(cx: &Ctxt, function: &Function, written: Option<Text>, described: bool) -> Text {
    if let Some(text) = written.or_else(|| docs::description(&function.attrs)) {
        return text;
    }
    if !described {
        let ident = &function.sig.ident;
        cx.error(
            ident.span(),
            format!("`{ident}` has no description, and the model chooses a tool by it: write a doc comment, or `#[tool(description = \"..\")]`"),
        );
    }
    Text::Literal(String::new())
}
