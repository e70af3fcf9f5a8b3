//! The same tools with `schemars` and `rmcp`, each as its documentation shows.

use crate::definition::Definition;
use crate::shapes::{BulkUpsert, EditFile, GetWeather, ListMachines, SearchIssues};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use schemars::{JsonSchema, schema_for};

pub fn schemars() -> Vec<Definition> {
    fn of<T: JsonSchema>(name: &str, description: &str) -> Definition {
        Definition {
            name: name.to_owned(),
            description: description.to_owned(),
            parameters: schema_for!(T).to_value().to_string(),
        }
    }
    vec![
        of::<GetWeather>("get_weather", "Tell the weather."),
        of::<SearchIssues>("search_issues", "Search issues."),
        of::<BulkUpsert>("bulk_upsert", "Insert rows, or update those that are there."),
        of::<EditFile>("edit_file", "Edit a file."),
        of::<ListMachines>("list_machines", "List machines."),
    ]
}

#[derive(Clone)]
struct Server;

#[tool_router]
impl Server {
    /// Tell the weather.
    #[tool]
    async fn get_weather(&self, Parameters(args): Parameters<GetWeather>) -> String {
        args.city
    }

    /// Search issues.
    #[tool]
    async fn search_issues(&self, Parameters(args): Parameters<SearchIssues>) -> String {
        args.query
    }

    /// Insert rows, or update those that are there.
    #[tool]
    async fn bulk_upsert(&self, Parameters(args): Parameters<BulkUpsert>) -> String {
        args.table
    }

    /// Edit a file.
    #[tool]
    async fn edit_file(&self, Parameters(args): Parameters<EditFile>) -> String {
        args.path
    }

    /// List machines.
    #[tool]
    async fn list_machines(&self, Parameters(args): Parameters<ListMachines>) -> String {
        args.name.unwrap_or_default()
    }
}

pub fn rmcp() -> Vec<Definition> {
    let mut tools = Server::tool_router().list_all();
    let order = ["get_weather", "search_issues", "bulk_upsert", "edit_file", "list_machines"];
    tools.sort_by_key(|tool| order.iter().position(|name| *name == tool.name));
    let of = |tool: rmcp::model::Tool| Definition {
        name: tool.name.into_owned(),
        description: tool.description.unwrap_or_default().into_owned(),
        parameters: serde_json::Value::Object(tool.input_schema.as_ref().clone()).to_string(),
    };
    tools.into_iter().map(of).collect()
}
