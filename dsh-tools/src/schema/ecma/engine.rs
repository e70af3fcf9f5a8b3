//! Which engine runs a pattern.

use super::ast::Ast;
use super::emit::program;
use super::error::PatternError;
use super::nfa::{self, Automata};
use super::program::{self as backtracking, Program};
use super::size::size;
use super::{backtrack, passes};
use regex::{Regex, RegexBuilder};
use std::sync::Arc;

/// Characters, repetitions unrolled, up to which the `regex` crate is faster in the worst case too: beyond it may
/// need hundreds of nanoseconds for each of them at each place of a text, which nothing stops.
const REGEX_SIZE: u64 = 250;
/// Bytes of a program of the crate; patterns of larger ones are run by the passes, which take fewer.
const REGEX_PROGRAM: usize = 64 << 10;
/// Bytes of what the crate remembers of a search.
const REGEX_CACHE: usize = 1 << 20;

/// The search took more than its share: whether the text matches is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooCostly;

/// What runs a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Engine(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Regex(Regex),
    Passes(Arc<Automata>),
    Backtracking(Arc<Program>),
}

#[derive(Default)]
struct Needs {
    looks: bool,
    references: bool,
}

impl Engine {
    pub(super) fn new(ast: &Ast) -> Result<Self, PatternError> {
        let mut needs = Needs::default();
        needs.of(ast);
        if needs.references {
            return Ok(Self(Kind::Backtracking(Arc::new(backtracking::compile(ast)?))));
        }
        if !needs.looks && size(ast) <= REGEX_SIZE {
            let program = program(ast);
            let mut builder = RegexBuilder::new(&program);
            let built = builder.size_limit(REGEX_PROGRAM).dfa_size_limit(REGEX_CACHE).build();
            if let Ok(regex) = built {
                return Ok(Self::from(regex));
            }
        }
        Ok(Self(Kind::Passes(Arc::new(nfa::compile(ast)?))))
    }

    /// Bytes of the program. What the `regex` crate takes is a guess: a program for each direction, and tables.
    pub(crate) fn weight(&self) -> usize {
        match &self.0 {
            Kind::Regex(regex) => (regex.as_str().len() * 256).min(4 * REGEX_PROGRAM),
            Kind::Passes(automata) => automata.weight(),
            Kind::Backtracking(program) => program.weight(),
        }
    }

    /// Takes from `left` the steps that it makes, and gives up when they are used up.
    pub(crate) fn is_match(&self, text: &str, left: &mut u64) -> Result<bool, TooCostly> {
        match &self.0 {
            Kind::Regex(regex) => {
                // Most characters are one look into a table of the crate's.
                let steps = text.len() as u64 / 16;
                *left = left.checked_sub(steps).ok_or(TooCostly)?;
                Ok(regex.is_match(text))
            }
            Kind::Passes(automata) => passes::is_match(automata, text, left),
            Kind::Backtracking(program) => backtrack::is_match(program, text, left),
        }
    }
}

impl From<Regex> for Engine {
    fn from(regex: Regex) -> Self {
        Self(Kind::Regex(regex))
    }
}

impl Needs {
    fn of(&mut self, ast: &Ast) {
        match ast {
            Ast::Empty | Ast::Char(_) | Ast::Set(_) | Ast::Start | Ast::End => {}
            // Between two bytes of a character the `regex` crate would see a place without a boundary.
            Ast::Boundary { negated } => self.looks |= *negated,
            Ast::Reference(_) => self.references = true,
            Ast::Group(group) => self.of(&group.inner),
            Ast::Repeat(repeat) => self.of(&repeat.inner),
            Ast::Look(look) => {
                self.looks = true;
                self.of(&look.inner);
            }
            Ast::Concat(parts) | Ast::Alternation(parts) => {
                for part in parts {
                    self.of(part);
                }
            }
        }
    }
}

#[cfg(test)]
impl Engine {
    /// Every engine that can run the pattern.
    pub(super) fn all(ast: &Ast) -> Vec<Self> {
        let mut needs = Needs::default();
        needs.of(ast);
        let mut all = vec![Self(Kind::Backtracking(Arc::new(backtracking::compile(ast).unwrap())))];
        if !needs.references {
            all.push(Self(Kind::Passes(Arc::new(nfa::compile(ast).unwrap()))));
            if !needs.looks {
                all.push(Self::from(Regex::new(&program(ast)).unwrap()));
            }
        }
        all
    }
}
