//! What is outside of the portable core, and what to write instead.

use regex_syntax::ast::{
    self, AssertionKind, Ast, ClassSetBinaryOpKind, ClassSetItem, ErrorKind, GroupKind,
    HexLiteralKind, LiteralKind, RepetitionKind, RepetitionRange, Span, SpecialLiteralKind,
    Visitor,
};

/// Characters that a pattern escapes to mean themselves (`SyntaxCharacter` and `/` of ECMA-262).
const SYNTAX: &str = r"^$\.*+?()[]{}|/";

/// Everything in the pattern that only one of the two engines has.
pub(super) fn problems(source: &str, ast: &Ast) -> Vec<String> {
    let portable = Portable { source, in_class: false, problems: Vec::new() };
    match ast::visit(ast, portable) {
        Ok(problems) => problems,
        Err(never) => match never {},
    }
}

/// Why the text is no pattern at all, or none that the `regex` crate has.
pub(super) fn unparsable(source: &str, error: &ast::Error) -> String {
    let part = part(source, error.span());
    match error.kind() {
        ErrorKind::UnsupportedLookAround => format!(
            "`{part}` starts a look-around, which the `regex` crate does not have: say it without, or check it in the tool's body"
        ),
        ErrorKind::UnsupportedBackreference => format!(
            "`{part}` is a back-reference, which the `regex` crate does not have: say it without, or check it in the tool's body"
        ),
        ErrorKind::FlagUnrecognized | ErrorKind::FlagUnexpectedEof => {
            format!(
                "`{part}` is no group that both ECMA-262 and the `regex` crate have: write `(..)` or `(?:..)`"
            )
        }
        ErrorKind::EscapeUnrecognized => {
            format!("`{part}` is no escape that both ECMA-262 and the `regex` crate have")
        }
        ErrorKind::ClassUnclosed => format!(
            "`{part}` is a class that is not closed: add `]`, or escape the bracket as `\\[`"
        ),
        ErrorKind::RepetitionCountUnclosed | ErrorKind::RepetitionCountDecimalEmpty => {
            format!(
                "`{part}` is no repetition: write `{{n}}`, `{{n,}}` or `{{n,m}}`, or escape the brace as `\\{{`"
            )
        }
        ErrorKind::RepetitionMissing => format!(
            "`{part}` repeats nothing: escape it as `\\{part}`, or put it after what repeats"
        ),
        kind => format!("`{part}` is no regular expression: {kind}"),
    }
}

fn part(source: &str, span: &Span) -> String {
    source
        .get(span.start.offset..span.end.offset)
        .filter(|part| !part.is_empty())
        .unwrap_or(source)
        .to_owned()
}

struct Portable<'a> {
    source: &'a str,
    in_class: bool,
    problems: Vec<String>,
}

impl Portable<'_> {
    fn part(&self, span: &Span) -> String {
        part(self.source, span)
    }

    fn problem(&mut self, span: &Span, what: &str, way_out: &str) {
        let problem = format!("`{}` is {what}: {way_out}", self.part(span));
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn class_operator(&mut self, sign: &str) {
        let problem = format!(
            "`{sign}` in a class means another thing to ECMA-262 than to the `regex` crate: write the resulting class out, or escape the characters"
        );
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn no_escape(&mut self, span: &Span, way_out: &str) {
        self.problem(span, "an escape that ECMA-262 does not have", way_out);
    }

    fn source_at(&self, offset: usize) -> &str {
        self.source.get(offset..).unwrap_or_default()
    }

    fn literal(&mut self, literal: &ast::Literal) {
        let c = literal.c;
        match &literal.kind {
            LiteralKind::Verbatim if matches!(c, ']' | '{' | '}' | '[') => {
                // ECMA-262 takes `{` and `}` in a class; it is always right to escape them.
                if !(self.in_class && matches!(c, '{' | '}')) {
                    self.problem(
                        &literal.span,
                        "a bracket that ECMA-262 wants escaped",
                        &format!("write `\\{c}`"),
                    );
                }
            }
            // `[--a]`: two hyphens and an `a` to the `regex` crate, a range that starts at the hyphen to ECMA-262.
            LiteralKind::Verbatim
                if c == '-'
                    && self.in_class
                    && self.source_at(literal.span.end.offset).starts_with('-') =>
            {
                self.class_operator("--");
            }
            LiteralKind::Meta | LiteralKind::Superfluous => {
                let escapes = SYNTAX.contains(c) || (self.in_class && c == '-');
                if !escapes {
                    self.no_escape(&literal.span, &format!("write `{c}` as it is"));
                }
            }
            LiteralKind::Octal => {
                self.problem(
                    &literal.span,
                    "an octal escape, which ECMA-262 does not have",
                    "write `\\xHH`",
                );
            }
            LiteralKind::HexFixed(HexLiteralKind::UnicodeLong)
            | LiteralKind::HexBrace(HexLiteralKind::UnicodeLong | HexLiteralKind::X) => {
                self.no_escape(&literal.span, &format!("write `\\u{{{:X}}}`", u32::from(c)));
            }
            LiteralKind::HexBrace(HexLiteralKind::UnicodeShort) => {
                let digits = self.part(&literal.span);
                if !digits
                    .trim_start_matches("\\u{")
                    .trim_end_matches('}')
                    .bytes()
                    .all(|b| b.is_ascii_hexdigit())
                {
                    self.no_escape(&literal.span, &format!("write `\\u{{{:X}}}`", u32::from(c)));
                }
            }
            LiteralKind::Special(SpecialLiteralKind::Bell) => {
                self.no_escape(&literal.span, "write `\\x07`");
            }
            LiteralKind::Special(SpecialLiteralKind::Space) => {
                self.no_escape(&literal.span, "write the space as it is");
            }
            LiteralKind::Verbatim | LiteralKind::HexFixed(_) | LiteralKind::Special(_) => {}
        }
    }

    fn assertion(&mut self, assertion: &ast::Assertion) {
        let (what, way_out) = match assertion.kind {
            AssertionKind::StartLine | AssertionKind::EndLine | AssertionKind::WordBoundary => {
                return;
            }
            AssertionKind::StartText => ("an anchor that ECMA-262 does not have", "write `^`"),
            AssertionKind::EndText => ("an anchor that ECMA-262 does not have", "write `$`"),
            AssertionKind::NotWordBoundary => (
                "an assertion that the `regex` crate and ECMA-262 read differently",
                "name the characters around it, as in `[A-Za-z0-9_]`",
            ),
            AssertionKind::WordBoundaryStart
            | AssertionKind::WordBoundaryEnd
            | AssertionKind::WordBoundaryStartAngle
            | AssertionKind::WordBoundaryEndAngle
            | AssertionKind::WordBoundaryStartHalf
            | AssertionKind::WordBoundaryEndHalf => {
                ("a word boundary that ECMA-262 does not have", "write `\\b`")
            }
        };
        self.problem(&assertion.span, what, way_out);
    }

    fn repetition(&mut self, repetition: &ast::Repetition) {
        match &*repetition.ast {
            Ast::Repetition(_) => self.problem(
                &repetition.span,
                "a repetition of a repetition, which ECMA-262 does not have",
                "put the inner one into a group, as in `(?:a+)*`",
            ),
            Ast::Assertion(_) => {
                self.problem(
                    &repetition.span,
                    "a repeated assertion, which ECMA-262 does not have",
                    "repeat a group or a character",
                );
            }
            _ => {}
        }
        if let RepetitionKind::Range(range) = &repetition.op.kind {
            let written = match range {
                RepetitionRange::Exactly(n) => format!("{{{n}}}"),
                RepetitionRange::AtLeast(n) => format!("{{{n},}}"),
                RepetitionRange::Bounded(n, m) => format!("{{{n},{m}}}"),
            };
            let part = self.part(&repetition.op.span);
            let digits = |text: &str| {
                text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'{' | b',' | b'}'))
            };
            if !digits(part.trim_end_matches('?')) {
                self.problem(
                    &repetition.op.span,
                    "a repetition that ECMA-262 does not have",
                    &format!("write `{written}`"),
                );
            }
        }
    }

    fn group(&mut self, group: &ast::Group) {
        match &group.kind {
            GroupKind::CaptureIndex(_) => {}
            GroupKind::CaptureName { starts_with_p, name } => {
                let portable = name.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
                if *starts_with_p || !portable {
                    self.problem(
                        &name.span,
                        "the name of a group in a form that ECMA-262 does not have",
                        "write `(..)` or `(?:..)`",
                    );
                }
            }
            GroupKind::NonCapturing(flags) => {
                if !flags.items.is_empty() {
                    self.flags(&flags.span);
                }
            }
        }
    }

    fn flags(&mut self, span: &Span) {
        self.problem(
            span,
            "an inline flag, which ECMA-262 does not have",
            "spell it out, as in `[Aa]`",
        );
    }

    fn unicode(&mut self, span: &Span) {
        self.problem(
            span,
            "a Unicode class, of which each engine has its own names and version",
            "list the characters, as in `[A-Za-zÀ-ÿ]`",
        );
    }
}

impl Visitor for Portable<'_> {
    type Output = Vec<String>;
    type Err = std::convert::Infallible;

    fn finish(self) -> Result<Vec<String>, Self::Err> {
        Ok(self.problems)
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Self::Err> {
        match ast {
            Ast::Flags(flags) => self.flags(&flags.span),
            Ast::Literal(literal) => self.literal(literal),
            Ast::Assertion(assertion) => self.assertion(assertion),
            Ast::ClassUnicode(class) => self.unicode(&class.span),
            Ast::Repetition(repetition) => self.repetition(repetition),
            Ast::Group(group) => self.group(group),
            Ast::ClassBracketed(_) => self.in_class = true,
            Ast::Empty(_)
            | Ast::Dot(_)
            | Ast::ClassPerl(_)
            | Ast::Alternation(_)
            | Ast::Concat(_) => {}
        }
        Ok(())
    }

    fn visit_post(&mut self, ast: &Ast) -> Result<(), Self::Err> {
        if let Ast::ClassBracketed(_) = ast {
            self.in_class = false;
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Self::Err> {
        match item {
            ClassSetItem::Literal(literal) => self.literal(literal),
            ClassSetItem::Range(range) => {
                self.literal(&range.start);
                self.literal(&range.end);
            }
            ClassSetItem::Ascii(class) => {
                self.problem(
                    &class.span,
                    "a POSIX class, which ECMA-262 does not have",
                    "write the characters, as in `a-z`",
                );
            }
            ClassSetItem::Unicode(class) => self.unicode(&class.span),
            ClassSetItem::Bracketed(class) => {
                self.problem(
                    &class.span,
                    "a class in a class, which ECMA-262 does not have",
                    "write one flat class, or escape the bracket as `\\[`",
                );
            }
            ClassSetItem::Empty(_) | ClassSetItem::Perl(_) | ClassSetItem::Union(_) => {}
        }
        Ok(())
    }

    fn visit_class_set_binary_op_pre(
        &mut self,
        op: &ast::ClassSetBinaryOp,
    ) -> Result<(), Self::Err> {
        let sign = match op.kind {
            ClassSetBinaryOpKind::Intersection => "&&",
            ClassSetBinaryOpKind::Difference => "--",
            ClassSetBinaryOpKind::SymmetricDifference => "~~",
        };
        self.class_operator(sign);
        Ok(())
    }
}
