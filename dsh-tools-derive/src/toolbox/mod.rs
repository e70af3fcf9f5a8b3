//! `#[toolbox] impl`: [`block`] and [`mark`] read, [`check`] decides, [`expand`] writes and cannot fail; when something
//! is wrong [`fallback`] writes instead. Each of its tools goes the way of [`tool`](crate::tool).

mod block;
mod check;
mod expand;
mod fallback;
mod keys;
mod mark;
mod own;

use crate::attr::nested;
use crate::ctxt::Ctxt;
use block::Block;
use keys::Keys;
use proc_macro2::TokenStream;
use quote::quote;

#[cfg(test)]
pub(crate) use keys::KEYS;

pub(crate) fn toolbox(keys: &TokenStream, item: &TokenStream) -> TokenStream {
    let cx = Ctxt::new();
    let entries = nested(&cx, keys, "prefix = \"fs_\"");
    let keys = Keys::read(&cx, &entries);
    let Some(block) = Block::parse(&cx, item, keys.krate.as_ref()) else {
        let errors = cx.check().err();
        let item = mark::unmarked(item.clone(), keys.krate.as_ref());
        return quote!(#errors #item);
    };
    let toolbox = check::check(&cx, &block, &keys);
    match cx.check() {
        Ok(()) => expand::expand(&toolbox),
        Err(errors) => fallback::expand(&toolbox, &errors),
    }
}
