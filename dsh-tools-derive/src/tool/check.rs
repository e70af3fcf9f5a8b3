//! Second stage: everything that the macro can know to be wrong.

use super::arguments::arguments;
use super::function::Function;
use super::keys::Keys;
use super::model::{Hidden, Site, Tool};
use super::parse::Input;
use super::receiver::callee;
use super::signature;
use crate::args;
use crate::attr::plain;
use crate::ctxt::{At, Blame, Ctxt};
use crate::docs::{self, Text};
use quote::{ToTokens, quote};
use syn::ReturnType;

/// What a tool's name may be made of.
pub(crate) const ALPHABET: &str = "`A-Z a-z 0-9 _ -`";

/// The first character that cannot be in a tool's name.
pub(crate) fn illegal(name: &str) -> Option<char> {
    name.chars().find(|c| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-'))
}

pub(crate) fn check<'a>(
    cx: &Ctxt,
    input: &'a Input,
    keys: Keys,
    hidden: &'a Hidden,
    site: Site<'_>,
) -> Tool<'a> {
    let function = &input.function;
    let callee = callee(cx, &function.sig, input.dialect, site);
    signature::check(cx, &function.sig, keys.blocking.as_ref(), site);
    keys.hints.check(cx);
    for attr in input.again(keys.krate.as_ref()) {
        cx.error_on(attr, TWICE);
    }
    let name = name(cx, function, keys.name.as_ref(), site);
    let description = description(cx, function, keys.description, keys.described);
    let (arguments, passed) =
        arguments(cx, &function.sig, input.dialect, hidden, keys.krate.as_ref(), &name);
    Tool {
        private: args::private(keys.krate.as_ref()),
        function: input.stripped(keys.krate.as_ref()),
        conditions: input.conditions.clone(),
        type_name: keys.type_name,
        name,
        title: keys.title,
        description,
        hints: keys.hints.named(),
        timeout: keys.hints.timeout,
        parallel: keys.parallel,
        render: keys.render,
        meta: keys.meta,
        finalize: keys.finalize,
        present_call: keys.present_call,
        present_result: keys.present_result,
        blocking: function.sig.asyncness.is_none(),
        callee,
        arguments,
        passed,
        output: match &function.sig.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => ty.to_token_stream(),
        },
    }
}

pub(crate) const TWICE: &str = "`#[tool]` stands on this function twice: write all keys into one of them, and leave the other out";

/// As providers and MCP have them.
fn name(cx: &Ctxt, function: &Function, written: Option<&At<String>>, site: Site<'_>) -> String {
    let (name, blame) = match written {
        Some(At { value, blame }) => (value.clone(), *blame),
        None => (plain(&function.sig.ident), Blame::from(function.sig.ident.span())),
    };
    let way_out =
        if written.is_some() { "" } else { "; give it another by `#[tool(name = \"..\")]`" };
    let (full, prefixed) = match site {
        Site::Toolbox { prefix } if !prefix.is_empty() => {
            (format!("{prefix}{name}"), format!("with the prefix `{prefix}` "))
        }
        _ => (name.clone(), String::new()),
    };
    if name.is_empty() {
        cx.error(
            blame,
            format!("the name is empty: a tool's name has 1 to 64 characters out of {ALPHABET}"),
        );
    } else if let Some(c) = illegal(&name) {
        cx.error(blame, format!("`{c}` cannot be in a tool's name, which has 1 to 64 characters out of {ALPHABET}{way_out}"));
    } else if full.len() > 64 {
        cx.error(
            blame,
            format!(
                "{prefixed}the name has {} characters, and a tool's name has 1 to 64{way_out}",
                full.len()
            ),
        );
    } else if full == "run_code" {
        cx.error(
            blame,
            format!("the name `run_code` is reserved for programs that call tools{way_out}"),
        );
    }
    full
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
