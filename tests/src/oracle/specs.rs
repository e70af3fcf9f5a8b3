//! Author specs compile to the schemas that the reference compiles them to, or are refused as it refuses them.

use super::exceptions::{SPECS, Verdicts, by_id};
use super::fixtures::{document, flag, id, lines, rows};
use super::spec::{self, Refused};
use dsh_tools::{FrozenJson, StructuredOutputSchema};

const PARAMETERS: &str = include_str!("../../fixtures/oracle/spec-to-schema.json");
const VALUES: &str = include_str!("../../fixtures/oracle/value-spec-to-schema.json");

fn compare(
    file: &str,
    compile: fn(&FrozenJson) -> Result<StructuredOutputSchema, Refused>,
    mut verdicts: Verdicts,
    count: usize,
) {
    for row in rows(file) {
        let theirs = if flag(row.root(), "ok") {
            Ok(document(row.root(), "schema"))
        } else {
            Err(lines(row.root(), "violations"))
        };
        let ours = compile(&document(row.root(), "spec"));
        let ours = ours.map(|schema| schema.document().clone());
        verdicts.compare(&id(&row), row.get("js_number").is_some(), &theirs, &ours);
    }
    verdicts.finish(count);
}

#[test]
fn every_spec_of_parameters_compiles_to_the_same_schema() {
    compare(PARAMETERS, spec::parameters, Verdicts::new(by_id(SPECS)), 122);
}

#[test]
fn every_spec_of_a_value_compiles_to_the_same_schema() {
    compare(VALUES, spec::value, Verdicts::new([]), 56);
}
