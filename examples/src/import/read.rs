//! From the shapes in which tools are handed around to definitions.

use super::finding::Finding;
use super::json::Json;
use dsh_tools::json::FrozenJson;
use std::fmt;

/// A tool as it was described elsewhere.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name there.
    pub name: String,
    /// What it is for; models choose by it.
    pub description: Option<String>,
    /// A name for people.
    pub title: Option<String>,
    /// The hints of MCP that are set, by the names that `#[tool(..)]` gives them.
    pub hints: Vec<(&'static str, bool)>,
    /// The schema of its arguments; none is an object without properties.
    pub(crate) parameters: Json,
    /// What of the definition outside of its parameters has no place.
    pub findings: Vec<Finding>,
}

/// Why a text holds no definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// The definitions in a text: one, an array, JSON lines, or an envelope such as the result of MCP's `tools/list`.
///
/// ```
/// use dsh_tools_examples::import::definitions;
///
/// let found = definitions("{\"name\":\"a\"}\n{\"type\":\"function\",\"function\":{\"name\":\"b\"}}").unwrap();
/// assert_eq!((&*found[0].name, &*found[1].name), ("a", "b"));
/// assert!(definitions("{}").is_err());
/// ```
///
/// # Errors
/// When the text is neither a JSON document nor JSON lines, or when something in it is no definition.
pub fn definitions(text: &str) -> Result<Vec<Definition>, Unreadable> {
    let mut found = Vec::new();
    match FrozenJson::parse(text) {
        Ok(document) => collect(&Json::read(document.root()), "", &mut found)?,
        Err(error) => {
            let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
            if lines().count() < 2 {
                return Err(Unreadable(format!("no JSON: {error}")));
            }
            for (number, line) in lines() {
                let number = number + 1;
                let document = FrozenJson::parse(line).map_err(|wrong| {
                    let whole = if number == 1 { error.to_string() } else { wrong.to_string() };
                    Unreadable(format!("neither a JSON document nor JSON lines: {whole}; line {number} is no JSON of its own"))
                })?;
                collect(&Json::read(document.root()), &format!("line {number}"), &mut found)?;
            }
        }
    }
    if found.is_empty() {
        return Err(Unreadable(String::from("there is no definition in it")));
    }
    Ok(found)
}

/// Keys under which lists of tools travel.
const LISTS: [&str; 5] =
    ["tools", "functions", "functionDeclarations", "function_declarations", "result"];

/// Keys under which a definition keeps its schema.
const SCHEMAS: [&str; 5] =
    ["parameters", "inputSchema", "input_schema", "parametersJsonSchema", "parameters_json_schema"];

fn collect(json: &Json, place: &str, found: &mut Vec<Definition>) -> Result<(), Unreadable> {
    match json {
        Json::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                collect(item, &format!("{place}/{at}"), found)?;
            }
            Ok(())
        }
        Json::Object(_) => {
            if let Some(function) = json.get("function").filter(|inner| inner.get("name").is_some())
            {
                return collect(function, &format!("{place}/function"), found);
            }
            let list = LISTS.iter().find(|key| {
                json.get(key).is_some_and(|list| matches!(list, Json::Array(_) | Json::Object(_)))
            });
            match (json.get("name").and_then(Json::as_str), list) {
                (Some(name), _) => {
                    found.push(definition(name, json));
                    Ok(())
                }
                (None, Some(key)) => {
                    let list = json.get(key).unwrap_or(&Json::Null);
                    collect(list, &format!("{place}/{key}"), found)
                }
                (None, None) => Err(no_definition(json, place, "it has no `name`")),
            }
        }
        other => Err(no_definition(other, place, &format!("it is {}", other.kind()))),
    }
}

fn no_definition(json: &Json, place: &str, why: &str) -> Unreadable {
    let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
    let hint = if json.get("properties").is_some() || json.get("$schema").is_some() {
        ": a schema alone has no name; wrap it, {\"name\": .., \"description\": .., \"parameters\": {..}}"
    } else {
        ""
    };
    Unreadable(format!("no tool definition{place}: {why}{hint}"))
}

/// MCP's hints, and what `#[tool(..)]` calls them.
const HINTS: [(&str, &str); 4] = [
    ("readOnlyHint", "read_only"),
    ("destructiveHint", "destructive"),
    ("idempotentHint", "idempotent"),
    ("openWorldHint", "open_world"),
];

fn definition(name: &str, json: &Json) -> Definition {
    let text = |key: &str| json.get(key).and_then(Json::as_str).map(str::to_owned);
    let mut findings = Vec::new();
    let parameters = SCHEMAS.iter().find_map(|key| json.get(key)).cloned();
    let annotations = json.get("annotations").unwrap_or(&Json::Null);
    for (key, value) in json.entries() {
        let known = ["name", "description", "title", "annotations", "type"].contains(&&**key)
            || SCHEMAS.contains(&&**key);
        if key == "outputSchema" {
            findings.push(Finding::lost(
                key,
                "",
                "the stub returns a text: give it `Json<T>` with a type of its own",
            ));
        } else if !known && *value != Json::Null {
            findings.push(Finding::note(key, "", "it has no place in a definition of a tool"));
        }
    }
    let hint = |key: &str| annotations.get(key).and_then(Json::as_bool);
    let mut hints: Vec<(&'static str, bool)> =
        HINTS.iter().filter_map(|(key, name)| hint(key).map(|value| (*name, value))).collect();
    if hint("readOnlyHint") == Some(true) && hint("destructiveHint") == Some(true) {
        hints.retain(|(name, _)| *name != "destructive");
        let why = "what only reads destroys nothing: left out";
        findings.push(Finding::note("destructiveHint", "", why));
    }
    Definition {
        name: name.to_owned(),
        description: text("description"),
        title: text("title")
            .or_else(|| annotations.get("title").and_then(Json::as_str).map(str::to_owned)),
        hints,
        parameters: match parameters {
            None | Some(Json::Null) => Json::Object(Vec::new()),
            Some(schema) => schema,
        },
        findings,
    }
}
