//! Assertions about schemas and what they let through.

use super::said;
use dsh_tools::prelude::*;
use dsh_tools::testing::{assert_accepts, assert_rejects, assert_schema};
use serde_json::json;

mod nested {
    use super::ToolArgs;

    /// Where to look.
    #[derive(ToolArgs)]
    #[allow(dead_code, reason = "only its schema is looked at")]
    pub(super) struct PageArgs {
        /// The number.
        #[arg(range(min = 1, max = 9))]
        pub(super) page: u8,
        #[arg(enum("new", "old"))]
        order: Option<String>,
        tags: Vec<String>,
    }
}

use nested::PageArgs;

/// Look around.
#[tool]
async fn look(args: PageArgs) -> String {
    args.page.to_string()
}

#[test]
fn types_and_tools_have_the_schema_that_is_written_down() {
    assert_schema!(PageArgs, {
        "required": ["page", "tags"],
        "type": "object",
        "properties": {
            "order": {"type": "string", "enum": ["new", "old"]},
            "page": {"type": "integer", "minimum": 1, "maximum": 9.0, "description": "The number."},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "description": "Where to look.",
    });
    assert_schema!(<Option<bool>>, {"type": ["boolean", "null"]});
    assert_schema!(String, {"type": "string"});
    let tool = look::definition();
    let whole = tool.schema().parameters.to_value();
    assert_schema!(&tool, whole);
    assert_schema!(look::definition(), whole,);
    assert_schema!(nested::PageArgs, whole);
}

#[test]
fn json_may_be_an_expression() {
    assert_schema!(<Vec<bool>>, serde_json::json!({"type": "array", "items": {"type": "boolean"}}));
    assert_schema!(String, json!({"type": "string"}));
    assert_schema!(look::definition(), look::definition().schema().parameters.to_value(),);
    let page = |page: u8| json!({"page": page, "tags": []});
    assert_accepts!(PageArgs, page(9));
    assert_accepts!(<Vec<bool>>, json!([true]));
    assert_accepts!(look::definition(), json!({"page": 1, "tags": []}));
    assert_rejects!(PageArgs, page(10), ["`page`"]);
    assert_rejects!(<Vec<bool>>, json!([1]));
    assert_rejects!(look::definition(), json!({"page": 1}), ["`tags`"],);
    assert!(said(|| assert_schema!(String, json!({"type": "text"}))).contains("`type`"));
}

#[test]
fn schemas_that_differ_are_told_place_by_place() {
    assert_eq!(
        said(|| assert_schema!(PageArgs, {
            "properties": {
                "limit": {"type": "integer"},
                "order": {"enum": ["newest", "old"], "type": "string"},
                "page": {"maximum": 9, "minimum": 0, "type": "integer"},
                "tags": {"items": {"maxLength": 8, "type": "string"}, "type": "array"},
            },
            "required": ["tags", "page"],
            "type": "object",
        })),
        "the schema of `PageArgs` is not as expected: 7 differences\n\
         \x20 `properties.limit`: is missing, expected {\"type\":\"integer\"}\n\
         \x20 `properties.order.enum`: lacks \"newest\"; has \"new\" besides\n\
         \x20 `properties.page.minimum`: expected 0, is 1\n\
         \x20 `properties.page.description`: is not expected, is \"The number.\"\n\
         \x20 `properties.tags.items.maxLength`: is missing, expected 8\n\
         \x20 `required`: is in another order: expected [\"tags\",\"page\"], is [\"page\",\"tags\"]\n\
         \x20 `description`: is not expected, is \"Where to look.\""
    );
    assert_eq!(
        said(|| assert_schema!(<Vec<u8>>, ["not", "a schema"])).lines().nth(1).unwrap(),
        r#"  `schema`: expected ["not","a schema"], is {"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}"#
    );
    let broken = ToolDefinition::builder("broken").description("Broken.");
    let broken = broken.validated(r#"{"type": "objekt"}"#).body(|_, _| async { "" }).build();
    let told = said(|| assert_schema!(&broken, {}));
    assert_eq!(
        told,
        "`broken` cannot be registered\n\
         \x20 why: at the root: `type` must be one of \"null\", \"boolean\", \"integer\", \"number\", \
         \"string\", \"array\", \"object\", or a list of these"
    );
}

#[test]
fn many_differences_are_cut() {
    let many: serde_json::Map<_, _> = (0..30).map(|n| (format!("k{n:02}"), json!(n))).collect();
    let told = said(|| assert_schema!(bool, (serde_json::Value::Object(many))));
    assert!(
        told.starts_with("the schema of `bool` is not as expected: 31 differences\n"),
        "{told}"
    );
    assert!(told.ends_with("\n  `k19`: is missing, expected 19\n  and 11 more"), "{told}");
}

#[test]
fn what_is_accepted_and_what_is_rejected() {
    assert_accepts!(PageArgs, {"page": 1, "tags": []});
    assert_accepts!(look::definition(), {"page": 1, "tags": [], "order": null});
    assert_rejects!(PageArgs, {"page": 0, "tags": [7]}, [
        "`page`: expected an integer from 1 to 9, got the number 0",
        "`tags[0]`: expected a string",
    ]);
    assert_rejects!(look::definition(), {"page": 1}, ["`tags`"]);
    assert_rejects!(<[u8; 2]>, [1], []);
    assert_rejects!(u8, "1");

    assert_eq!(
        said(|| assert_accepts!(nested::PageArgs, {"page": 0, "tags": "x"})),
        "`PageArgs` rejects {\"page\":0,\"tags\":\"x\"}\n\
         \x20 why:\n\
         \x20   `page`: expected an integer from 1 to 9, got the number 0\n\
         \x20   `tags`: expected an array, got the string \"x\""
    );
    assert_eq!(
        said(|| assert_rejects!(PageArgs, {"page": 1, "tags": []}, ["`page`"])),
        "`PageArgs` accepts {\"page\":1,\"tags\":[]}, and was to reject it"
    );
    assert_eq!(
        said(
            || assert_rejects!(&look::definition(), {"page": 0, "tags": []}, ["`page`", "`tags`", "9"])
        ),
        "`look` rejects {\"page\":0,\"tags\":[]} in other words\n\
         \x20 not said: \"`tags`\"\n\
         \x20 said:\n\
         \x20   invalid arguments for `look`: 1 violation\n\
         \x20   `page`: expected an integer from 1 to 9, got the number 0"
    );
    let open = ToolDefinition::builder("open").description("Open.");
    let open = open.unvalidated(json!({"type": "object"})).body(|_, _| async { "" }).build();
    assert_eq!(
        said(|| assert_rejects!(&open, {"page": 0})),
        "`open` accepts {\"page\":0}, and was to reject it\n  why: its arguments are `.unvalidated(..)`"
    );
}
