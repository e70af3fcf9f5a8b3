//! From the pattern as written to a program that finds the same.

use regex_syntax::ast::{
    self, AssertionKind, Ast, ClassPerl, ClassPerlKind, ClassSetItem, Span, Visitor,
};
use std::convert::Infallible;

// ECMA-262, 22.2.2.9 (CharacterClassEscape), 22.2.2.7 (Atom `.`), 12.2 and 12.3 (WhiteSpace, LineTerminator).
const DIGIT: &str = "0-9";
const WORD: &str = "A-Za-z0-9_";
const SPACE: &str = r"\t\n\x0B\x0C\r\x20\u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
const DOT: &str = r"[^\n\r\u{2028}\u{2029}]";
// Word characters of ECMA-262 are ASCII; the `regex` crate's are Unicode's unless told so.
const BOUNDARY: &str = r"(?-u:\b)";

/// `source` with everything that the two engines read differently replaced by what ECMA-262 means by it.
pub(super) fn translate(source: &str, ast: &Ast) -> String {
    let replacements = match ast::visit(ast, Replacements(Vec::new())) {
        Ok(replacements) => replacements,
        Err(never) => match never {},
    };
    let mut program = String::new();
    let mut done = 0;
    for (span, text) in replacements {
        program.push_str(source.get(done..span.start.offset).unwrap_or_default());
        program.push_str(&text);
        done = span.end.offset;
    }
    program.push_str(source.get(done..).unwrap_or_default());
    program
}

/// In source order: the visitor goes from left to right, and nothing that is replaced has parts.
struct Replacements(Vec<(Span, String)>);

impl Replacements {
    fn perl(&mut self, class: &ClassPerl) {
        let set = match class.kind {
            ClassPerlKind::Digit => DIGIT,
            ClassPerlKind::Space => SPACE,
            ClassPerlKind::Word => WORD,
        };
        // A class of its own inside brackets too: the `regex` crate nests them, and only so can it be negated.
        let not = if class.negated { "^" } else { "" };
        self.0.push((class.span, format!("[{not}{set}]")));
    }
}

impl Visitor for Replacements {
    type Output = Vec<(Span, String)>;
    type Err = Infallible;

    fn finish(self) -> Result<Self::Output, Infallible> {
        Ok(self.0)
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Infallible> {
        match ast {
            Ast::Dot(span) => self.0.push((**span, DOT.to_owned())),
            Ast::ClassPerl(class) => self.perl(class),
            Ast::Assertion(assertion) if assertion.kind == AssertionKind::WordBoundary => {
                self.0.push((assertion.span, BOUNDARY.to_owned()));
            }
            _ => {}
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Infallible> {
        if let ClassSetItem::Perl(class) = item {
            self.perl(class);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::compile;
    use regex::Regex;

    #[track_caller]
    fn program(source: &str, program: &str) {
        assert_eq!(compile(source).unwrap().text(), program);
    }

    fn matches(source: &str, text: &str) -> bool {
        Regex::new(compile(source).unwrap().text()).unwrap().is_match(text)
    }

    #[test]
    fn what_both_read_alike_stays() {
        for source in
            ["^[a-z]+$", r"a\.b", r"\u{1F600}", "(?:a|b){2,3}?", r"\\d", "[.]", r"\\", "größe"]
        {
            program(source, source);
        }
    }

    #[test]
    fn classes_are_written_out() {
        program(r"\d", "[0-9]");
        program(r"\D", "[^0-9]");
        program(r"\w+", "[A-Za-z0-9_]+");
        program(r"\W", "[^A-Za-z0-9_]");
        program(r"^\d{4}-\d{2}$", "^[0-9]{4}-[0-9]{2}$");
        program(r"[\d.]", "[[0-9].]");
        program(r"[^\w\-]", r"[^[A-Za-z0-9_]\-]");
        program(r"[\D]", "[[^0-9]]");
        program(r"\\d\d", r"\\d[0-9]");
        program(r"ä\dö\dü", "ä[0-9]ö[0-9]ü");
    }

    #[test]
    fn dots_and_boundaries() {
        program(r"a.c", r"a[^\n\r\u{2028}\u{2029}]c");
        program(r"\bcat\b", r"(?-u:\b)cat(?-u:\b)");
        program(r"\..", r"\.[^\n\r\u{2028}\u{2029}]");
    }

    /// Characters on which the two engines disagree, with the answer of ECMA-262.
    #[test]
    fn ecma_decides() {
        for (source, text, expected) in [
            // ARABIC-INDIC DIGIT THREE is a digit to Unicode.
            (r"^\d$", "\u{663}", false),
            (r"^\D$", "\u{663}", true),
            (r"^[\d]$", "\u{663}", false),
            (r"^[^\d]$", "\u{663}", true),
            (r"^\d$", "7", true),
            // Letters outside of ASCII are no word characters.
            (r"^\w$", "ä", false),
            (r"^\W$", "ä", true),
            (r"^\w$", "_", true),
            (r"^[\w-]+$", "a-b_1", true),
            // KELVIN SIGN would be a word character by case folding.
            (r"^\w$", "\u{212A}", false),
            // ZERO WIDTH NO-BREAK SPACE is white space to ECMA-262, NEXT LINE is not; Unicode has it the other way round.
            (r"^\s$", "\u{FEFF}", true),
            (r"^\s$", "\u{85}", false),
            (r"^\S$", "\u{85}", true),
            (r"^\S$", "\u{FEFF}", false),
            (r"^[\s]$", "\u{85}", false),
            (r"^[^\s]$", "\u{85}", true),
            (r"^\s$", "\u{180E}", false),
            // The dot stops at every line terminator.
            (r"^.$", "\r", false),
            (r"^.$", "\n", false),
            (r"^.$", "\u{2028}", false),
            (r"^.$", "\u{2029}", false),
            (r"^.$", "\u{85}", true),
            (r"^.$", "\u{1F600}", true),
            // A boundary lies between ASCII word characters and anything else.
            (r"\bb", "äb", true),
            (r"ä\b", "ä", false),
            (r"\bcat\b", "a cat!", true),
            (r"\bcat\b", "concat", false),
            // `$` is the end and nothing before it.
            (r"^a$", "a\n", false),
            (r"^a$", "b\na", false),
        ] {
            assert_eq!(matches(source, text), expected, "{source} on {text:?}");
        }
    }

    #[test]
    fn all_white_space_of_ecma() {
        let ecma: Vec<char> = "\t\n\u{B}\u{C}\r \u{A0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}"
            .chars()
            .collect();
        let space = Regex::new(compile(r"^\s$").unwrap().text()).unwrap();
        let found: Vec<char> =
            ('\0'..=char::MAX).filter(|c| space.is_match(c.encode_utf8(&mut [0; 4]))).collect();
        assert_eq!(found, ecma);
    }

    #[test]
    fn digits_and_words_are_ascii() {
        let all = |source: &str| {
            let class = Regex::new(compile(source).unwrap().text()).unwrap();
            ('\0'..=char::MAX)
                .filter(|c| class.is_match(c.encode_utf8(&mut [0; 4])))
                .collect::<String>()
        };
        assert_eq!(all(r"^\d$"), "0123456789");
        assert_eq!(all(r"^\w$"), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
    }
}
