//! Descriptions as doc comments, where a doc comment says exactly the same.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// How wide a comment may be.
const WIDTH: usize = 100;

/// A description in source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Doc {
    /// The lines of a doc comment.
    Comment(Vec<String>),
    /// A text for `description = ".."`.
    Attribute(String),
}

impl Doc {
    /// The way that keeps the text byte for byte.
    ///
    /// The macros undo soft line breaks, end a description at headings such as `# Errors`, and trim; a text that would
    /// change stands in an attribute.
    #[must_use]
    pub(crate) fn of(text: &str) -> Self {
        match comment(text) {
            Some(lines) => Self::Comment(lines),
            None => Self::Attribute(text.to_owned()),
        }
    }

    /// The lines as attributes, which the printer writes as comments.
    #[must_use]
    pub(crate) fn lines(&self) -> TokenStream {
        let Self::Comment(lines) = self else { return TokenStream::new() };
        let lines = lines
            .iter()
            .map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
        quote!(#(#[doc = #lines])*)
    }

    /// `description = ".."`, if it is an attribute.
    #[must_use]
    pub(crate) fn entry(&self) -> Option<TokenStream> {
        let Self::Attribute(text) = self else { return None };
        let text = literal(text);
        Some(quote!(description = #text))
    }
}

/// A string as it is best read: with its own line breaks and quotes, where no character needs an escape.
#[must_use]
pub(crate) fn literal(text: &str) -> Literal {
    let special = text.contains(['\n', '"', '\\']);
    // What is no letter to see, or turns the direction of writing, is escaped.
    let plain = text.chars().all(|c| c == '\n' || c == ' ' || !is_hidden(c));
    if !special || !plain {
        return Literal::string(text);
    }
    let mut hashes = String::new();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    if hashes.len() > 200 {
        return Literal::string(text);
    }
    format!("r{hashes}\"{text}\"{hashes}").parse().unwrap_or_else(|_| Literal::string(text))
}

fn is_hidden(c: char) -> bool {
    c.is_control() || c.escape_debug().count() > 1 && !"\"'\\".contains(c)
}

/// Lines of paragraphs and of lists; anything else that Markdown knows is left to the attribute.
fn comment(text: &str) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    let mut blank = true;
    for line in text.split('\n') {
        if line.is_empty() {
            // One blank line between paragraphs, none at the ends.
            if blank {
                return None;
            }
            lines.push(String::new());
            blank = true;
            continue;
        }
        let plain = line.trim() == line
            && !line.ends_with('\\')
            && !line.chars().any(is_hidden)
            && !line.starts_with(['#', '>', '|', '`', '~', '*', '+', '/', '@']);
        // A line joins the one before, unless an item of a list begins it.
        if !plain || (!blank && !is_item(line)) {
            return None;
        }
        wrap(line, &mut lines);
        blank = false;
    }
    (!blank).then_some(lines)
}

fn is_item(line: &str) -> bool {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = line.get(digits..).unwrap_or_default();
    line.starts_with("- ") || (digits > 0 && (rest.starts_with(". ") || rest.starts_with(") ")))
}

/// Breaks a long line at single spaces, before words that begin nothing.
fn wrap(line: &str, lines: &mut Vec<String>) {
    let mut open = String::new();
    for word in line.split(' ') {
        let special = word.is_empty()
            || !word.starts_with(|c: char| c.is_alphabetic() || "(\"'[".contains(c))
            || open.ends_with(' ')
            || open.ends_with('\\');
        if !open.is_empty() && open.chars().count() + word.chars().count() >= WIDTH && !special {
            lines.push(std::mem::take(&mut open));
        } else if !open.is_empty() || word.is_empty() {
            open.push(' ');
        }
        open.push_str(word);
    }
    lines.push(open);
}
