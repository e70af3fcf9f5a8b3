//! Automata for the engine that knows where look-arounds hold.

use super::ast::{Ast, Repeat};
use super::error::PatternError;
use super::ranges::{Ranges, Sets};

/// One automaton for each look-around, inner ones first, and one for the pattern itself, last.
#[derive(Clone, Debug)]
pub(super) struct Automata {
    pub(super) all: Vec<Automaton>,
    pub(super) sets: Vec<Ranges>,
    /// A match starts at the start of the text or nowhere.
    pub(super) anchored: bool,
}

impl Automata {
    #[inline]
    pub(super) fn weight(&self) -> usize {
        let code: usize = self.all.iter().map(|one| size_of_val(one.code.as_slice())).sum();
        code + self.sets.iter().map(Ranges::weight).sum::<usize>()
    }
}

/// Instructions, each followed by the next unless it says otherwise; it matches where they end.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    pub(super) code: Vec<Step>,
    /// Read from the end of the text, and so written: it marks where matches start.
    pub(super) backward: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Char(char),
    /// A character of a set, by its index.
    Set(u32),
    /// Goes on at both.
    Split(u32, u32),
    Jump(u32),
    Start,
    End,
    Boundary {
        negated: bool,
    },
    /// The look-around of an earlier automaton.
    Look {
        automaton: u32,
        negated: bool,
    },
}

/// The automata of a pattern without back-references.
#[inline]
pub(super) fn compile(ast: &Ast) -> Result<Automata, PatternError> {
    let mut compiler = Compiler::default();
    compiler.automaton(ast, false)?;
    Ok(Automata { all: compiler.all, sets: compiler.sets.into_ranges(), anchored: anchored(ast) })
}

/// Whether every match starts with `^`.
#[inline]
pub(super) fn anchored(ast: &Ast) -> bool {
    match ast {
        Ast::Start => true,
        Ast::Group(group) => anchored(&group.inner),
        Ast::Concat(parts) => parts
            .iter()
            .find(|part| !matches!(part, Ast::Empty | Ast::Look(_) | Ast::Boundary { .. }))
            .is_some_and(anchored),
        Ast::Alternation(branches) => branches.iter().all(anchored),
        Ast::Repeat(repeat) => repeat.min > 0 && anchored(&repeat.inner),
        _ => false,
    }
}

#[derive(Default)]
struct Compiler {
    all: Vec<Automaton>,
    sets: Sets,
}

impl Compiler {
    /// The number of the automaton for `ast`.
    #[inline]
    fn automaton(&mut self, ast: &Ast, backward: bool) -> Result<u32, PatternError> {
        let mut code = Vec::new();
        self.emit(ast, backward, &mut code)?;
        self.all.push(Automaton { code, backward });
        Ok(index(self.all.len() - 1))
    }

    /// The parser limits nesting, and with it this recursion.
    #[inline]
    fn emit(
        &mut self,
        ast: &Ast,
        backward: bool,
        code: &mut Vec<Step>,
    ) -> Result<(), PatternError> {
        match ast {
            // Patterns with back-references are run by another engine.
            Ast::Empty | Ast::Reference(_) => {}
            Ast::Char(c) => code.push(Step::Char(*c)),
            Ast::Set(set) => code.push(Step::Set(self.sets.add(set)?)),
            Ast::Start => code.push(Step::Start),
            Ast::End => code.push(Step::End),
            Ast::Boundary { negated } => code.push(Step::Boundary { negated: *negated }),
            Ast::Group(group) => self.emit(&group.inner, backward, code)?,
            Ast::Concat(parts) if backward => {
                for part in parts.iter().rev() {
                    self.emit(part, backward, code)?;
                }
            }
            Ast::Concat(parts) => {
                for part in parts {
                    self.emit(part, backward, code)?;
                }
            }
            Ast::Alternation(branches) => self.branches(branches, backward, code)?,
            Ast::Repeat(repeat) => self.repeat(repeat, backward, code)?,
            Ast::Look(look) => {
                // Ahead: from every end of its text to the starts, which is where it holds.
                let automaton = self.automaton(&look.inner, !look.behind)?;
                code.push(Step::Look { automaton, negated: look.negated });
            }
        }
        Ok(())
    }

    #[inline]
    fn branches(
        &mut self,
        branches: &[Ast],
        backward: bool,
        code: &mut Vec<Step>,
    ) -> Result<(), PatternError> {
        let mut ends = Vec::new();
        for (at, branch) in branches.iter().enumerate() {
            let split = code.len();
            let last = at + 1 == branches.len();
            if !last {
                code.push(Step::Jump(0));
            }
            self.emit(branch, backward, code)?;
            if !last {
                ends.push(code.len());
                code.push(Step::Jump(0));
                let next = index(code.len());
                patch(code, split, Step::Split(index(split + 1), next));
            }
        }
        let end = index(code.len());
        for at in ends {
            patch(code, at, Step::Jump(end));
        }
        Ok(())
    }

    #[inline]
    fn repeat(
        &mut self,
        repeat: &Repeat,
        backward: bool,
        code: &mut Vec<Step>,
    ) -> Result<(), PatternError> {
        let Repeat { min, max, inner, .. } = repeat;
        let before = code.len();
        self.emit(inner, backward, code)?;
        if code.len() == before {
            return Ok(());
        }
        code.truncate(before);
        for _ in 0..*min {
            self.emit(inner, backward, code)?;
        }
        let Some(max) = max else {
            let split = code.len();
            code.push(Step::Jump(0));
            self.emit(inner, backward, code)?;
            code.push(Step::Jump(index(split)));
            let end = index(code.len());
            patch(code, split, Step::Split(index(split + 1), end));
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in *min..*max {
            splits.push(code.len());
            code.push(Step::Jump(0));
            self.emit(inner, backward, code)?;
        }
        let end = index(code.len());
        for at in splits {
            patch(code, at, Step::Split(index(at + 1), end));
        }
        Ok(())
    }
}

#[inline]
fn patch(code: &mut [Step], at: usize, step: Step) {
    if let Some(place) = code.get_mut(at) {
        *place = step;
    }
}

/// Sizes are limited far below 32 bits.
#[inline]
fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
