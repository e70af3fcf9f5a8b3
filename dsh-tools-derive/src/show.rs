//! Source text in messages.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// The tokens as one would write them: `Option<Vec<u8>>`, not `Option < Vec < u8 > >`.
pub(crate) fn show(tokens: &impl ToTokens) -> String {
    let mut text = String::new();
    write(&mut text, tokens.to_token_stream());
    text
}

fn write(text: &mut String, tokens: TokenStream) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                write(text, group.stream());
                text.push_str(close);
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                sign @ (',' | ';') => {
                    text.push(sign);
                    text.push(' ');
                }
                sign @ ('+' | '=') => {
                    text.push(' ');
                    text.push(sign);
                    text.push(' ');
                }
                sign => text.push(sign),
            },
            word @ (TokenTree::Ident(_) | TokenTree::Literal(_)) => {
                if text.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn types_look_as_written() {
        for (tokens, text) in [
            (quote!(Option<Vec<u8>>), "Option<Vec<u8>>"),
            (
                quote!(std::collections::HashMap<String, u32>),
                "std::collections::HashMap<String, u32>",
            ),
            (quote!([u8; 4]), "[u8; 4]"),
            (quote!(&'a str), "&'a str"),
            (quote!(&mut T), "&mut T"),
            (quote!((u8, u16)), "(u8, u16)"),
            (quote!(dyn Fn + Send), "dyn Fn + Send"),
        ] {
            assert_eq!(show(&tokens), text);
        }
    }
}
