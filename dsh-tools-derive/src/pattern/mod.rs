//! Patterns that mean the same to every reader: the portable core of ECMA-262 (with its `u` flag, as JSON Schema
//! reads patterns) and of the `regex` crate.
//!
//! What only one of the two has is an error that says so ([`portable`]). What both have but read differently
//! (`\d`, `\w`, `\s`, `.`, `\b`) is run as ECMA-262 reads it ([`translate`]); the schema shows the text as written.

mod find;
mod portable;
mod size;
#[cfg(test)]
mod tests;
mod translate;

use portable::problems;
use regex_syntax::ast::parse::Parser;
use regex_syntax::hir::Hir;

/// What the `regex` crate runs.
#[cfg_attr(test, derive(Debug))]
pub(crate) struct Program {
    text: String,
    hir: Hir,
}

impl Program {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the pattern matches somewhere in the text, as the `regex` crate would find.
    pub(crate) fn finds(&self, text: &str) -> bool {
        find::finds(&self.hir, text)
    }
}

/// The program for the `regex` crate that finds what ECMA-262 finds by `source`.
///
/// # Errors
/// Every reason why `source` is no portable pattern: what, why and the way out.
pub(crate) fn compile(source: &str) -> Result<Program, Vec<String>> {
    if source.is_empty() {
        return Err(vec![String::from(
            "the pattern is empty and matches every string: write one, or leave it out",
        )]);
    }
    let ast =
        Parser::new().parse(source).map_err(|error| vec![portable::unparsable(source, &error)])?;
    let problems = problems(source, &ast);
    if !problems.is_empty() {
        return Err(problems);
    }
    if let Some(problem) = size::problem(&ast) {
        return Err(vec![problem]);
    }
    let program = translate::translate(source, &ast);
    // Ranges out of order and the like are found here.
    match regex_syntax::Parser::new().parse(&program) {
        Ok(hir) => Ok(Program { text: program, hir }),
        Err(error) => {
            Err(vec![format!("the pattern does not compile: {}", last_line(&error.to_string()))])
        }
    }
}

/// `regex-syntax` draws the pattern first and gives the reason in the last line.
fn last_line(report: &str) -> &str {
    report.lines().last().unwrap_or_default().trim_start_matches("error: ").trim_end_matches('.')
}
