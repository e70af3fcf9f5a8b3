//! From what a pattern says to the syntax of the `regex` crate.

use super::ast::Ast;
use super::set::write_char;
use std::fmt::Write;

/// The program for a pattern that looks neither around nor back.
#[inline]
pub(super) fn program(ast: &Ast) -> String {
    let mut out = String::new();
    emit(ast, &mut out);
    out
}

/// Nothing is put into more groups than it was in, so that what the crate says of nesting holds for the source.
///
/// The parser limits nesting, and with it this recursion.
#[inline]
fn emit(ast: &Ast, out: &mut String) {
    match ast {
        // Patterns with the last three are run by other engines.
        Ast::Empty | Ast::Look(_) | Ast::Reference(_) | Ast::Boundary { negated: true } => {}
        Ast::Char(c) => write_char(*c, out),
        Ast::Set(set) => set.write(out),
        Ast::Start => out.push_str(r"\A"),
        Ast::End => out.push_str(r"\z"),
        // Word characters of ECMA-262 are ASCII.
        Ast::Boundary { negated: false } => out.push_str(r"(?-u:\b)"),
        Ast::Group(group) => {
            out.push_str("(?:");
            emit(&group.inner, out);
            out.push(')');
        }
        Ast::Concat(parts) => parts.iter().for_each(|part| emit(part, out)),
        Ast::Alternation(branches) => {
            for (at, branch) in branches.iter().enumerate() {
                if at > 0 {
                    out.push('|');
                }
                emit(branch, out);
            }
        }
        Ast::Repeat(repeat) => {
            emit(&repeat.inner, out);
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
    }
}
