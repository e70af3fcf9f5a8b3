//! The engine that knows where look-arounds hold: one pass over the text for each of them, inner ones first, marks
//! the places; then one pass for the pattern asks at its places.
//!
//! Every pass follows all ways at once, so that its time is at most the size of the automaton times the length of
//! the text. Whether there is a match does not depend on the order in which ways are tried, so this is exact.

use super::engine::TooCostly;
use super::nfa::{Automata, Automaton, Step};

/// Steps of one search: about a second.
pub(super) const STEP_LIMIT: u64 = 100_000_000;

/// Takes from `left` the steps that it makes.
pub(super) fn is_match(automata: &Automata, text: &str, left: &mut u64) -> Result<bool, TooCostly> {
    let limit = STEP_LIMIT.min(*left);
    let mut pass = Pass { automata, text, holds: Vec::new(), steps: 0, limit };
    let found = search(&mut pass);
    *left = left.saturating_sub(pass.steps);
    found
}

fn search(pass: &mut Pass<'_>) -> Result<bool, TooCostly> {
    let Some((whole, looks)) = pass.automata.all.split_last() else { return Ok(false) };
    for look in looks {
        let mut places = Places::new(pass.text.len());
        pass.run(look, |place| {
            places.add(place);
            false
        })?;
        pass.holds.push(places);
    }
    let mut found = false;
    pass.run(whole, |_| {
        found = true;
        true
    })?;
    Ok(found)
}

/// Places in a text, a bit each.
struct Places(Vec<u64>);

impl Places {
    fn new(last: usize) -> Self {
        Self(vec![0; last / 64 + 1])
    }

    fn add(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
    }

    fn contains(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }
}

struct Pass<'a> {
    automata: &'a Automata,
    text: &'a str,
    /// Where the look-arounds before hold.
    holds: Vec<Places>,
    steps: u64,
    limit: u64,
}

/// The ways at one place.
struct Ways {
    /// Steps that wait for a character.
    waiting: Vec<u32>,
    /// The round in which a step was last reached.
    reached: Vec<u32>,
    round: u32,
    ended: bool,
}

impl Ways {
    fn new(size: usize) -> Self {
        Self { waiting: Vec::new(), reached: vec![0; size + 1], round: 1, ended: false }
    }

    fn clear(&mut self) {
        self.waiting.clear();
        self.ended = false;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.reached.fill(0);
            self.round = 1;
        }
    }

    /// Whether the step is reached for the first time in this round.
    fn reach(&mut self, step: u32) -> bool {
        match self.reached.get_mut(step as usize) {
            Some(round) if *round != self.round => {
                *round = self.round;
                true
            }
            _ => false,
        }
    }
}

impl Pass<'_> {
    /// Starts at every place; says where ways end until told to stop.
    fn run(
        &mut self,
        automaton: &Automaton,
        mut ends: impl FnMut(usize) -> bool,
    ) -> Result<(), TooCostly> {
        let whole = self.holds.len() + 1 == self.automata.all.len();
        let only_start = whole && self.automata.anchored;
        let (mut now, mut then) =
            (Ways::new(automaton.code.len()), Ways::new(automaton.code.len()));
        let mut todo = Vec::new();
        let mut place = if automaton.backward { self.text.len() } else { 0 };
        loop {
            if !only_start || place == 0 {
                self.follow(automaton, 0, place, &mut now, &mut todo);
            } else if now.waiting.is_empty() && !now.ended {
                return Ok(());
            }
            if now.ended && ends(place) {
                return Ok(());
            }
            let c = if automaton.backward {
                self.text.get(..place).and_then(|text| text.chars().next_back())
            } else {
                self.text.get(place..).and_then(|text| text.chars().next())
            };
            let Some(c) = c else { return Ok(()) };
            place = if automaton.backward { place - c.len_utf8() } else { place + c.len_utf8() };
            then.clear();
            self.steps += 1 + now.waiting.len() as u64;
            for at in &now.waiting {
                let goes = match automaton.code.get(*at as usize) {
                    Some(Step::Char(wanted)) => *wanted == c,
                    Some(Step::Set(set)) => {
                        self.automata.sets.get(*set as usize).is_some_and(|set| set.contains(c))
                    }
                    _ => false,
                };
                if goes {
                    self.follow(automaton, at + 1, place, &mut then, &mut todo);
                }
            }
            if self.steps > self.limit {
                return Err(TooCostly);
            }
            std::mem::swap(&mut now, &mut then);
        }
    }

    /// Everything that can be reached from a step without a character.
    fn follow(
        &mut self,
        automaton: &Automaton,
        from: u32,
        place: usize,
        ways: &mut Ways,
        todo: &mut Vec<u32>,
    ) {
        todo.push(from);
        while let Some(at) = todo.pop() {
            if !ways.reach(at) {
                continue;
            }
            self.steps += 1;
            let goes = match automaton.code.get(at as usize) {
                None => {
                    ways.ended = true;
                    continue;
                }
                Some(Step::Char(_) | Step::Set(_)) => {
                    ways.waiting.push(at);
                    continue;
                }
                Some(Step::Split(a, b)) => {
                    todo.extend([*b, *a]);
                    continue;
                }
                Some(Step::Jump(to)) => {
                    todo.push(*to);
                    continue;
                }
                Some(Step::Start) => place == 0,
                Some(Step::End) => place == self.text.len(),
                Some(Step::Boundary { negated }) => boundary(self.text, place) != *negated,
                Some(Step::Look { automaton, negated }) => {
                    let holds = self.holds.get(*automaton as usize);
                    holds.is_some_and(|places| places.contains(place)) != *negated
                }
            };
            if goes {
                todo.push(at + 1);
            }
        }
    }
}

/// Word characters of ECMA-262 are ASCII, and no part of another character's bytes.
pub(super) fn boundary(text: &str, place: usize) -> bool {
    let word = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let bytes = text.as_bytes();
    let before = place.checked_sub(1).and_then(|before| bytes.get(before));
    word(before) != word(bytes.get(place))
}
