//! What a pattern would cost, before any engine is asked.

use super::ast::Ast;
use super::error::PatternError;

/// Characters, classes and assertions, repetitions unrolled. The `regex` crate's own limit comes after it.
pub(super) const LIMIT: u64 = 20_000;

#[inline]
pub(super) fn check(ast: &Ast) -> Result<(), PatternError> {
    let size = size(ast);
    if size > LIMIT { Err(too_large(size)) } else { Ok(()) }
}

#[inline]
fn too_large(size: u64) -> PatternError {
    PatternError::new(
        0,
        format!(
            "the pattern is too large: unrolled, its repetitions are {size} characters, over {LIMIT}; `maxLength` limits a string's length"
        ),
    )
}

/// The parser limits nesting, and with it this recursion.
#[inline]
pub(super) fn size(ast: &Ast) -> u64 {
    match ast {
        Ast::Empty => 0,
        Ast::Char(_)
        | Ast::Set(_)
        | Ast::Start
        | Ast::End
        | Ast::Boundary { .. }
        | Ast::Reference(_) => 1,
        Ast::Group(group) => size(&group.inner),
        Ast::Look(look) => size(&look.inner).saturating_add(1),
        Ast::Concat(parts) | Ast::Alternation(parts) => {
            parts.iter().map(size).fold(0, u64::saturating_add)
        }
        Ast::Repeat(repeat) => {
            let times = repeat.max.unwrap_or(repeat.min).max(1);
            size(&repeat.inner).saturating_mul(u64::from(times))
        }
    }
}
