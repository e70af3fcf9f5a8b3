//! Keywords as names lose their `r#` on the wire. C080.

#![deny(warnings)]

use dsh_tools::schema::{Direction, render};
use dsh_tools::{ToolArgs, ToolValue, tool, tools};

#[derive(ToolValue)]
#[arg(rename_all = "lowercase")]
enum Kind {
    #[allow(non_camel_case_types)]
    r#async,
    #[allow(non_camel_case_types)]
    r#Box,
}

#[derive(ToolArgs)]
struct Args {
    r#type: String,
    r#async: bool,
    #[arg(default = "async")]
    r#move: Kind,
}

/// Moves.
#[tool]
async fn r#move(args: Args) -> String {
    let _ = (args.r#async, matches!(args.r#move, Kind::r#async | Kind::r#Box));
    args.r#type
}

/// Yields.
#[tool(present_call = r#try)]
async fn r#yield(r#in: u32, r#use: Option<String>) -> String {
    format!("{} {:?}", r#in, r#use)
}

fn r#try(_in: &u32, _use: &Option<String>) -> Option<dsh_tools::view::ToolCallView> {
    None
}

fn main() {
    assert_eq!(r#move::NAME, "move");
    let schemas: Vec<String> = tools![r#move, r#yield].iter().map(|tool| tool.schema().parameters.to_string()).collect();
    assert!(schemas[0].contains(r#""type":{"#) && schemas[0].contains(r#""async":{"#), "{}", schemas[0]);
    assert!(schemas[1].contains(r#""in":{"#) && schemas[1].contains(r#""use":{"#), "{}", schemas[1]);
    let kind = render(Kind::NODE, Direction::Input).unwrap().to_string();
    assert!(kind.contains(r#"["async","box"]"#), "{kind}");
}
