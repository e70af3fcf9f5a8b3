//! An agent: schemas go out, calls come in, results go back, until the model has nothing more to call.
//!
//! `cargo run -p dsh-tools-examples --example agent_loop`
//!
//! The model is a script, so that this runs without a network. The shapes are those of OpenAI's Chat Completions;
//! `AnthropicTool` and the notes beside it say what is different with Anthropic's Messages.
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};

#[derive(Default)]
struct Calendar(Mutex<Vec<String>>);

/// List the events of the day.
#[tool(read_only)]
async fn list_events(calendar: &Calendar) -> String {
    let events = calendar.0.lock().unwrap_or_else(PoisonError::into_inner);
    if events.is_empty() { "no events".into() } else { events.join("\n") }
}

/// Add an event.
#[tool]
async fn add_event(
    title: String,
    /// When it starts, as `09:30`.
    #[arg(pattern = r"^\d\d:\d\d$")]
    start: String,
    #[arg(range(min = 5, max = 480), default = 30)] minutes: u32,
    calendar: &Calendar,
) -> String {
    let event = format!("{start} {title}, {minutes} minutes");
    calendar.0.lock().unwrap_or_else(PoisonError::into_inner).push(event.clone());
    format!("added: {event}")
}

// The provider's shapes. Structs keep the order of a schema's keys; `serde_json::json!` sorts them.

#[derive(Serialize)]
struct OpenAiTool<'a> {
    r#type: &'static str,
    function: &'a ToolSchema,
}

#[derive(Serialize)]
struct AnthropicTool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a FrozenJson,
}
// A call is a block {"type":"tool_use","id":..,"name":..,"input":{..}}. Take `input` as a `Box<RawValue>`: then it
// reaches `ToolExecutionInput::new` as the model wrote it. The answer is the block
// {"type":"tool_result","tool_use_id":..,"content":result.text(),"is_error":result.is_error()}.

#[derive(Deserialize)]
struct Answer {
    content: Option<String>,
    #[serde(default)]
    tool_calls: Vec<Call>,
}

#[derive(Deserialize)]
struct Call {
    id: String,
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    arguments: String,
}

/// What the model says, turn by turn. Its first calls are not all right; it reads why, and mends them.
const SCRIPT: [&str; 3] = [
    r#"{"role":"assistant","content":null,"tool_calls":[
        {"id":"call_1","type":"function","function":{"name":"list_events","arguments":""}},
        {"id":"call_2","type":"function","function":{"name":"add_event",
         "arguments":"{\"name\":\"Lunch\",\"start\":\"noon\"}"}}]}"#,
    r#"{"role":"assistant","content":null,"tool_calls":[
        {"id":"call_3","type":"function","function":{"name":"add_event",
         "arguments":"{\"title\":\"Lunch\",\"start\":\"12:00\"}"}}]}"#,
    r#"{"role":"assistant","content":"Lunch is at 12:00."}"#,
];

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = ToolRegistry::builder()
        .state(Calendar::default())
        .tools(tools![list_events, add_event])
        .build()?;

    for tool in registry.schemas().iter() {
        let openai = OpenAiTool { r#type: "function", function: tool };
        let anthropic = AnthropicTool {
            name: &tool.name,
            description: &tool.description,
            input_schema: &tool.parameters,
        };
        println!("for OpenAI:    {}", serde_json::to_string(&openai)?);
        println!("for Anthropic: {}\n", serde_json::to_string(&anthropic)?);
    }

    println!("user: Plan my lunch.");
    for turn in SCRIPT {
        let answer: Answer = serde_json::from_str(turn)?; // here a request is made, and answered
        if let Some(text) = &answer.content {
            println!("model: {text}");
        }
        if answer.tool_calls.is_empty() {
            break;
        }
        for Call { id, function: Function { name, arguments } } in answer.tool_calls {
            println!("model: {id} {name} {arguments}");
            // The arguments go in as they came; a failure comes out as a result like any other.
            let result = registry.execute(ToolExecutionInput::new(&*id, &*name, arguments)).await;
            // {"role":"tool","tool_call_id":id,"content":result.text()}
            println!("tool: {id} {}", result.text());
        }
    }
    Ok(())
}
