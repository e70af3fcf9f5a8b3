//! Where errors go: all of them are collected, none ends the work.

use proc_macro2::{Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::cell::RefCell;
use std::fmt::Display;

/// The source text that an error is about: from the first token to the last.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(Debug))]
pub(crate) struct Blame {
    pub(crate) start: Span,
    pub(crate) end: Span,
}

impl Blame {
    pub(crate) fn on(tokens: &impl ToTokens) -> Self {
        let mut tokens = tokens.to_token_stream().into_iter();
        let start = tokens.next().map_or_else(Span::call_site, |token| token.span());
        let end = tokens.last().map_or(start, |token| token.span());
        Self { start, end }
    }

    /// Two punctuation tokens, invisible in the result, that carry the two spans.
    fn tokens(self) -> TokenStream {
        [self.start, self.end]
            .into_iter()
            .map(|span| {
                let mut punct = Punct::new(',', Spacing::Alone);
                punct.set_span(span);
                TokenTree::Punct(punct)
            })
            .collect()
    }
}

impl From<Span> for Blame {
    fn from(span: Span) -> Self {
        Self { start: span, end: span }
    }
}

/// A value with the source text it came from.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug))]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) blame: Blame,
}

impl<T> At<T> {
    pub(crate) fn new(value: T, tokens: &impl ToTokens) -> Self {
        Self { value, blame: Blame::on(tokens) }
    }

    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> At<U> {
        At { value: change(self.value), blame: self.blame }
    }
}

/// Collects errors. [`Ctxt::check`] must be called, else the errors would be lost: dropping panics in debug builds.
pub(crate) struct Ctxt {
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Ctxt {
    pub(crate) fn new() -> Self {
        Self { errors: RefCell::new(Some(Vec::new())) }
    }

    /// An error at the text that `blame` stands for.
    pub(crate) fn error(&self, blame: impl Into<Blame>, message: impl Display) {
        self.push(syn::Error::new_spanned(blame.into().tokens(), message));
    }

    /// An error at these tokens.
    pub(crate) fn error_on(&self, tokens: &impl ToTokens, message: impl Display) {
        self.error(Blame::on(tokens), message);
    }

    pub(crate) fn push(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.extend(error);
        }
    }

    /// How many errors there are by now.
    pub(crate) fn count(&self) -> usize {
        self.errors.borrow().as_ref().map_or(0, Vec::len)
    }

    /// What an attempt gave; its error is kept.
    pub(crate) fn ok<T>(&self, attempt: syn::Result<T>) -> Option<T> {
        attempt.map_err(|error| self.push(error)).ok()
    }

    /// The errors in source order.
    pub(crate) fn check(self) -> Result<(), Errors> {
        let mut errors = self.errors.take().unwrap_or_default();
        if errors.is_empty() {
            return Ok(());
        }
        errors.sort_by_key(|error| position(error.span()));
        Err(Errors(errors))
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        debug_assert!(
            self.errors.borrow().is_none() || std::thread::panicking(),
            "errors were not checked"
        );
    }
}

/// At least one error.
#[cfg_attr(test, derive(Debug))]
pub(crate) struct Errors(Vec<syn::Error>);

impl From<syn::Error> for Errors {
    fn from(error: syn::Error) -> Self {
        Self(error.into_iter().collect())
    }
}

impl ToTokens for Errors {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().map(syn::Error::to_compile_error));
    }
}

#[cfg(test)]
impl Errors {
    pub(crate) fn messages(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}

/// Line and column, where the compiler tells them (outside of a macro call it does not).
fn position(span: Span) -> (usize, usize) {
    if proc_macro::is_available() {
        let span = span.unwrap();
        (span.line(), span.column())
    } else {
        (0, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn all_errors_are_kept() {
        let cx = Ctxt::new();
        cx.error(Span::call_site(), "one");
        cx.error_on(&quote!(a b c), "two");
        assert_eq!(cx.ok(Err::<(), _>(syn::Error::new(Span::call_site(), "three"))), None);
        assert_eq!(cx.check().unwrap_err().messages(), ["one", "two", "three"]);
    }

    #[test]
    fn nothing_wrong_is_no_error() {
        let cx = Ctxt::new();
        assert_eq!(cx.ok(Ok(1)), Some(1));
        assert!(cx.check().is_ok());
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "errors were not checked")]
    fn unchecked_errors_are_a_bug() {
        drop(Ctxt::new());
    }
}
