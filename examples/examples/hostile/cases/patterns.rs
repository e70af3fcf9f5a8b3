//! Regular expressions.

use super::{Case, End, list, nested};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "a pattern with nested repetition",
        size: 100_000,
        small: 1_000,
        make: |n| (String::from(r#"{"pattern":"^(a+)+$"}"#), format!("\"{}!\"", "a".repeat(n))),
        end: End::Refused("pattern"),
    },
    Case {
        name: "a pattern that only backtracking decides",
        size: 100_000,
        small: 1_000,
        make: |n| {
            (
                String::from(r#"{"pattern":"^(?=(a+)+$)(a|a)*\\1b"}"#),
                format!("\"{}!\"", "a".repeat(n)),
            )
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "a pattern that is counted up",
        size: 1,
        small: 1,
        make: |_| {
            (String::from(r#"{"pattern":"((((a{99}){99}){99}){99}){99}"}"#), String::from("\"a\""))
        },
        end: End::NoSchema("pattern"),
    },
    Case {
        name: "a long pattern",
        size: 1_000_000,
        small: 100_000,
        make: |n| (format!(r#"{{"pattern":"{}"}}"#, "(a|b)?".repeat(n / 6)), String::from("\"a\"")),
        end: End::NoSchema("pattern"),
    },
    Case {
        name: "a pattern of a long text of groups",
        size: 100_000,
        small: 10_000,
        make: |n| {
            (format!(r#"{{"pattern":"{}"}}"#, nested(n, "(", "a", ")")), String::from("\"a\""))
        },
        end: End::NoSchema("pattern"),
    },
    Case {
        name: "many patterns for many keys",
        size: 1_000,
        small: 600,
        make: |n| {
            let patterns = list(n, |at| format!(r#""^k{at}$":{{"type":"integer"}}"#));
            let document = list(10 * n, |at| format!(r#""k{at}":{at}"#));
            (format!(r#"{{"patternProperties":{{{patterns}}}}}"#), format!("{{{document}}}"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "more patterns than there may be",
        size: 100_000,
        small: 1_100,
        make: |n| {
            let patterns = list(n, |at| format!(r#""^k{at}$":true"#));
            (format!(r#"{{"patternProperties":{{{patterns}}}}}"#), String::from("{}"))
        },
        end: End::NoSchema("pattern"),
    },
    Case {
        name: "a name rule for a hundred thousand keys",
        size: 100_000,
        small: 1_000,
        make: |n| {
            let document = list(n, |at| format!(r#""k{at}":{at}"#));
            (String::from(r#"{"propertyNames":{"pattern":"^k\\d+$"}}"#), format!("{{{document}}}"))
        },
        end: End::Fits,
    },
    Case {
        name: "many patterns for one long text",
        size: 1_000,
        small: 300,
        make: |n| {
            let patterns = list(n, |at| format!(r#"{{"pattern":"[ab]{{{}}}c"}}"#, at + 1));
            (format!(r#"{{"anyOf":[{patterns}]}}"#), format!("\"{}\"", "ab".repeat(500 * n)))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "patterns that are large once they are read",
        size: 1_000,
        small: 1_000,
        make: |n| {
            let patterns = list(n, |at| format!(r#"{{"pattern":"^\\p{{L}}{{1,{}}}$"}}"#, at + 20));
            (format!(r#"{{"anyOf":[{patterns}]}}"#), String::from("\"1\""))
        },
        end: End::Refused("one_of"),
    },
];
