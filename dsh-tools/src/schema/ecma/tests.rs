//! Three engines of three kinds find the same.

use super::engine::Engine;
use super::{parse, references};

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % count
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    fn pattern(&mut self, depth: usize, out: &mut String) {
        for branch in 0..=self.below(6) / 4 {
            out.push_str(if branch > 0 { "|" } else { "" });
            for _ in 0..self.below(4) {
                self.term(depth, out);
            }
        }
    }

    fn term(&mut self, depth: usize, out: &mut String) {
        let kind = self.below(100);
        if kind < 10 {
            out.push_str(self.pick(&["^", "$", r"\b", r"\B"]));
            return;
        }
        let look = depth > 0 && kind >= 85;
        if depth == 0 || kind < 60 {
            out.push_str(
                self.pick(&[
                    "a", "b", "a", "b", ".", "é", "[ab]", "[^a]", r"\w", r"\W", r"\s", "[]",
                ]),
            );
        } else {
            out.push_str(if look {
                self.pick(&["(?=", "(?!", "(?<=", "(?<!"])
            } else {
                self.pick(&["(?:", "("])
            });
            self.pattern(depth - 1, out);
            out.push(')');
        }
        if !look && self.below(5) < 2 {
            out.push_str(
                self.pick(&["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}"]),
            );
        }
    }

    fn text(&mut self) -> String {
        (0..self.below(7)).map(|_| self.pick(&["a", "b", "a", "b", "é", " ", "\n"])).collect()
    }
}

#[test]
fn engines_agree() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let (mut compared, mut found, mut with_regex) = (0, 0, 0);
    for _ in 0..4_000 {
        let mut source = String::new();
        dice.pattern(3, &mut source);
        let mut parsed = parse::parse(&source).unwrap();
        references::resolve(&source, &mut parsed).unwrap();
        let engines = Engine::all(&parsed.ast);
        with_regex += u32::from(engines.len() == 3);
        for _ in 0..12 {
            let text = dice.text();
            let verdicts: Vec<_> =
                engines.iter().map(|engine| engine.is_match(&text, &mut { u64::MAX })).collect();
            assert!(
                verdicts.iter().all(|verdict| *verdict == verdicts[0]),
                "{source} on {text:?}: {verdicts:?}"
            );
            compared += u32::from(engines.len() > 1);
            found += u32::from(verdicts[0] == Ok(true));
        }
    }
    assert!(
        compared > 40_000 && found > 10_000 && found < 40_000 && with_regex > 500,
        "{compared} {found} {with_regex}"
    );
}
