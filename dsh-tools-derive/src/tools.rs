//! `tools![read_file, fs::write_file]`: the definitions of tools, no two of one name.

use crate::args::{self, Assertion};
use crate::ctxt::{Blame, Ctxt};
use crate::show::show;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, Path, Token};

/// One tool of the list.
struct Entry {
    attrs: Vec<Attribute>,
    path: Path,
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
        match input.parse()? {
            Expr::Path(path) if path.qself.is_none() => Ok(Self { attrs, path: path.path }),
            other => Err(syn::Error::new_spanned(
                other,
                "`tools![..]` lists tools by the paths of their functions, as in `tools![read_file, fs::write_file]`; join lists of definitions by `extend`",
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
    let attrs: Vec<&Vec<Attribute>> = entries.iter().map(|entry| &entry.attrs).collect();
    let paths: Vec<&Path> = entries.iter().map(|entry| &entry.path).collect();
    // Whatever a path names that is no tool, the error is at the path.
    let item = |path: &Path, name: &str| {
        let span = Span::call_site().located_at(Blame::on(path).end);
        let name = Ident::new(name, span);
        quote_spanned!(span=> #path::#name)
    };
    let numbers = 0..entries.len();
    let assertions = entries.iter().enumerate().skip(1).map(|(number, Entry { attrs, path })| {
        let message = format!(
            "`{}` has the name of a tool before it in the list, and calls find tools by name: rename one by `#[tool(name = \"..\")]`",
            show(path)
        );
        let call = Assertion::new(quote!(#private::is_first_name(__NAMES, #number)), &message, Blame::on(path)).call();
        quote!(#(#attrs)* const _: () = #call;)
    });
    let constants = paths.iter().map(|path| item(path, "NAME"));
    let names = (entries.len() > 1).then(|| {
        quote! {
            const __NAMES: &[(::core::primitive::usize, &::core::primitive::str)] = &[#(#(#attrs)* (#numbers, #constants)),*];
            #(#assertions)*
        }
    });
    let definitions = paths.iter().map(|path| {
        let definition = item(path, "definition");
        quote!(#definition())
    });
    quote! {{
        #names
        #vector::from([#(#(#attrs)* #definitions),*])
    }}
}

/// The same path twice; other paths may still name tools of one name, which only the compiler sees.
fn check(cx: &Ctxt, entries: &[Entry]) {
    for (number, Entry { attrs, path }) in entries.iter().enumerate() {
        let same = |other: &&Entry| {
            other.attrs.is_empty()
                && other.path.to_token_stream().to_string() == path.to_token_stream().to_string()
        };
        // Of two that are configured, one may be left.
        if attrs.is_empty() && entries.iter().take(number).any(|other| same(&other)) {
            cx.error_on(path, format!("`{}` is listed twice: keep one", show(path)));
        }
    }
}
