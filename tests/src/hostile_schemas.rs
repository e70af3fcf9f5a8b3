//! Schemas that are made to cost more than they weigh end with a verdict or an error, whatever their size.
//!
//! The cases are those of the example `hostile`, which measures them at full size; here they are small, so that a
//! debug build is done with them soon, and what is asserted is how they end.

#[path = "../../examples/examples/hostile/cases/mod.rs"]
mod cases;

use cases::{End, cases};
use dsh_tools::FrozenJson;
use dsh_tools::schema::RawSchema;

/// Bytes of an error or a report.
const LONGEST: usize = 16 << 10;

/// How a case ends; errors and reports are short, whatever is in them.
fn end(schema: &str, document: &str) -> String {
    let compiled = FrozenJson::parse(schema)
        .map_err(|error| error.to_string())
        .and_then(|schema| RawSchema::compile(schema).map_err(|error| error.to_string()));
    let schema = match compiled {
        Ok(schema) => schema,
        Err(error) => {
            return short(format!("no schema: {error}"));
        }
    };
    match schema.validate(&FrozenJson::parse(document).unwrap()) {
        Ok(()) => String::from("fits"),
        Err(violations) => {
            _ = short(violations.to_string());
            format!("refused: {}", violations.iter().next().unwrap().code())
        }
    }
}

fn short(text: String) -> String {
    assert!(
        text.len() < LONGEST,
        "{} bytes: {}..",
        text.len(),
        text.chars().take(200).collect::<String>()
    );
    text
}

fn is(end: &str, expected: End) -> bool {
    match expected {
        End::NoSchema(part) => end.starts_with("no schema: ") && end.contains(part),
        End::Fits => end == "fits",
        End::Refused(code) => end == format!("refused: {code}"),
    }
}

#[test]
fn hostile_schemas_end_as_they_must() {
    let mut wrong = Vec::new();
    for case in cases() {
        assert!(case.small <= case.size, "{}", case.name);
        let (schema, document) = (case.make)(case.small);
        let ended = end(&schema, &document);
        if !is(&ended, case.end) {
            let told: String = ended.chars().take(300).collect();
            wrong.push(format!("{}: {told}, not {:?}", case.name, case.end));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
