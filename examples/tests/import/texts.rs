//! Names and texts come through.

use crate::{assert_lines, clean, findings, imported, properties};
use dsh_tools_examples::import::{definitions, import};
use serde_json::json;

#[test]
fn names_that_rust_has_no_room_for_are_renamed() {
    let imported = properties(
        r#"{
        "type": {"type": "string"},
        "self": {"type": "string"},
        "_": {"type": "string"},
        "2nd": {"type": "string"},
        "größe": {"type": "string"},
        "日本": {"type": "string"},
        "a__b": {"type": "string"},
        "X-Request-ID": {"type": "string"},
        "x_request_id": {"type": "string"},
        "HTMLBody": {"type": "string"},
        "_meta": {"type": "string"}
    }"#,
    );
    assert_lines(
        clean(&imported),
        &[
            "pub r#type: Option<String>,",
            "#[arg(rename = \"self\")]",
            "pub self_: Option<String>,",
            "#[arg(rename = \"_\")]",
            "pub field: Option<String>,",
            "#[arg(rename = \"2nd\")]",
            "pub field_2nd: Option<String>,",
            "#[arg(rename = \"größe\")]",
            "pub gr_e: Option<String>,",
            "#[arg(rename = \"日本\")]",
            "pub field_2: Option<String>,",
            "#[arg(rename = \"a__b\")]",
            "pub a_b: Option<String>,",
            "#[arg(rename = \"X-Request-ID\")]",
            "pub x_request_id: Option<String>,",
            "#[arg(rename = \"x_request_id\")]",
            "pub x_request_id_2: Option<String>,",
            "#[arg(rename = \"HTMLBody\")]",
            "pub html_body: Option<String>,",
            "#[arg(rename = \"_meta\")]",
            "pub meta: Option<String>,",
        ],
    );
}

#[test]
fn one_attribute_says_the_case_of_all_keys() {
    let imported = properties(
        r#"{
        "firstLine": {"type": "string"}, "lastLine": {"type": "string"}, "noOfLines": {"type": "string"}, "odd_one": {"type": "string"}
    }"#,
    );
    assert_lines(
        clean(&imported),
        &[
            "#[arg(rename_all = \"camelCase\")]",
            "pub first_line: Option<String>,",
            "pub last_line: Option<String>,",
            "pub no_of_lines: Option<String>,",
            "#[arg(rename = \"odd_one\")]",
            "pub odd_one: Option<String>,",
        ],
    );
}

#[test]
fn types_do_not_take_names_that_the_file_needs() {
    let imported = properties(
        r#"{
        "string": {"type": "string", "enum": ["a"]},
        "option": {"type": "object", "properties": {"value": {"type": "string", "enum": ["b", "c"]}}},
        "other": {"type": "object", "properties": {"value": {"type": "string", "enum": ["d"]}}},
        "twin": {"type": "object", "properties": {"value": {"type": "string", "enum": ["d"]}}}
    }"#,
    );
    assert_lines(
        clean(&imported),
        &[
            "pub string: Option<LookArgsString>,",
            "pub option: Option<LookArgsOption>,",
            "pub other: Option<Other>,",
            "pub twin: Option<Twin>,",
            "pub enum LookArgsString {",
        ],
    );
}

#[test]
fn tools_of_one_name_and_names_that_no_provider_takes() {
    let text = r#"[
        {"name": "get.user info", "description": "Get."}, {"name": "get_user_info", "description": "Get."},
        {"name": "move", "description": "Move."}, {"name": "bool", "description": "Ask."},
        {"name": "run_code", "description": "Run."}, {"name": "日本", "description": "Where."}
    ]"#;
    let imported = import(&definitions(text).unwrap()).unwrap();
    let names: Vec<(&str, &str)> =
        imported.tools.iter().map(|tool| (&*tool.name, &*tool.function)).collect();
    assert_eq!(
        names,
        [
            ("get_user_info", "get_user_info"),
            ("get_user_info", "get_user_info_2"),
            ("move", "r#move"),
            ("bool", "bool"),
            ("run_code_tool", "run_code"),
            ("__", "field"),
        ]
    );
    let renamed = findings(&imported).filter(|finding| finding.keyword == "name").count();
    assert_eq!(renamed, 3, "every change of a name is told");
    assert_lines(
        &imported.source,
        &[
            "#[tool(type = Bool)]",
            "pub async fn bool(args: BoolArgs) -> Result<String, ToolError> {",
        ],
    );
}

#[test]
fn descriptions_are_doc_comments_only_where_these_say_the_same() {
    let comments = [
        ("One line.", "/// One line."),
        ("Ends with `code`", "/// Ends with `code`"),
        ("a */ b", "/// a */ b"),
    ];
    for (text, line) in comments {
        assert_lines(
            clean(&properties(&json!({"x": {"type": "string", "description": text}}))),
            &[line],
        );
    }
    let attributes = [
        " leading",
        "trailing ",
        "two\nlines",
        "a\n\n\nb",
        "# Errors",
        "# Heading",
        "```\ncode\n```",
        "tab\there\n",
        "ends with \\",
        "- a\n  - b",
        "| a |",
        "> quote",
        "a\r\nb",
        "\u{202e}x",
        "/ slash",
    ];
    for text in attributes {
        let imported = properties(&json!({"x": {"type": "string", "description": text}}));
        let source = clean(&imported);
        assert!(source.contains("description = "), "{text:?}\n{source}");
        assert!(!source.contains("/// t") && !source.contains("/// #"), "{text:?}\n{source}");
    }
    let imported =
        properties(&json!({"x": {"type": "string", "description": "First.\n\nThen:\n- a\n- b"}}));
    assert_lines(clean(&imported), &["/// First.", "///", "/// Then:", "/// - a", "/// - b"]);
}

#[test]
fn a_text_that_looks_like_our_own_comment_stays_a_text() {
    let imported = imported(&json!({
        "type": "object",
        "properties": {"x": {"description": "@comment@ not one", "not": {"const": 1}}}
    }));
    assert_lines(
        &imported.source,
        &[
            "// lost: `not` at /properties/x/not: no attribute says this: what it refuses is accepted",
            "#[arg(description = \"@comment@ not one\")]",
        ],
    );
}

#[test]
fn the_readme_shows_what_comes_out() {
    let readme = include_str!("../../../README.md");
    let (_, section) = readme.split_once("### Bring the tools you have").unwrap();
    let block = |language: &str| {
        let (_, rest) = section.split_once(&format!("```{language}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let imported = import(&definitions(block("json")).unwrap()).unwrap();
    assert_eq!(imported.source, block("rust"));
}
