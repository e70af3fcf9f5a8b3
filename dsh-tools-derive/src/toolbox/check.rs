//! Second stage: everything that the macro can know to be wrong.

use super::block::{Block, Member, Method};
use super::keys::Keys;
use crate::args;
use crate::ctxt::{Blame, Ctxt};
use crate::distinct::Named;
use crate::show::show;
use crate::tool::{self, Site, Tool};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Attribute, GenericParam, Ident, ItemImpl, Lifetime};

/// An `impl` that has tools in it.
pub(super) struct Toolbox<'a> {
    /// The path of the runtime's module for generated code.
    pub(super) private: TokenStream,
    pub(super) block: &'a Block,
    /// The function that gives the definitions; `None` where nothing can be added to the type, or it is there already.
    pub(super) definitions: Option<Ident>,
    /// In the order of the methods.
    pub(super) tools: Vec<BoxedTool<'a>>,
}

/// One of its tools.
pub(super) struct BoxedTool<'a> {
    pub(super) tool: Tool<'a>,
    /// Has the name of a function before it, of which the compiler tells: nothing more is made of it.
    pub(super) repeated: bool,
    /// Where the name is written.
    pub(super) named: Blame,
}

impl Toolbox<'_> {
    pub(super) const fn item(&self) -> &ItemImpl {
        &self.block.item
    }

    /// The `cfg`s of the `impl`, which stand on all that is made of it.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Attribute> {
        self.item().attrs.iter().filter(|attr| attr.path().is_ident("cfg"))
    }

    /// The tools that something is made of.
    pub(super) fn made(&self) -> impl Iterator<Item = &BoxedTool<'_>> {
        self.tools.iter().filter(|tool| !tool.repeated)
    }

    /// Names that only the compiler can tell apart, which knows what is left under the conditions.
    pub(super) fn names(&self) -> Vec<Named> {
        let tools: Vec<_> = self.made().collect();
        let conditional =
            |name: &str| tools.iter().filter(|tool| tool.tool.name == name).count() > 1;
        tools
            .iter()
            .filter(|tool| conditional(&tool.tool.name))
            .map(|BoxedTool { tool, named, .. }| Named {
                conditions: tool.conditions.clone(),
                text: tool.name.to_token_stream(),
                message: repeated(&tool.name),
                blame: *named,
            })
            .collect()
    }
}

fn repeated(name: &str) -> String {
    format!(
        "`{name}` is the name of a tool before it in the toolbox, and calls find tools by name: rename one by `#[tool(name = \"..\")]`"
    )
}

pub(super) fn check<'a>(cx: &Ctxt, block: &'a Block, keys: &Keys) -> Toolbox<'a> {
    for attr in &block.again {
        cx.error_on(attr, "`#[toolbox]` stands on this `impl` twice: write all keys into one of them, and leave the other out");
    }
    let own = owner(cx, &block.item);
    let mut tools: Vec<BoxedTool<'a>> = Vec::new();
    for method in block.methods() {
        let tool = method_tool(cx, method, keys);
        let tool = against(cx, &tools, tool, method);
        tools.push(tool);
    }
    if own && tools.is_empty() {
        cx.error_on(
            &block.item.impl_token,
            "none of these is a tool: mark those that are with `#[tool]`, or leave `#[toolbox]` out",
        );
    }
    let definitions = keys.definitions.clone().filter(|name| own && !taken(cx, block, name));
    Toolbox { private: args::private(keys.krate.as_ref()), block, definitions, tools }
}

/// A function of the `impl` has the name of the one that is added.
fn taken(cx: &Ctxt, block: &Block, name: &Ident) -> bool {
    let methods = block.methods().map(|method| &method.input.function.sig.ident);
    let Some(ident) = methods.chain(block.functions()).find(|ident| *ident == name) else {
        return false;
    };
    let other = if name == "tools" { "all_tools" } else { "tools" };
    cx.error(
        ident.span(),
        format!("`{name}` is the function that `#[toolbox]` adds: rename this one, or that one by `#[toolbox(definitions = {other})]`"),
    );
    true
}

/// The `impl` is the type's own, and what it is of outlives every call.
fn owner(cx: &Ctxt, item: &ItemImpl) -> bool {
    if let Some((path, _)) = &item.trait_ {
        let ty = show(&item.self_ty);
        cx.error_on(
            path,
            format!("a toolbox is a type's own `impl`, and tools are no part of a trait: put `#[toolbox]` on an `impl {ty} {{ .. }}` whose tools call the trait's methods"),
        );
        return false;
    }
    for parameter in &item.generics.params {
        if let GenericParam::Lifetime(parameter) = parameter {
            borrows(cx, &parameter.lifetime);
        }
    }
    let mut elided = Elided { cx, item };
    elided.visit_type(&item.self_ty);
    true
}

fn borrows(cx: &Ctxt, lifetime: &Lifetime) {
    cx.error_on(lifetime, "calls share the toolbox for as long as its tools are registered, so it borrows nothing: let it own what it needs, or hold it in an `Arc`");
}

/// Lifetimes in the type that the `impl` does not declare.
struct Elided<'a> {
    cx: &'a Ctxt,
    item: &'a ItemImpl,
}

impl<'ast> Visit<'ast> for Elided<'_> {
    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        let declared = self.item.generics.lifetimes().any(|known| known.lifetime == *lifetime);
        if !declared && lifetime.ident != "static" {
            borrows(self.cx, lifetime);
        }
    }
}

fn method_tool<'a>(cx: &Ctxt, method: &'a Method, all: &Keys) -> (Tool<'a>, Blame) {
    let mut keys = tool::Keys::read(cx, &method.entries);
    keys.inherit(cx, &all.hints, all.parallel, all.krate.as_ref());
    let named = match &keys.name {
        Some(name) => name.blame,
        None => Blame::from(method.input.function.sig.ident.span()),
    };
    let site = Site::Toolbox { prefix: &all.prefix };
    (tool::check(cx, &method.input, keys, &method.hidden, site), named)
}

/// The tool beside those before it.
fn against<'a>(
    cx: &Ctxt,
    before: &[BoxedTool<'a>],
    (tool, named): (Tool<'a>, Blame),
    method: &Method,
) -> BoxedTool<'a> {
    let conditions = shown(&tool.conditions);
    // Two that are there under the same conditions are there together.
    let together = |other: &&BoxedTool<'a>| {
        shown(&other.tool.conditions) == conditions || other.tool.conditions.is_empty()
    };
    let repeats = before
        .iter()
        .filter(together)
        .any(|other| other.tool.function.sig.ident == method.input.function.sig.ident);
    if !repeats
        && before.iter().filter(together).any(|other| other.tool.name == tool.name)
        && !tool.name.is_empty()
    {
        cx.error(named, repeated(&tool.name));
    }
    BoxedTool { tool, repeated: repeats, named }
}

fn shown(conditions: &[Attribute]) -> String {
    quote!(#(#conditions)*).to_string()
}

impl Member {
    /// The member as it is written out again; `tools` are those of the block, in its order.
    pub(super) fn tokens<'a>(
        &self,
        tools: &mut impl Iterator<Item = &'a BoxedTool<'a>>,
    ) -> TokenStream {
        match self {
            Self::Other(tokens, _) => tokens.clone(),
            Self::Tool(_) => {
                tools.next().map_or_else(TokenStream::new, |BoxedTool { tool, .. }| {
                    let (lints, function) = (tool::lints(), &tool.function);
                    quote!(#lints #function)
                })
            }
        }
    }
}
