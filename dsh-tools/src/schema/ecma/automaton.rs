//! A program in the syntax of the `regex` crate, run by that crate's automata: what a schema asks is only whether a text
//! matches, and not where, so that the machinery around them is left out.

use regex_automata::hybrid::dfa::{self, DFA};
use regex_automata::nfa::thompson::pikevm::{self, PikeVM};
use regex_automata::nfa::thompson::{NFA, WhichCaptures};
use regex_automata::util::pool::Pool;
use regex_automata::{Input, MatchError};
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// What searches remember of earlier ones.
struct Memory {
    lazy: Option<dfa::Cache>,
    /// Made when it is needed, which is hardly ever.
    slow: Option<Box<pikevm::Cache>>,
}

type New = Box<dyn Fn() -> Memory + Send + Sync + UnwindSafe + RefUnwindSafe>;

/// A program that was compiled.
#[derive(Clone)]
pub(crate) struct Automaton(Arc<Compiled>);

struct Compiled {
    length: usize,
    /// States are made when a text leads to them.
    lazy: Option<DFA>,
    /// For texts that lead to too many of them.
    slow: PikeVM,
    memories: Pool<Memory, New>,
}

/// The program is none, or a large one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoAutomaton;

impl Automaton {
    /// Compiles a program of ordinary bounds: 10 MiB, and 2 MiB for what is remembered of a search.
    pub(crate) fn new(program: &str) -> Result<Self, NoAutomaton> {
        Self::within(program, 10 << 20, 2 << 20)
    }

    /// Compiles a program that takes at most so many bytes, and so many for what is remembered of a search.
    pub(super) fn within(program: &str, size: usize, memory: usize) -> Result<Self, NoAutomaton> {
        let config = NFA::config().nfa_size_limit(Some(size)).which_captures(WhichCaptures::None);
        let nfa = NFA::compiler().configure(config).build(program).map_err(|_| NoAutomaton)?;
        // As the crate sets it up for itself: a search that drops its states again and again is none for it.
        let config = DFA::config()
            .cache_capacity(memory)
            .unicode_word_boundary(true)
            .minimum_cache_clear_count(Some(3))
            .minimum_bytes_per_state(Some(10));
        let lazy = DFA::builder().configure(config).build_from_nfa(nfa.clone()).ok();
        let slow = PikeVM::new_from_nfa(nfa).map_err(|_| NoAutomaton)?;
        let made = lazy.clone();
        let new: New =
            Box::new(move || Memory { lazy: made.as_ref().map(DFA::create_cache), slow: None });
        Ok(Self(Arc::new(Compiled { length: program.len(), lazy, slow, memories: Pool::new(new) })))
    }

    /// Whether it matches somewhere in the text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        let Compiled { lazy, slow, memories, .. } = &*self.0;
        let mut memory = memories.get();
        let input = Input::new(text).earliest(true);
        if let (Some(lazy), Some(cache)) = (lazy, &mut memory.lazy) {
            let found: Result<_, MatchError> = lazy.try_search_fwd(cache, &input);
            if let Ok(found) = found {
                return found.is_some();
            }
        }
        let cache = memory.slow.get_or_insert_with(|| Box::new(slow.create_cache()));
        slow.is_match(cache, input)
    }

    /// Bytes of the program as text.
    #[inline]
    pub(super) fn length(&self) -> usize {
        self.0.length
    }
}

impl fmt::Debug for Automaton {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Automaton").field("length", &self.0.length).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Automaton, NoAutomaton};
    use regex::Regex;

    #[test]
    fn it_finds_what_the_crate_finds() {
        let words =
            "[\\p{L}_-]+ \\b(?-u:\\b) ^a*$ (?s)^.*x.?$ [0-9]{4}-[0-9]{2} (a|b)*c é$ ^$ \\Aab\\z";
        let texts =
            ["", "a", "aaa", "abab c", "2024-01", "é", "xé", "größe x", "ab", "ab\n", "-é-"];
        for program in words.split(' ') {
            let (ours, theirs) = (Automaton::new(program).unwrap(), Regex::new(program).unwrap());
            for text in texts {
                assert_eq!(ours.is_match(text), theirs.is_match(text), "{program} {text:?}");
            }
        }
    }

    #[test]
    fn texts_that_lead_to_many_states_are_searched_all_the_same() {
        // Each text of 14 signs is a state of its own; there is room for few.
        let program = "(a|b)*a(a|b){14}c";
        let small = Automaton::within(program, 1 << 20, 40 << 10).unwrap();
        let mut text = String::new();
        let mut bits = 1_u32;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push(if bits >> 31 == 0 { 'a' } else { 'b' });
        }
        assert!(!small.is_match(&text));
        text.push_str("abbbbbbbbbbbbbbc");
        assert!(small.is_match(&text));
        assert!(Regex::new(program).unwrap().is_match(&text));
    }

    #[test]
    fn what_is_no_program_or_too_large_is_none() {
        assert_eq!(Automaton::new("(").unwrap_err(), NoAutomaton);
        assert_eq!(Automaton::within("a{1000}", 1 << 10, 1 << 20).unwrap_err(), NoAutomaton);
    }
}
