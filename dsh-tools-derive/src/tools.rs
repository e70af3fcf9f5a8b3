//! `tools![read_file, fs::write_file]`: the definitions of tools, no two of one name.

use crate::args;
use crate::ctxt::{Blame, Ctxt};
use crate::distinct::{Named, distinct};
use crate::show::show;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, Path, Token};

/// One tool of the list, or a list of tools.
struct Entry {
    attrs: Vec<Attribute>,
    item: Item,
}

enum Item {
    Tool(Path),
    /// `..expression`
    Spread(Box<Expr>),
}

impl Entry {
    fn tool(&self) -> Option<(&Vec<Attribute>, &Path)> {
        match &self.item {
            Item::Tool(path) => Some((&self.attrs, path)),
            Item::Spread(_) => None,
        }
    }
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        if let Some(attr) = attrs.iter().find(|attr| !attr.path().is_ident("cfg")) {
            return Err(syn::Error::new_spanned(
                attr,
                "only `#[cfg(..)]` may stand on an entry of `tools![..]`",
            ));
        }
        if input.parse::<Option<Token![..]>>()?.is_some() {
            return Ok(Self { attrs, item: Item::Spread(input.parse()?) });
        }
        match input.parse()? {
            Expr::Path(path) if path.qself.is_none() => {
                Ok(Self { attrs, item: Item::Tool(path.path) })
            }
            other => Err(syn::Error::new_spanned(
                other,
                "`tools![..]` lists tools by the paths of their functions, as in `tools![read_file, fs::write_file]`; a list of definitions stands behind two dots, as in `tools![read_file, ..Fs::definitions(fs)]`",
            )),
        }
    }
}

/// All of it: `crate = path;` where the runtime crate has another path, and the entries.
#[derive(Default)]
struct List {
    krate: Option<Path>,
    entries: Vec<Entry>,
}

impl Parse for List {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut krate = None;
        if input.peek(Token![crate]) && input.peek2(Token![=]) {
            let _: (Token![crate], Token![=]) = (input.parse()?, input.parse()?);
            krate = Some(input.parse()?);
            let _: Token![;] = input.parse()?;
        }
        let entries = Punctuated::<Entry, Token![,]>::parse_terminated(input)?;
        Ok(Self { krate, entries: entries.into_iter().collect() })
    }
}

pub(crate) fn tools(list: TokenStream) -> TokenStream {
    let cx = Ctxt::new();
    let List { krate, entries } = cx.ok(syn::parse2(list)).unwrap_or_default();
    let private = args::private(krate.as_ref());
    let vector = quote!(::std::vec::Vec::<#private::ToolDefinition>);
    check(&cx, &entries);
    if let Err(errors) = cx.check() {
        return quote!({ #errors #vector::new() });
    }
    // Whatever a path names that is no tool, the error is at the path.
    let item = |path: &Path, name: &str| {
        let span = Span::call_site().located_at(Blame::on(path).end);
        let name = Ident::new(name, span);
        quote_spanned!(span=> #path::#name)
    };
    let names: Vec<Named> = entries
        .iter()
        .filter_map(Entry::tool)
        .map(|(attrs, path)| Named {
            conditions: attrs.clone(),
            text: item(path, "NAME"),
            message: format!(
                "`{}` has the name of a tool before it in the list, and calls find tools by name: rename one by `#[tool(name = \"..\")]`",
                show(path)
            ),
            blame: Blame::on(path),
        })
        .collect();
    let names = distinct(&private, &names);
    let tool = |path: &Path| {
        let definition = item(path, "definition");
        quote!(#definition())
    };
    if let Some(tools) = entries.iter().map(Entry::tool).collect::<Option<Vec<_>>>() {
        let tools = tools.into_iter().map(|(attrs, path)| {
            let tool = tool(path);
            quote!(#(#attrs)* #tool)
        });
        return quote! {{
            #names
            #vector::from([#(#tools),*])
        }};
    }
    let list = Ident::new("__list", Span::mixed_site());
    let statements = entries.iter().map(|Entry { attrs, item: entry }| match entry {
        Item::Tool(path) => {
            let tool = tool(path);
            quote!(#(#attrs)* #list.push(#tool);)
        }
        Item::Spread(tools) => quote!(#(#attrs)* #list.extend(#tools);),
    });
    quote! {{
        #names
        let mut #list = #vector::new();
        #(#statements)*
        #list
    }}
}

/// The same path twice; other paths may still name tools of one name, which only the compiler sees.
fn check(cx: &Ctxt, entries: &[Entry]) {
    let tools: Vec<_> = entries.iter().filter_map(Entry::tool).collect();
    for (number, (attrs, path)) in tools.iter().enumerate() {
        let same = |(attrs, other): &&(&Vec<Attribute>, &Path)| {
            attrs.is_empty()
                && other.to_token_stream().to_string() == path.to_token_stream().to_string()
        };
        // Of two that are configured, one may be left.
        if attrs.is_empty() && tools.iter().take(number).any(|other| same(&other)) {
            cx.error_on(path, format!("`{}` is listed twice: keep one", show(path)));
        }
    }
}
