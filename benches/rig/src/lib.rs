//! The tool set of `rig`: what its agents do with a call, from the text of its arguments to a result.
//!
//! In a program of its own: see its `Cargo.toml`. The bounds of the schema are not checked, by it or by anybody behind it.

use dsh_tools_benches_frame::row::{Part, Row};
use futures_util::future::FutureExt;
use rig_agent::tool::{Tool, ToolContext, ToolSet};
use serde::Deserialize;
use std::convert::Infallible;
use std::hint::black_box;

/// The arguments of the shape `small`.
#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Weather {
    city: String,
    days: u8,
    metric: bool,
}

const GOOD: &str = r#"{"city":"Reykjavik","days":5,"metric":true}"#;

struct GetWeather;

impl Tool for GetWeather {
    const NAME: &'static str = "get_weather";
    type Error = Infallible;
    type Args = Weather;
    type Output = String;

    fn description(&self) -> String {
        String::from("Tell the weather.")
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::json!({
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name of the city."},
                "days": {"type": "integer", "description": "How many days to look ahead."},
                "metric": {"type": "boolean", "description": "Whether to give metric units."},
            },
            "required": ["city", "days", "metric"],
        })
    }

    async fn call(&self, _: &mut ToolContext, args: Weather) -> Result<String, Infallible> {
        drop(black_box(args));
        Ok(String::from("done"))
    }
}

/// The rows: one call a round, polled once, by no runtime. The text is copied, which `rig` wants owned, and a context
/// made in the window.
pub fn rows() -> Vec<Row> {
    vec![Row::new(Part::Pipeline, "small", "rig tool set, from text", |window| {
        let mut tools = ToolSet::default();
        tools.add_tool(GetWeather);
        window.of(|| {
            let mut context = ToolContext::new();
            let result = tools.execute("get_weather", black_box(GOOD), &mut context);
            let result = result.now_or_never().expect("nothing waits");
            assert!(black_box(&result).is_success());
        });
    })]
}
