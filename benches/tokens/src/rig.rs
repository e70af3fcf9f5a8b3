//! The same tools with `rig`, as its documentation shows: parameters, whose bounds it has no words for.

#![allow(clippy::too_many_arguments, reason = "the fields of a shape are the parameters of a tool")]

use crate::definition::Definition;
use crate::shapes::{DateRange, Order, Row, State, wide};
use rig_core::rig_tool;
use rig_core::tool::{PortableTool, ToolExecutionError, tool_definition};

/// Tell the weather.
#[rig_tool]
async fn get_weather(
    /// Name of the city.
    city: String,
    /// How many days to look ahead.
    days: u8,
    /// Whether to give metric units.
    metric: bool,
) -> Result<String, ToolExecutionError> {
    let _ = (days, metric);
    Ok(city)
}

/// Search issues.
#[rig_tool]
async fn search_issues(
    /// What to look for.
    query: String,
    state: State,
    /// Issues must have all of them.
    labels: Vec<String>,
    /// Who works on it.
    assignee: Option<String>,
    /// Who wrote it.
    author: Option<String>,
    order: Order,
    /// Which page, from 1.
    page: u32,
    /// How many on a page.
    per_page: u8,
    /// Whether drafts count.
    include_drafts: bool,
    /// Least score.
    min_score: f64,
    /// When it was created.
    created: DateRange,
    /// For the log.
    note: Option<String>,
) -> Result<String, ToolExecutionError> {
    let _ = (
        state,
        labels,
        assignee,
        author,
        order,
        page,
        per_page,
        include_drafts,
        min_score,
        created,
        note,
    );
    Ok(query)
}

/// Insert rows, or update those that are there.
#[rig_tool]
async fn bulk_upsert(
    /// Which table.
    table: String,
    /// Whether nothing is written.
    dry_run: bool,
    /// Columns that make a row, each once.
    keys: Vec<String>,
    /// The rows.
    rows: Vec<Row>,
) -> Result<String, ToolExecutionError> {
    let _ = (dry_run, keys, rows);
    Ok(table)
}

/// Edit a file.
#[rig_tool]
async fn edit_file(
    /// Path of the file.
    path: String,
    /// The text to replace.
    old_text: String,
    /// What to put there.
    new_text: String,
    /// Which occurrence, from 1.
    occurrence: u32,
    /// Whether to make a file that is not there.
    create: bool,
) -> Result<String, ToolExecutionError> {
    let _ = (old_text, new_text, occurrence, create);
    Ok(path)
}

macro_rules! machines {
    (texts: $($text:ident)*; counts: $($count:ident)*; flags: $($flag:ident)*; measures: $($measure:ident)*;) => {
        /// List machines.
        #[rig_tool]
        async fn list_machines(
            $($text: Option<String>,)*
            $($count: Option<u32>,)*
            $($flag: Option<bool>,)*
            $($measure: Option<f64>,)*
        ) -> Result<String, ToolExecutionError> {
            $(drop($text);)*
            $(let _ = $count;)*
            $(let _ = $flag;)*
            $(let _ = $measure;)*
            Ok(String::new())
        }
    };
}

wide!(machines);

pub fn definitions() -> Vec<Definition> {
    fn of<T: PortableTool>(tool: &T) -> Definition {
        let definition = tool_definition(tool);
        Definition {
            name: definition.name.to_string(),
            description: definition.description,
            parameters: definition.parameters.to_string(),
        }
    }
    vec![of(&GetWeather), of(&SearchIssues), of(&BulkUpsert), of(&EditFile), of(&ListMachines)]
}
