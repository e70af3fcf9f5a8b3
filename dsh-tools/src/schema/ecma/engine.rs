//! Which engine runs a pattern.

use super::ast::Ast;
use super::automaton::Automaton;
use super::emit::program;
use super::error::PatternError;
use super::nfa::{self, Automata};
use super::program::{self as backtracking, Program};
use super::size::size;
use super::{backtrack, passes};
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
    Automaton(Automaton),
    Passes(Arc<Automata>),
    Backtracking(Arc<Program>),
}

#[derive(Default)]
struct Needs {
    looks: bool,
    references: bool,
}

impl Engine {
    #[inline]
    pub(super) fn new(ast: &Ast) -> Result<Self, PatternError> {
        let mut needs = Needs::default();
        needs.of(ast);
        if needs.references {
            return Ok(Self(Kind::Backtracking(Arc::new(backtracking::compile(ast)?))));
        }
        if !needs.looks && size(ast) <= REGEX_SIZE {
            let built = Automaton::within(&program(ast), REGEX_PROGRAM, REGEX_CACHE);
            if let Ok(automaton) = built {
                return Ok(Self::from(automaton));
            }
        }
        Ok(Self(Kind::Passes(Arc::new(nfa::compile(ast)?))))
    }

    /// Bytes of the program. What the lazy automaton takes is a guess: its program, and the states that it may keep.
    #[inline]
    pub(crate) fn weight(&self) -> usize {
        match &self.0 {
            Kind::Automaton(automaton) => (automaton.length() * 256).min(4 * REGEX_PROGRAM),
            Kind::Passes(automata) => automata.weight(),
            Kind::Backtracking(program) => program.weight(),
        }
    }

    /// Takes from `left` the steps that it makes, and gives up when they are used up.
    #[inline]
    pub(crate) fn is_match(&self, text: &str, left: &mut u64) -> Result<bool, TooCostly> {
        match &self.0 {
            Kind::Automaton(automaton) => {
                // Most characters are one look into a table of the crate's.
                let steps = text.len() as u64 / 16;
                *left = left.checked_sub(steps).ok_or(TooCostly)?;
                Ok(automaton.is_match(text))
            }
            Kind::Passes(automata) => passes::is_match(automata, text, left),
            Kind::Backtracking(program) => backtrack::is_match(program, text, left),
        }
    }
}

impl From<Automaton> for Engine {
    fn from(automaton: Automaton) -> Self {
        Self(Kind::Automaton(automaton))
    }
}

impl Needs {
    #[inline]
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
                all.push(Self::from(Automaton::new(&program(ast)).unwrap()));
            }
        }
        all
    }
}
