//! Whoever uses a broken item gets no further error.

use dsh_tools::{Json, ToolArgs, ToolValue, tool, tools};

#[derive(ToolArgs)]
struct Args {
    #[arg(defualt = 1)]
    line: u32,
}

#[derive(ToolValue)]
#[arg(transparent)]
struct Report {
    first: u8,
    second: u8,
}

/// Uses both.
#[tool]
async fn fine(args: Args) -> Json<Report> {
    Json(Report { first: args.line as u8, second: 0 })
}

/// Broken itself.
#[tool(red_only)]
async fn broken(line: u32) -> String {
    line.to_string()
}

fn main() {
    let _ = tools![fine, broken];
    let _ = (broken::NAME, broken(1), fine::definition().call(serde_json::json!({})));
}
