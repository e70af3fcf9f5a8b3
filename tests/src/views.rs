//! Cards: their wire form, and presenters that never fail.

use crate::support::{ReadArgs, call, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::view::{FileMatches, TerminalEnd, WebSource};
use dsh_tools::{AdditionalContext, ToolCallRecord, ToolResultRecord};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::fmt::Debug;

fn call_card(card: impl Into<ToolCallView>, wire: Value) {
    let card = card.into();
    assert_eq!(serde_json::to_value(&card).unwrap(), wire);
    assert_eq!(serde_json::from_value::<ToolCallView>(wire).unwrap(), card);
}

fn result_card(card: impl Into<ToolResultView>, wire: Value) {
    let card = card.into();
    assert_eq!(serde_json::to_value(&card).unwrap(), wire);
    assert_eq!(serde_json::from_value::<ToolResultView>(wire).unwrap(), card);
}

#[test]
fn calls_have_these_wire_forms() {
    call_card(ToolCallView::generic("t"), json!({"card": "generic", "title": "t"}));
    call_card(
        ToolCallView::generic("t")
            .kind(ToolCallKind::Read)
            .raw_input(FrozenJson::parse(r#"{"a":[1.50,null]}"#).unwrap())
            .content("c")
            .location(FileLocation::new("a.rs").line(3))
            .location("b.rs"),
        json!({
            "card": "generic", "title": "t", "kind": "read", "rawInput": {"a": [1.5, null]},
            "content": [{"type": "text", "text": "c"}],
            "locations": [{"path": "a.rs", "line": 3}, {"path": "b.rs"}],
        }),
    );
    call_card(ToolCallView::terminal("ls"), json!({"card": "terminal", "title": "ls"}));
    call_card(
        ToolCallView::terminal("ls").description("why").cwd("/w"),
        json!({"card": "terminal", "title": "ls", "description": "why", "cwd": "/w"}),
    );
    call_card(
        ToolCallView::diff("t", [FileDiff::new("a", "old", "new"), FileDiff::created("b", "new")])
            .location("a"),
        json!({
            "card": "diff", "title": "t",
            "diffs": [{"path": "a", "oldText": "old", "newText": "new"}, {"path": "b", "oldText": null, "newText": "new"}],
            "locations": [{"path": "a"}],
        }),
    );
}

#[test]
fn results_have_these_wire_forms() {
    result_card(ToolResultView::generic(), json!({"card": "generic"}));
    result_card(
        ToolResultView::generic().title("t").content("c"),
        json!({"card": "generic", "title": "t", "content": [{"type": "text", "text": "c"}]}),
    );
    result_card(ToolResultView::terminal("o"), json!({"card": "terminal", "output": "o"}));
    result_card(
        ToolResultView::terminal("o").title("t").exit_code(-1),
        json!({"card": "terminal", "title": "t", "output": "o", "exitCode": -1}),
    );
    result_card(
        ToolResultView::terminal("o").signal("SIGKILL"),
        json!({"card": "terminal", "output": "o", "signal": "SIGKILL"}),
    );
    result_card(
        ToolResultView::diff([FileDiff::created("a", "n")]).title("t"),
        json!({"card": "diff", "title": "t", "diffs": [{"path": "a", "oldText": null, "newText": "n"}]}),
    );
    result_card(
        ToolResultView::found_lines([FileMatches::new("a", [(3, "x")])])
            .title("t")
            .truncated(true)
            .total(9),
        json!({
            "card": "search", "shape": "matches", "title": "t",
            "files": [{"path": "a", "matches": [{"lineNumber": 3, "line": "x"}]}], "truncated": true, "total": 9,
        }),
    );
    result_card(
        ToolResultView::found_paths(["a", "b"]),
        json!({"card": "search", "shape": "paths", "paths": ["a", "b"], "truncated": false, "total": 2}),
    );
    result_card(
        ToolResultView::read("a", 2, ["x", "y"])
            .title("t")
            .total_lines(9)
            .lang("rust")
            .content("c"),
        json!({
            "card": "read", "title": "t", "path": "a", "offset": 2,
            "lines": [{"number": 2, "text": "x"}, {"number": 3, "text": "y"}], "totalLines": 9, "lang": "rust",
            "content": [{"type": "text", "text": "c"}],
        }),
    );
    result_card(
        ToolResultView::web_search([
            WebSource::new("u").title("t").snippet("s").published_at("p"),
            WebSource::new("v"),
        ])
        .title("t")
        .answer("a"),
        json!({
            "card": "web", "kind": "search", "title": "t",
            "sources": [{"url": "u", "title": "t", "snippet": "s", "publishedAt": "p"}, {"url": "v"}],
            "answer": "a", "truncated": false,
        }),
    );
    result_card(
        ToolResultView::web_fetch("u", 200).truncated(true),
        json!({"card": "web", "kind": "fetch", "url": "u", "statusCode": 200, "truncated": true}),
    );
}

#[test]
fn kinds_are_spelled_as_cards_spell_them() {
    let kinds = [
        (ToolCallKind::Read, "read"),
        (ToolCallKind::Edit, "edit"),
        (ToolCallKind::Delete, "delete"),
        (ToolCallKind::Move, "move"),
        (ToolCallKind::Search, "search"),
        (ToolCallKind::Execute, "execute"),
        (ToolCallKind::Fetch, "fetch"),
        (ToolCallKind::Other, "other"),
    ];
    for (kind, text) in kinds {
        assert_eq!(serde_json::to_value(kind).unwrap(), json!(text));
        assert_eq!(kind.as_str(), text);
    }
}

/// Reads a card back, from text and from a `Value`, and gives what it is written as again.
fn again<T: DeserializeOwned + Serialize + PartialEq + Debug>(text: &str) -> String {
    let card: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    serde_json::to_string(&card).unwrap()
}

#[test]
fn cards_are_written_in_this_order_and_read_back_to_the_letter() {
    for text in [
        r#"{"card":"generic","title":"t","kind":"read","rawInput":{"n":12345678901234567890123,"p":0.1000000000000000055511151231257827},"content":[{"type":"chart","v":12345678901234567890123}],"locations":[{"path":"a","line":3}]}"#,
        r#"{"card":"generic","title":"t","rawInput":null}"#,
        r#"{"card":"terminal","title":"ls","description":"d","cwd":"/"}"#,
        r#"{"card":"diff","title":"t","diffs":[{"path":"a","oldText":null,"newText":"n"}],"locations":[{"path":"a"}]}"#,
    ] {
        assert_eq!(again::<ToolCallView>(text), text);
    }
    for text in [
        r#"{"card":"generic","title":"t","content":[]}"#,
        r#"{"card":"generic","content":[{"type":"new","x":[12345678901234567890123]}]}"#,
        r#"{"card":"terminal","title":"t","output":"o","exitCode":0}"#,
        r#"{"card":"terminal","signal":"KILL"}"#,
        r#"{"card":"diff","title":"t","diffs":[]}"#,
        r#"{"card":"search","shape":"matches","title":"t","files":[{"path":"p","matches":[{"lineNumber":1,"line":"l"}]}],"truncated":false,"total":1}"#,
        r#"{"card":"search","shape":"paths","title":"t","paths":["p"],"truncated":true,"total":9}"#,
        r#"{"card":"read","title":"t","path":"p","offset":1,"lines":[{"number":1,"text":"x"}],"totalLines":9,"lang":"rs","content":[{"type":"text","text":"x"}]}"#,
        r#"{"card":"web","kind":"search","title":"t","sources":[{"url":"u","title":"t","snippet":"s","publishedAt":"p"}],"answer":"a","truncated":false}"#,
        r#"{"card":"web","kind":"fetch","title":"t","url":"u","statusCode":200,"truncated":false}"#,
    ] {
        assert_eq!(again::<ToolResultView>(text), text);
    }
    let record = r#"{"callId":"c","content":[],"isError":false,"meta":null}"#;
    assert_eq!(again::<ToolResultRecord>(record), record, "a `null` that is there");
    let context = r#"{"content":[],"source":{"kind":"plugin","plugin":"p"},"meta":null}"#;
    assert_eq!(again::<AdditionalContext>(context), context);
}

#[test]
fn the_tag_may_stand_anywhere_and_the_end_of_a_command_may_be_null() {
    let end = |text: &str| match serde_json::from_str(text).unwrap() {
        ToolResultView::Terminal(card) => card.end,
        other => panic!("{other:?}"),
    };
    assert_eq!(end(r#"{"exitCode":3,"card":"terminal"}"#), Some(TerminalEnd::ExitCode(3)));
    for text in [
        r#"{"card":"terminal","signal":null,"exitCode":3}"#,
        r#"{"card":"terminal","exitCode":3,"signal":null}"#,
    ] {
        assert_eq!(end(text), Some(TerminalEnd::ExitCode(3)), "{text}");
    }
    assert_eq!(end(r#"{"card":"terminal","exitCode":null,"signal":null}"#), None);
}

#[test]
fn what_is_no_card_is_refused_with_what_is_wrong() {
    let call = |text: &str| serde_json::from_str::<ToolCallView>(text).unwrap_err().to_string();
    let result = |text: &str| serde_json::from_str::<ToolResultView>(text).unwrap_err().to_string();
    for (error, parts) in [
        (
            call(r#"{"card":"fut\u202eure","title":"t"}"#),
            &["unknown card `fut\\u{202e}ure`", "`generic`, `terminal`, `diff`"][..],
        ),
        (call(r#"{"title":"t"}"#), &["`card` is missing"]),
        (call(r#"{"card":7,"title":"t"}"#), &["`card` must be a string"]),
        (call("[]"), &["expected an object"]),
        (call(r#"{"card":"diff","title":"t"}"#), &["card `diff`", "missing field `diffs`"]),
        (
            result(r#"{"card":"terminal","exitCode":1,"signal":"KILL"}"#),
            &["card `terminal`", "`exitCode` and `signal` exclude each other"],
        ),
        (result(r#"{"card":"terminal","exitCode":"1"}"#), &["card `terminal`", "i32"]),
        (
            result(r#"{"card":"terminal","exitCode":3221225477}"#),
            &["card `terminal`", "3221225477"],
        ),
        (
            result(r#"{"card":"search","shape":"lines","truncated":false,"total":1}"#),
            &["card `search`", "`lines`", "`matches`"],
        ),
        (
            result(r#"{"card":"search","shape":"paths","files":[],"truncated":false,"total":1}"#),
            &["`paths` is missing"],
        ),
        (
            result(r#"{"card":"web","kind":"scrape","url":"u"}"#),
            &["card `web`", "unknown kind `scrape`", "`fetch`"],
        ),
    ] {
        for part in parts {
            assert!(error.contains(part), "{error:?} does not say {part:?}");
        }
    }
}

#[test]
fn kinds_that_are_not_known_here_are_other_ones() {
    let card = r#"{"card":"generic","title":"t","kind":"switch_mode"}"#;
    assert_eq!(serde_json::from_str::<ToolCallView>(card).unwrap().kind(), ToolCallKind::Other);
    serde_json::from_str::<ToolCallKind>("7").unwrap_err();
}

#[test]
fn lines_of_cards_are_one_line_whatever_is_in_them() {
    let lines = [
        ToolCallView::from(
            ToolCallView::generic("Read a.rs").kind(ToolCallKind::Read).location("a.rs"),
        )
        .one_line(),
        ToolCallView::from(
            ToolCallView::generic("Read").location(FileLocation::new("a.rs").line(3)).location("b"),
        )
        .one_line(),
        ToolCallView::from(ToolCallView::terminal("echo \u{1b}[31m\nrm -rf /").cwd("/w\n"))
            .one_line(),
        ToolCallView::from(ToolCallView::diff(
            "Edit",
            [FileDiff::created("a", ""), FileDiff::created("b", "")],
        ))
        .one_line(),
        ToolResultView::from(ToolResultView::terminal("\n\n").signal("SIG\u{7}")).one_line(),
        ToolResultView::from(ToolResultView::found_lines([FileMatches::new("a", [(1, "x")])]))
            .one_line(),
        ToolResultView::from(
            ToolResultView::found_paths(["a"]).total(7).truncated(true).title("Find"),
        )
        .one_line(),
        ToolResultView::from(ToolResultView::read("a\u{202e}b", 1, Vec::<String>::new()))
            .one_line(),
        ToolResultView::from(ToolResultView::diff([FileDiff::created("a", "")])).one_line(),
        ToolResultView::from(ToolResultView::web_search([])).one_line(),
        ToolCallView::from(ToolCallView::generic(" ")).one_line(),
        ToolCallView::from(ToolCallView::generic("").location("a")).one_line(),
        ToolResultView::from(ToolResultView::generic().title("")).one_line(),
        ToolResultView::from(ToolResultView::generic().title("t").content("")).one_line(),
        ToolCallView::from(ToolCallView::generic(
            "\u{61c}a\u{ad}\u{180e}\u{34f}\u{115f}\u{3164}\u{1d173}",
        ))
        .one_line(),
        ToolResultView::from(ToolResultView::web_fetch("http://e", 404)).one_line(),
        ToolResultView::from(
            ToolResultView::generic().content("a\nb").content(ContentBlock::image("", "image/png")),
        )
        .one_line(),
    ];
    assert_eq!(
        lines,
        [
            "[read] Read a.rs",
            "[other] Read (a.rs:3 and 1 more)",
            "[execute] echo \\u{1b}[31m rm -rf / (in /w)",
            "[edit] Edit (a and 1 more)",
            "ended by SIG\\u{7}",
            "1 match in 1 file",
            "Find: 7 paths (truncated)",
            "a\\u{202e}b: no lines of 0",
            "changed a",
            "0 pages",
            "[other]",
            "[other] (a)",
            "done",
            "t: done",
            r"[other] \u{61c}a\u{ad}\u{180e}\u{34f}\u{115f}\u{3164}\u{1d173}",
            "http://e: status 404",
            "a b <image>",
        ]
    );
}

/// Reads.
#[dsh_tools::tool(name = "read", meta = counted, present_call = shown, present_result = shown_done)]
async fn presented(args: ReadArgs) -> String {
    format!("1 {}", args.path)
}

fn counted(_: &String) -> Value {
    json!({"lines": 3})
}

fn shown(args: &ReadArgs) -> ToolCallView {
    assert_ne!(args.path, "panic");
    ToolCallView::generic(format!("Read {}", args.path))
        .kind(ToolCallKind::Read)
        .location(&args.path)
        .into()
}

fn shown_done(args: &ReadArgs, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    assert_ne!(args.path, "panic");
    let lines = result.meta?.get("lines")?.as_u64()?;
    let card = ToolResultView::read(&args.path, 1, result.text().lines()).total_lines(lines);
    Some(card.into())
}

fn presenting() -> ToolDefinition {
    presented::definition()
}

fn json(text: &str) -> FrozenJson {
    FrozenJson::parse(text).unwrap()
}

#[tokio::test]
async fn s239_s243_presenters_give_cards_of_arguments_and_result_alone() {
    let tool = presenting();
    let arguments = json(r#"{"path":"a.rs"}"#);
    assert_eq!(
        tool.present_call(&arguments).unwrap().one_line(),
        "[read] Read a.rs (a.rs)".replace(" (a.rs)", "")
    );
    let result = tool.call(r#"{"path":"a.rs"}"#).await;
    let card = tool.present_result(&arguments, &result.data()).unwrap();
    assert_eq!(card.one_line(), "a.rs: lines 1 to 1 of 3");
    assert_eq!(
        tool.present_result(&arguments, &result.data()).unwrap(),
        card,
        "asked again, the same"
    );
}

#[tokio::test]
async fn s240_arguments_that_do_not_fit_and_panics_give_the_generic_card() {
    let tool = presenting();
    for text in [
        "{}",
        "[]",
        "null",
        r#"{"path":7}"#,
        r#"{"path":"a","limit":0}"#,
        r#"{"path":"panic"}"#,
        "\"raw text\"",
    ] {
        let arguments = json(text);
        assert!(tool.present_call(&arguments).is_none(), "{text}");
        let ToolCallView::Generic(card) = tool.call_card(&arguments) else { panic!("generic") };
        assert_eq!((card.title.as_str(), card.kind), ("read", Some(ToolCallKind::Other)));
        assert_eq!(card.raw_input, Some(arguments.clone()));

        let result = ToolExecutionResult::failure(ToolError::msg("no"));
        assert!(tool.present_result(&arguments, &result.data()).is_none(), "{text}");
        assert_eq!(tool.result_card(&arguments, &result.data()).one_line(), "Error: no");
    }
}

#[test]
fn s241_a_tool_without_presenters_has_none() {
    let tool = free("bare").title("Bare").body(|_, _| async { "" }).build();
    let arguments = json("{}");
    assert!(tool.present_call(&arguments).is_none());
    assert_eq!(tool.call_card(&arguments).title(), "Bare");
    let result = ToolExecutionResult::failure(ToolError::msg("no"));
    assert!(tool.present_result(&arguments, &result.data()).is_none());
}

#[tokio::test]
async fn s242_a_replay_gives_the_card_of_the_live_run() {
    let registry = registry([presenting()]);
    let input = call("read", r#"{"path":"a.rs"}"#);
    let call_line = serde_json::to_string(&input.record()).unwrap();
    let result = registry.execute(input).await;
    let tool = registry.get("read").unwrap();
    let live = tool.result_card(&json(r#"{"path":"a.rs"}"#), &result.data());
    let result_line = serde_json::to_string(&result.record("call_1")).unwrap();

    let logged: ToolCallRecord = serde_json::from_str(&call_line).unwrap();
    let outcome: ToolResultRecord = serde_json::from_str(&result_line).unwrap();
    assert_eq!(tool.result_card(&json(&logged.arguments), &outcome.data()), live);
}
