//! Integration tests: one binary, a module a topic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected fails"
)]

mod acp;
mod agreement;
mod attacks;
mod authored;
mod batch;
mod bodies;
mod cancellation;
mod capture;
mod cases;
mod constraints;
mod coverage;
mod deadlines;
mod deep;
mod definitions;
mod derived;
mod drops;
mod effective;
mod enums;
mod enums_read;
mod errors;
mod execute;
mod flatten;
mod foreign;
mod formats;
mod half_done;
mod hostile;
mod hostile_schemas;
mod hostile_values;
mod journal;
mod json;
mod keywords;
mod layering;
mod lifecycle;
mod model;
mod names;
mod newtypes;
mod notices;
mod nullable;
mod oracle;
mod outputs;
mod panics;
mod patterns;
mod permission;
mod policies;
#[cfg(unix)]
mod processes;
mod raw;
mod raw_agreement;
mod raw_definitions;
mod readme;
mod refine;
mod refine_agreement;
mod registry;
mod rendered;
mod report_order;
mod restrictions;
mod scope_ends;
mod scope_races;
mod scopes;
mod stages;
mod support;
mod terminal;
mod testing;
mod toolbox;
mod unused;
mod values;
mod views;
mod violations;
mod zoo;
mod zoo_enums;
mod zoo_fields;
