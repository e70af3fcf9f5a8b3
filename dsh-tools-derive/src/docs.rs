//! From doc comments to descriptions.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Lit, Meta};

/// A text of the author's.
#[derive(Clone)]
pub(crate) enum Text {
    /// Known to the macro.
    Literal(String),
    /// An expression the compiler evaluates: `concat!(..)`, `include_str!(..)`, a constant.
    Tokens(TokenStream),
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(text) => text.to_tokens(tokens),
            Self::Tokens(expr) => expr.to_tokens(tokens),
        }
    }
}

/// The doc comment as a description; `None` when there is none or it is blank.
///
/// It ends at the first of rustdoc's sections for readers of Rust code, such as `# Errors`. Soft line breaks become
/// spaces; paragraphs, lists, headings, tables and code keep theirs. Around a part that is a
/// macro (`#[doc = include_str!("x.md")]`), whose text only the compiler knows, `concat!` joins what is known.
pub(crate) fn description(attrs: &[Attribute]) -> Option<Text> {
    let mut parts: Vec<Part> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        // `#[doc(hidden)]` and its like say nothing of the meaning.
        let Meta::NameValue(meta) = &attr.meta else {
            continue;
        };
        match (&meta.value, parts.last_mut()) {
            (Expr::Lit(lit), last) => {
                let Lit::Str(text) = &lit.lit else { continue };
                match last {
                    Some(Part::Lines(lines)) => lines.extend(comment_lines(&text.value())),
                    _ => parts.push(Part::Lines(comment_lines(&text.value()))),
                }
            }
            (expr, _) => parts.push(Part::Tokens(quote!(#expr))),
        }
    }
    let parts = until_section(parts);
    if parts.iter().all(|part| matches!(part, Part::Lines(_))) {
        let lines: Vec<String> = parts.into_iter().flat_map(Part::lines).collect();
        let text = fill(&lines);
        return (!text.is_empty()).then_some(Text::Literal(text));
    }
    let parts = parts.into_iter().filter_map(|part| match part {
        Part::Lines(lines) => {
            Some(fill(&lines)).filter(|text| !text.is_empty()).map(|text| quote!(#text))
        }
        Part::Tokens(tokens) => Some(tokens),
    });
    let mut joined = TokenStream::new();
    for part in parts {
        joined = if joined.is_empty() { part } else { quote!(#joined, "\n\n", #part) };
    }
    Some(Text::Tokens(quote!(::core::concat!(#joined))))
}

enum Part {
    Lines(Vec<String>),
    Tokens(TokenStream),
}

impl Part {
    fn lines(self) -> Vec<String> {
        match self {
            Self::Lines(lines) => lines,
            Self::Tokens(_) => Vec::new(),
        }
    }
}

/// The parts up to the first section that is written for readers of Rust code.
fn until_section(parts: Vec<Part>) -> Vec<Part> {
    let (mut kept, mut in_code) = (Vec::new(), false);
    for part in parts {
        let Part::Lines(lines) = part else {
            kept.push(part);
            continue;
        };
        let section = lines.iter().position(|line| {
            in_code ^= is_fence(line);
            !in_code && is_section(line)
        });
        let all = lines.len();
        kept.push(Part::Lines(lines.into_iter().take(section.unwrap_or(all)).collect()));
        if section.is_some() {
            break;
        }
    }
    kept
}

/// The headings that rustdoc and clippy give a meaning.
const SECTIONS: [&str; 5] = ["errors", "panics", "safety", "examples", "example"];

fn is_section(line: &str) -> bool {
    let line = line.trim();
    let title = line.trim_start_matches('#');
    title.len() < line.len()
        && title.starts_with(' ')
        && SECTIONS.iter().any(|section| title.trim().eq_ignore_ascii_case(section))
}

/// The lines of one `#[doc = ".."]`; those of `/** .. */` lose their column of stars.
fn comment_lines(text: &str) -> Vec<String> {
    let lines: Vec<&str> = if text.is_empty() { vec![text] } else { text.lines().collect() };
    let tail = lines.get(1..).unwrap_or_default();
    let starred = |line: &&str| line.trim_start().starts_with('*') || line.trim().is_empty();
    let stars = !tail.is_empty()
        && tail.iter().all(starred)
        && tail.iter().any(|line| !line.trim().is_empty());
    let strip = |(number, line): (usize, &&str)| {
        let line =
            if stars && number > 0 { line.trim_start().trim_start_matches('*') } else { *line };
        line.to_owned()
    };
    lines.iter().enumerate().map(strip).collect()
}

/// Strips the common indentation and undoes soft line breaks.
fn fill(lines: &[String]) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    // The first line of a block comment stands apart; blank lines have no indentation.
    let common = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| indent(line))
        .min()
        .unwrap_or(0);
    let mut text = String::new();
    let mut code = false;
    // Whether the next line may be joined to what is there.
    let mut open = false;
    for line in lines {
        let line = line.get(common..).unwrap_or_default();
        let fence = is_fence(line);
        if line.trim().is_empty() && !code {
            if !text.is_empty() && !text.ends_with("\n\n") {
                text.truncate(text.trim_end_matches('\n').len());
                text.push_str("\n\n");
            }
            open = false;
        } else if code || fence || starts_a_line(line, open) {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(line.trim_end());
            if code || fence {
                text.push('\n');
            }
            code ^= fence;
            open = !code && !fence && !hard_break(line);
        } else {
            if open {
                text.push(' ');
            } else if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(line.trim().trim_end_matches('\\').trim_end());
            open = !hard_break(line);
        }
    }
    text.trim_end().to_owned()
}

/// The first or last line of a block of code.
fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~")
}

/// Markdown that begins a line of its own: list items, headings, quotes, tables, and code by indentation.
fn starts_a_line(line: &str, open: bool) -> bool {
    let item = line.trim_start();
    let digits = item.len() - item.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = digits > 0
        && item.get(digits..).is_some_and(|rest| rest.starts_with(". ") || rest.starts_with(") "));
    let bulleted = ["- ", "* ", "+ "].iter().any(|bullet| item.starts_with(bullet));
    let marked = ["#", ">", "|"].iter().any(|mark| item.starts_with(mark));
    numbered || bulleted || marked || (!open && line.starts_with("    "))
}

/// Two spaces or a backslash at the end break the line.
fn hard_break(line: &str) -> bool {
    line.ends_with("  ") || line.ends_with('\\') || line.trim_start().starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::{ItemStruct, parse_str};

    fn described(source: &str) -> Option<String> {
        let item: ItemStruct = parse_str(&format!("{source}\nstruct X;")).unwrap();
        description(&item.attrs).map(|text| match text {
            Text::Literal(text) => text,
            Text::Tokens(tokens) => format!("tokens: {tokens}"),
        })
    }

    #[test]
    fn one_line() {
        assert_eq!(described("/// Path of the file.").as_deref(), Some("Path of the file."));
        assert_eq!(described("///Path of the file.").as_deref(), Some("Path of the file."));
    }

    #[test]
    fn nothing_said() {
        for source in ["", "///", "///  \n///", "#[doc(hidden)]", "#[doc = \"\"]", "/** */"] {
            assert_eq!(described(source), None, "{source}");
        }
    }

    #[test]
    fn soft_breaks_are_undone_and_paragraphs_kept() {
        let text =
            described("/// First line\n/// goes on.\n///\n///\n/// Second\n/// paragraph.\n///");
        assert_eq!(text.as_deref(), Some("First line goes on.\n\nSecond paragraph."));
    }

    #[test]
    fn markdown_keeps_its_lines() {
        let text = described(
            "/// One of:\n/// - a, which\n///   goes on\n/// - b\n///   1. c\n///\n/// # Note\n/// Text\n/// | a | b |",
        );
        assert_eq!(
            text.as_deref(),
            Some("One of:\n- a, which goes on\n- b\n  1. c\n\n# Note\nText\n| a | b |")
        );
    }

    #[test]
    fn sections_for_readers_of_code_end_it() {
        for section in ["# Errors", "# Panics", "## Safety", "# Examples", "# Example", "# errors "]
        {
            let text = described(&format!(
                "/// Read a file.\n///\n/// # Note\n/// Once.\n/// {section}\n/// Not for models."
            ));
            assert_eq!(text.as_deref(), Some("Read a file.\n\n# Note\nOnce."), "{section}");
        }
        for line in ["# Errors of others", "#Errors", "Errors", "```\n/// # Errors\n/// ```"] {
            let text = described(&format!("/// a\n///\n/// {line}\n///\n/// b")).unwrap();
            assert!(text.ends_with('b'), "{text}");
        }
        assert_eq!(described("/// # Errors\n/// None."), None);
        let text = described("#[doc = concat!(\"a\")]\n/// # Errors\n#[doc = concat!(\"b\")]");
        assert_eq!(text.as_deref(), Some("tokens: :: core :: concat ! (concat ! (\"a\"))"));
    }

    #[test]
    fn code_is_verbatim() {
        let text = described("/// As in\n/// ```\n/// a\n///\n///   b\n/// ```\n/// and\n/// on.");
        assert_eq!(text.as_deref(), Some("As in\n```\na\n\n  b\n```\nand on."));
    }

    #[test]
    fn hard_breaks_break() {
        assert_eq!(described("/// a\\\n/// b  \n/// c").as_deref(), Some("a\nb\nc"));
    }

    #[test]
    fn block_comments_lose_their_stars() {
        let text = described("/** First\n * line.\n *\n * Second.\n */");
        assert_eq!(text.as_deref(), Some("First line.\n\nSecond."));
    }

    #[test]
    fn attributes_and_comments_mix() {
        let text = described("/// a\n#[doc = \" b\"]\n#[doc(alias = \"x\")]\n/// c");
        assert_eq!(text.as_deref(), Some("a b c"));
    }

    #[test]
    fn macros_are_left_to_the_compiler() {
        let text = described("#[doc = include_str!(\"x.md\")]");
        assert_eq!(text.as_deref(), Some("tokens: :: core :: concat ! (include_str ! (\"x.md\"))"));
        let text = described("/// a\n/// b\n#[doc = concat!(\"c\", \"d\")]");
        assert_eq!(
            text.as_deref(),
            Some("tokens: :: core :: concat ! (\"a b\" , \"\\n\\n\" , concat ! (\"c\" , \"d\"))")
        );
    }
}
