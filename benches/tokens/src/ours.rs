//! The tools of ours.

use crate::definition::Definition;
use crate::shapes::{BulkUpsert, EditFile, GetWeather, ListMachines, SearchIssues};
use dsh_tools::{ToolDefinition, tool, tools};

/// Tell the weather.
#[tool]
async fn get_weather(args: GetWeather) -> String {
    args.city
}

/// Search issues.
#[tool]
async fn search_issues(args: SearchIssues) -> String {
    args.query
}

/// Insert rows, or update those that are there.
#[tool]
async fn bulk_upsert(args: BulkUpsert) -> String {
    args.table
}

/// Edit a file.
#[tool]
async fn edit_file(args: EditFile) -> String {
    args.path
}

/// List machines.
#[tool]
async fn list_machines(args: ListMachines) -> String {
    args.name.unwrap_or_default()
}

pub fn definitions() -> Vec<Definition> {
    let tools = tools![get_weather, search_issues, bulk_upsert, edit_file, list_machines];
    tools.iter().map(of).collect()
}

fn of(tool: &ToolDefinition) -> Definition {
    let schema = tool.schema();
    Definition {
        name: schema.name.to_string(),
        description: schema.description.to_string(),
        parameters: schema.parameters.to_string(),
    }
}
