//! Programs for the engine that tries one way after the other.

use super::ast::{Ast, Group, Look, Repeat};
use super::error::PatternError;
use super::nfa::anchored;
use super::ranges::{Ranges, Sets};
use super::size::size;

#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) code: Vec<Step>,
    pub(super) sets: Vec<Ranges>,
    /// Places of the text that are remembered: starts and ends of groups first.
    pub(super) values: usize,
    pub(super) looks: usize,
    /// A match starts at the start of the text or nowhere.
    pub(super) anchored: bool,
}

impl Program {
    #[inline]
    pub(super) fn weight(&self) -> usize {
        size_of_val(self.code.as_slice()) + self.sets.iter().map(Ranges::weight).sum::<usize>()
    }
}

/// Instructions, each followed by the next unless it says otherwise; it matches where they end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Char {
        c: char,
        backward: bool,
    },
    Set {
        set: u32,
        backward: bool,
    },
    Start,
    End,
    Boundary {
        negated: bool,
    },
    Jump(u32),
    /// Goes on at one, and at the other where that comes to no end.
    Split {
        now: u32,
        later: u32,
    },
    /// Remembers the place.
    Save(u32),
    /// Forgets some of what is remembered.
    Forget {
        from: u32,
        to: u32,
    },
    /// Whether the place is another than the one remembered.
    Moved(u32),
    /// The text of a group.
    Read {
        group: u32,
        backward: bool,
    },
    /// Looks around from here; a negated one goes on at `fails` where it comes to no end.
    Look {
        look: u32,
        fails: Option<u32>,
    },
    /// What was looked for is there.
    Seen {
        look: u32,
        negated: bool,
    },
}

#[inline]
pub(super) fn compile(ast: &Ast) -> Result<Program, PatternError> {
    let groups = last_referred(ast);
    let mut compiler =
        Compiler { code: Vec::new(), sets: Sets::default(), values: 2 * groups, looks: 0 };
    compiler.emit(ast, false)?;
    Ok(Program {
        code: compiler.code,
        sets: compiler.sets.into_ranges(),
        values: compiler.values as usize,
        looks: compiler.looks as usize,
        anchored: anchored(ast),
    })
}

struct Compiler {
    code: Vec<Step>,
    sets: Sets,
    values: u32,
    looks: u32,
}

impl Compiler {
    #[inline]
    fn here(&self) -> u32 {
        u32::try_from(self.code.len()).unwrap_or(u32::MAX)
    }

    #[inline]
    fn place(&mut self) -> usize {
        self.code.push(Step::Jump(0));
        self.code.len() - 1
    }

    #[inline]
    fn patch(&mut self, at: usize, step: Step) {
        if let Some(place) = self.code.get_mut(at) {
            *place = step;
        }
    }

    /// The parser limits nesting, and with it this recursion.
    #[inline]
    fn emit(&mut self, ast: &Ast, backward: bool) -> Result<(), PatternError> {
        match ast {
            Ast::Empty => {}
            Ast::Char(c) => self.code.push(Step::Char { c: *c, backward }),
            Ast::Set(set) => {
                let set = self.sets.add(set)?;
                self.code.push(Step::Set { set, backward });
            }
            Ast::Start => self.code.push(Step::Start),
            Ast::End => self.code.push(Step::End),
            Ast::Boundary { negated } => self.code.push(Step::Boundary { negated: *negated }),
            Ast::Group(group) => self.group(group, backward)?,
            Ast::Concat(parts) => {
                for at in 0..parts.len() {
                    let at = if backward { parts.len() - 1 - at } else { at };
                    if let Some(part) = parts.get(at) {
                        self.emit(part, backward)?;
                    }
                }
            }
            Ast::Alternation(branches) => self.branches(branches, backward)?,
            Ast::Repeat(repeat) => self.repeat(repeat, backward)?,
            Ast::Look(look) => self.look(look)?,
            Ast::Reference(reference) => {
                if let Some(group) = reference.referred.and_then(|group| group.checked_sub(1)) {
                    self.code.push(Step::Read { group, backward });
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn group(&mut self, group: &Group, backward: bool) -> Result<(), PatternError> {
        let Some(number) = group.referred.and_then(|group| group.checked_sub(1)) else {
            return self.emit(&group.inner, backward);
        };
        let (start, end) = (2 * number, 2 * number + 1);
        let (first, last) = if backward { (end, start) } else { (start, end) };
        self.code.push(Step::Save(first));
        self.emit(&group.inner, backward)?;
        self.code.push(Step::Save(last));
        Ok(())
    }

    #[inline]
    fn branches(&mut self, branches: &[Ast], backward: bool) -> Result<(), PatternError> {
        let mut ends = Vec::new();
        for (at, branch) in branches.iter().enumerate() {
            if at + 1 == branches.len() {
                self.emit(branch, backward)?;
                break;
            }
            let split = self.place();
            let now = self.here();
            self.emit(branch, backward)?;
            ends.push(self.place());
            let later = self.here();
            self.patch(split, Step::Split { now, later });
        }
        let end = self.here();
        for at in ends {
            self.patch(at, Step::Jump(end));
        }
        Ok(())
    }

    /// ECMA-262, 22.2.2.3.1 (`RepeatMatcher`), unrolled.
    #[inline]
    fn repeat(&mut self, repeat: &Repeat, backward: bool) -> Result<(), PatternError> {
        let Repeat { min, max, lazy, inner } = repeat;
        if size(inner) == 0 {
            // Every turn is empty: more than one is as good as one, and one that is not asked for is taken back.
            return if *min == 0 { Ok(()) } else { self.emit(inner, backward) };
        }
        let forget = referred_in(inner)
            .map(|(first, last)| Step::Forget { from: 2 * (first - 1), to: 2 * last });
        for _ in 0..*min {
            self.code.extend(forget);
            self.emit(inner, backward)?;
        }
        let mut splits = Vec::new();
        let again = self.here();
        let turns = max.map_or(1, |max| max.saturating_sub(*min));
        if turns == 0 {
            return Ok(());
        }
        let turn = self.values;
        self.values += 1;
        for _ in 0..turns {
            splits.push(self.place());
            self.code.push(Step::Save(turn));
            self.code.extend(forget);
            self.emit(inner, backward)?;
            self.code.push(Step::Moved(turn));
        }
        if max.is_none() {
            self.code.push(Step::Jump(again));
        }
        let end = self.here();
        for split in splits {
            let body = u32::try_from(split + 1).unwrap_or(u32::MAX);
            let (now, later) = if *lazy { (end, body) } else { (body, end) };
            self.patch(split, Step::Split { now, later });
        }
        Ok(())
    }

    #[inline]
    fn look(&mut self, look: &Look) -> Result<(), PatternError> {
        let Look { behind, negated, inner } = look;
        let number = self.looks;
        self.looks += 1;
        let at = self.place();
        self.emit(inner, *behind)?;
        self.code.push(Step::Seen { look: number, negated: *negated });
        let fails = negated.then_some(self.here());
        self.patch(at, Step::Look { look: number, fails });
        Ok(())
    }
}

#[inline]
fn last_referred(ast: &Ast) -> u32 {
    referred_in(ast).map_or(0, |(_, last)| last)
}

/// First and last of the groups in there that something refers to; they are numbered in order.
#[inline]
fn referred_in(ast: &Ast) -> Option<(u32, u32)> {
    let join = |a: Option<(u32, u32)>, b: Option<(u32, u32)>| match (a, b) {
        (Some((from, _)), Some((_, to))) => Some((from, to)),
        (a, b) => a.or(b),
    };
    match ast {
        Ast::Group(group) => {
            join(group.referred.map(|number| (number, number)), referred_in(&group.inner))
        }
        Ast::Concat(parts) | Ast::Alternation(parts) => {
            parts.iter().map(referred_in).fold(None, join)
        }
        Ast::Repeat(repeat) => referred_in(&repeat.inner),
        Ast::Look(look) => referred_in(&look.inner),
        _ => None,
    }
}
