//! Definitions that are narrowed at start-up.

use crate::support::{Ears, call, code, registry, start};
use dsh_tools::prelude::*;
use dsh_tools::{RegisterProblem, ToolExecutionMode, ToolRefinement};
use serde_json::{Value, json};
use std::ops::Bound;
use std::time::Duration;

/// How to sort.
#[derive(ToolValue, Debug)]
#[arg(rename_all = "lowercase")]
enum Order {
    /// Latest first.
    #[arg(alias = "latest")]
    Newest,
    /// Longest ago first.
    #[arg(alias = "earliest")]
    Oldest,
    /// Best first.
    Best,
}

#[derive(ToolValue, Debug)]
struct Filter {
    /// Who wrote it.
    author: Option<String>,
    #[arg(length(max = 5))]
    labels: Vec<String>,
    and: Option<Box<Filter>>,
}

#[derive(ToolArgs, Debug)]
#[arg(deny_unknown_fields)]
struct SearchArgs {
    /// What to look for.
    #[arg(
        alias = "q",
        length(min = 1, max = 100),
        example = "crash",
        example = "a crash on Monday"
    )]
    query: String,
    /// How to sort.
    #[arg(default = "best")]
    order: Order,
    #[arg(range(min = 1, max = 50), default = 10)]
    limit: u32,
    #[arg(range(min = 0.0, max = 1.0))]
    ratio: Option<f64>,
    id: Option<u64>,
    filter: Option<Filter>,
    force: Option<bool>,
}

fn search() -> ToolDefinition {
    start("search")
        .title("Search")
        .description("Searches.")
        .read_only(true)
        .timeout(Duration::from_secs(7))
        .args::<SearchArgs>()
        .body(|args, _| async move { format!("{:?} {:?} {}", args.query, args.order, args.limit) })
        .present_call(|args| ToolCallView::generic(args.query.clone()))
        .parallel()
        .build()
}

fn parameters(tool: &ToolDefinition) -> Value {
    tool.schema().parameters.to_value()
}

/// What registering it says is wrong, line by line.
fn errors(refined: ToolRefinement) -> Vec<String> {
    let error = ToolRegistry::new().register(refined.build()).unwrap_err();
    let of = |problem: &RegisterProblem| {
        problem.to_string().split_once("cannot be refined: ").unwrap().1.to_owned()
    };
    error.problems().iter().map(of).collect()
}

fn error(refined: ToolRefinement) -> String {
    let [error] = errors(refined).try_into().unwrap();
    error
}

async fn violations(tool: &ToolDefinition, text: &str) -> Vec<String> {
    let result = tool.call(text).await;
    assert_eq!(code(&result), "INVALID_ARGS", "{}", result.text());
    result.text().lines().skip(1).map(str::to_owned).collect()
}

#[tokio::test]
async fn names_and_texts_are_others_and_all_else_is_kept() {
    let tool = search()
        .refine()
        .prefix("team_")
        .title("Search the team")
        .append_description("The team is red.")
        .describe("query", "Words.")
        .describe("filter.author", "A handle.")
        .build();
    assert_eq!(tool.name(), "team_search");
    assert_eq!(tool.title(), Some("Search the team"));
    assert_eq!(tool.description(), "Searches.\nThe team is red.");
    assert_eq!(tool.timeout(), Some(Duration::from_secs(7)));
    assert_eq!(tool.hints().read_only, Some(true));
    assert_eq!(tool.execution_mode(r#"{"query":"x"}"#), ToolExecutionMode::Parallel);
    assert!(tool.location().file.ends_with("refine.rs") && tool.location() != search().location());
    let schema = parameters(&tool);
    assert_eq!(schema["properties"]["query"]["description"], "Words.");
    assert_eq!(schema["properties"]["filter"]["properties"]["author"]["description"], "A handle.");
    // Texts narrow nothing: what was accepted and not advertised is accepted still.
    assert_eq!(tool.call(r#"{"q":"x","order":"latest"}"#).await.text(), r#""x" Newest 10"#);
    let arguments = FrozenJson::parse(r#"{"q":"x"}"#).unwrap();
    assert_eq!(tool.call_card(&arguments).one_line(), "[other] x");
    assert_eq!(search().refine().name("find").prefix("a_").build().name(), "a_find");
    assert_eq!(search().refine().description("Other.").build().description(), "Other.");
}

#[tokio::test]
async fn what_is_narrowed_is_advertised_where_it_stands_and_enforced() {
    let tool = search()
        .refine()
        .choices("order", ["best", "newest"])
        .range("limit", 5..=20)
        .range("ratio", 0.25..1.0)
        .length("query", 2..=10)
        .length("filter.labels", ..=2)
        .build();
    let registry = registry([tool.clone()]);
    assert!(tool.is_enforced());
    let schema = tool.schema().parameters.to_string();
    for part in [
        r#""query":{"type":"string","description":"What to look for.","examples":["crash"],"minLength":2,"maxLength":10}"#,
        r#""order":{"type":"string","description":"How to sort.\n`newest`: Latest first.\n`best`: Best first.","enum":["best","newest"],"default":"best"}"#,
        r#""limit":{"type":"integer","minimum":5,"maximum":20,"default":10}"#,
        r#""ratio":{"type":"number","minimum":0.25,"exclusiveMaximum":1.0}"#,
        r#""labels":{"type":"array","items":{"type":"string"},"maxItems":2}"#,
    ] {
        assert!(schema.contains(part), "{part} is not in {schema}");
    }
    assert_eq!(
        violations(&tool, r#"{"query":"x","order":"oldest","limit":50,"ratio":1.0,"filter":{"labels":["a","b","c"]},"force":1}"#).await,
        [
            "`query`: expected a string of 2 to 10 characters, got 1 character",
            "`order`: expected one of \"best\", \"newest\", got the string \"oldest\"",
            "`limit`: expected an integer from 5 to 20, got the number 50",
            "`ratio`: expected a number of at least 0.25 and less than 1.0, got the number 1.0",
            "`filter.labels`: expected an array of at most 2 items, got 3 items",
            "`force`: expected true or false, got the number 1",
        ],
        "each is told once, and what was not narrowed, too"
    );
    let ran = registry.execute(call("search", r#"{"query":"xy","limit":5}"#)).await;
    assert_eq!(ran.text(), r#""xy" Best 5"#);
}

#[tokio::test]
async fn null_and_other_names_count_as_they_did() {
    let tool = search().refine().choices("order", ["newest", "best"]).length("query", ..=5).build();
    for (text, told) in [
        (r#"{"query":"x","order":null,"limit":null}"#, r#""x" Best 10"#),
        (r#"{"q":"x","order":"latest"}"#, r#""x" Newest 10"#),
    ] {
        assert_eq!(tool.call(text).await.text(), told);
    }
    // By no name does anything pass that the narrowed schema refuses.
    assert_eq!(
        violations(&tool, r#"{"q":"too long","order":"earliest"}"#).await,
        [
            "`q`: expected a string of 1 to 5 characters, got 8 characters",
            "`order`: expected one of \"newest\", \"best\", got the string \"earliest\"",
        ]
    );
    assert_eq!(
        violations(&tool, r#"{"q":"a","query":"b"}"#).await,
        ["`query`: is another name of `query`, which is given too: leave one out"]
    );
}

#[tokio::test]
async fn what_only_the_type_knows_is_checked_as_well() {
    let tool = search().refine().length("query", ..=5).build();
    // The width of an integer is no part of its text.
    assert_eq!(
        violations(&tool, r#"{"query":"too long","id":18446744073709551616}"#).await,
        [
            "`query`: expected a string of 1 to 5 characters, got 8 characters",
            "`id`: expected an integer from 0 to 18446744073709551615, got the number 18446744073709551616",
        ]
    );
    assert_eq!(violations(&tool, r#"{"query":"x","id":18446744073709551616}"#).await.len(), 1);
    let told =
        error(search().refine().choices("id", [json!(7), json!(18_446_744_073_709_551_616_f64)]));
    assert!(told.starts_with("`id`: the choice"), "{told}");
    let told = error(search().refine().range("id", ..=1e20));
    assert!(told.contains("wider than 18446744073709551615"), "{told}");
}

#[tokio::test]
async fn a_property_that_is_left_out_is_not_told_of_and_may_not_be_given() {
    let tool = search().refine().without("force").without("order").without("filter.author").build();
    let schema = parameters(&tool);
    assert!(
        schema["properties"].get("force").is_none() && schema["properties"].get("order").is_none()
    );
    assert!(schema["properties"]["filter"]["properties"].get("author").is_none());
    assert_eq!(
        violations(
            &tool,
            r#"{"query":"x","force":true,"order":"newest","filter":{"author":"a","labels":[]}}"#
        )
        .await,
        [
            "`order`: nothing may stand here; leave it out",
            "`filter.author`: nothing may stand here; leave it out",
            "`force`: nothing may stand here; leave it out",
        ]
    );
    assert_eq!(tool.call(r#"{"query":"x","order":null}"#).await.text(), r#""x" Best 10"#);
    assert_eq!(
        error(search().refine().without("query")),
        "`query`: is required, and cannot be left out"
    );
    // It is gone for those who narrow further.
    assert!(error(tool.refine().describe("force", "..")).contains("declares no `force`"));
}

#[tokio::test]
async fn what_has_to_be_given_stands_for_nothing_when_it_is_not() {
    let tool = search().refine().require("limit").range("limit", 20..).require("force").build();
    let schema = parameters(&tool);
    assert_eq!(schema["required"], json!(["query", "limit", "force"]));
    assert!(schema["properties"]["limit"].get("default").is_none());
    assert_eq!(
        violations(&tool, r#"{"query":"x","force":null}"#).await,
        [
            "`limit`: is missing, expected an integer from 20 to 50",
            "`force`: expected true or false, got null",
        ]
    );
    assert_eq!(
        tool.call(r#"{"query":"x","limit":20,"force":false}"#).await.text(),
        r#""x" Best 20"#
    );
}

#[test]
fn nothing_is_made_wider_and_all_that_would_be_is_told_at_once() {
    let refined = search()
        .refine()
        .choices("order", ["best", "worst"])
        .choices("query", Vec::<&str>::new())
        .range("limit", 0..=50)
        .range("limit", ..=51)
        .range("limit", (Bound::Included(30), Bound::Excluded(20)))
        .range("query", 1..=2)
        .range("ratio", f64::NAN..)
        .length("query", ..=101)
        .length("query", 0..)
        .length("query", (Bound::Included(7), Bound::Excluded(5)))
        .length("limit", ..=3)
        .describe("ordr", "..")
        .describe("filter.author.name", "..")
        .describe("filter..author", "..")
        .require("filter.labels[]");
    assert_eq!(
        errors(refined),
        [
            "`limit`: the lower bound 0 is wider than 1 as it is: only narrower ones are possible",
            "`limit`: the upper bound 51 is wider than 50 as it is: only narrower ones are possible",
            "`limit`: nothing is left between 30 and 20",
            "`query`: is not declared a number, and has no bounds",
            "`ratio`: the lower bound has to be a number, not null",
            "`query`: a length of 101 is above 100 as it is: only narrower bounds are possible",
            "`query`: a length of 0 is below 1 as it is: only narrower bounds are possible",
            "`query`: nothing is left between a length of 7 and one of 4",
            "`limit`: is not declared a string, an array or an object, and has no length",
            "`ordr`: declares no `ordr`; did you mean `order`?",
            "`filter.author.name`: declares no properties, and so no `name`",
            "`filter..author`: is no path: write `name`, `outer.inner`, `list[].name`, or a JSON Pointer like `/outer/inner`, in which `-` stands for every element",
            "`filter.labels[]`: is every element of an array, and no property",
            "`order`: the choice \"worst\" was never legal: expected one of \"newest\", \"oldest\", \"best\"",
            "`query`: no choice is left",
        ]
    );
}

#[test]
fn a_default_that_would_be_filled_in_has_to_be_among_what_is_left() {
    assert_eq!(
        error(search().refine().choices("order", ["newest"])),
        "`order`: the default \"best\" would no longer be legal: `require` the property, or leave its default in"
    );
    assert!(
        error(search().refine().range("limit", 11..))
            .contains("the default 10 would no longer be legal")
    );
    registry([search().refine().choices("order", ["newest"]).require("order").build()]);
    let both = search().refine().choices("query", ["a", "bc"]).length("query", 2..);
    assert_eq!(error(both), "`query`: the choice \"a\" is ruled out by another edit");
}

#[test]
fn what_is_wrong_with_an_edit_is_told_once() {
    let tool = ToolDefinition::builder("t")
        .description("T.")
        .validated(json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {}}}))
        .body(|_: FrozenJson, _| async { "" })
        .build();
    assert_eq!(
        errors(tool.refine().without("a").range("a", 1..=9).describe("none", "..")),
        ["`a`: declares no `a`; properties: `b`", "`none`: declares no `none`; properties: `b`",]
    );
}

#[tokio::test]
async fn a_refined_definition_is_refined_further_and_only_further() {
    let once =
        search().refine().range("limit", 5..=20).choices("order", ["best", "newest"]).build();
    let twice = once
        .refine()
        .prefix("x_")
        .range("limit", 8..)
        .require("order")
        .choices("order", ["newest"])
        .build();
    assert_eq!(
        parameters(&twice)["properties"]["limit"],
        json!({"type": "integer", "minimum": 8, "maximum": 20, "default": 10})
    );
    assert_eq!(
        violations(&twice, r#"{"query":"x","limit":30,"order":"best"}"#).await,
        [
            "`order`: expected \"newest\", got the string \"best\"",
            "`limit`: expected an integer from 8 to 20, got the number 30",
        ]
    );
    assert!(error(once.refine().range("limit", 4..)).contains("4 is wider than 5"));
    assert!(error(once.refine().choices("order", ["oldest"])).contains("was never legal"));
    assert_eq!(
        violations(&once, r#"{"query":"x","limit":4}"#).await.len(),
        1,
        "and stays as it was"
    );
    assert_eq!(search().call(r#"{"query":"x","limit":50}"#).await.text(), r#""x" Best 50"#);
}

#[tokio::test]
async fn a_type_that_comes_back_to_itself_is_narrowed_in_one_place() {
    let tool = search().refine().length("filter.and.labels", ..=1).build();
    let labels = |path: &str| format!(r#"{{"query":"x","filter":{path}}}"#);
    assert!(!tool.call(labels(r#"{"labels":["a","b"]}"#)).await.is_error());
    let inner = labels(r#"{"labels":[],"and":{"labels":["a","b"]}}"#);
    assert_eq!(
        violations(&tool, &inner).await,
        ["`filter.and.labels`: expected an array of at most 1 item, got 2 items"]
    );
    let further = labels(r#"{"labels":[],"and":{"labels":[],"and":{"labels":["a","b"]}}}"#);
    assert!(!tool.call(further).await.is_error(), "what is further in is another place");
}

// --- schemas that came as text

fn remote() -> ToolDefinition {
    start("remote")
        .validated(
            r##"{ "$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
                 "properties": {
                   "a.b/c": {"type": "string"},
                   "mode": {"$ref": "#/definitions/mode", "description": "ignored beside"},
                   "rows": {"type": "array", "items": {"$ref": "#/definitions/row"}},
                   "any": true,
                   "n": {"type": ["number", "null"], "exclusiveMinimum": 5}
                 },
                 "definitions": {
                   "mode": {"type": "string", "enum": ["r", "w", "rw"]},
                   "row": {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}
                 } }"##,
        )
        .body(|arguments, _| async move { arguments.to_string() })
        .build()
}

#[tokio::test]
async fn schemas_that_came_as_text_are_refined_by_the_same_words() {
    let tool = remote()
        .refine()
        .choices("a.b/c", ["x"])
        .choices("/mode", ["r", "w"])
        .range("rows[].id", 1..=9)
        .choices("any", [json!({"k": 1}), json!(null)])
        .range("n", 6..)
        .build();
    registry([tool.clone()]);
    let schema = parameters(&tool);
    assert_eq!(
        schema["properties"]["mode"],
        json!({"description": "ignored beside", "type": "string", "enum": ["r", "w"]})
    );
    assert_eq!(
        schema["properties"]["rows"]["items"]["properties"]["id"],
        json!({"type": "integer", "minimum": 1, "maximum": 9})
    );
    assert_eq!(schema["properties"]["n"], json!({"type": ["number", "null"], "minimum": 6}));
    assert_eq!(
        schema["definitions"]["mode"]["enum"],
        json!(["r", "w", "rw"]),
        "others may refer to it"
    );
    assert_eq!(
        violations(
            &tool,
            r#"{"a.b/c":"y","mode":"rw","rows":[{"id":0},{}],"any":{"k":2},"n":5.5}"#
        )
        .await,
        [
            "`[\"a.b/c\"]`: expected \"x\", got the string \"y\"",
            "`mode`: expected one of \"r\", \"w\", got the string \"rw\"; did you mean \"r\"?",
            "`rows[0].id`: expected an integer from 1 to 9, got the number 0",
            "`rows[1].id`: is missing, expected an integer from 1 to 9",
            "`any`: expected one of {\"k\":1}, null, got an object of 1 entry",
            "`n`: expected a number of at least 6 or null, got the number 5.5",
        ]
    );
    let fine = r#"{"a.b/c":"x","any":{"k":1.0},"n":null}"#;
    assert_eq!(tool.call(fine).await.text(), fine);
    assert_eq!(
        errors(remote().refine().range("n", 5..).choices("mode", ["x"]).describe("rows.id", "")),
        [
            "`n`: the lower bound 5 is wider than 5, excluded, as it is: only narrower ones are possible",
            "`rows.id`: declares no properties, and so no `id`",
            "`mode`: the choice \"x\" was never legal: expected one of \"r\", \"w\", \"rw\"",
        ]
    );
}

#[tokio::test]
async fn what_is_referred_to_from_a_negation_lets_no_more_through() {
    let schema = json!({"type": "object", "properties": {
        "mode": {"type": "string"},
        "other": {"not": {"$ref": "#/properties/mode"}}
    }});
    let tool = start("t").validated(schema).body(|_, _| async { "ran" }).build();
    let refined = tool.refine().choices("mode", ["a"]).build();
    registry([refined.clone()]);
    for text in [r#"{"other":"a"}"#, r#"{"other":"b"}"#] {
        assert_eq!(violations(&refined, text).await.len(), 1, "{text}");
    }
    let again = refined.refine().choices("other", [json!(1), json!(true)]).build();
    assert_eq!(violations(&again, r#"{"other":"b","mode":"b"}"#).await.len(), 2);
    assert_eq!(again.call(r#"{"other":1,"mode":"a"}"#).await.text(), "ran");
    // A root that refers to itself is narrowed wherever it stands.
    let tree = json!({"type": "object", "properties": {
        "kind": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#"}}
    }});
    let tool = start("t").validated(tree).body(|_, _| async { "ran" }).build();
    let refined = tool.refine().choices("kind", ["a"]).build();
    assert_eq!(violations(&refined, r#"{"kind":"a","kids":[{"kind":"b"}]}"#).await.len(), 1);
}

#[test]
fn what_is_not_edited_keeps_its_order_and_its_numbers() {
    let text = r#"{"type":"object","z":1,"properties":{"n":{"type":"number","maximum":1.50,"x-unit":"m"},"a":{"const":100000000000000000000000001}},"required":["n"]}"#;
    let raw = dsh_tools::schema::RawSchema::options().annotations(["z"]);
    let tool = start("t")
        .validated(raw.compile(FrozenJson::parse(text).unwrap()))
        .body(|_, _| async { "" })
        .build()
        .refine()
        .range("n", 0..)
        .build();
    registry([tool.clone()]);
    assert_eq!(
        tool.schema().parameters.to_string(),
        text.replace(r#""x-unit":"m""#, r#""x-unit":"m","minimum":0"#)
    );
}

#[tokio::test]
async fn what_the_body_checked_for_itself_is_enforced_once_it_is_narrowed() {
    let schema = json!({"type": "object", "properties": {"skill": {"type": "string"}, "n": {"type": "integer"}}});
    let tool = || start("t").unvalidated(schema.clone()).body(|_, _| async { "ran" }).build();
    let named = tool().refine().name("u").describe("skill", "Which.").build();
    assert!(!named.is_enforced());
    assert_eq!(named.call(r#"{"n":"x"}"#).await.text(), "ran");
    let narrowed = tool().refine().choices("skill", ["a"]).build();
    assert!(narrowed.is_enforced());
    assert_eq!(violations(&narrowed, r#"{"n":"x","skill":"b"}"#).await.len(), 2);
    let foreign =
        start("t").unvalidated(json!({"properties": {"a": {"odd": 1}}})).body(|_, _| async { "" });
    assert!(error(foreign.build().refine().choices("a", [1])).contains("`odd` is not understood"));
}

#[tokio::test]
async fn a_refinement_that_is_wrong_runs_with_nothing() {
    let tool = search().refine().range("limit", ..=99).build();
    assert_eq!(code(&tool.call(r#"{"query":"x"}"#).await), "UNSUPPORTED_SCHEMA");
    // Nothing is asked of a body whose tool should not be there.
    let registry = registry([search()]);
    let ears = Ears::on(&registry);
    registry.register(tool.refine().prefix("y_").build()).unwrap_err();
    registry.execute(call("search", r#"{"query":"x"}"#)).await;
    assert_eq!(ears.heard().len(), 1);
}
