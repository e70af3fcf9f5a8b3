//! Whether what was generated is what it came from.

use crate::compare;
use crate::corpus::Recorded;
use crate::generate::{Answers, Question, Rendered};
use anyhow::Context as _;
use dsh_tools_examples::import::Imported;
use jsonschema::Validator;
use serde_json::Value;
use std::collections::HashSet;

/// Differences of one tool that are printed.
const SHOWN: usize = 6;

/// Prints every difference; how many there are.
pub(crate) fn compare(
    tools: &[(Recorded, Imported)],
    questions: &[Question],
    answers: &Answers,
) -> anyhow::Result<usize> {
    let (mut all, mut lenient, mut accepted) = (0, 0, 0);
    let mut facts = 0;
    let mut asked = questions.iter().zip(&answers.verdicts).peekable();
    for (number, ((tool, imported), rendered)) in tools.iter().zip(&answers.tools).enumerate() {
        let mut told = Vec::new();
        about(tool, imported, rendered, &mut told);
        let meant = compare::meant(&tool.schema);
        let (ours, theirs) = (compare::facts(&rendered.parameters), compare::facts(&meant));
        facts += theirs.len();
        for key in ours.keys().chain(theirs.keys()).collect::<std::collections::BTreeSet<_>>() {
            let (now, was) = (ours.get(key), theirs.get(key));
            if now != was {
                let show = |value: Option<&Value>| value.map_or(String::from("nothing"), short);
                told.push(format!("{key}: {} was {}", show(now), show(was)));
            }
        }
        let original = validator(&meant).with_context(|| tool.id.clone())?;
        let schema = validator(&rendered.parameters).with_context(|| tool.id.clone())?;
        let mut keys = HashSet::new();
        declared(&tool.schema, &mut keys);
        while let Some((question, (valid, decoded))) =
            asked.next_if(|(question, _)| question.tool == number)
        {
            let value = &question.value;
            let was = original.is_valid(value);
            let now = schema.is_valid(value);
            accepted += usize::from(*valid);
            if valid != decoded {
                told.push(format!("validator {valid}, decoding {decoded}: {}", short(value)));
            }
            if now != was {
                let why = why(&original, &schema, value);
                told.push(format!(
                    "original {was}, rendered schema {now}: {} ({why})",
                    short(value)
                ));
            }
            if *valid != was {
                if *valid && is_legal_without_nulls(value, &original, &keys) {
                    lenient += 1;
                } else {
                    let why = why(&original, &schema, value);
                    told.push(format!(
                        "original {was}, generated type {valid}: {} ({why})",
                        short(value)
                    ));
                }
            }
        }
        if !told.is_empty() {
            println!("\n{} {}: {} differences", tool.id, tool.name, told.len());
            told.iter().take(SHOWN).for_each(|difference| println!("  {difference}"));
        }
        all += told.len();
    }
    println!("{facts} facts of the originals compared");
    println!("{accepted} values accepted, {} refused", questions.len() - accepted);
    println!(
        "{lenient} accepted although the original refuses them: `null` counts as an absent key"
    );
    println!("{all} differences");
    Ok(all)
}

/// Name and description.
fn about(tool: &Recorded, imported: &Imported, rendered: &Rendered, told: &mut Vec<String>) {
    let expected = imported.tools.first().map(|tool| tool.name.as_str()).unwrap_or_default();
    let legal = tool.name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    // One name is reserved.
    let legal = legal && (1..=64).contains(&tool.name.len()) && tool.name != "run_code";
    if rendered.name != expected || (legal && rendered.name != tool.name) {
        told.push(format!("name: {} was {}", rendered.name, tool.name));
    }
    if let Some(description) = tool.description.as_deref().filter(|text| !text.trim().is_empty())
        && description != rendered.description
    {
        told.push(format!("description: {:?} was {description:?}", rendered.description));
    }
    told.extend(rendered.refused.as_ref().map(|why| format!("a registry refuses it: {why}")));
}

/// Formats are checked: what is advertised is enforced.
fn validator(schema: &Value) -> anyhow::Result<Validator> {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(schema).map_err(|error| anyhow::anyhow!("{error}"))
}

fn why(original: &Validator, rendered: &Validator, value: &Value) -> String {
    let told = original.iter_errors(value).chain(rendered.iter_errors(value)).next();
    told.map_or(String::from("no violation"), |error| {
        format!("at `{}`: {}", error.instance_path(), short(&Value::from(error.to_string())))
    })
}

/// All names of properties in a schema.
fn declared(schema: &Value, keys: &mut HashSet<String>) {
    match schema {
        Value::Object(entries) => {
            for (key, value) in entries {
                if let ("properties", Value::Object(properties)) = (key.as_str(), value) {
                    keys.extend(properties.keys().cloned());
                }
                declared(value, keys);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| declared(item, keys)),
        _ => {}
    }
}

/// Nulls of one value that are tried with and without.
const NULLS: usize = 12;

/// Whether the original accepts the value without some of its declared keys that are `null`.
fn is_legal_without_nulls(value: &Value, original: &Validator, keys: &HashSet<String>) -> bool {
    let mut nulls = Vec::new();
    find_nulls(value, keys, &mut String::new(), &mut nulls);
    nulls.truncate(NULLS);
    (1..1_usize << nulls.len()).any(|set| {
        let mut spared = value.clone();
        let out = nulls.iter().enumerate().filter(|(number, _)| set & (1 << number) != 0);
        for (_, (parent, key)) in out {
            if let Some(Value::Object(entries)) = spared.pointer_mut(parent) {
                entries.remove(key);
            }
        }
        original.is_valid(&spared)
    })
}

/// The object and the key of each.
fn find_nulls(
    value: &Value,
    keys: &HashSet<String>,
    at: &mut String,
    found: &mut Vec<(String, String)>,
) {
    let length = at.len();
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                if value.is_null() && keys.contains(key) {
                    found.push((at.clone(), key.clone()));
                }
                *at += "/";
                *at += &key.replace('~', "~0").replace('/', "~1");
                find_nulls(value, keys, at, found);
                at.truncate(length);
            }
        }
        Value::Array(items) => {
            for (number, value) in items.iter().enumerate() {
                *at += "/";
                *at += &number.to_string();
                find_nulls(value, keys, at, found);
                at.truncate(length);
            }
        }
        _ => {}
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 240 {
        text.chars().take(240).collect::<String>() + " .."
    } else {
        text
    }
}
