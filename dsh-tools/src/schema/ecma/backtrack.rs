//! The engine for back-references: it tries one way after the other, as ECMA-262 describes matching (22.2.2).
//!
//! Groups inside a repetition are forgotten whenever it goes around again, a turn that matches nothing is taken
//! back once a repetition may end, and a group that took no part reads as the empty text. The steps of a search and
//! what it has to remember are limited: nothing else bounds the time of such a pattern.

use super::engine::TooCostly;
use super::passes::boundary;
use super::program::{Program, Step};

/// Steps of one search.
pub(super) const STEP_LIMIT: u64 = 20_000_000;
/// Ways still to try, and values to bring back for them.
const MEMORY_LIMIT: usize = 1_000_000;

/// Not set: no text is this long.
const NONE: usize = usize::MAX;

/// Takes from `left` the steps that it makes.
pub(super) fn is_match(program: &Program, text: &str, left: &mut u64) -> Result<bool, TooCostly> {
    let mut search = Search {
        program,
        text,
        values: vec![NONE; program.values],
        looks: vec![(0, 0); program.looks],
        ways: Vec::new(),
        before: Vec::new(),
        steps: 0,
        limit: STEP_LIMIT.min(*left),
    };
    let found = search.matches();
    *left = left.saturating_sub(search.steps);
    found
}

/// A way still to try.
#[derive(Clone, Copy)]
struct Way {
    step: u32,
    place: usize,
    /// How many values had been overwritten by then.
    before: usize,
}

struct Search<'a> {
    program: &'a Program,
    text: &'a str,
    /// Starts and ends of groups, then where turns of repetitions started.
    values: Vec<usize>,
    /// Of each look-around that is under way: how many ways there were, and where it stands.
    looks: Vec<(usize, usize)>,
    ways: Vec<Way>,
    /// Overwritten values, to be brought back.
    before: Vec<(u32, usize)>,
    steps: u64,
    limit: u64,
}

impl Search<'_> {
    fn matches(&mut self) -> Result<bool, TooCostly> {
        let text = self.text;
        for start in (0..=text.len()).filter(|start| text.is_char_boundary(*start)) {
            if self.matches_at(start)? {
                return Ok(true);
            }
            if self.program.anchored {
                break;
            }
        }
        Ok(false)
    }

    fn matches_at(&mut self, start: usize) -> Result<bool, TooCostly> {
        let mut way = Way { step: 0, place: start, before: 0 };
        while !self.run(way)? {
            let Some(next) = self.ways.pop() else {
                self.bring_back(0);
                return Ok(false);
            };
            way = next;
            self.bring_back(way.before);
        }
        Ok(true)
    }

    fn bring_back(&mut self, count: usize) {
        while self.before.len() > count {
            let Some((at, value)) = self.before.pop() else { return };
            if let Some(place) = self.values.get_mut(at as usize) {
                *place = value;
            }
        }
    }

    fn set(&mut self, at: u32, value: usize) -> Result<(), TooCostly> {
        if let Some(place) = self.values.get_mut(at as usize)
            && *place != value
        {
            self.before.push((at, *place));
            *place = value;
        }
        if self.before.len() > MEMORY_LIMIT { Err(TooCostly) } else { Ok(()) }
    }

    fn value(&self, at: u32) -> usize {
        self.values.get(at as usize).copied().unwrap_or(NONE)
    }

    fn try_later(&mut self, step: u32, place: usize) -> Result<(), TooCostly> {
        self.ways.push(Way { step, place, before: self.before.len() });
        if self.ways.len() > MEMORY_LIMIT { Err(TooCostly) } else { Ok(()) }
    }

    /// One way as far as it goes: whether it comes to the end of the program.
    fn run(&mut self, way: Way) -> Result<bool, TooCostly> {
        let Way { step: mut at, mut place, .. } = way;
        let program = self.program;
        loop {
            self.steps += 1;
            if self.steps > self.limit {
                return Err(TooCostly);
            }
            let Some(step) = program.code.get(at as usize) else { return Ok(true) };
            at += 1;
            let goes = match *step {
                Step::Char { c, backward } => self.next(&mut place, backward) == Some(c),
                Step::Set { set, backward } => match self.next(&mut place, backward) {
                    Some(c) => program.sets.get(set as usize).is_some_and(|set| set.contains(c)),
                    None => false,
                },
                Step::Start => place == 0,
                Step::End => place == self.text.len(),
                Step::Boundary { negated } => boundary(self.text, place) != negated,
                Step::Jump(to) => {
                    at = to;
                    true
                }
                Step::Split { now, later } => {
                    self.try_later(later, place)?;
                    at = now;
                    true
                }
                Step::Save(value) => {
                    self.set(value, place)?;
                    true
                }
                Step::Forget { from, to } => {
                    for value in from..to {
                        self.set(value, NONE)?;
                    }
                    true
                }
                Step::Moved(value) => self.value(value) != place,
                Step::Read { group, backward } => self.read(group, backward, &mut place),
                Step::Look { look, fails } => {
                    if let Some(look) = self.looks.get_mut(look as usize) {
                        *look = (self.ways.len(), place);
                    }
                    if let Some(fails) = fails {
                        self.try_later(fails, place)?;
                    }
                    true
                }
                Step::Seen { look, negated } => {
                    let (ways, stood) = self.looks.get(look as usize).copied().unwrap_or_default();
                    // What a negated one has set is brought back before the next way is tried.
                    self.ways.truncate(ways);
                    place = stood;
                    !negated
                }
            };
            if !goes {
                return Ok(false);
            }
        }
    }

    fn next(&self, place: &mut usize, backward: bool) -> Option<char> {
        if backward {
            let c = self.text.get(..*place)?.chars().next_back()?;
            *place -= c.len_utf8();
            Some(c)
        } else {
            let c = self.text.get(*place..)?.chars().next()?;
            *place += c.len_utf8();
            Some(c)
        }
    }

    /// The text of a group once more.
    fn read(&mut self, group: u32, backward: bool, place: &mut usize) -> bool {
        let (start, end) = (self.value(2 * group), self.value(2 * group + 1));
        // Not set, or only half: it is read from inside of itself.
        let Some(text) = self.text.get(start..end) else { return true };
        self.steps += text.len() as u64 / 16;
        if backward {
            let fits = self.text.get(..*place).is_some_and(|before| before.ends_with(text));
            *place -= if fits { text.len() } else { 0 };
            fits
        } else {
            let fits = self.text.get(*place..).is_some_and(|rest| rest.starts_with(text));
            *place += if fits { text.len() } else { 0 };
            fits
        }
    }
}
