//! What the derive accepts is accepted at run time, and finds the same.

use dsh_tools::schema::Pattern;
use dsh_tools::{FrozenJson, ToolArgs, ToolValue};
use serde_json::json;

/// What texts of few characters have in common with the patterns below.
fn texts() -> Vec<String> {
    let parts = [
        "a",
        "b",
        "ab",
        "cat",
        "0",
        "12",
        "2026-01-31",
        "_",
        "-",
        ".",
        " ",
        "\t",
        "\n",
        "\r",
        "\u{2028}",
        "é",
        "😀",
        "\u{FEFF}",
        "\u{85}",
        "\u{663}",
        "A",
        "Z9",
        "]",
        "\\",
        "/",
        "{",
        "größe",
        "\u{0}",
    ];
    let mut out = vec![String::new()];
    out.extend(parts.map(str::to_owned));
    out.extend(parts.iter().flat_map(|a| parts.iter().map(move |b| format!("{a}{b}"))));
    out
}

macro_rules! agree {
    ($($name:ident: $source:literal;)*) => { $(
        #[test]
        fn $name() {
            #[derive(Debug, ToolArgs)]
            struct Derived {
                #[arg(pattern = $source)]
                #[allow(dead_code, reason = "only whether it decodes is asked")]
                text: String,
            }
            let at_run_time = Pattern::ecma($source).unwrap();
            let mut found = 0;
            for text in texts() {
                let document = FrozenJson::from_value(json!({"text": text})).unwrap();
                let expected = Derived::decode(document.root(), Derived::NODE).is_ok();
                assert_eq!(at_run_time.is_match(&text), expected, "{text:?}");
                found += u32::from(expected);
            }
            assert!(found > 0, "nothing was found");
        }
    )* };
}

agree! {
    names: "^[a-z0-9_-]+$";
    dates: r"^\d{4}-\d{2}-\d{2}$";
    digits: r"\d";
    no_digits: r"^\D+$";
    words: r"^\w+$";
    no_words: r"\W\W";
    spaces: r"^\s+$";
    no_spaces: r"^\S+$";
    spaces_in_classes: r"^[\s\d]+$";
    none_of_classes: r"^[^\w\-]$";
    classes_of_negated: r"^[\D_]$";
    dots: "^.$";
    two_dots: "^..$";
    boundaries: r"\bcat\b";
    boundary_at_the_start: r"^\b";
    alternatives: "^(?:a|ab)(?:b|)$";
    an_empty_alternative: "^(a|)$";
    lazy: "^a*?b+?$";
    counts: "^[ab]{2,3}$";
    named: "^(?<one>a)(?<two>b)$";
    escapes: r"^[\]\\\/\{]$";
    points: r"^\u{1F600}|\x41|\u0062$";
    controls: r"^[\t\n\r\x00]$";
    literal: "größe";
    ends: "b$";
    starts: "^a";
    everything: r"^[\s\S]*$";
    hyphens: "^[-a]+$";
    nested: "^(?:(?:a|b)+c?)+";
    long_counts: "^.{0,2000}$";
}
