//! Forty optional fields, eight of them given.

use super::{Shape, with};
use dsh_tools::prelude::*;
use garde::Validate;
use serde::Deserialize;
use std::hint::black_box;

macro_rules! wide {
    (texts: $($text:ident)*; counts: $($count:ident)*; flags: $($flag:ident)*; measures: $($measure:ident)*;) => {
        #[derive(Debug, Deserialize, ToolArgs, Validate)]
        #[allow(dead_code, reason = "read by nobody but the decoders")]
        pub struct ListMachines {
            $(
                #[arg(length(min = 1, max = 64))]
                #[garde(length(chars, min = 1, max = 64))]
                $text: Option<String>,
            )*
            $(
                #[arg(range(min = 0, max = 100000))]
                #[garde(range(min = 0, max = 100_000))]
                $count: Option<u32>,
            )*
            $(
                #[garde(skip)]
                $flag: Option<bool>,
            )*
            $(
                #[arg(range(min = 0, max = 1000000000))]
                #[garde(range(min = 0.0, max = 1.0e9))]
                $measure: Option<f64>,
            )*
        }
    };
}

wide! {
    texts: name owner project zone image kernel cluster tenant label note;
    counts: min_cpu max_cpu min_ram_gb max_ram_gb min_disk_gb max_disk_gb page per_page min_age_h max_age_h;
    flags: running stopped spot gpu public encrypted backed_up monitored tagged include_deleted;
    measures: min_load max_load min_cost max_cost min_uptime max_uptime min_iops max_iops cpu_ratio ram_ratio;
}

/// List machines.
#[tool]
async fn list_machines(args: ListMachines) -> String {
    drop(black_box(args));
    String::from("done")
}

impl Shape for ListMachines {
    const NAME: &'static str = "wide";

    fn good() -> String {
        String::from(
            r#"{"project":"search","zone":"eu-north-1b","min_cpu":4,"min_ram_gb":16,"page":1,"running":true,"gpu":false,"max_cost":1.75}"#,
        )
    }

    fn one_mistake() -> String {
        with(&Self::good(), r#""min_cpu":4"#, r#""min_cpu":400000"#)
    }

    fn first_mistake() -> String {
        with(&Self::good(), r#""project":"search""#, r#""project":"""#)
    }

    fn six_mistakes() -> String {
        String::from(
            r#"{"project":"","zone":"","min_cpu":400000,"min_ram_gb":"16","page":1,"running":"yes","gpu":false,"max_cost":-1.75}"#,
        )
    }

    fn tool() -> ToolDefinition {
        list_machines::definition()
    }
}
