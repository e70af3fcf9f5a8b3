//! Patterns as JSON Schema means them: ECMA-262 with its `u` flag, found anywhere in a text.
//!
//! A pattern that arrives at run time is parsed ([`parse`]) and measured ([`size`]), then run by the first engine
//! that finds exactly what ECMA-262 finds ([`engine`]):
//!
//! 1. the `regex` crate, where nothing looks around or back and the pattern is small;
//! 2. [`passes`] over the text that know where every look-around holds, where nothing looks back;
//! 3. [`backtrack`]ing by the letter of ECMA-262, where a back-reference is needed.
//!
//! The first two take time linear in the text whatever the pattern is. The last two count their steps and give up
//! at a limit, which counts as no match: what is refused can be said again, what is let through cannot be undone.
//!
//! What the non-`u` grammar of annex B accepts is read too as long as it has one meaning (`[\w-.]`, `\-`, a lone
//! `{`); where it would mean another thing than its author thinks (`\Z`, `\1` without a group) it is an error.
//!
//! The worst cases measured, on 100,000 bytes of text and two shared cores: 0.4 s by the `regex` crate, 1.1 s by
//! passes, 0.2 s by backtracking, the last two at their limits. `(a+)+$`, `(a|a)*b` and `(?=(.*a){20}b)` take milliseconds.

mod ast;
mod automaton;
mod backtrack;
mod class;
mod emit;
mod engine;
mod error;
mod escape;
mod nfa;
mod parse;
mod passes;
mod program;
mod property;
mod ranges;
mod references;
mod set;
mod size;
#[cfg(test)]
mod tests;

pub(crate) use automaton::Automaton;
pub(super) use engine::{Engine, TooCostly};
pub use error::PatternError;

/// Bytes of a pattern's text.
pub(super) const TEXT_LIMIT: usize = 32 * 1024;
/// Groups in groups, as many as the `regex` crate reads.
pub(super) const NESTING_LIMIT: usize = 250;

/// The program that finds what ECMA-262 finds by `source`.
///
/// # Errors
/// Where and why `source` is no pattern, or none within the bounds.
#[inline]
pub(super) fn compile(source: &str) -> Result<Engine, PatternError> {
    let mut parsed = read(source)?;
    references::resolve(source, &mut parsed)?;
    size::check(&parsed.ast)?;
    Engine::new(&parsed.ast)
}

/// Whether `source` is a pattern, whatever it would cost to run.
#[inline]
pub(super) fn is_pattern(source: &str) -> bool {
    read(source).is_ok_and(|mut parsed| references::resolve(source, &mut parsed).is_ok())
}

#[inline]
fn read(source: &str) -> Result<parse::Parsed, PatternError> {
    if source.len() > TEXT_LIMIT {
        return Err(PatternError::new(
            0,
            format!("the pattern is too long: {} bytes, over {TEXT_LIMIT}", source.len()),
        ));
    }
    parse::parse(source)
}
