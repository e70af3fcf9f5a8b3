//! Three scalars.

use super::{Shape, with};
use dsh_tools::prelude::*;
use garde::Validate;
use serde::Deserialize;
use std::hint::black_box;

#[derive(Debug, Deserialize, ToolArgs, Validate)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct GetWeather {
    /// Name of the city.
    #[arg(length(min = 1, max = 100))]
    #[garde(length(chars, min = 1, max = 100))]
    city: String,
    /// How many days to look ahead.
    #[arg(range(min = 1, max = 14))]
    #[garde(range(min = 1, max = 14))]
    days: u8,
    /// Whether to give metric units.
    #[garde(skip)]
    metric: bool,
}

/// Tell the weather.
#[tool]
async fn get_weather(args: GetWeather) -> String {
    drop(black_box(args));
    String::from("done")
}

impl Shape for GetWeather {
    const NAME: &'static str = "small";

    fn good() -> String {
        String::from(r#"{"city":"Reykjavik","days":5,"metric":true}"#)
    }

    fn one_mistake() -> String {
        with(&Self::good(), r#""days":5"#, r#""days":99"#)
    }

    fn first_mistake() -> String {
        with(&Self::good(), r#""city":"Reykjavik""#, r#""city":"""#)
    }

    fn six_mistakes() -> String {
        String::from(r#"{"city":"","days":99,"metric":"yes"}"#)
    }

    fn tool() -> ToolDefinition {
        get_weather::definition()
    }
}
