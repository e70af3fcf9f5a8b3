//! A pattern that the `regex` crate would refuse for its size would match nothing: it is refused here.

use regex_syntax::ast::{Ast, RepetitionKind, RepetitionRange};

/// Unrolled characters and classes. The `regex` crate stops at 10 MiB of program; a negated class takes up to 4 KiB of it.
const LIMIT: u64 = 2_000;

pub(super) fn problem(ast: &Ast) -> Option<String> {
    (size(ast) > LIMIT).then(|| {
        format!("the pattern is too large: unrolled, its repetitions are over {LIMIT} characters; `length(max = ..)` limits a string's length")
    })
}

/// The parser limits nesting to 250 levels, and with it this recursion.
fn size(ast: &Ast) -> u64 {
    match ast {
        Ast::Empty(_) | Ast::Flags(_) | Ast::Assertion(_) => 0,
        Ast::Literal(_)
        | Ast::Dot(_)
        | Ast::ClassUnicode(_)
        | Ast::ClassPerl(_)
        | Ast::ClassBracketed(_) => 1,
        Ast::Repetition(repetition) => {
            let times = match repetition.op.kind {
                RepetitionKind::ZeroOrOne
                | RepetitionKind::ZeroOrMore
                | RepetitionKind::OneOrMore => 1,
                RepetitionKind::Range(
                    RepetitionRange::Exactly(n)
                    | RepetitionRange::AtLeast(n)
                    | RepetitionRange::Bounded(_, n),
                ) => n,
            };
            size(&repetition.ast).saturating_mul(u64::from(times).max(1))
        }
        Ast::Group(group) => size(&group.ast),
        Ast::Alternation(alternation) => {
            alternation.asts.iter().map(size).fold(0, u64::saturating_add)
        }
        Ast::Concat(concat) => concat.asts.iter().map(size).fold(0, u64::saturating_add),
    }
}

#[cfg(test)]
mod tests {
    use super::super::compile;

    #[test]
    fn what_passes_runs() {
        for source in [
            r"^[^a]{1,2000}$",
            r"^.{0,2000}$",
            r"^[\s\w]{2000}$",
            r"^(?:\S{100}){20}$",
            "^(?:[^äöüß€\\s]{99}b){20}$",
        ] {
            let program = compile(source).unwrap();
            assert!(regex::Regex::new(program.text()).is_ok(), "{source}");
        }
    }

    #[test]
    fn what_could_not_run_is_refused() {
        for source in
            ["a{2001}", "(a{100}){21}", "((a{99999}){99999}){99999}", "[a-z]{1000}[a-z]{1001}"]
        {
            let problems = compile(source).unwrap_err();
            assert!(problems[0].contains("too large"), "{source}: {problems:?}");
        }
    }
}
