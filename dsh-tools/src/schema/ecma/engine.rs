//! Which engine runs a pattern.

use super::ast::{Ast, Reads};
use super::emit::{For, program};
use super::error::PatternError;
use super::nfa::{self, Automata};
use super::passes;
use fancy_regex::RegexBuilder as FancyBuilder;
use regex::{Regex, RegexBuilder};
use std::sync::Arc;

/// Bytes of a program of the `regex` crate; the crate's own default.
const PROGRAM_LIMIT: usize = 10 << 20;
/// Bytes of what the crate remembers of a search.
const CACHE_LIMIT: usize = 1 << 20;
/// Ways that a search with back-references gives up on before it gives up itself.
const BACKTRACK_LIMIT: usize = 100_000;
/// Bytes of text that are searched with back-references: between two ways all of them may be read.
const BACKTRACK_TEXT: usize = 32 * 1024;

/// Instructions of a program with back-references.
const INSTRUCTION_LIMIT: usize = 20_000;

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
    Backtracking(Box<fancy_regex::Regex>),
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
            return backtracking(ast);
        }
        if needs.looks {
            return Ok(Self(Kind::Passes(Arc::new(nfa::compile(ast)?))));
        }
        let program = program(ast, For::Regex);
        let mut builder = RegexBuilder::new(&program);
        match builder.size_limit(PROGRAM_LIMIT).dfa_size_limit(CACHE_LIMIT).build() {
            Ok(regex) => Ok(Self::from(regex)),
            Err(error) => Err(refused(&error)),
        }
    }

    pub(crate) fn is_match(&self, text: &str) -> Result<bool, TooCostly> {
        match &self.0 {
            Kind::Regex(regex) => Ok(regex.is_match(text)),
            Kind::Passes(automata) => passes::is_match(automata, text),
            Kind::Backtracking(_) if text.len() > BACKTRACK_TEXT => Err(TooCostly),
            Kind::Backtracking(regex) => regex.is_match(text).map_err(|_| TooCostly),
        }
    }
}

impl From<Regex> for Engine {
    fn from(regex: Regex) -> Self {
        Self(Kind::Regex(regex))
    }
}

fn backtracking(ast: &Ast) -> Result<Engine, PatternError> {
    FancyBuilder::new(&program(ast, For::FancyRegex))
        .backtrack_limit(BACKTRACK_LIMIT)
        .delegate_size_limit(PROGRAM_LIMIT / 10)
        .delegate_dfa_size_limit(CACHE_LIMIT)
        .max_prog_size(INSTRUCTION_LIMIT)
        .build()
        .map(|regex| Engine(Kind::Backtracking(Box::new(regex))))
        .map_err(|error| {
            PatternError::new(
                0,
                format!("the pattern has back-references and cannot be run: {error}"),
            )
        })
}

fn refused(error: &regex::Error) -> PatternError {
    let message = match error {
        regex::Error::CompiledTooBig(_) => {
            "the pattern is too large: `maxLength` limits a string's length".to_owned()
        }
        error => {
            let text = error.to_string();
            let reason = text.lines().last().unwrap_or_default().trim_start_matches("error: ");
            format!("the pattern cannot be run: {}", reason.trim_end_matches('.'))
        }
    };
    PatternError::new(0, message)
}

impl Needs {
    fn of(&mut self, ast: &Ast) {
        match ast {
            Ast::Empty | Ast::Char(_) | Ast::Set(_) | Ast::Start | Ast::End => {}
            // Between two bytes of a character the `regex` crate would see a place without a boundary.
            Ast::Boundary { negated } => self.looks |= *negated,
            Ast::Reference(reference) => self.references |= reference.reads != Reads::Nothing,
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
