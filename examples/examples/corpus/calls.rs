//! The recorded calls: our verdict against the recorded one.

use super::tools::Tools;
use dsh_tools::prelude::*;
use dsh_tools::schema::Code;
use dsh_tools_examples::script::lines;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

/// A recorded call.
#[derive(Deserialize)]
struct Recorded {
    tool_id: String,
    arguments: Box<RawValue>,
    /// The model's own text where it is no JSON.
    arguments_raw: Option<String>,
    /// The verdict of an independent validator, which asserts no formats.
    valid_expected: Option<bool>,
    #[serde(default)]
    oracle_errors: Vec<Located>,
}

/// Errors that are recorded for a call at most.
const RECORDED: usize = 6;

/// One error of the independent validator.
#[derive(Deserialize)]
struct Located {
    path: String,
}

/// What became of the calls, counted.
#[derive(Default)]
pub(crate) struct Calls {
    total: usize,
    valid: usize,
    invalid: usize,
    /// Where the verdicts differ, or there is none, and why that is as it should be.
    explained: BTreeMap<&'static str, usize>,
    /// Where they differ and nothing explains it: the line and what we say.
    unexplained: Vec<String>,
    /// Refusals by both whose places are the same, of those that can be compared.
    places: (usize, usize),
}

impl Calls {
    pub(crate) fn unexplained(&self) -> usize {
        self.unexplained.len()
    }
}

pub(crate) async fn replay(tools: &Tools, text: &str) -> anyhow::Result<Calls> {
    let mut calls = Calls::default();
    for (line, call) in lines::<Recorded>(text)? {
        calls.total += 1;
        let arguments = call.arguments_raw.as_deref().unwrap_or(call.arguments.get());
        let input = ToolExecutionInput::new(line.to_string(), call.tool_id.as_str(), arguments);
        let result = tools.registry.execute(input).await;
        let ours = match result.outcome() {
            Ok(_) => Ok(()),
            Err(failure) => Err(failure.code().to_string()),
        };
        if let Some(explanation) = explain(tools, &call, arguments, &ours) {
            *calls.explained.entry(explanation).or_default() += 1;
            continue;
        }
        match (&ours, call.valid_expected) {
            (Ok(()), Some(true)) => calls.valid += 1,
            (Err(code), Some(false)) if code == "INVALID_ARGS" => {
                calls.invalid += 1;
                let same = places(tools, &call, arguments);
                calls.places.0 += usize::from(same);
                calls.places.1 += 1;
            }
            (_, expected) => {
                let told = result.text().replace('\n', "; ");
                calls.unexplained.push(format!("line {line}, expected {expected:?}: {told}"));
            }
        }
    }
    anyhow::ensure!(calls.total > 0, "there are no calls");
    Ok(calls)
}

/// Why a verdict may differ from the recorded one, or why there is none to compare with.
fn explain(
    tools: &Tools,
    call: &Recorded,
    arguments: &str,
    ours: &Result<(), String>,
) -> Option<&'static str> {
    let code = ours.as_ref().err().map(String::as_str);
    if code == Some("UNKNOWN_TOOL") && tools.refusal(&call.tool_id).is_some() {
        return Some("to tools whose schema is refused");
    }
    if arguments.trim().is_empty() && call.valid_expected.is_none() {
        return Some("empty texts, which count as `{}`");
    }
    if code == Some("INVALID_JSON") && call.valid_expected == Some(false) {
        return Some("no JSON, refused by both");
    }
    if arguments.trim() == "null" && call.valid_expected == Some(false) && ours.is_ok() {
        return Some("`null`, which counts as `{}` and fits the schema");
    }
    if code == Some("INVALID_ARGS") && call.valid_expected == Some(true) {
        let violations = tools.schemas.get(&call.tool_id)?.validate(&parse(arguments)?).err()?;
        let formats = violations.iter().all(|violation| violation.code() == Code::Format);
        return formats
            .then_some("refused for a `format` alone, which the other validator does not assert");
    }
    None
}

fn parse(arguments: &str) -> Option<FrozenJson> {
    FrozenJson::parse(arguments).ok()
}

/// Whether both validators refuse the same places. What is missing or undeclared stands in the object for
/// them, and under its own key for us.
fn places(tools: &Tools, call: &Recorded, arguments: &str) -> bool {
    let Some(violations) = parse(arguments)
        .zip(tools.schemas.get(&call.tool_id))
        .and_then(|(arguments, schema)| schema.validate(&arguments).err())
    else {
        return false;
    };
    let mut ours: Vec<String> = violations
        .iter()
        .map(|violation| match (violation.code(), violation.pointer()) {
            (Code::Missing | Code::UnknownField, pointer) => {
                pointer.rsplit_once('/').map_or(String::new(), |(object, _)| object.to_owned())
            }
            (_, pointer) => pointer,
        })
        .collect();
    let mut theirs: Vec<String> =
        call.oracle_errors.iter().map(|error| error.path.clone()).collect();
    ours.sort();
    ours.dedup();
    theirs.sort();
    theirs.dedup();
    let listed = theirs.iter().all(|place| ours.contains(place));
    listed && (ours.len() == theirs.len() || call.oracle_errors.len() == RECORDED)
}

impl fmt::Display for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { total, valid, invalid, places, .. } = self;
        writeln!(f, "{total} calls: {valid} valid for both, {invalid} refused by both")?;
        writeln!(f, "  {} of {} refusals name the same places", places.0, places.1)?;
        for (kind, count) in &self.explained {
            writeln!(f, "  {count} {kind}")?;
        }
        for call in &self.unexplained {
            writeln!(f, "  unexplained: {call}")?;
        }
        write!(f, "{} unexplained", self.unexplained.len())
    }
}
