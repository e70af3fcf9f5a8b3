use dsh_tools::{Json, ToolValue, tool};

#[derive(ToolValue)]
struct Report {
    rows: u32,
}

fn number(report: &Report) -> u32 {
    report.rows
}

fn of_the_output(report: &Json<Report>) -> String {
    report.0.rows.to_string()
}

/// No content.
#[tool(render = number)]
async fn one() -> Json<Report> {
    Json(Report { rows: 1 })
}

/// Of the value, not of what it is wrapped in.
#[tool(render = of_the_output)]
async fn two() -> Json<Report> {
    Json(Report { rows: 1 })
}

fn main() {}
