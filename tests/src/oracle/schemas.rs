//! Which schemas the subset takes, and what it says of the others.

use super::exceptions::{SCHEMAS, Verdicts, by_id};
use super::fixtures::{document, flag, id, lines, rows, schema_lines};
use dsh_tools::schema::SubsetCode;
use dsh_tools::{StructuredOutputSchema, assert_supported_output_schema};

const FILE: &str = include_str!("../../fixtures/oracle/schema-support.json");
const ROWS: usize = 517;

#[test]
fn every_schema_gets_the_same_verdict_and_the_same_violations() {
    let mut verdicts = Verdicts::new(by_id(SCHEMAS));
    let mut as_sets = 0;
    for row in rows(FILE) {
        let name = id(&row);
        let schema = document(row.root(), "schema");
        let ours = assert_supported_output_schema(&schema);
        let mut ours = ours.err().map(|error| schema_lines(&error)).unwrap_or_default();
        let mut theirs = lines(row.root(), "violations");
        assert_eq!(flag(row.root(), "supported"), theirs.is_empty(), "{name}");
        if row.get("js_key_order").is_some() {
            as_sets += 1;
            ours.sort();
            theirs.sort();
        }
        verdicts.compare(&name, row.get("js_number").is_some(), &theirs, &ours);
    }
    assert_eq!(as_sets, 1);
    verdicts.finish(ROWS);
}

#[test]
fn every_schema_gets_the_same_verdict_as_an_object_root() {
    // Those that are no objects get the same verdict whatever their numbers are.
    let objects = |(id, _): &(String, &str)| id == "ss-annot-default-negzero-nested";
    let mut verdicts = Verdicts::new(by_id(SCHEMAS).filter(objects));
    let mut only_the_root = 0;
    for row in rows(FILE) {
        let schema = document(row.root(), "schema");
        let any = StructuredOutputSchema::parse(schema.clone());
        let object = StructuredOutputSchema::parse_object(schema);
        let theirs = flag(row.root(), "object_root_supported");
        verdicts.compare(&id(&row), row.get("js_number").is_some(), &theirs, &object.is_ok());
        match (any, object) {
            (Ok(_), Err(refused)) => {
                only_the_root += 1;
                assert_eq!(refused.len(), 1);
                let violation = refused.violations().next().unwrap();
                assert_eq!(violation.code(), SubsetCode::RootNotObject);
                assert_eq!(violation.path(), "schema");
            }
            (Err(any), Err(object)) => assert_eq!(schema_lines(&any), schema_lines(&object)),
            (Ok(_), Ok(_)) => {}
            (Err(_), Ok(_)) => panic!("{}: more is legal as an object root", id(&row)),
        }
    }
    assert!(only_the_root > 50, "{only_the_root}");
    verdicts.finish(ROWS);
}
