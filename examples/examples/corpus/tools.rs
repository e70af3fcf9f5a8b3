//! The recorded tools: which of their schemas compile, and why others do not.

use dsh_tools::prelude::*;
use dsh_tools::schema::{RawSchema, RawSchemaError};
use dsh_tools_examples::script::lines;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// Tools that are named for each reason.
const SHOWN: usize = 4;

/// A recorded tool. Names occur more than once, and some are no names for us: tools are told apart by `id`.
#[derive(Deserialize)]
struct Recorded {
    id: String,
    #[serde(default)]
    description: Option<String>,
    parameters: Box<RawValue>,
    /// Where the recorded text is of another dialect: the same in JSON Schema.
    parameters_normalized: Option<Box<RawValue>>,
}

/// The tools that can be called, and what became of the rest.
pub(crate) struct Tools {
    total: usize,
    /// Each tool under its id, which is a name for us.
    pub(crate) registry: ToolRegistry,
    pub(crate) schemas: HashMap<String, RawSchema>,
    /// How many of them have keywords of their source's own.
    annotated: usize,
    /// Why tools are refused, and which.
    refused: BTreeMap<String, Vec<String>>,
}

impl Tools {
    /// Why this tool cannot be called.
    pub(crate) fn refusal(&self, id: &str) -> Option<&str> {
        let mut reasons = self.refused.iter();
        reasons
            .find(|(_, ids)| ids.iter().any(|refused| refused == id))
            .map(|(reason, _)| reason.as_str())
    }
}

/// Keywords of one source's own, which constrain nothing: an example, and what `required` says already.
const ANNOTATIONS: [&str; 2] = ["example_value", "optional"];

/// A schema as it is, else with those keywords taken for the annotations they are.
fn read(text: &str, annotated: &mut usize) -> Result<RawSchema, String> {
    let document = FrozenJson::parse(text).map_err(|error| error.to_string())?;
    RawSchema::compile(document.clone()).or_else(|error| {
        let lenient = RawSchema::options().annotations(ANNOTATIONS).compile(document);
        let schema = lenient.map_err(|_| reason(&error))?;
        *annotated += 1;
        Ok(schema)
    })
}

pub(crate) fn compile(text: &str) -> anyhow::Result<Tools> {
    let recorded = lines::<Recorded>(text)?;
    let (mut schemas, mut refused) = (HashMap::new(), BTreeMap::<String, Vec<String>>::new());
    let (mut definitions, mut annotated) = (Vec::new(), 0);
    for (_, tool) in &recorded {
        let parameters = tool.parameters_normalized.as_ref().unwrap_or(&tool.parameters);
        let compiled = read(parameters.get(), &mut annotated);
        let defined = compiled.and_then(|schema| {
            let definition = define(tool, schema.clone());
            // Alone first: in a registry of all, one that is refused would refuse them all.
            let alone = ToolRegistry::builder().tool(definition.clone()).build();
            alone.map(|_| (definition, schema)).map_err(|error| {
                // Without the tool's name and the place of its definition, which are none of the reason.
                let told = error.to_string();
                told.split_once("): ").map_or(told.clone(), |(_, reason)| reason.to_owned())
            })
        });
        match defined {
            Ok((definition, schema)) => {
                definitions.push(definition);
                schemas.insert(tool.id.clone(), schema);
            }
            Err(reason) => refused.entry(reason).or_default().push(tool.id.clone()),
        }
    }
    let registry = ToolRegistry::builder().tools(definitions).build()?;
    Ok(Tools { total: recorded.len(), registry, schemas, annotated, refused })
}

fn define(tool: &Recorded, schema: RawSchema) -> ToolDefinition {
    ToolDefinition::builder(tool.id.as_str())
        .description(tool.description.clone().unwrap_or_default())
        .validated(schema)
        .body(|_arguments, _cx| async { "valid" })
        .build()
}

/// What is wrong with a schema, without its places, so that the same fault is one reason.
fn reason(error: &RawSchemaError) -> String {
    let defects = error.defects().map(|defect| match defect.keyword() {
        Some(keyword) => format!("`{keyword}` {}", defect.message()),
        None => defect.message().to_owned(),
    });
    let mut reasons: Vec<String> = defects.collect();
    reasons.sort();
    reasons.dedup();
    reasons.join("; ")
}

impl fmt::Display for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let refused: usize = self.refused.values().map(Vec::len).sum();
        write!(f, "{} tools: {} compile, {refused} are refused", self.total, self.schemas.len())?;
        write!(f, "\n  {} of them with {} as annotations", self.annotated, ANNOTATIONS.join(", "))?;
        for (reason, ids) in &self.refused {
            let some: Vec<&str> = ids.iter().take(SHOWN).map(String::as_str).collect();
            let more = if ids.len() > SHOWN { ", .." } else { "" };
            let reason = reason.replace('\n', "; ");
            write!(f, "\n  {} refused ({}{more}): {reason}", ids.len(), some.join(", "))?;
        }
        Ok(())
    }
}
