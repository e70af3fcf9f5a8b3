//! Random JSON texts, from a seed.

use std::fmt::Write;

/// The generator `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    fn letter(&mut self, of: &[u8]) -> u8 {
        of[self.below(of.len())]
    }

    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// A text of the grammar; now and then with a key that is there twice.
pub(crate) fn text(random: &mut Random) -> String {
    let mut out = String::new();
    let levels = random.below(6);
    value(random, levels, &mut out);
    out
}

fn space(random: &mut Random, out: &mut String) {
    while random.one_in(5) {
        out.push_str(random.pick(&[" ", "\n", "\t", "\r\n", "  "]));
    }
}

fn value(random: &mut Random, levels: usize, out: &mut String) {
    space(random, out);
    match random.below(if levels == 0 { 6 } else { 12 }) {
        0 => out.push_str("null"),
        1 => out.push_str(random.pick(&["true", "false"])),
        2 | 3 => number(random, out),
        4 | 5 => string(random, out),
        6..9 => {
            out.push('[');
            for i in 0..random.below(5) {
                if i > 0 {
                    out.push(',');
                }
                value(random, levels - 1, out);
            }
            space(random, out);
            out.push(']');
        }
        _ => object(random, levels - 1, out),
    }
    space(random, out);
}

fn object(random: &mut Random, levels: usize, out: &mut String) {
    out.push('{');
    for i in 0..random.below(7) {
        if i > 0 {
            out.push(',');
        }
        space(random, out);
        if random.one_in(12) {
            // Short names from a small set: duplicates, also by way of escapes.
            out.push_str(random.pick(&[
                r#""a""#,
                r#""\u0061""#,
                r#""""#,
                r#""/""#,
                r#""\/""#,
                r#""same_first_and_last""#,
            ]));
        } else if random.one_in(3) {
            write!(out, "\"key_{i}\"").unwrap();
        } else {
            string(random, out);
        }
        space(random, out);
        out.push(':');
        value(random, levels, out);
    }
    space(random, out);
    out.push('}');
}

fn digits(random: &mut Random, most: usize, out: &mut String) {
    for _ in 0..=random.below(most) {
        out.push(char::from(random.letter(b"0123456789")));
    }
}

fn number(random: &mut Random, out: &mut String) {
    if random.one_in(3) {
        out.push('-');
    }
    if random.one_in(4) {
        out.push('0');
    } else {
        out.push(char::from(random.letter(b"123456789")));
        if !random.one_in(3) {
            let most = random.pick(&[&2, &8, &12, &18, &25, &45]);
            digits(random, *most, out);
        }
    }
    if random.one_in(3) {
        out.push('.');
        digits(random, 18, out);
    }
    if random.one_in(4) {
        out.push_str(random.pick(&["e", "E", "e+", "E-", "e-"]));
        let most = random.pick(&[&1, &1, &1, &2, &2, &3, &25]);
        digits(random, *most, out);
    }
}

fn string(random: &mut Random, out: &mut String) {
    out.push('"');
    let most = *random.pick(&[&2, &6, &12, &40]);
    for _ in 0..random.below(most) {
        match random.below(12) {
            0 => out
                .push_str(random.pick(&[r#"\""#, r"\\", r"\/", r"\b", r"\f", r"\n", r"\r", r"\t"])),
            1 => {
                let code = random.below(0xD800);
                if random.one_in(2) {
                    write!(out, "\\u{code:04x}").unwrap();
                } else {
                    write!(out, "\\u{code:04X}").unwrap();
                }
            }
            2 => out.push_str(random.pick(&["\\ud83d\\ude00", "\\uD834\\uDD1E", "\\udbff\\udfff"])),
            3 => out.push_str(
                random.pick(&["é", "ß", "中", "𝄞", "\u{7f}", "\u{80}", "\u{2028}", "\u{feff}"]),
            ),
            _ => out.push(char::from(random.letter(b"abcdefghijklmnopqrstuvwxyz"))),
        }
    }
    out.push('"');
}

/// Characters that matter to a parser, and some that do not.
const ALPHABET: &str = "{}[],:\"\\/ \n\t0123456789.eE+-truefalsnbu\u{0}\u{1f}\u{b}\u{a0}é𝄞'xD";

/// A few characters replaced, inserted, removed, doubled, or the rest cut off.
pub(crate) fn mutate(random: &mut Random, text: &str) -> String {
    let alphabet: Vec<char> = ALPHABET.chars().collect();
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(chars.len() + 1);
        let letter = alphabet[random.below(alphabet.len())];
        match random.below(12) {
            0..4 if at < chars.len() => chars[at] = letter,
            4..7 => chars.insert(at, letter),
            7..9 if at < chars.len() => drop(chars.remove(at)),
            9 if at < chars.len() => chars.insert(at, chars[at]),
            10 => chars.truncate(at),
            11 if at + 1 < chars.len() => chars.swap(at, at + 1),
            _ => {}
        }
    }
    chars.into_iter().collect()
}
