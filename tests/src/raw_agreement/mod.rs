//! Two validators that know nothing of each other agree: ours, and the crate `jsonschema`.
//!
//! Schemas are random over the whole vocabulary of drafts 7 and 2020-12; values are made to fit their schema
//! and some are bent afterwards; both are written in other ways than the plainest (order of keys, `5.0` for
//! `5`, escapes). A disagreement is shrunk to the least schema and value that show it.
//!
//! ```text
//! cargo test -p dsh-tools-tests --test all raw_agreement::
//! DSH_PAIRS=1000000 cargo test --release -p dsh-tools-tests --test all raw_agreement:: -- --nocapture
//! ```
//!
//! `DSH_SEED` is the first seed, 0 unless it is set: other seeds are other schemas.
//!
//! Left out, because there the other validator is no judge:
//! - Numbers beyond 2^53 (but for some powers of two): it computes with doubles, we with the digits as they are written.
//! - Doubles that only just miss a multiple, as sums of doubles do: for us `0.1 + 0.2` is a multiple of `0.1`.
//! - The formats `uuid` and `duration` in draft 7, which does not define them: we assert them all the same.
//! - References that come back to the same place of the document, which we refuse to compile, and `$ref` to other
//!   documents.
//! - `nullable`, which is of another dialect.
//! - Strings on the edge of a format (what is an e-mail address is told differently everywhere): those used
//!   here have their format beyond doubt, or do not have it beyond doubt.
//! - `unevaluatedItems`, `unevaluatedProperties`, `$dynamicRef`: we refuse schemas that use them.

mod random;
mod schemas;
mod shrink;
mod spell;
mod values;
mod words;

use dsh_tools::FrozenJson;
use dsh_tools::schema::RawSchema;
use random::Random;
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Values for each schema.
const VALUES: u64 = 10;

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Draft {
    Seven,
    Later,
}

impl Draft {
    /// Where definitions stand.
    fn definitions(self) -> &'static str {
        match self {
            Self::Seven => "definitions",
            Self::Later => "$defs",
        }
    }

    /// The keywords for the first elements and for all others.
    fn lists(self) -> (&'static str, &'static str) {
        match self {
            Self::Seven => ("items", "additionalItems"),
            Self::Later => ("prefixItems", "items"),
        }
    }

    fn theirs(self) -> jsonschema::Draft {
        match self {
            Self::Seven => jsonschema::Draft::Draft7,
            Self::Later => jsonschema::Draft::Draft202012,
        }
    }

    fn ours(self) -> dsh_tools::schema::Draft {
        match self {
            Self::Seven => dsh_tools::schema::Draft::Draft7,
            Self::Later => dsh_tools::schema::Draft::Draft202012,
        }
    }
}

fn setting(name: &str, unless: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(unless)
}

fn theirs(schema: &Value, draft: Draft) -> Result<jsonschema::Validator, String> {
    let options = jsonschema::options().with_draft(draft.theirs());
    options.should_validate_formats(true).build(schema).map_err(|error| error.to_string())
}

fn ours(schema: &str, draft: Draft) -> Result<RawSchema, String> {
    let schema = FrozenJson::parse(schema).map_err(|error| error.to_string())?;
    RawSchema::options().draft(draft.ours()).compile(schema).map_err(|error| error.to_string())
}

/// How the two disagree: about a schema (and what is said of it), or about a value.
#[derive(PartialEq)]
enum Differ {
    Schema(String),
    Value { theirs: bool, ours: String },
}

fn differ(schema: &str, value: &str, draft: Draft) -> Option<Differ> {
    let their_schema = theirs(&serde_json::from_str(schema).ok()?, draft).ok()?;
    let our_schema = match ours(schema, draft) {
        Ok(schema) => schema,
        Err(error) => {
            // The place of a defect changes while the schema shrinks.
            let told = error.split_once(": ").map_or(error.as_str(), |(_, told)| told);
            return Some(Differ::Schema(told.to_owned()));
        }
    };
    let told = our_schema.validate(&FrozenJson::parse(value).ok()?);
    let theirs = their_schema.is_valid(&serde_json::from_str(value).ok()?);
    (theirs != told.is_ok()).then(|| Differ::Value { theirs, ours: format!("{told:?}") })
}

/// The least example of a disagreement, for people.
fn report(seed: u64, schema: &str, value: &str, draft: Draft) -> String {
    let parse = |text| serde_json::from_str::<Value>(text).unwrap();
    let first = differ(schema, value, draft);
    let same = |schema: &Value, value: &Value| match (
        &first,
        differ(&schema.to_string(), &value.to_string(), draft),
    ) {
        (Some(Differ::Schema(_)), found) => found == first,
        (_, found) => matches!(found, Some(Differ::Value { .. })),
    };
    let (mut schema, mut value) = (schema.to_owned(), value.to_owned());
    // A disagreement about a spelling alone is told in that spelling.
    if same(&parse(&schema), &parse(&value)) {
        let least = shrink::smallest(parse(&schema), parse(&value), same);
        (schema, value) = (least.0.to_string(), least.1.to_string());
    }
    let told = match differ(&schema, &value, draft) {
        Some(Differ::Schema(error)) => format!("does not compile: {error}"),
        Some(Differ::Value { theirs, ours }) => format!("theirs: {theirs}, ours: {ours}"),
        None => String::from("as a value, not as text"),
    };
    format!("seed {seed}, {draft:?}\n  schema {schema}\n  value  {value}\n  {told}")
}

#[derive(Default)]
struct Counts {
    schemas: AtomicU64,
    valid: AtomicU64,
    invalid: AtomicU64,
}

/// One schema with its values.
fn compare(seed: u64, counts: &Counts) -> Result<(), String> {
    let random = &mut Random::new(seed);
    let draft = if random.chance(50) { Draft::Seven } else { Draft::Later };
    let schema = schemas::schema(random, draft);
    let text = spell::spelled(random, &schema);
    let their_schema = theirs(&serde_json::from_str(&text).unwrap(), draft)
        .map_err(|error| format!("seed {seed}: they do not compile {text}: {error}"))?;
    let our_schema = ours(&text, draft).map_err(|_| report(seed, &text, "null", draft))?;
    counts.schemas.fetch_add(1, Relaxed);
    for _ in 0..VALUES {
        let value = values::value(random, &schema, draft);
        let written = spell::spelled(random, &value);
        let valid = their_schema.is_valid(&value);
        let as_text = our_schema.validate(&FrozenJson::parse(written.as_str()).unwrap());
        let as_value = our_schema.validate(&FrozenJson::from_value(value).unwrap());
        if as_text.is_ok() != valid || as_value.is_ok() != valid {
            return Err(report(seed, &text, &written, draft));
        }
        if as_text.is_err_and(|violations| violations.iter().next().is_none()) {
            return Err(format!("seed {seed}: refused {written} without a violation: {text}"));
        }
        let count = if valid { &counts.valid } else { &counts.invalid };
        count.fetch_add(1, Relaxed);
    }
    Ok(())
}

#[test]
fn ours_and_an_independent_validator_agree() {
    let (pairs, counts) = (setting("DSH_PAIRS", 5_000), Counts::default());
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicU64::new(setting("DSH_SEED", 0));
    let work = || {
        let mut found = Vec::new();
        while counts.valid.load(Relaxed) + counts.invalid.load(Relaxed) < pairs && found.len() < 3 {
            found.extend(compare(next.fetch_add(1, Relaxed), &counts).err());
        }
        found
    };
    let found: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let (valid, invalid) = (counts.valid.into_inner(), counts.invalid.into_inner());
    let schemas = counts.schemas.into_inner();
    println!(
        "{schemas} schemas, {} pairs: {valid} valid, {invalid} not; {} disagreements",
        valid + invalid,
        found.len()
    );
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(valid * 5 >= pairs && invalid * 5 >= pairs, "{valid} valid, {invalid} not of {pairs}");
}
