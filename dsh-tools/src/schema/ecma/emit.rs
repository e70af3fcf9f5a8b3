//! From what a pattern says to the syntax that the `regex` crate and `fancy-regex` share.

use super::ast::{Ast, Reads};
use super::set::write_char;
use std::fmt::Write;

/// Who reads the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    Regex,
    FancyRegex,
}

/// The program for one of the two; look-around and back-references are `fancy-regex`'s alone.
pub(super) fn program(ast: &Ast, reader: For) -> String {
    let mut out = String::new();
    emit(ast, reader, &mut out);
    out
}

/// Nothing is put into more groups than it was in, so that what the engines say of nesting holds for the source.
///
/// The parser limits nesting, and with it this recursion.
fn emit(ast: &Ast, reader: For, out: &mut String) {
    match ast {
        Ast::Empty => {}
        Ast::Char(c) => write_char(*c, out),
        Ast::Set(set) => set.write(out),
        Ast::Start => out.push_str(r"\A"),
        Ast::End => out.push_str(r"\z"),
        // Word characters of ECMA-262 are ASCII.
        Ast::Boundary { negated: false } if reader == For::Regex => out.push_str(r"(?-u:\b)"),
        Ast::Boundary { negated } => {
            let (same, other) = if *negated { ("=", "!") } else { ("!", "=") };
            let word = "[0-9A-Z_a-z]";
            let _ = write!(out, "(?:(?<={word})(?{same}{word})|(?<!{word})(?{other}{word}))");
        }
        Ast::Group(group) => {
            out.push_str(if group.referred.is_some() { "(" } else { "(?:" });
            emit(&group.inner, reader, out);
            out.push(')');
        }
        Ast::Concat(parts) => parts.iter().for_each(|part| emit(part, reader, out)),
        Ast::Alternation(branches) => {
            for (at, branch) in branches.iter().enumerate() {
                if at > 0 {
                    out.push('|');
                }
                emit(branch, reader, out);
            }
        }
        Ast::Repeat(repeat) => {
            let start = out.len();
            emit(&repeat.inner, reader, out);
            if matches!(repeat.inner, Ast::Look(_)) {
                // What may take no turn takes none where a turn would be empty.
                if repeat.min == 0 {
                    out.truncate(start);
                }
                return;
            }
            if out.len() == start {
                return;
            }
            let _ = match (repeat.min, repeat.max) {
                (0, None) => write!(out, "*"),
                (1, None) => write!(out, "+"),
                (0, Some(1)) => write!(out, "?"),
                (min, None) => write!(out, "{{{min},}}"),
                (min, Some(max)) if min == max => write!(out, "{{{min}}}"),
                (min, Some(max)) => write!(out, "{{{min},{max}}}"),
            };
            if repeat.lazy {
                out.push('?');
            }
        }
        Ast::Look(look) => {
            out.push_str(match (look.behind, look.negated) {
                (false, false) => "(?=",
                (false, true) => "(?!",
                (true, false) => "(?<=",
                (true, true) => "(?<!",
            });
            emit(&look.inner, reader, out);
            out.push(')');
        }
        Ast::Reference(reference) => {
            let _ = match reference.reads {
                Reads::Nothing => Ok(()),
                Reads::Always(group) => write!(out, "(?:\\{group})"),
                Reads::IfSet(group) => write!(out, "(?({group})\\{group}|)"),
            };
        }
    }
}
