//! Definitions become source that compiles, and whose schemas are those of the definitions.
//!
//! To record anew: `cargo run -q -p dsh-tools-examples --example import -- examples/tests/import/NAME.json > examples/tests/import/NAME.out`,
//! and read it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected fails"
)]

mod hostile;
mod program;
mod recorded;
#[path = "../support/mod.rs"]
mod support;
mod texts;

use dsh_tools_examples::import::{Finding, Imported, Weight, definitions, import};

/// One tool of these parameters: JSON, in whose order the fields come.
fn imported(parameters: &(impl ToString + ?Sized)) -> Imported {
    let parameters = parameters.to_string();
    let text = format!(r#"{{"name":"look","description":"Look.","parameters":{parameters}}}"#);
    import(&definitions(&text).unwrap()).unwrap()
}

/// One tool of these properties; none is required.
fn properties(properties: &(impl ToString + ?Sized)) -> Imported {
    let properties = properties.to_string();
    imported(&format!(r#"{{"type":"object","properties":{properties}}}"#))
}

/// The source, if nothing is lost.
fn clean(imported: &Imported) -> &str {
    assert_eq!(lost(imported), Vec::<(&str, &str)>::new(), "{}", imported.source);
    &imported.source
}

/// What is lost: keyword and pointer.
fn lost(imported: &Imported) -> Vec<(&str, &str)> {
    findings(imported)
        .filter(|finding| finding.weight == Weight::Lost)
        .map(|finding| (&*finding.keyword, &*finding.pointer))
        .collect()
}

fn findings(imported: &Imported) -> impl Iterator<Item = &Finding> {
    imported.tools.iter().flat_map(|tool| &tool.findings)
}

/// The source holds these lines, in this order, whatever stands between them.
#[track_caller]
fn assert_lines(source: &str, lines: &[&str]) {
    let mut rest = source.lines().map(str::trim);
    for line in lines {
        assert!(
            rest.any(|found| found == *line),
            "no line `{line}` where it should be in:\n{source}"
        );
    }
}
