//! Few fields, one of them a text of 20 KB.

use super::{Shape, with};
use dsh_tools::prelude::*;
use garde::Validate;
use serde::Deserialize;
use std::hint::black_box;

#[derive(Debug, Deserialize, ToolArgs, Validate)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct EditFile {
    /// Path of the file.
    #[arg(length(min = 1, max = 4096))]
    #[garde(length(chars, min = 1, max = 4096))]
    path: String,
    /// The text to replace.
    #[arg(length(min = 1, max = 200000))]
    #[garde(length(chars, min = 1, max = 200000))]
    old_text: String,
    /// What to put there.
    #[arg(length(max = 200000))]
    #[garde(length(chars, max = 200000))]
    new_text: String,
    /// Which occurrence, from 1.
    #[arg(range(min = 1, max = 1000))]
    #[garde(range(min = 1, max = 1000))]
    occurrence: u32,
    /// Whether to make a file that is not there.
    #[garde(skip)]
    create: bool,
}

/// Edit a file.
#[tool]
async fn edit_file(args: EditFile) -> String {
    drop(black_box(args));
    String::from("done")
}

/// Code as models write it into JSON: a line break and quotes to escape in each line.
fn code(bytes: usize) -> String {
    let line =
        |at: usize| format!("        let value_{at} = compute(\\\"{at}\\\", &mut state)?;\\n");
    let mut text = String::new();
    for at in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&line(at));
    }
    text
}

impl Shape for EditFile {
    const NAME: &'static str = "edit";
    const ROUNDS: u32 = 20;

    fn good() -> String {
        format!(
            r#"{{"path":"src/parser/expressions.rs","old_text":"{}","new_text":"{}","occurrence":1,"create":false}}"#,
            code(200),
            code(20_000)
        )
    }

    fn one_mistake() -> String {
        with(&Self::good(), r#""occurrence":1"#, r#""occurrence":0"#)
    }

    fn first_mistake() -> String {
        with(&Self::good(), r#""path":"src/parser/expressions.rs""#, r#""path":"""#)
    }

    fn six_mistakes() -> String {
        let text = with(&Self::good(), r#""path":"src/parser/expressions.rs""#, r#""path":"""#);
        let text = with(&text, r#""occurrence":1"#, r#""occurrence":0"#);
        with(&text, r#""create":false"#, r#""create":"no""#)
    }

    fn tool() -> ToolDefinition {
        edit_file::definition()
    }
}
