//! The smallest program: one tool, one call.
//!
//! `cargo run -p dsh-tools-examples --example hello`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;

/// Count the words of a text.
#[tool(read_only)]
async fn count_words(text: String) -> String {
    format!("{} words", text.split_whitespace().count())
}

#[tokio::main]
async fn main() -> Result<(), RegisterError> {
    let registry = ToolRegistry::builder().tools(tools![count_words]).build()?;
    for arguments in [r#"{"text":"to be or not to be"}"#, r#"{"txt":"that is the question"}"#] {
        let call = ToolExecutionInput::new("call_1", "count_words", arguments);
        println!("{}", registry.execute(call).await.text());
    }
    Ok(())
}
