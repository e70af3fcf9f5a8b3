//! Calls as OpenTelemetry spans, in the words of its conventions for generative AI.
//!
//! `cargo run -p dsh-tools-examples --example spans`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::TracingPolicy;
use dsh_tools::prelude::*;
use opentelemetry::trace::{Status, TracerProvider as _};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider};
use tracing_subscriber::layer::SubscriberExt as _;

/// Tell how warm it is.
#[tool(read_only)]
async fn temperature(city: String) -> Result<String, ToolError> {
    match city.as_str() {
        "Oslo" => Ok(String::from("4 °C")),
        _ => Err(ToolError::new("NO_STATION", "there is no station")),
    }
}

/// Compare two cities.
#[tool(read_only)]
async fn compare(one: String, other: String, cx: &ToolContext) -> Vec<ContentBlock> {
    let mut found = Vec::new();
    for city in [one, other] {
        // A call within a call: its span stands within that of the call that makes it.
        let said = cx.call("temperature", serde_json::json!({"city": city})).await;
        found.push(ContentBlock::text(said.text()));
    }
    found
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A host has the exporter of its backend here.
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("spans"));
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer))?;

    let registry = ToolRegistry::builder()
        .tools(tools![temperature, compare])
        // Arguments and results stay out of spans unless this is said: they may be secret, and they may be long.
        .policy(TracingPolicy::new().with_arguments())
        .build()?;
    let call = ToolExecutionInput::new("call_1", "compare", r#"{"one":"Oslo","other":"Atlantis"}"#);
    println!("{}\n", registry.execute(call).await.text());

    for span in exporter.get_finished_spans()? {
        let status =
            if matches!(span.status, Status::Error { .. }) { ", which failed" } else { "" };
        println!("{}{status}", span.name);
        let mut attributes: Vec<String> = span
            .attributes
            .iter()
            .filter(|attribute| {
                attribute.key.as_str().starts_with("gen_ai")
                    || attribute.key.as_str() == "error.type"
            })
            .map(|attribute| format!("  {} = {}", attribute.key, attribute.value))
            .collect();
        attributes.sort();
        println!("{}", attributes.join("\n"));
    }
    Ok(())
}
