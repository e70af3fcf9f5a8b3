//! Arguments against author specs, which are compiled to raw schemas.

use super::exceptions::{ARGUMENTS, Verdicts, by_value};
use super::fixtures::{document, flag, id, lines, place_of, places_in_arguments, rows};
use super::spec;
use dsh_tools::schema::{Direction, RawSchema, validate};

const FILE: &str = include_str!("../../fixtures/oracle/args-validation.json");
const ROWS: usize = 86;
const CASES: usize = 437;

#[test]
fn every_argument_object_gets_the_same_verdict_and_violations_at_the_same_places() {
    let mut structured = Verdicts::new(by_value(ARGUMENTS));
    let mut raw = Verdicts::new(by_value(ARGUMENTS));
    let rows = rows(FILE);
    for row in &rows {
        let schema = spec::parameters(&document(row.root(), "spec")).unwrap();
        let compiled = RawSchema::compile(schema.document().clone()).unwrap();
        for case in row.get("cases").unwrap().items() {
            let arguments = document(case, "args");
            let name = format!("{} {arguments}", id(row));
            let excusable = case.get("js_number").is_some();
            let theirs = lines(case, "violations");
            let theirs: Vec<String> = theirs.iter().map(|line| place_of(line).to_owned()).collect();
            assert_eq!(flag(case, "valid"), theirs.is_empty(), "{name}");
            let ours = validate(&arguments, &schema, Direction::Input);
            let ours = ours.map_or_else(|found| places_in_arguments(&found), |()| vec![]);
            structured.compare(&name, excusable, &theirs, &ours);
            let ours = validate(&arguments, &compiled, Direction::Input);
            let ours = ours.map_or_else(|found| places_in_arguments(&found), |()| vec![]);
            raw.compare(&name, excusable, &theirs, &ours);
        }
    }
    assert_eq!(rows.len(), ROWS);
    structured.finish(CASES);
    raw.finish(CASES);
}
