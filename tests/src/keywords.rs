//! What each keyword of drafts 7 and 2020-12 accepts and refuses: rows of our own, written from the specification.
//!
//! A row is a schema, a value and a verdict; a group of rows shares its schema. Two validators answer for
//! each row: ours, and an independent one, so that a mistake in the rows shows, too. Where the independent
//! one is wrong or has another dialect, the row is listed in [`THEIRS_DIFFERS`] with the reason.

use dsh_tools::FrozenJson;
use dsh_tools::schema::{Draft, RawSchema};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeSet;

const FILES: [&str; 10] = [
    include_str!("../fixtures/keywords/types.json"),
    include_str!("../fixtures/keywords/values.json"),
    include_str!("../fixtures/keywords/numbers.json"),
    include_str!("../fixtures/keywords/strings.json"),
    include_str!("../fixtures/keywords/formats.json"),
    include_str!("../fixtures/keywords/arrays.json"),
    include_str!("../fixtures/keywords/objects.json"),
    include_str!("../fixtures/keywords/combinators.json"),
    include_str!("../fixtures/keywords/references.json"),
    include_str!("../fixtures/keywords/dialects.json"),
];

/// Rows that share a schema.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    id: String,
    #[serde(default = "both")]
    drafts: Vec<String>,
    schema: Box<RawValue>,
    accept: Vec<Box<RawValue>>,
    refuse: Vec<Box<RawValue>>,
}

fn both() -> Vec<String> {
    vec![String::from("7"), String::from("2020-12")]
}

impl Group {
    /// Each value as it is written, with the verdict.
    fn rows(&self) -> impl Iterator<Item = (&str, bool)> {
        let accepted = self.accept.iter().map(|value| (value.get(), true));
        accepted.chain(self.refuse.iter().map(|value| (value.get(), false)))
    }
}

fn groups() -> Vec<Group> {
    FILES.iter().flat_map(|file| serde_json::from_str::<Vec<Group>>(file).unwrap()).collect()
}

/// The schema with its draft named in it, where it has a place for that.
fn named(schema: &str, uri: &str) -> Option<String> {
    let rest = schema.strip_prefix('{')?.trim_start();
    let comma = if rest.starts_with('}') { "" } else { "," };
    Some(format!(r#"{{"$schema":"{uri}"{comma}{rest}"#))
}

fn by_name(draft: &str) -> Draft {
    match draft {
        "7" => Draft::Draft7,
        "2020-12" => Draft::Draft202012,
        other => panic!("no draft {other}"),
    }
}

/// Every way to say which draft a schema is written in.
fn compiled(group: &Group, draft: &str) -> Vec<RawSchema> {
    let text = group.schema.get();
    let document = |text: &str| FrozenJson::parse(text).unwrap();
    let uri = match draft {
        "7" => "http://json-schema.org/draft-07/schema#",
        _ => "https://json-schema.org/draft/2020-12/schema",
    };
    let mut schemas = vec![RawSchema::options().draft(by_name(draft)).compile(document(text))];
    schemas.extend(named(text, uri).map(|text| RawSchema::compile(document(&text))));
    if draft == "2020-12" {
        schemas.push(RawSchema::compile(document(text)));
    }
    let told = |error| panic!("{} in draft {draft}: {error}", group.id);
    schemas.into_iter().map(|schema| schema.unwrap_or_else(told)).collect()
}

#[test]
fn every_row_has_its_verdict() {
    let mut wrong = Vec::new();
    for group in groups() {
        for draft in &group.drafts {
            for schema in compiled(&group, draft) {
                for (value, verdict) in group.rows() {
                    let text = FrozenJson::parse(value).unwrap();
                    let told = schema.validate(&text);
                    if told.is_ok() != verdict {
                        wrong.push(format!("{} in draft {draft}: {value}: {told:?}", group.id));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Groups where the independent validator differs, by id, draft, and value (`*`: any).
const THEIRS_DIFFERS: [(&str, &str, &str, &str); 8] = [
    ("nullable.string", "*", "null", "it knows no `nullable`, a word of OpenAPI"),
    ("nullable.integer_bounds", "*", "null", "the same"),
    ("nullable.list_of_types", "*", "null", "the same"),
    ("nullable.object", "*", "*", "the same"),
    ("format.duration", "7", "*", "the draft does not define it; we assert it all the same"),
    ("format.uuid", "7", "*", "the same"),
    ("type.integer", "*", "9007199254740993.5", "it reads doubles, and this one has no half"),
    ("multiple_of.beyond_64_bits", "*", "*", "it gives up on such numbers"),
];

fn theirs_may_differ(group: &str, draft: &str, value: &str) -> bool {
    THEIRS_DIFFERS.iter().any(|(id, drafts, values, _)| {
        *id == group && ["*", draft].contains(drafts) && ["*", value].contains(values)
    })
}

/// The schema as the independent validator takes it.
fn theirs(schema: &str, draft: &str) -> Result<jsonschema::Validator, String> {
    let draft = match draft {
        "7" => jsonschema::Draft::Draft7,
        _ => jsonschema::Draft::Draft202012,
    };
    let options = jsonschema::options().with_draft(draft).should_validate_formats(true);
    let schema: Value = serde_json::from_str(schema).unwrap();
    options.build(&schema).map_err(|error| error.to_string())
}

#[test]
fn an_independent_validator_gives_the_same_verdicts() {
    let (mut rows, mut wrong, mut differ) = (0, Vec::new(), BTreeSet::new());
    for group in groups() {
        for draft in &group.drafts {
            let theirs = theirs(group.schema.get(), draft).unwrap();
            for (value, verdict) in group.rows() {
                rows += 1;
                if theirs.is_valid(&serde_json::from_str(value).unwrap()) == verdict {
                    continue;
                }
                if theirs_may_differ(&group.id, draft, value) {
                    differ.insert(group.id.clone());
                } else {
                    wrong.push(format!("{} in draft {draft}: {value} is {verdict}", group.id));
                }
            }
        }
    }
    assert!(rows >= 2000, "{rows} rows");
    assert!(wrong.is_empty(), "{} of {rows} rows:\n{}", wrong.len(), wrong.join("\n"));
    let listed: BTreeSet<String> = THEIRS_DIFFERS.iter().map(|(id, ..)| (*id).to_owned()).collect();
    assert_eq!(differ, listed, "a row that agrees is not to be listed");
}

/// A document that is no schema.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Malformed {
    id: String,
    #[serde(default = "both")]
    drafts: Vec<String>,
    schema: Box<RawValue>,
}

fn malformed() -> Vec<Malformed> {
    serde_json::from_str(include_str!("../fixtures/keywords/malformed.json")).unwrap()
}

/// What we read all the same: no verdict depends on it.
const HARMLESS: [(&str, &str); 6] = [
    ("type.twice", "twice is once"),
    ("required.twice", "twice is once"),
    ("items.empty_list", "no element is spoken of"),
    ("definitions.number", "nothing refers to it"),
    ("definitions.bad_inside", "nothing refers to it"),
    ("defs.bad_inside", "nothing refers to it"),
];

#[test]
fn what_is_no_schema_does_not_compile() {
    let mut wrong = Vec::new();
    for case in malformed() {
        let harmless = HARMLESS.iter().any(|(id, _)| *id == case.id);
        for draft in &case.drafts {
            let schema = FrozenJson::parse(case.schema.get()).unwrap();
            let compiled = RawSchema::options().draft(by_name(draft)).compile(schema);
            if compiled.is_ok() != harmless {
                wrong.push(format!("{} in draft {draft}: {}: {compiled:?}", case.id, case.schema));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_independent_validator_compiles_none_of_them_either() {
    let mut compiled = Vec::new();
    for case in malformed() {
        for draft in &case.drafts {
            if theirs(case.schema.get(), draft).is_ok() {
                compiled.push(format!("{} in draft {draft}: {}", case.id, case.schema));
            }
        }
    }
    assert!(compiled.is_empty(), "{}", compiled.join("\n"));
}
