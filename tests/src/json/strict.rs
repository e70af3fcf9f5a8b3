//! What is refused, where, and in which words.

use dsh_tools::json::{FrozenJson, JsonErrorKind};

fn refuse(text: &str) -> dsh_tools::json::JsonError {
    match FrozenJson::parse(text) {
        Ok(document) => panic!("accepted: {document}"),
        Err(error) => error,
    }
}

#[test]
fn every_fault_has_its_kind_and_place() {
    use JsonErrorKind::{
        Control, Depth, DuplicateKey, Empty, Escape, Number, Surrogate, Syntax, Trailing, Truncated,
    };
    let deep = "[".repeat(129);
    let cases: &[(&str, JsonErrorKind, (usize, usize))] = &[
        ("", Empty, (1, 1)),
        (" \n\t ", Empty, (2, 3)),
        ("{", Truncated, (1, 2)),
        ("[1,", Truncated, (1, 4)),
        ("[1", Truncated, (1, 3)),
        (r#"{"a""#, Truncated, (1, 5)),
        (r#"{"a":"#, Truncated, (1, 6)),
        (r#"{"a":1"#, Truncated, (1, 7)),
        (r#""abc"#, Truncated, (1, 5)),
        (r#""ab\"#, Truncated, (1, 5)),
        (r#""\u00"#, Truncated, (1, 2)),
        ("tru", Truncated, (1, 1)),
        ("-", Truncated, (1, 2)),
        ("1.", Truncated, (1, 3)),
        ("1e", Truncated, (1, 3)),
        ("1 2", Trailing, (1, 3)),
        ("{}\n\n{}", Trailing, (3, 1)),
        ("1\u{0}", Trailing, (1, 2)),
        ("01", Number, (1, 1)),
        ("[1, -012]", Number, (1, 5)),
        ("[1.]", Number, (1, 4)),
        ("[1e+]", Number, (1, 5)),
        ("[-]", Number, (1, 3)),
        ("[.5]", Syntax, (1, 2)),
        ("[+1]", Syntax, (1, 2)),
        ("[1,]", Syntax, (1, 4)),
        (r#"{"a":1,}"#, Syntax, (1, 8)),
        ("{a:1}", Syntax, (1, 2)),
        ("{'a':1}", Syntax, (1, 2)),
        (r#"{"a" 1}"#, Syntax, (1, 6)),
        ("[1 2]", Syntax, (1, 4)),
        ("[\u{0}]", Syntax, (1, 2)),
        ("\u{feff}{}", Syntax, (1, 1)),
        ("[\u{a0}1]", Syntax, (1, 2)),
        ("[nul]", Syntax, (1, 2)),
        ("[truE]", Syntax, (1, 2)),
        (r#""\x""#, Escape, (1, 2)),
        (r#""\u12g4""#, Escape, (1, 2)),
        (r#""\u12""#, Escape, (1, 2)),
        (r#""\ud800""#, Surrogate, (1, 2)),
        (r#""ab\udc00""#, Surrogate, (1, 4)),
        (r#""\ud800\u0041""#, Surrogate, (1, 2)),
        (r#""\ud800\ud800""#, Surrogate, (1, 2)),
        ("\"a\nb\"", Control, (1, 3)),
        ("\"\u{1f}\"", Control, (1, 2)),
        (r#"{"a":1,"a":2}"#, DuplicateKey, (1, 8)),
        (&deep, Depth, (1, 129)),
    ];
    for (text, kind, place) in cases {
        let error = refuse(text);
        assert_eq!(
            (error.kind(), (error.line(), error.column())),
            (*kind, *place),
            "{text:?}: {error}"
        );
        assert!(
            serde_json::from_str::<serde_json::Value>(text).is_err() || *kind == DuplicateKey,
            "{text:?}"
        );
    }
}

#[test]
fn columns_count_scalar_values() {
    let error = refuse("{\"é𝄞\":\r\n \"中\" x}");
    assert_eq!((error.line(), error.column()), (2, 6));
}

#[test]
fn messages_say_what_where_and_how_to_mend() {
    for (text, message) in [
        ("", "the text is empty; write one JSON value"),
        (
            "[1.",
            "line 1, column 4: the text ends inside a number; write its digits, and close every open bracket",
        ),
        (r#"{"a": [1, 2"#, "line 1, column 12: the text ends inside an array; close it with `]`"),
        (
            r#"{"a": "x"#,
            "line 1, column 9: the text ends inside a string; close it with `\"`, and every open bracket",
        ),
        (
            "{\"a\":1,\n\"a\":2}",
            "line 2, column 1: the key \"a\" is there twice in one object; keep one of them",
        ),
        ("[1,]", "line 1, column 4: a comma before `]`; remove the comma"),
        ("{'a':1}", "line 1, column 2: found `'`; strings and keys stand in double quotes `\"`"),
        ("{a:1}", "line 1, column 2: expected a key in double quotes or `}`, found `a`"),
        ("[True]", "line 1, column 2: found `True`; write `true`, `false` or `null`"),
        ("[NaN]", "line 1, column 2: found `NaN`; JSON has no such number, use `null` or a string"),
        ("// no\n{}", "line 1, column 1: found `/`; JSON has no comments"),
        ("{} {}", "line 1, column 4: more text after the JSON value; send exactly one value"),
        (
            r#"["C:\dir"]"#,
            "line 1, column 5: `\\d` is no JSON escape; write a backslash itself as `\\\\`",
        ),
        (
            "\"a\nb\"",
            "line 1, column 3: control character U+000A inside a string; write it as `\\n`",
        ),
        (
            "[007]",
            "line 1, column 2: a number cannot start with `0` and another digit; drop the zeros or write a string",
        ),
        (
            r#""\ud800""#,
            "line 1, column 2: half a surrogate pair; write both halves, or the character itself",
        ),
        (r#"{"a" 1}"#, "line 1, column 6: expected `:` after the key, found `1`"),
        ("[1 2]", "line 1, column 4: expected `,` or `]`, found `2`"),
    ] {
        assert_eq!(refuse(text).to_string(), message, "{text:?}");
    }
}

#[test]
fn c056_duplicate_keys_are_refused_by_name() {
    for (text, key) in [
        (r#"{"path":"a","path":"/etc/passwd"}"#, "path"),
        (r#"{"x":[{"path":1,"y":2,"path":3}]}"#, "path"),
        (r#"{"path":1,"p\u0061th":2}"#, "path"),
        (r#"{"\u0070\u0061\u0074\u0068":1,"path":2}"#, "path"),
        (r#"{"\/":1,"/":2}"#, "/"),
        (r#"{"\ud83d\ude00":1,"😀":2}"#, "😀"),
        (r#"{"":1,"":1}"#, ""),
        (r#"{"a\"b":1,"a\"b":1}"#, "a\"b"),
    ] {
        let error = refuse(text);
        assert_eq!((error.kind(), error.key()), (JsonErrorKind::DuplicateKey, Some(key)), "{text}");
    }
    // The same key in different objects is no duplicate.
    assert!(FrozenJson::parse(r#"{"a":{"a":1},"b":[{"a":1},{"a":1}],"A":1,"a ":1}"#).is_ok());
}

#[test]
fn c056_duplicates_are_found_at_every_distance() {
    for count in [2, 3, 16, 127, 128, 129, 130, 200, 1000] {
        for repeated in [0, count / 2, count - 1] {
            for escaped in [false, true] {
                let keys: Vec<String> = (0..count).map(|i| format!("key_{i:05}")).collect();
                let entries = keys.iter().map(|key| format!("\"{key}\":{{\"a\":[1]}}"));
                let entries = entries.collect::<Vec<_>>().join(",");
                let again = &keys[repeated];
                let written = if escaped { again.replace('k', "\\u006b") } else { again.clone() };
                let error = refuse(&format!("{{{entries},\"{written}\":0}}"));
                assert_eq!(error.key(), Some(&**again), "{count} keys");
                let other = format!("{{{entries},\"{written}_\":0}}");
                assert_eq!(FrozenJson::parse(other).unwrap().root().len(), count + 1);
            }
        }
    }
}

#[test]
fn long_keys_are_cut_in_messages_only() {
    let key = "k".repeat(10_000);
    let error = refuse(&format!("{{\"{key}\":1,\"{key}\":2}}"));
    assert_eq!(error.key(), Some(&*key));
    assert!(error.to_string().len() < 300);
}

#[test]
fn limits_are_settable_and_clamped() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    for (limit, levels, accepted) in [
        (0, 0, true),
        (0, 1, false),
        (1, 1, true),
        (1, 2, false),
        (1024, 1024, true),
        (1024, 1025, false),
        (usize::MAX, 1024, true),
        (usize::MAX, 1025, false),
    ] {
        let text = if levels == 0 { "1".to_owned() } else { nested(levels) };
        let value: serde_json::Value = FrozenJson::parse_with_depth(nested(levels.max(1)), 1024)
            .map_or(serde_json::Value::Null, |document| document.to_value());
        let of_text = FrozenJson::parse_with_depth(text, limit);
        assert_eq!(of_text.is_ok(), accepted, "{levels} levels, limit {limit}");
        if levels > 0 && levels <= 1024 {
            let of_value = FrozenJson::from_value_with_depth(value, limit);
            assert_eq!(of_value.is_ok(), accepted, "{levels} levels, limit {limit}");
        }
    }
    let error = FrozenJson::parse_with_depth(nested(2000), usize::MAX).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 1025: nested deeper than 1024 levels; use fewer levels"
    );
}
