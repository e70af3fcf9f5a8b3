//! Arguments as the parameters of a function: no struct is needed.
//!
//! `cargo run -p dsh-tools-examples --example plain_parameters`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;

#[derive(ToolValue)]
#[arg(rename_all = "snake_case")]
enum Size {
    Small,
    /// For two.
    Large,
}

/// Order a pizza.
// Each parameter is an argument. Docs and `#[arg(..)]` stand on it, as they would on a field.
#[tool]
async fn order_pizza(
    size: Size,
    /// What goes on it, besides cheese.
    #[arg(length(max = 3), unique_items)]
    toppings: Vec<String>,
    /// How many.
    #[arg(range(min = 1, max = 10), default = 1)]
    count: u8,
    /// What the cook should know.
    note: Option<String>,
) -> String {
    let size = match size {
        Size::Small => "small",
        Size::Large => "large",
    };
    let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
    format!("{count} {size} with {}{note}", toppings.join(", "))
}

#[tokio::main]
async fn main() -> serde_json::Result<()> {
    let tool = order_pizza::definition();
    println!("What the model sees:\n{}\n", serde_json::to_string_pretty(tool.schema())?);

    for arguments in [
        r#"{"size":"large","toppings":["olives","capers"]}"#,
        r#"{"size":"small","toppings":["ham"],"count":2,"note":"no cheese"}"#,
        r#"{"size":"huge","toppings":["ham","ham"],"count":99}"#,
    ] {
        println!("> {arguments}\n{}\n", tool.call(arguments).await.text());
    }

    // The function is still a function.
    println!("{}", order_pizza(Size::Small, vec!["basil".into()], 1, None).await);
    Ok(())
}
