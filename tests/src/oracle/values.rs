//! Values against schemas of the subset.

use super::exceptions::{VALUES, Verdicts, by_value};
use super::fixtures::{
    document, flag, id, lines, place_of, places_in_arguments, places_in_value, rows,
};
use dsh_tools::json::Cursor;
use dsh_tools::schema::{Code, Direction, RawSchema, validate};
use dsh_tools::{StructuredOutputSchema, validate_structured_value};

const FILE: &str = include_str!("../../fixtures/oracle/value-validation.json");
const ROWS: usize = 133;
const CASES: usize = 1293;

fn theirs(case: Cursor<'_>, key: &str) -> Vec<String> {
    match case.get(key) {
        None => Vec::new(),
        Some(_) => lines(case, key).iter().map(|line| place_of(line).to_owned()).collect(),
    }
}

#[test]
fn every_value_gets_the_same_verdict_and_violations_at_the_same_places() {
    let mut arguments = Verdicts::new(by_value(VALUES));
    let mut values = Verdicts::new(by_value(VALUES));
    let rows = rows(FILE);
    for row in &rows {
        let schema = StructuredOutputSchema::parse(document(row.root(), "schema")).unwrap();
        let raw = RawSchema::compile(schema.document().clone()).unwrap();
        for case in row.get("cases").unwrap().items() {
            let value = document(case, "value");
            let name = format!("{} {value}", id(row));
            let excusable = case.get("js_number").is_some();
            let as_arguments = validate(&value, &schema, Direction::Input);
            assert_eq!(flag(case, "valid"), theirs(case, "violations").is_empty(), "{name}");
            let ours = as_arguments.map_or_else(|found| places_in_arguments(&found), |()| vec![]);
            arguments.compare(&name, excusable, &theirs(case, "violations"), &ours);
            // The same as a value, which is called so.
            let ours = validate_structured_value(&schema, &value);
            let ours = ours.map_or_else(|found| places_in_value(&found), |()| vec![]);
            let key = if case.get("violations_value_label").is_some() {
                "violations_value_label"
            } else {
                "violations"
            };
            values.compare(&name, excusable, &theirs(case, key), &ours);
            // As a raw schema it may be told in finer words; the verdict is the same.
            assert_eq!(raw.validate(&value).is_ok(), ours.is_empty(), "{name}");
        }
    }
    assert_eq!(rows.len(), ROWS);
    arguments.finish(CASES);
    values.finish(CASES);
}

/// The code of ours that says what a code of theirs says.
fn code(line: &str) -> Code {
    match line.rsplit_once(": ").unwrap().1 {
        "missing" => Code::Missing,
        "undeclared" => Code::UnknownField,
        "not-in-enum" => Code::Enum,
        "not-const" => Code::Const,
        what if what.starts_with("oneof-matched-") => Code::OneOf,
        what if what.starts_with("not-") => Code::Type,
        other => panic!("{other}"),
    }
}

#[test]
fn every_violation_is_of_the_same_kind() {
    let mut compared = 0;
    for row in rows(FILE) {
        let schema = StructuredOutputSchema::parse(document(row.root(), "schema")).unwrap();
        let cases = row.get("cases").unwrap();
        for case in cases.items().filter(|case| case.get("js_number").is_none()) {
            let Err(found) = schema.validate(&document(case, "value")) else {
                continue;
            };
            let theirs: Vec<Code> = lines(case, "violations").iter().map(|it| code(it)).collect();
            let ours: Vec<Code> = found.iter().map(|violation| violation.code()).collect();
            assert_eq!(theirs, ours, "{} {}", id(&row), found.document());
            compared += ours.len();
        }
    }
    assert!(compared > 800, "{compared}");
}
