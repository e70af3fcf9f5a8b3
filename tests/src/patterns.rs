//! Patterns that come at run time find what ECMA-262 finds, within bounds, and agree with those of the derives.

mod derived;
mod rows;

use dsh_tools::FrozenJson;
use dsh_tools::schema::{Pattern, RawSchema};
use rows::{ANNEX_B, ROWS};
use serde_json::{Map, Value, json};

#[test]
fn what_ecma_finds_is_found() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for (source, found, not_found) in ROWS.iter().chain(ANNEX_B) {
        let pattern = match Pattern::ecma(source) {
            Ok(pattern) => pattern,
            Err(error) => {
                wrong.push(format!("{source}: {error}"));
                continue;
            }
        };
        assert_eq!(pattern.source(), *source);
        for (texts, expected) in [(found, true), (not_found, false)] {
            for text in *texts {
                compared += 1;
                if pattern.is_match(text) != expected {
                    wrong.push(format!("{source} on {text:?} is not {expected}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 600, "{compared}");
}

/// What is no pattern, or none that means one thing: the start of the message, and where.
#[test]
fn errors_say_what_where_and_why() {
    let rows: &[(&str, &str, usize)] = &[
        ("a(b", "`(b` opens a group that is not closed: add `)`, or escape it as `\\(`", 1),
        ("a)b", "`)` closes no group: escape it as `\\)`", 1),
        ("x[ab", "`[ab` is a class that is not closed: add `]`, or escape the bracket as `\\[`", 1),
        ("é[z-a]", "`z-a` is no range: its ends are out of order", 3),
        ("[\\u{62}-a]", "`\\u{62}-a` is no range", 1),
        ("*a", "`*` repeats nothing: escape it as `\\*`, or put it after what repeats", 0),
        ("(?:+)", "`+` repeats nothing", 3),
        ("a|?", "`?` repeats nothing", 2),
        ("{1}", "`{1}` repeats nothing: escape the brace as `\\{`", 0),
        ("a**", "`a**` repeats a repetition, which ECMA-262 does not have", 0),
        ("ba{2}{3}", "`a{2}{3}` repeats a repetition", 1),
        ("a{3,1}", "`{3,1}` repeats at least more often than at most", 1),
        ("^*", "`^*` repeats an assertion", 0),
        ("a\\b+", "`\\b+` repeats an assertion", 1),
        ("(?<=a)*b", "`(?<=a)*` repeats an assertion", 0),
        ("a\\", "`\\` escapes nothing: write `\\\\` for a backslash", 1),
        ("\\Aa", "`\\A` is no escape of ECMA-262: write `^`", 0),
        ("a\\Z", "`\\Z` is no escape of ECMA-262: write `$`", 1),
        ("a\\z", "`\\z` is no escape of ECMA-262: write `$`", 1),
        ("\\h", "`\\h` is no escape of ECMA-262: write `[ \\t]`", 0),
        ("\\a", "`\\a` is no escape of ECMA-262: write `\\x07`", 0),
        ("\\e", "`\\e` is no escape of ECMA-262: write `\\x1B`", 0),
        ("\\y", "`\\y` is no escape of ECMA-262: write `y`", 0),
        ("[\\B]", "`\\B` is no escape of ECMA-262", 1),
        ("[\\1]", "`\\1` is no escape of ECMA-262", 1),
        ("\\x4", "`\\x` is no escape: write two hexadecimal digits", 0),
        ("\\u12", "`\\u` is no escape: write four hexadecimal digits", 0),
        ("\\u{}", "`\\u{` is no code point", 0),
        ("\\u{110000}", "`\\u{110000` is no code point", 0),
        ("\\u{41", "`\\u{41` is no code point", 0),
        ("\\c1", "`\\c1` is no control character: write a letter behind `\\c`", 0),
        ("\\01", "`\\01` is an octal escape, which ECMA-262 does not have: write `\\xHH`", 0),
        ("(?i)a", "`(?i` is an inline flag, which ECMA-262 does not have: spell it out", 0),
        ("(?i:a)", "`(?i` is an inline flag", 0),
        ("(?-s:a)", "`(?-s` is an inline flag", 0),
        ("(?P<n>a)", "`(?P<n>` is no group of ECMA-262: write `(?<name>..)`", 0),
        ("(?<n>a)(?P=n)", "`(?P=n` is no group of ECMA-262: write `\\k<name>`", 7),
        ("(?>a)", "`(?>` is an atomic group, which ECMA-262 does not have", 0),
        ("(?#a)", "`(?#a` is no group of ECMA-262", 0),
        ("(?<1>a)", "`(?<1` is no name of a group", 0),
        ("(?<>a)", "`(?<>` is no name of a group", 0),
        ("(?<n", "`(?<n` is no name of a group", 0),
        ("(?<n>a)(?<n>b)", "`(?<n>` names a second group: name them apart", 7),
        ("(?<n>a)|(?<n>b)\\k<n>", "`\\k<n>` reads one of several groups", 15),
        ("\\k<n>", "`\\k<n>` reads a group that is not there", 0),
        ("(a)\\k", "`\\k` is no back-reference: write `\\k<name>`", 3),
        ("(a)\\2", "`\\2` reads a group that is not there", 3),
        ("(?:a)\\1", "`\\1` reads a group that is not there", 5),
        ("\\p{Greek}", "`\\p{Greek}` is no property of ECMA-262: write `\\p{Script=Greek}`", 0),
        ("\\p{letter}", "`\\p{letter}` is no Unicode property of ECMA-262", 0),
        ("\\p{gc=Greek}", "`\\p{gc=Greek}` is no Unicode property", 0),
        ("\\p{Script=Nowhere}", "`\\p{Script=Nowhere}` is no Unicode property", 0),
        ("\\p{Block=Latin}", "`\\p{Block=Latin}` is no Unicode property", 0),
        ("\\pL", "`\\p` is no class of ECMA-262: write `\\p{..}`", 0),
        ("[\\p]", "`\\p` is no class of ECMA-262", 1),
    ];
    for (source, message, offset) in rows {
        let error = Pattern::ecma(source).expect_err(source);
        let shown = error.to_string();
        assert!(shown.starts_with(message), "{source}: {shown}");
        assert!(shown.ends_with(&format!("(byte {offset})")), "{source}: {shown}");
        assert_eq!(error.offset(), *offset, "{source}: {shown}");
    }
}

#[test]
fn groups_of_one_name_in_branches_apart() {
    let pattern = Pattern::ecma("^(?:(?<d>[0-9])-|(?<d>[a-z])[+])$").unwrap();
    assert!(pattern.is_match("1-") && pattern.is_match("a+"));
    assert!(!pattern.is_match("a-"));
}

#[test]
fn long_parts_are_quoted_shortly() {
    let error = Pattern::ecma(&format!("({}", "é".repeat(1_000))).unwrap_err().to_string();
    assert!(error.len() < 250 && error.contains("..`"), "{error}");
}

#[test]
fn bounds_are_errors() {
    let refuses = |source: &str, fragment: &str| {
        let error = Pattern::ecma(source).expect_err(fragment).to_string();
        assert!(error.contains(fragment), "{fragment}: {error}");
    };
    refuses(&"a".repeat(40_000), "too long: 40000 bytes");
    refuses(&format!("{}a{}", "(".repeat(251), ")".repeat(251)), "nested too deep");
    refuses(&"(?=".repeat(10_000), "nested too deep");
    refuses("a{20001}", "too large");
    refuses("(?:a{1000}){1000}", "too large");
    refuses("a{99999999999999999999}", "too large");
    refuses("(?:a{9999}|b{9999}|c{9999})", "too large");
    refuses(&format!("(a){}", r"\1".repeat(101)), "101 back-references");
    refuses(&"(?<n>a)".repeat(1_001), "over 1000 groups have names");
    refuses(&vec!["(?<n>a)"; 101].join("|"), "over 100 groups have one name");
    for fine in [
        format!("^{}$", "a".repeat(19_000)),
        format!("{}a{}", "(".repeat(100), ")".repeat(100)),
        "^.{0,10000}$".to_owned(),
        r"^[\s\S]{1,4096}$".to_owned(),
        r"(?:\p{L}{100}){100}".to_owned(),
        "[^a]{20000}".to_owned(),
        "(?:){4000000000}(?:(?:){90000}){90000}".to_owned(),
        r"(a)(){4000000000}(?:(){90000}){90000}\2\1".to_owned(),
        r"(?:(?:(?=)|){100}){100}".to_owned(),
        format!("^(?:{})$", (0..2_000).map(|n| format!("w{n}")).collect::<Vec<_>>().join("|")),
    ] {
        assert!(Pattern::ecma(&fine).is_ok(), "{fine:.60}");
    }
}

/// Everything that makes a backtracking engine run for longer than anybody waits.
#[test]
fn catastrophic_patterns_end() {
    let text = "a".repeat(100_000);
    let rows: &[(&str, bool)] = &[
        ("(a+)+$", true),
        ("^(a+)+$", true),
        ("(a|a)*b", false),
        ("^(a|aa)+b$", false),
        ("(.*a){20}", true),
        ("^(?=(.*a){20})a+$", true),
        ("(?=(.*a){20}b)", false),
        ("(?=.*x)y", false),
        ("(?:(?=.*x)|a)*b", false),
        ("(?!(a+)+b)c", false),
        ("(?<=(a+)+)b", false),
        ("^(?!.*(a+)+b)a*$", true),
    ];
    for (source, expected) in rows {
        let pattern = Pattern::ecma(source).unwrap();
        assert_eq!(pattern.is_match(&text), *expected, "{source}");
    }
}

/// A search that is given up has found nothing, whatever the text.
#[test]
fn what_costs_too_much_is_no_match() {
    let text = "a".repeat(100_000);
    for source in [
        r"(?:a{0,100}){100}(?=a)(?!.)|b(?=a)",
        r"^(a*)(a*)(a*)\1\2\3a$",
        r"^(?:(?=(?:(?=(?:(?=.*x)a)*)a)*)a)*(b)\1$",
        r"(?:(?=.*x)|(a)\1)*b",
        r"^(a*)*\1b$",
    ] {
        let pattern = Pattern::ecma(source).unwrap();
        assert!(!pattern.is_match(&text), "{source}");
    }
    assert!(Pattern::ecma(r"^(a)\1*$").unwrap().is_match(&text));
}

#[test]
fn programs_of_one_schema_are_bounded() {
    let heavy = |at: usize| json!({"pattern": format!("[^a]{{{}}}", 19_000 + at)});
    let properties: Map<String, Value> =
        (0..1_000).map(|at| (format!("p{at}"), heavy(at))).collect();
    let schema = json!({"type": "object", "properties": properties});
    let error = RawSchema::compile(schema).unwrap_err().to_string();
    assert!(error.contains("the programs of a schema's patterns take at most"), "{error}");
}

/// Each search alone is within its limit.
#[test]
fn searches_of_one_walk_are_bounded() {
    let schema = json!({"items": {"pattern": "(?:a?){1000}b"}});
    let schema = RawSchema::compile(schema).unwrap();
    let document = FrozenJson::from_value(json!(vec!["a".repeat(2_000); 1_000])).unwrap();
    let violations = schema.validate(&document).unwrap_err().to_string();
    assert!(violations.contains("too"), "{violations}");
    let schema = json!({"patternProperties": {"(?:a?){1000}b": false}});
    let schema = RawSchema::compile(schema).unwrap();
    let keys: Map<String, Value> =
        (0..1_000).map(|at| (format!("{}{at}", "a".repeat(2_000)), json!(1))).collect();
    let document = FrozenJson::from_value(Value::Object(keys)).unwrap();
    assert!(schema.validate(&document).is_err());
}

/// A key whose search was given up might be one that the pattern forbids.
#[test]
fn keys_that_could_not_be_searched_are_refused() {
    let schema = json!({"patternProperties": {r"^(a*)(a*)(a*)\1\2\3a$": false}});
    let schema = RawSchema::compile(schema).unwrap();
    let key = "a".repeat(30_000);
    let document = FrozenJson::from_value(json!({key.clone(): 1})).unwrap();
    assert!(schema.validate(&document).is_err());
    let schema = json!({
        "patternProperties": {r"^(a*)(a*)(a*)\1\2\3b$": {}}, "required": [key],
    });
    let error = RawSchema::compile(schema).unwrap_err().to_string();
    assert!(error.contains("take too long to search the keys that are named"), "{error}");
}
